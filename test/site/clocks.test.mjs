// Deadlines are wall time, the loop sleeps by another clock: where the two disagree by a little, the loop
// wakes too early, and has to sleep again instead of waiting for somebody to knock.
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { openRoom, startServer } from './server.mjs';

let server;
before(async () => {
  const library = resolve(process.env.LUDOTECA_BUILD || 'build', 'test/site/slow_clock.so');
  server = await startServer({ env: { LD_PRELOAD: library } });
});
after(() => server.stop());

test('seconds are told although the wall clock is slow', async () => {
  const room = await openRoom(server, { game: 'taboo', people: 4 });
  const [ana, ben] = room.people;
  await ana.ask('start_game', {});
  await ana.ask('describer_ready', {});
  const first = (await ben.next('timer_tick')).secondsRemaining;
  for (let i = 1; i <= 4; i++) assert.equal((await ben.next('timer_tick')).secondsRemaining, first - i);
  room.close();
});
