/* How long a host waits for a file of 22,441 white and 6,308 black cards, from the first byte sent to
 * the answer, what the server needs for it, and how long others wait meanwhile. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fullSize } from './full-size.mjs';

const rounds = Number(process.argv[2] || 7);
const text = JSON.stringify(fullSize());
const figures = (server, name) =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]);

/** Seconds of processor time, all threads. */
function processor(server) {
  const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function startServer() {
  const data = mkdtempSync(`${tmpdir()}/ludoteca-import-`);
  const limits = ['--max-own-cards', '10000000', '--creates-per-minute', '0'];
  const args = ['serve', '--host', '127.0.0.1', '--port', '0', '--data', data, ...limits];
  const child = spawn('build/ludoteca', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((done) => {
    child.once('exit', done);
  });
  const url = await new Promise((done) => {
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
      const at = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
      if (at) done(at[0]);
    });
  });
  return { child, data, ended, url, pid: child.pid };
}

async function makeRoom(server) {
  const answer = await fetch(`${server.url}/rooms`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ game: 'cah', playerName: 'Ana' }),
  });
  return answer.json();
}

async function send(server, room, body) {
  const began = performance.now();
  const answer = await fetch(`${server.url}/rooms/${room.roomCode}/cards?name=Full`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', authorization: `Bearer ${room.playerId}` },
    body,
  });
  const result = await answer.json();
  if (!result.ok) throw new Error(JSON.stringify(result));
  return { ms: performance.now() - began, ...result };
}

/** The longest that a small request takes while `work` is going on. */
async function worstMeanwhile(server, work) {
  let worst = 0;
  let going = true;
  const poll = (async () => {
    while (going) {
      const began = performance.now();
      await (await fetch(`${server.url}/healthz`)).text();
      worst = Math.max(worst, performance.now() - began);
    }
  })();
  const result = await work();
  going = false;
  await poll;
  return { worst, result };
}

const server = await startServer();
const before = figures(server, 'VmRSS');
const times = [];
const busyBefore = processor(server);
let first;
for (let i = 0; i < rounds; i++) {
  const room = await makeRoom(server);
  // a card of its own each time: an equal deck would be there already
  const body = text.replace('"0: ', `"${i} zero: `);
  const result = await send(server, room, body);
  first ??= { ...result, rss: figures(server, 'VmRSS'), peak: figures(server, 'VmHWM') };
  times.push(result.ms);
}
const busy = (processor(server) - busyBefore) / rounds;
times.sort((a, b) => a - b);
const beside = await worstMeanwhile(server, async () => {
  const room = await makeRoom(server);
  return send(server, room, text.replace('"0: ', '"meanwhile: '));
});
const again = await makeRoom(server);
const equal = await send(server, again, text.replace('"0: ', '"0 zero: '));
console.log(
  `file           ${(text.length / 1e6).toFixed(2)} MB; ${first.kept} cards kept, ${first.dropped} dropped`,
);
console.log(
  `import         ${times[0].toFixed(0)} ms best, ${times[times.length >> 1].toFixed(0)} ms median of ${rounds}`,
);
console.log(`processor      ${(busy * 1000).toFixed(0)} ms for each, on all threads together`);
console.log(`an equal one   ${equal.ms.toFixed(0)} ms`);
console.log(`others waited  ${beside.worst.toFixed(0)} ms at most, for a small page meanwhile`);
console.log(
  `memory         ${before} kB before, ${first.rss} kB after the first, ${first.peak} kB at its peak`,
);
console.log(`               ${figures(server, 'VmRSS')} kB with ${rounds + 1} such decks`);
server.child.kill();
await server.ended;
rmSync(server.data, { recursive: true, force: true });
