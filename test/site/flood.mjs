/* Enemies: connections that send as fast as they are read from. For tests and measurements. */
import http from 'node:http';
import { createConnection } from 'node:net';
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

/** A flood that has begun. */
export const flooding = async (server, options) => {
  const { flood, stop } = startFlood(server, options);
  closeAtEnd(stop);
  while (flood.opened < options.connections) await pause(20);
  return { flood, stop };
};

/**
 * @param {{port: number}} server
 * @param {{kind?: keyof typeof floods, connections?: number, from?: string, reads?: boolean}} options
 */
export function startFlood(
  server,
  { kind = 'renames', connections = 100, from = '127.0.0.1', reads = true } = {},
) {
  const { first, again } = floods[kind];
  const flood = { sockets: new Set(), opened: 0, bytes: 0, ended: false };
  const open = () => {
    const socket = createConnection({ port: server.port, host: '127.0.0.1', localAddress: from });
    const more = () => {
      while (again && !flood.ended && !socket.destroyed && socket.write(again)) flood.bytes += again.length;
    };
    flood.sockets.add(socket);
    socket.on('connect', () => {
      flood.opened++;
      socket.write(first);
      more();
    });
    socket.on('drain', more);
    socket.on('error', () => {});
    socket.on('close', () => flood.sockets.delete(socket));
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
