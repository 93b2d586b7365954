/* The real server and its clients, for tests. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { after, afterEach } from 'node:test';
import { io } from 'socket.io-client';
import { build, endServers, placeOf, startServer } from './serve.mjs';

export { placeOf, startServer };

/** Whatever a failed test left open would keep the test program running: it has some seconds. */
const left = new Set([endServers]);
after(() => {
  setTimeout(() => {
    for (const close of left) close();
  }, 6000).unref();
});

/** One server for a whole file of tests, which must end without a complaint. */
export async function openServer(options) {
  const server = await startServer(options);
  after(async () => {
    const [code] = await server.stop();
    server.remove();
    assert.equal(code, 0);
    assert.equal(server.stderr, '');
  });
  return server;
}

/** Starts servers as tests need them, with the options that `optionsOf` makes; all end with the file. */
export function serverStarter(optionsOf, signal = 'SIGTERM') {
  const running = [];
  after(async () => {
    for (const server of running) {
      await server.stop(signal);
      server.remove();
    }
  });
  return async (...wishes) => {
    const server = await startServer(optionsOf(...wishes));
    running.push(server);
    return server;
  };
}

/** Takes what is to be closed when the test that opened it is over. */
export function closedAfterEach() {
  const open = [];
  afterEach(() => {
    for (const one of open.splice(0)) one.close();
  });
  return (one) => {
    open.push(one);
    return one;
  };
}

/** Without the allocator's cache of freed pieces, which counts as memory in use. */
export const exactHeap = { GLIBC_TUNABLES: 'glibc.malloc.tcache_count=0' };

/** The same cards every time, in the build that has the means; see fixed_chance.c. */
export function sameCards(number) {
  const library = resolve(build, 'test/site/fixed_chance.so');
  return existsSync(library) ? { LD_PRELOAD: library, FIXED_CHANCE: String(number) } : {};
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
