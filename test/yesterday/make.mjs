/* Writes a store of this version, to be opened by every later one (yesterday.test.mjs):
 *
 *     node test/yesterday/make.mjs VERSION
 *
 * makes test/yesterday/VERSION/store.db.gz and facts.json out of rooms played on build/ludoteca. It is run
 * once for a release, before its tag; what is there already is never made again. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openRoom, pause, startServer } from '../site/server.mjs';
import { factsOf, moveOn, Seat } from './play.mjs';

const version = process.argv[2] || '';
const folder = join(import.meta.dirname, version);
if (!/^\d+\.\d+\.\d+$/.test(version) || existsSync(folder)) {
  console.error(`usage: make.mjs VERSION, one that is not there yet`);
  process.exit(2);
}

const server = await startServer({ args: ['--bot-pause-ms', '0'] });
const rooms = [];

/** A room with people who are connected; `play` brings it to where it is left. */
async function room(what, game, people, settings, play = async () => {}) {
  const made = await openRoom(server, { game, people, settings });
  const seats = made.people.map(({ playerId }) => new Seat(server, made.code, playerId));
  await play(seats, made);
  rooms.push({ what, code: made.code, hostToken: made.people[0].hostToken, seats });
}

async function moves(seats, count, until = () => false) {
  for (let i = 0; i < count; i++) if (until(await moveOn(seats, i))) return;
}
/** Until one answer lies on the table in the second round or a later one: nothing hurries anybody then. */
async function answered(seats, rounds) {
  for (let before = ''; rounds > 0; ) {
    const event = await moveOn(seats);
    if (before === 'next_round' && event === 'submit_response') rounds--;
    before = event;
  }
}
const start = (seats) => seats[0].does('start_game');

const deck = (name, whites) =>
  JSON.stringify({
    name,
    rating: 'family',
    packs: ['A', 'B'].map((pack) => ({
      name: `${name} ${pack}`,
      black: Array.from({ length: 9 }, (_, i) => ({ text: `${name} ${pack} ${i}: _?` })),
      white: Array.from({ length: whites }, (_, i) => ({ text: `${name} ${pack} ${i}` })),
    })),
  });

await room('a lobby with a guest', 'santase', 2);
await room('a host who is alone', 'cah', 1, { scoreLimit: 7 });
await room('Taboo, the describer is awaited', 'taboo', 4, { turnSeconds: 120 }, start);
await room('Taboo, paused in the middle of a turn', 'taboo', 5, { turnSeconds: 120 }, async (seats) => {
  await start(seats);
  await moves(seats, 4);
  await seats[0].does('pause_game');
});
await room('Codenames after the first guess', 'codenames', 4, {}, async (seats) => {
  await start(seats);
  await moves(seats, 30, (event) => event === 'make_guess');
});
await room('Codenames with the words of its host', 'codenames', 5, { words: 'own' }, async (seats) => {
  const words = Array.from({ length: 40 }, (_, i) => `parola ${i}`).join('\n');
  await seats[0].ask('cards', { text: words, name: 'mine' });
  await start(seats);
  await moves(seats, 30, (event) => event === 'submit_clue');
});
await room('Santase in its first deal, somebody watches', 'santase', 3, {}, async (seats) => {
  await start(seats);
  await moves(seats, 5);
});
await room('Santase against a computer', 'santase', 1, {}, async (seats) => {
  await seats[0].does('add_bot', { level: 1 });
  await start(seats);
  await moves(seats, 2);
});
await room('a match of Santase that is over', 'santase', 2, { matchTo: '7' }, async (seats) => {
  await start(seats);
  await moves(seats, 400, (event) => event === null);
});
await room('the cards game, somebody has played', 'cah', 4, { rando: 1, blanks: 5 }, async (seats) => {
  await start(seats);
  await answered(seats, 2);
});
await room('the cards game with decks of its host', 'cah', 3, { cards: 'own' }, async (seats) => {
  for (const name of ['uno', 'due']) await seats[0].ask('cards', { text: deck(name, 60), name });
  await start(seats);
  await answered(seats, 1);
});
await room('an evening: another game after the first', 'santase', 3, {}, async (seats) => {
  await start(seats);
  await seats[0].does('end_game');
  await seats[0].does('choose_game', { game: 'cah' });
  await seats[2].does('choose_team', { watch: false });
  await start(seats);
  await answered(seats, 1);
});
await room('the cards game, over, with its past', 'cah', 3, { scoreLimit: 3 }, async (seats) => {
  await start(seats);
  await moves(seats, 200, (event) => event === null);
});

/* Played by programs: nobody is ever connected. */
{
  const answer = await fetch(`${server.url}/api/codenames/games`, {
    method: 'POST',
    body: JSON.stringify({ startingTeam: 'blue', language: 'bg' }),
  });
  const { id, tokens } = await answer.json();
  const seats = [tokens.red, tokens.blue]
    .flatMap(({ spymaster, operative }) => [spymaster, operative])
    .map((token) => new Seat(server, id, token));
  await moves(seats, 5);
  rooms.push({ what: 'Codenames by HTTP', code: id, seats });
}

/* One that has ended: everybody has left. Its past is in the tables. */
const gone = await openRoom(server, { game: 'cah', people: 3, settings: { scoreLimit: 3 } });
{
  const seats = gone.people.map(({ playerId }) => new Seat(server, gone.code, playerId));
  await start(seats);
  await moves(seats, 200, (event) => event === null);
  for (const person of gone.people) await person.ask('leave_room', {});
}

/** Computers move by themselves: a room is written down when it stands still. */
async function settled({ seats }) {
  for (let before = ''; ; await pause(300)) {
    const now = await Promise.all(seats.map(async (seat) => factsOf(await seat.view())));
    if (JSON.stringify(now) === before) return now;
    before = JSON.stringify(now);
  }
}
const known = [];
for (const one of rooms) {
  const facts = await settled(one);
  const history = await one.seats[0].ask('history');
  known.push({
    what: one.what,
    code: one.code,
    hostToken: one.hostToken,
    history: history.games?.filter(({ isFinished }) => isFinished).length ?? 0,
    seats: one.seats.map(({ token }, i) => ({ token, ...facts[i] })),
  });
}

mkdirSync(folder);
const plain = join(folder, 'store.db');
execFileSync('build/ludoteca', ['backup', '--data', server.data, plain]);
const written = Date.now();
writeFileSync(`${plain}.gz`, gzipSync(readFileSync(plain), { level: 9 }));
rmSync(plain);
const says = execFileSync('build/ludoteca', ['verify', '--data', server.data], { encoding: 'utf8' });
writeFileSync(
  join(folder, 'facts.json'),
  `${JSON.stringify({ version, written, verify: says.trim(), ended: gone.code, rooms: known }, null, 1)}\n`,
);
console.log(says.trim());
await server.stop('SIGKILL');
server.remove();
process.exit(0);
