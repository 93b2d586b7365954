/* An honest player elsewhere, without a flood and with a hundred connections that flood from one
 * address: how soon a request is answered, and what part of the loop is his if he wants all that he
 * can get. The enemies are processes of their own; everything runs on this machine, so they take
 * processor time from the player too. Therefore what counts is the processor time of the server's
 * loop: between a question and its answer, and for a pile of questions with and without a flood. */
import { cpus } from 'node:os';
import { ask, figures, pile, startEnemy, waits } from '../../test/site/flood.mjs';
import { pause, startServer } from '../../test/site/server.mjs';

const SECONDS = Number(process.argv[2] ?? 5);
const CONNECTIONS = 100;
const ASKED = 200;
const cases = [
  { name: 'nobody floods' },
  { name: 'refused messages', kind: 'renames' },
  { name: 'new sessions', kind: 'sessions' },
  { name: 'pages', kind: 'pages' },
  { name: 'pages, unread', kind: 'pages', reads: false },
  { name: 'pings', kind: 'pings' },
  { name: 'streams that are talked to', kind: 'streams' },
  { name: 'coming and going', kind: 'connects' },
  { name: 'bodies without end', kind: 'bodies' },
];

/** Wall time of one request after another, in milliseconds, sorted. */
async function pace(server) {
  const took = [];
  for (const end = performance.now() + SECONDS * 1000; performance.now() < end; await pause(20)) {
    const begun = performance.now();
    await ask(server, '/healthz');
    took.push(performance.now() - begun);
  }
  return took.sort((a, b) => a - b);
}

/** The median of some piles. */
async function piles(server) {
  const took = [];
  for (let i = 0; i < 9; i++) took.push(await pile(server));
  return took.sort((a, b) => a - b)[4];
}

async function openRoom(server) {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' };
  const made = await ask(server, '/rooms', { method: 'POST', headers, body: 'game=taboo&playerName=Ana' });
  return JSON.parse(made.text).roomCode;
}

/** The end of the bucket that holds this part of the turns. */
const turns = (before, now, part) => {
  const ends = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 1];
  const all = now('turn_seconds_count') - before('turn_seconds_count');
  const bucket = (end) => {
    const name = `turn_seconds_bucket{le="${end}"}`;
    return now(name) - before(name);
  };
  const end = ends.find((one) => bucket(one) >= part * all);
  return end ? `≤ ${end * 1000}` : '> 1000';
};

async function measure({ name, kind, reads }) {
  const server = await startServer({ limits: true });
  const room = await openRoom(server);
  const alone = await piles(server);
  const enemy = kind && (await startEnemy(server, { kind, reads, room, connections: CONNECTIONS }));
  await pause(500);
  const before = await figures(server);
  const cpu = await waits(server, ASKED);
  const wall = await pace(server);
  const now = await figures(server);
  const share = alone / (await piles(server));
  const kept = (await figures(server))('memory_clients_bytes') / 1e6;
  enemy?.kill('SIGKILL');
  await server.stop('SIGKILL');
  server.remove();
  return [
    name,
    cpu[Math.floor(cpu.length * 0.5)].toFixed(1),
    cpu[Math.floor(cpu.length * 0.99)].toFixed(1),
    turns(before, now, 0.99),
    `${(100 * Math.min(1, share)).toFixed(0)} %`,
    wall[Math.floor(wall.length * 0.5)].toFixed(1),
    wall[Math.floor(wall.length * 0.99)].toFixed(1),
    kept.toFixed(1),
  ];
}

const columns = [
  'flood',
  'p50 ms of loop',
  'p99 ms of loop',
  'p99 turn ms',
  'share',
  'p50 ms of wall',
  'p99 ms of wall',
  'kept MB',
];
const row = (cells) => console.log(`| ${cells.join(' | ')} |`);
console.log(
  `\n${CONNECTIONS} connections from one address; ${SECONDS} s each; ${cpus().length} cores, ${cpus()[0].model}\n`,
);
row(columns);
row(columns.map((_, i) => (i ? '---:' : '---')));
for (const one of cases) row(await measure(one));
process.exit(0);
