/* Starts the real server: on a free port, with a data folder of its own, or under tools/with-postgresql
 * with a house of its own in that database. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { schemaIn } from './postgresql.mjs';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
export const build = process.env.LUDOTECA_BUILD || join(root, 'build');

/** No server outlives the program that started it. */
const servers = new Set();
export const endServers = () => {
  for (const child of servers) child.kill('SIGKILL');
};
process.on('exit', endServers);

/** No limits that a test would run into by accident. */
const generous = [
  '--creates-per-minute',
  '0',
  '--joins-per-minute',
  '0',
  '--guesses-per-minute',
  '0',
  '--events-per-second',
  '0',
  '--max-per-address',
  '0',
];

/** How a server, or a tool beside it, is told of its store: a folder, or where a database is what is
 * being tested a schema of the same name. @param {string} data */
export function placeOf(data) {
  const address = process.env.LUDOTECA_TEST_POSTGRESQL;
  return address ? ['--store', schemaIn(address, basename(data))] : ['--data', data];
}

/**
 * @param {{args?: string[], data?: string, port?: number, env?: object, binary?: string,
 *   wrap?: string[], limits?: boolean}} [options]  `wrap`: what `binary` is told before our program
 */
export async function startServer(options = {}) {
  const data = options.data || mkdtempSync(join(tmpdir(), 'ludoteca-'));
  const args = [
    'serve',
    '--host',
    '127.0.0.1',
    '--port',
    String(options.port || 0),
    ...placeOf(data),
    '--log-level',
    'warn',
    ...(options.limits ? [] : generous),
    ...(options.args || []),
  ];
  const program = join(build, 'ludoteca');
  const command = options.wrap ? [...options.wrap, program, ...args] : args;
  const child = spawn(options.binary || program, command, {
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const server = { child, data, stderr: '', port: 0, url: '', pid: child.pid, exited: once(child, 'close') };
  servers.add(child);
  child.stderr.on('data', (bytes) => {
    server.stderr += bytes;
  });
  await new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (bytes) => {
      text += bytes;
      const port = /(?::|port )(\d+)\b/.exec(text);
      if (!port || !text.includes('\n')) return;
      server.port = Number(port[1]);
      server.url = `http://127.0.0.1:${server.port}`;
      resolve();
    });
    setTimeout(() => reject(new Error(`it says only «${text}» ${server.stderr}`)), 60000).unref();
    child.on('exit', (code) => reject(new Error(`server ended with ${code}: ${server.stderr}`)));
  });
  /** Ends it; by SIGTERM unless told otherwise. */
  server.stop = async (signal = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return server.exited;
  };
  server.remove = () => rmSync(data, { recursive: true, force: true });
  return server;
}

/** Asks the server at that address for somebody who has that token; with a body it is something done. */
export const askAt = (url) => async (path, token, body) => {
  const answer = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: body && JSON.stringify(body),
  });
  const said = await answer.json();
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(said)}`);
  return said;
};
