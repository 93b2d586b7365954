/* An honest player elsewhere, without a flood and with a hundred connections that flood from one
 * address: how soon a request is answered, and what part of the loop's work is his if he wants all
 * that he can get. The enemies are processes of their own; everything runs on this machine, so they
 * take processor time from the player too: look at the ratio, and at the server's own turns. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { createConnection } from 'node:net';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { figures } from '../../test/site/flood.mjs';
import { pause, startServer } from '../../test/site/server.mjs';

const SECONDS = Number(process.argv[2] ?? 5);
const CONNECTIONS = 100;
const ENEMY = '127.0.0.9';
const HONEST = '127.0.0.2';
const PACE_MS = 20;
const REQUEST_WORK = 8; // WORK_REQUEST of src/wire/account.h
const cases = [
  { name: 'nobody floods' },
  { name: 'refused messages', kind: 'renames' },
  { name: 'new sessions', kind: 'sessions' },
  { name: 'pages', kind: 'pages' },
  { name: 'pages, unread', kind: 'pages', reads: false },
  { name: 'bodies without end', kind: 'bodies' },
];

async function startEnemy(server, { kind, reads = true }) {
  const program = fileURLToPath(new URL('enemy.mjs', import.meta.url));
  const args = [program, server.port, kind, CONNECTIONS, ENEMY, reads].map(String);
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  for await (const bytes of child.stdout) {
    said += bytes;
    if (said.includes('begun')) break;
  }
  return child;
}

/** One request every now and then, over one connection: how long each took, in milliseconds. */
async function pace(server, seconds) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const options = { host: '127.0.0.1', port: server.port, localAddress: HONEST, path: '/healthz', agent };
  const took = [];
  const ask = () =>
    new Promise((done, fail) => {
      const begun = performance.now();
      const request = http.get(options, (answer) => {
        answer.resume();
        answer.on('end', () => done(performance.now() - begun));
      });
      request.on('error', fail);
    });
  for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
    took.push(await ask());
    await pause(PACE_MS);
  }
  agent.destroy();
  return took.sort((a, b) => a - b);
}

/** As many requests as are answered, many of them under way: how many that were. */
async function greed(server, seconds) {
  const socket = createConnection({ port: server.port, host: '127.0.0.1', localAddress: HONEST });
  const request = Buffer.from('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(256));
  let answers = 0;
  let open = true;
  const more = () => {
    while (open && socket.write(request));
  };
  socket.on('data', (bytes) => {
    for (let at = bytes.indexOf('HTTP/1.1'); at >= 0; at = bytes.indexOf('HTTP/1.1', at + 1)) answers++;
  });
  socket.on('drain', more);
  socket.on('error', () => {});
  await once(socket, 'connect');
  more();
  await pause(500);
  const before = (await figures(server))('work_total');
  const begun = answers;
  await pause(seconds * 1000);
  const got = answers - begun;
  const work = (await figures(server))('work_total') - before;
  open = false;
  socket.destroy();
  return { rate: got / seconds, share: Math.min(1, (got * REQUEST_WORK) / work) };
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

async function measure(one) {
  const server = await startServer({ limits: true });
  const enemy = one.kind && (await startEnemy(server, one));
  await pause(500);
  const before = await figures(server);
  const took = await pace(server, SECONDS);
  const now = await figures(server);
  const { rate, share } = await greed(server, SECONDS);
  const after = await figures(server);
  enemy?.kill('SIGKILL');
  await server.stop('SIGKILL');
  server.remove();
  return {
    name: one.name,
    p50: took[Math.floor(took.length * 0.5)],
    p99: took[Math.floor(took.length * 0.99)],
    turn: turns(before, now, 0.99),
    rate,
    share,
    kept: after('memory_clients_bytes') / 1e6,
  };
}

const columns = ['flood', 'p50 ms', 'p99 ms', 'p99 ratio', 'p99 turn ms', 'answers/s', 'share', 'kept MB'];
const row = (cells) => console.log(`| ${cells.join(' | ')} |`);
console.log(
  `\n${CONNECTIONS} connections from one address; ${SECONDS} s each; ${cpus().length} cores, ${cpus()[0].model}\n`,
);
row(columns);
row(columns.map((_, i) => (i ? '---:' : '---')));
let calm;
for (const one of cases) {
  const m = await measure(one);
  calm ??= m;
  const ratio = (m.p99 / calm.p99).toFixed(1);
  const figure = [m.p50.toFixed(1), m.p99.toFixed(1), ratio, m.turn, m.rate.toFixed(0)];
  row([m.name, ...figure, `${(100 * m.share).toFixed(0)} %`, m.kept.toFixed(1)]);
}
process.exit(0);
