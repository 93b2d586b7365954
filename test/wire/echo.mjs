/* Starts build/socketio-echo for a test, and speaks to it in the rawest way. */
import { spawn } from 'node:child_process';
import net from 'node:net';
import { WebSocket } from 'ws';

const build = process.env.LUDOTECA_BUILD ?? 'build';

/** Without the allocator's cache of freed pieces, which counts as memory in use. */
export const exactHeap = { GLIBC_TUNABLES: 'glibc.malloc.tcache_count=0' };
/** No server outlives the test program. */
const servers = new Set();
process.on('exit', () => {
  for (const child of servers) child.kill('SIGKILL');
});
export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * @param {string[]} args
 * @param {string} folder of the binary
 * @returns {Promise<{port: number, url: string, pid: number, log: () => string,
 *   stop: (signal?: NodeJS.Signals) => Promise<number|null>}>}
 */
export async function startEcho(args = [], folder = build) {
  const port = args.includes('--port') ? [] : ['--port', '0'];
  const child = spawn(`${folder}/socketio-echo`, ['--host', '127.0.0.1', ...port, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...exactHeap },
  });
  servers.add(child);
  let log = '';
  child.stderr.on('data', (text) => {
    log += text;
  });
  const ended = new Promise((done) => child.on('close', (code) => done(code)));
  const taken = await new Promise((done, fail) => {
    child.stdout.on('data', (text) => {
      const found = /port (\d+)/.exec(String(text));
      if (found) done(Number(found[1]));
    });
    child.on('close', () => fail(new Error(`socketio-echo ended: ${log}`)));
  });
  return {
    port: taken,
    url: `http://127.0.0.1:${taken}`,
    pid: child.pid,
    log: () => log,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Sends bytes, gives all that comes back until the server closes or `ms` have passed. */
export function exchange(port, bytes, ms = 30000) {
  return new Promise((done) => {
    let got = '';
    const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes));
    const end = () => {
      clearTimeout(timer);
      socket.destroy();
      done(got);
    };
    const timer = setTimeout(end, ms);
    socket.on('data', (part) => {
      got += part.toString('latin1');
    });
    socket.on('end', end);
    socket.on('error', end);
  });
}

/** A WebSocket whose messages wait in line until they are asked for. */
export class Line {
  constructor(url, options = {}) {
    this.messages = [];
    this.waiting = [];
    this.socket = new WebSocket(url, options);
    this.socket.on('message', (data, binary) => {
      const message = binary ? data : String(data);
      const next = this.waiting.shift();
      if (next) next(message);
      else this.messages.push(message);
    });
    this.opened = new Promise((done, fail) => {
      this.socket.on('open', done);
      this.socket.on('error', fail);
    });
    this.opened.catch(() => {});
    this.closed = new Promise((done) => this.socket.on('close', (code) => done(code)));
  }

  send(data) {
    this.socket.send(data);
  }

  /** The next message; pings are skipped unless they are wanted. */
  async next({ pings = false, ms = 30000 } = {}) {
    for (;;) {
      const message =
        this.messages.shift() ??
        (await new Promise((done, fail) => {
          const timer = setTimeout(() => fail(new Error('no message came')), ms);
          this.waiting.push((m) => {
            clearTimeout(timer);
            done(m);
          });
        }));
      if (message !== '2' || pings) return message;
    }
  }

  close() {
    this.socket.close();
  }
}
