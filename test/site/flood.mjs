/* Enemies: connections that send as fast as they are read from; and how an honest player fares meanwhile, in
 * processor time of the server's loop, which is the same on a busy machine. For tests and measurements. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { createConnection } from 'node:net';
import { fileURLToPath } from 'node:url';
import { closeAtEnd, pause } from './server.mjs';

export const UPGRADE =
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n' +
  'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

/** A masked text frame; the mask is zero. */
export const frame = (text) =>
  Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);

const repeated = (bytes) => Buffer.concat(Array(Math.ceil(65536 / bytes.length)).fill(bytes));

/** What they send, after what they begin with. */
export const floods = {
  /** Refused messages of a socket that joined nothing. */
  renames: {
    first: Buffer.concat([Buffer.from(UPGRADE), frame('40')]),
    again: repeated(frame('42["rename",{}]')),
  },
  /** Sessions, as many as there can be. */
  sessions: {
    first: Buffer.alloc(0),
    again: repeated(
      Buffer.from('GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: localhost\r\n\r\n'),
    ),
  },
  /** Pages that nobody reads. */
  pages: {
    first: Buffer.alloc(0),
    again: repeated(Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')),
  },
  /** The smallest frames that want an answer. */
  pings: {
    first: Buffer.from(UPGRADE),
    again: repeated(Buffer.from([0x89, 0x80, 0, 0, 0, 0])),
  },
  /** Streams to which one goes on talking. */
  streams: {
    first: Buffer.from('GET /sse/ROOM HTTP/1.1\r\nHost: localhost\r\n\r\n'),
    again: Buffer.alloc(65536, 'a'),
  },
  /** Who comes and goes. */
  connects: { first: Buffer.alloc(0), again: null, leaves: true },
  /** Bodies of which the last byte never comes. */
  bodies: {
    first: Buffer.concat([
      Buffer.from('POST /rooms HTTP/1.1\r\nHost: localhost\r\nContent-Length: 950000\r\n\r\n'),
      Buffer.alloc(940000, 'a'),
    ]),
    again: null,
  },
};

/** Asks from an address that floods nothing. */
export const ask = (server, path, { method = 'GET', headers = {}, body = '', from = '127.0.0.2' } = {}) =>
  new Promise((done, fail) => {
    const options = {
      host: '127.0.0.1',
      port: server.port,
      localAddress: from,
      path,
      method,
      agent: false,
    };
    const request = http.request({ ...options, headers }, (answer) => {
      let text = '';
      answer.on('data', (part) => {
        text += part;
      });
      answer.on('end', () => done({ status: answer.statusCode, text }));
    });
    request.on('error', fail);
    request.end(body);
  });

/** /metrics, as a function from a name to its value. */
export const figures = async (server) => {
  const { text } = await ask(server, '/metrics');
  return (name) =>
    Number(new RegExp(`^ludoteca_${name.replace(/[{}+.]/g, '\\$&')} ([\\d.]+)$`, 'm').exec(text)[1]);
};

const processor = (server) =>
  Number(readFileSync(`/proc/${server.pid}/task/${server.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

const HONEST = '127.0.0.2';
const looks = (path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const loopTimes = (text) => [...text.matchAll(/^ludoteca_loop_seconds_total ([\d.]+)$/gm)];

/** A connection of the honest player that hears what is answered. */
async function honest(server) {
  const socket = createConnection({ port: server.port, host: '127.0.0.1', localAddress: HONEST });
  await once(socket, 'connect');
  let failed;
  socket.on('error', (error) => failed?.(error));
  /** Resolves with the loop's processor time, in milliseconds, at each of so many answers of /metrics. */
  const hears = (count) =>
    new Promise((done, fail) => {
      let text = '';
      const listen = (bytes) => {
        text += bytes;
        const times = loopTimes(text);
        if (times.length < count) return;
        socket.off('data', listen);
        done(times.map((time) => Number(time[1]) * 1000));
      };
      socket.on('data', listen);
      failed = fail;
    });
  return { socket, hears };
}

/**
 * How much of the processor the loop had between a question and its answer, in milliseconds, sorted. A question
 * of which is not known when it was asked, because its asker lost the processor just then, is asked again.
 */
export async function waits(server, count) {
  const { socket, hears } = await honest(server);
  const took = [];
  for (let asked = 0; took.length < count && asked < 20 * count; asked++) {
    const answer = hears(1);
    const before = processor(server);
    socket.write(looks('/metrics'));
    const sure = processor(server) - before < 5;
    const [now] = await answer;
    if (sure) took.push(Math.max(0, now - before));
    await pause(5);
  }
  socket.destroy();
  return took.sort((a, b) => a - b);
}

/** The loop's processor time until so many short questions, asked at once, were answered. */
export async function pile(server, questions = 10000) {
  const { socket, hears } = await honest(server);
  const answer = hears(2);
  socket.write(looks('/metrics') + looks('/healthz').repeat(questions) + looks('/metrics'));
  const [from, to] = await answer;
  socket.destroy();
  return to - from;
}

/** A flood in a process of its own, begun. */
export async function startEnemy(server, { kind, connections = 100, reads = true, room = '' }) {
  const program = fileURLToPath(new URL('flood_enemy.mjs', import.meta.url));
  const child = spawn(
    process.execPath,
    [program, server.port, kind, connections, '127.0.0.9', reads, room].map(String),
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  closeAtEnd(() => child.kill('SIGKILL'));
  let said = '';
  for await (const bytes of child.stdout) {
    said += bytes;
    if (said.includes('begun')) break;
  }
  return child;
}

/** A flood that has begun. */
export const flooding = async (server, options) => {
  const { flood, stop } = startFlood(server, options);
  closeAtEnd(stop);
  while (flood.opened < options.connections) await pause(20);
  return { flood, stop };
};

/**
 * @param {{port: number}} server
 * @param {{kind?: keyof typeof floods, connections?: number, from?: string, reads?: boolean,
 *   room?: string}} options
 */
export function startFlood(
  server,
  { kind = 'renames', connections = 100, from = '127.0.0.1', reads = true, room = '' } = {},
) {
  const { first, again, leaves } = floods[kind];
  const flood = { sockets: new Set(), opened: 0, bytes: 0, ended: false };
  const open = () => {
    const socket = createConnection({ port: server.port, host: '127.0.0.1', localAddress: from });
    const more = () => {
      while (again && !flood.ended && !socket.destroyed && socket.write(again)) flood.bytes += again.length;
    };
    flood.sockets.add(socket);
    socket.on('connect', () => {
      flood.opened++;
      socket.write(room ? String(first).replace('ROOM', room) : first);
      if (leaves) socket.resetAndDestroy();
      else more();
    });
    socket.on('drain', more);
    socket.on('error', () => {});
    socket.on('close', () => {
      flood.sockets.delete(socket);
      if (leaves && !flood.ended) setImmediate(open);
    });
    if (reads) socket.resume();
    else socket.pause();
  };
  for (let i = 0; i < connections; i++) open();
  return {
    flood,
    stop() {
      flood.ended = true;
      for (const socket of flood.sockets) socket.destroy();
    },
  };
}
