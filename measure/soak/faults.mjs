/* What goes wrong meanwhile: floods, half frames, people who look in and vanish. All of it comes from other
 * addresses of this machine than the players. */
import http from 'node:http';
import { createConnection } from 'node:net';
import { frame, startFlood, UPGRADE } from '../../test/site/flood.mjs';
import { pause } from '../../test/site/server.mjs';

const foreign = (n) => `127.0.0.${2 + (n % 8)}`;
const kinds = ['renames', 'sessions', 'pages'];

const halves = [
  'GET / HTTP/1.1\r\nHost: loc',
  'POST /rooms HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"game":',
  Buffer.concat([Buffer.from(UPGRADE), frame('40'), frame('42["rename",{}]').subarray(0, 9)]),
  Buffer.concat([Buffer.from(UPGRADE), Buffer.from([0x01, 0x82, 0, 0, 0, 0, 0x34, 0x30])]), // and no last piece
  Buffer.concat([Buffer.from(UPGRADE), frame('40'), Buffer.from([0x81, 0xfe])]),
];

/** Something unfinished, held for a while, then dropped. */
async function half(house, n) {
  const socket = createConnection({ port: house.port, host: '127.0.0.1', localAddress: foreign(n) });
  socket.on('error', () => {});
  socket.on('connect', () => socket.write(halves[n % halves.length]));
  socket.resume();
  await pause(500 + Math.random() * 12000);
  socket.destroy();
  house.halves++;
}

async function flood(house, n) {
  const { flood: sent, stop } = startFlood(house, {
    kind: kinds[n % kinds.length],
    connections: 20,
    from: foreign(n),
    reads: n % 2 === 0,
  });
  await pause(4000);
  stop();
  house.flooding += sent.opened;
  house.floodBytes += sent.bytes;
}

/** An honest visitor of an address of his own: answered at any time, and how soon. */
export function visit(house, path) {
  return new Promise((done) => {
    const began = performance.now();
    const options = { port: house.port, host: '127.0.0.1', localAddress: '127.0.0.20', path, agent: false };
    const asked = http.get(options, (answer) => {
      answer.resume();
      answer.on('error', () => done(null));
      answer.on('end', () => done({ status: answer.statusCode, ms: performance.now() - began }));
    });
    asked.on('error', () => done(null));
  });
}

async function every(house, ms, act) {
  for (let n = 0; !house.over; n++) {
    await pause(ms * (0.5 + Math.random()));
    if (house.up && !house.over) await act(n);
  }
}

/** All of them at once, until the house is over. */
export const trouble = (house, tables) =>
  Promise.all([
    every(house, 8000, (n) => flood(house, n)),
    every(house, 1500, (n) => {
      half(house, n);
    }),
    every(house, 4000, (n) => {
      const { seats } = tables[n % tables.length];
      seats[Math.floor(Math.random() * seats.length)]?.cut();
      house.leaving++;
    }),
    every(house, 1000, async (n) => {
      const life = house.lives;
      const answer = await visit(house, n % 2 ? '/' : '/healthz');
      if (life !== house.lives || !house.up) return; // it was killed in between
      if (answer) house.visits.push(answer.ms);
      if (answer?.status !== 200) house.refused(`a visitor: ${answer?.status ?? 'no answer'}`);
    }),
  ]);
