/* The clocks of a machine disagree: the wall clock runs slowly, or somebody sets it while people play. The
 * house goes by the other one; wall time only bridges a restart. */
import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, it, test } from 'node:test';
import { connect, openRoom, startServer } from './server.mjs';

const library = (name) => resolve(process.env.LUDOTECA_BUILD || 'build', `test/site/${name}.so`);
const HOUR = 3600000;

test('seconds are told although the wall clock is slow', async () => {
  const server = await startServer({ env: { LD_PRELOAD: library('slow_clock') } });
  const room = await openRoom(server, { game: 'taboo', people: 4 });
  const [ana, ben] = room.people;
  await ana.ask('start_game', {});
  await ana.ask('describer_ready', {});
  const first = (await ben.next('timer_tick')).secondsRemaining;
  for (let i = 1; i <= 4; i++) assert.equal((await ben.next('timer_tick')).secondsRemaining, first - i);
  room.close();
  await server.stop();
  server.remove();
});

/** A server on a machine whose wall clock can be set. */
async function startMovable(data) {
  const folder = data || mkdtempSync(join(tmpdir(), 'ludoteca-'));
  const clock = join(folder, 'clock');
  const env = { LD_PRELOAD: library('moved_clock'), MOVED_CLOCK: clock };
  const server = await startServer({ data: folder, env });
  server.moveClock = (ms) => writeFileSync(clock, String(ms));
  return server;
}

async function playing(server, turnSeconds) {
  const room = await openRoom(server, { game: 'taboo', people: 4, settings: { turnSeconds } });
  await room.people[0].ask('start_game', {});
  await room.people[0].ask('describer_ready', {});
  await room.people[1].next('timer_tick');
  return room;
}

const view = async (server, code, token) =>
  (
    await fetch(`${server.url}/rooms/${code}/state`, { headers: { authorization: `Bearer ${token}` } })
  ).json();

describe('a clock that is set while people play', () => {
  for (const jump of [-HOUR, HOUR, 3 * HOUR])
    it(`by ${jump / HOUR} h ends no turn, keeps none, and closes no room`, async () => {
      const server = await startMovable();
      const room = await playing(server, 4);
      server.moveClock(jump);
      // the second turn begins when the first has ended: neither at once nor in an hour
      const ticks = [];
      for (let last = 99; last > 0; )
        ticks.push((last = (await room.people[1].next('timer_tick')).secondsRemaining));
      assert.deepEqual(ticks, [3, 2, 1, 0]);
      await room.people[1].next('turn_ended');
      const { room: now } = await view(server, room.code, room.people[1].playerId);
      assert.equal(now.state, 'PLAYING');
      assert.equal(now.players.filter(({ online }) => online).length, 4);
      room.close();
      await server.stop();
      assert.equal(server.stderr, '');
      server.remove();
    });

  for (const jump of [-HOUR, 2 * HOUR])
    it(`by ${jump / HOUR} h at a restart loses no seat, and no turn lasts longer than it may`, async () => {
      let server = await startMovable();
      const room = await playing(server, 30);
      await server.stop('SIGKILL');
      room.close();
      server.moveClock(jump);
      server = await startMovable(server.data);
      for (const { playerId, you } of room.people) {
        const back = connect(server);
        const answer = await back.ask('join_room', { roomCode: room.code, playerId });
        assert.equal(answer.you?.id, you.id, JSON.stringify(answer.error));
      }
      const { now, table, room: state } = await view(server, room.code, room.people[0].playerId);
      assert.equal(state.state, 'PLAYING');
      if (table.phase === 'TURN_ACTIVE')
        assert.ok(table.deadline - now <= 30000, `${table.deadline - now} ms are left`);
      await server.stop();
      assert.equal(server.stderr, '');
      server.remove();
    });
});
