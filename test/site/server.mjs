/* Starts the real server for a test: on a free port, with a data folder of its own. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { once } from 'node:events';
import { after } from 'node:test';
import { io } from 'socket.io-client';

const build = process.env.LUDOTECA_BUILD || 'build';
/** Whatever a failed test left open would keep the test program running: it has some seconds. */
const left = new Set();
after(() => {
  setTimeout(() => {
    for (const close of left) close();
  }, 6000).unref();
});
/** And no server outlives it. */
const servers = new Set();
process.on('exit', () => {
  for (const child of servers) child.kill('SIGKILL');
});

/** Without the allocator's cache of freed pieces, which counts as memory in use. */
export const exactHeap = { GLIBC_TUNABLES: 'glibc.malloc.tcache_count=0' };

/** The same cards every time, in the build that has the means; see fixed_chance.c. */
export function sameCards(number) {
  const library = resolve(build, 'test/site/fixed_chance.so');
  return existsSync(library) ? { LD_PRELOAD: library, FIXED_CHANCE: String(number) } : {};
}

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
    '--data',
    data,
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
  left.add(() => child.kill('SIGKILL'));
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

/** A Socket.IO client that remembers every event it got. */
export function connect(server, options = {}) {
  const socket = io(server.url, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    ...options,
  });
  left.add(() => socket.close());
  const events = [];
  const waiting = [];
  socket.onAny((name, data) => {
    events.push({ name, data });
    for (const w of [...waiting]) w();
  });
  /** The first event of that name that was not taken yet and passes the test. */
  const next = (name, test = () => true, ms = 20000) =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = events.find((e) => !e.taken && e.name === name && test(e.data));
        if (!found) return false;
        found.taken = true;
        waiting.splice(waiting.indexOf(look), 1);
        clearTimeout(timer);
        resolve(found.data);
        return true;
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(look), 1);
        reject(new Error(`no «${name}» in ${ms} ms; got ${events.map((e) => e.name).join(' ')}`));
      }, ms);
      waiting.push(look);
      look();
    });
  const ask = (name, payload, ms = 20000) => socket.timeout(ms).emitWithAck(name, payload);
  return { socket, events, next, ask, close: () => socket.close() };
}

/** A room with that many people, in the lobby. */
export async function openRoom(server, { game = 'santase', people = 2, options = {}, settings } = {}) {
  const host = connect(server, options);
  const made = await host.ask('create_room', { game, playerName: 'Ana', settings });
  const all = [{ ...host, ...made }];
  const names = ['Ben', 'Carla', 'Dino', 'Eva', 'Filip', 'Gala', 'Hugo', 'Iris'];
  for (let i = 1; i < people; i++) {
    const guest = connect(server, options);
    const teamName = game === 'taboo' ? (i % 2 ? 'Equipo B' : 'Equipo A') : undefined;
    const joined = await guest.ask('join_room', {
      roomCode: made.roomCode,
      playerName: names[i - 1],
      teamName,
    });
    all.push({ ...guest, ...joined });
  }
  return { code: made.roomCode, people: all, close: () => all.forEach((p) => p.close()) };
}

/** Something else to be closed at the end, come what may. */
export const closeAtEnd = (close) => left.add(close);
export const pause = (ms) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
