// Rooms of four computers each (Codenames in English, level 3, no pause before a move) play game after game;
// beside them somebody changes a setting of another room ten times a second and waits for each answer, which
// comes when the change is durable. Printed: that wait, alone and beside 50 and 100 such rooms, and what they did.
import { connect, startServer } from '../../test/site/server.mjs';

const SECONDS = Number(process.argv[2] ?? 20);
const EVERY_MS = 100;

const must = async (person, verb, payload = {}) => {
  const answer = await person.ask(verb, payload, 60000);
  if (answer.error) throw new Error(`${verb}: ${JSON.stringify(answer.error)}`);
  return answer;
};

/** A room whose computers begin again as soon as they have finished. */
async function thinkers(server, tally) {
  const host = connect(server);
  const settings = { language: 'en', choose: false };
  await must(host, 'create_room', {
    game: 'codenames',
    playerName: 'Ana',
    teamName: 'red',
    views: true,
    settings,
  });
  await must(host, 'choose_team', { watch: true });
  for (const teamName of ['red', 'blue', 'red', 'blue']) await must(host, 'add_bot', { teamName, level: 3 });
  let seq = 0;
  host.socket.on('view', (view) => {
    tally.steps += Math.max(0, view.seq - seq);
    seq = view.seq;
    if (view.room.state !== 'GAME_OVER') return;
    tally.games++;
    host.ask('next_game', {}, 60000).catch(() => {});
  });
  await must(host, 'start_game');
  return host;
}

const percentile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];

async function measure(rooms) {
  const server = await startServer({
    args: ['--bot-pause-ms', '0', '--creates-per-minute', '0', '--max-per-address', '0'],
  });
  const tally = { steps: 0, games: 0 };
  const people = [];
  for (let i = 0; i < rooms; i++) people.push(await thinkers(server, tally));
  const honest = connect(server);
  await must(honest, 'create_room', { game: 'santase', playerName: 'Bea' });
  const waits = [];
  const before = { ...tally };
  const end = performance.now() + SECONDS * 1000;
  for (let i = 0; performance.now() < end; i++) {
    const asked = performance.now();
    await must(honest, 'rename', { playerName: `Bea ${i % 10}` });
    waits.push(performance.now() - asked);
    await new Promise((go) => setTimeout(go, Math.max(0, EVERY_MS - (performance.now() - asked))));
  }
  waits.sort((a, b) => a - b);
  const ms = (share) => percentile(waits, share).toFixed(1).padStart(7);
  console.log(
    `${String(rooms).padStart(4)} rooms of 4 computers: answer p50 ${ms(0.5)} ms  p99 ${ms(0.99)} ms  ` +
      `longest ${ms(1)} ms of ${waits.length}; ` +
      `${((tally.steps - before.steps) / SECONDS).toFixed(0)} moves/s, ${tally.games - before.games} games over`,
  );
  for (const person of [...people, honest]) person.close();
  await server.stop();
  server.remove();
}

for (const rooms of [0, 50, 100]) await measure(rooms);
