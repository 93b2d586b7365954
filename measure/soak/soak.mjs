/* An evening that does not end: every game at once over every way in, while the server is killed and comes
 * back, clients vanish, frames stop half-way and other addresses flood. In the first two fifths the server is
 * killed again and again; then one life is long enough to look at its memory. At the end nothing that was
 * acknowledged may be missing, and nobody honest may have been turned away. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pause, startServer } from '../../test/site/server.mjs';
import { trouble } from './faults.mjs';
import { Table } from './table.mjs';

const program = join(process.env.LUDOTECA_BUILD || 'build', 'ludoteca');
const minutes = Number(process.argv[2] ?? 60);
const began = Date.now();
const elapsed = () => (Date.now() - began) / 60000 / minutes;
const refusals = new Map();
const house = {
  over: false,
  up: true,
  lives: 1,
  cuts: 0,
  leaving: 0,
  halves: 0,
  flooding: 0,
  floodBytes: 0,
  visits: [],
  refused(why) {
    refusals.set(why, (refusals.get(why) ?? 0) + 1);
  },
};

let server = await startServer({ limits: true });
Object.assign(house, { url: server.url, port: server.port });

const tables = [
  { name: 'Taboo', game: 'taboo', by: ['websocket', 'polling', 'stream', 'websocket'] },
  { name: 'Codenames', game: 'codenames', by: ['polling', 'websocket', 'stream', 'websocket'] },
  { name: 'Codenames, programs', game: 'codenames', by: ['requests'], api: true },
  { name: 'Santase', game: 'santase', by: ['stream', 'polling'], settings: { matchTo: '7' } },
  { name: 'Santase, computer', game: 'santase', by: ['websocket'], settings: { matchTo: '7' }, bot: true },
  {
    name: 'The cards game',
    game: 'cah',
    by: ['websocket', 'stream', 'polling'],
    settings: { scoreLimit: 3 },
  },
].map((what) => new Table(house, what));
for (const table of tables) await table.open();

async function restart() {
  house.up = false;
  await server.stop('SIGKILL');
  server = await startServer({ limits: true, data: server.data, port: server.port });
  house.lives++;
  await pause(1000);
  house.up = true;
}

const kilobytes = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]);
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
const percentile = (list, p) => [...list].sort((a, b) => a - b)[Math.floor(list.length * p)] ?? 0;

/** Kills, then watches; the memory at each third of the last life. */
async function direct() {
  const gap = Math.min(60, Math.max(6, minutes * 1.5)) * 1000;
  while (elapsed() < 0.4) {
    await pause(gap);
    if (elapsed() < 0.4) await restart();
  }
  const thirds = [[], [], []];
  for (const from = elapsed(); elapsed() < 1; await pause(1000))
    thirds[Math.min(2, Math.floor(((elapsed() - from) / (1 - from)) * 3))].push(kilobytes());
  house.over = true;
  return thirds.map(median);
}

/** Records of the log by verb and by number; those of `book` that are missing, and those too many. */
function compare({ code, acknowledged, numbered, unknown }, others) {
  const counts = new Map();
  const verbs = new Map();
  const text = execFileSync(program, ['log', '--data', server.data, code], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  for (const line of text.trim().split('\n')) {
    const record = JSON.parse(line.slice(line.indexOf(' ')));
    if (record.do !== 'act') continue;
    counts.set(record.verb, (counts.get(record.verb) ?? 0) + 1);
    verbs.set(Number.parseInt(line, 10), record.verb);
  }
  let lost = 0;
  let more = 0;
  for (const [verb, count] of acknowledged) lost += Math.max(0, count - (counts.get(verb) ?? 0));
  for (const [seq, verb] of numbered) if (verbs.get(seq) !== verb) lost++;
  for (const [verb, count] of counts) more += Math.max(0, count - (acknowledged.get(verb) ?? 0));
  return { lost, doubled: others ? 0 : Math.max(0, more - unknown) };
}

const [memory] = await Promise.all([
  direct(),
  trouble(house, tables),
  ...tables.map((table) => table.play()),
]);
for (const { seats } of tables) for (const seat of seats) seat.end();
await server.stop('SIGKILL');

let failed = false;
const line = (...cells) => console.log(`| ${cells.join(' | ')} |`);
const check = (what, good, says) => {
  failed ||= !good;
  line(what, says, good ? 'yes' : '**NO**');
};
console.log(`${minutes} minutes, all games at once\n`);
line('table', 'games', 'moves acknowledged', 'came late', 'cut off', 'p50 ms', 'p99 ms', 'lost', 'doubled');
line('---', ...Array(8).fill('---:'));
let [lost, doubled, moves] = [0, 0, 0];
for (const table of tables) {
  const found = table.books.map((book) => compare(book, table.bot));
  const sum = (of) => found.reduce((total, one) => total + one[of], 0);
  lost += sum('lost');
  doubled += sum('doubled');
  moves += table.moves;
  line(
    table.name,
    table.games,
    table.moves,
    table.late,
    table.books.reduce((total, { unknown }) => total + unknown, 0),
    percentile(table.times, 0.5).toFixed(0),
    percentile(table.times, 0.99).toFixed(0),
    sum('lost'),
    sum('doubled'),
  );
}
console.log();
line('meanwhile', 'how often');
line('---', '---:');
line('the server was killed and started again', house.lives - 1);
line('somebody was cut off in the middle', house.leaving);
line('half requests and half frames', house.halves);
line('flooding connections; what they sent', `${house.flooding}; ${(house.floodBytes / 1e6).toFixed(0)} MB`);
line(
  'visitors from elsewhere; p50 and p99 ms',
  `${house.visits.length}; ${percentile(house.visits, 0.5).toFixed(0)} and ${percentile(house.visits, 0.99).toFixed(0)}`,
);
console.log();
line('promise', 'seen', 'kept');
line('---', '---', '---');
const megabytes = memory.map((size) => (size / 1024).toFixed(1));
check(
  'every table played',
  tables.every((table) => table.moves > 0),
  `${moves} moves`,
);
check('what was acknowledged is in the log, once', lost + doubled === 0, `${lost} lost, ${doubled} doubled`);
check(
  'nobody honest was refused',
  refusals.size === 0,
  [...refusals].map((one) => one.join(' × ')).join('; ') || 'nobody',
);
check(
  'memory is flat over the last life',
  memory[2] < memory[0] * 1.2 + 8192,
  `${megabytes.join(', ')} MB at its thirds`,
);
let says;
try {
  says = execFileSync(program, ['verify', '--data', server.data], { encoding: 'utf8' }).trim();
} catch (error) {
  says = `exit ${error.status}: ${error.stdout}`;
}
check(
  '`ludoteca verify` is clean after the last kill',
  /: 0 differ, 0 broken/.test(says),
  says.replaceAll('\n', ' '),
);
server.remove();
process.exit(failed ? 1 : 0);
