/* Rooms that nobody is connected to are an entry of an index. Whatever was true of them is true when they
 * are opened again: seats, a running clock, and who is not to be let in. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, it } from 'node:test';
import { connect, openRoom, startServer } from './server.mjs';

let server;
after(async () => {
  await server?.stop();
  server?.remove();
});

const args = ['--reconnect-grace-ms', '3600000'];
const again = async (signal) => {
  await server.stop(signal);
  server = await startServer({ data: server.data, args });
};
const resting = async () =>
  Number(/^ludoteca_rooms_resting (\d+)/m.exec(await (await fetch(`${server.url}/metrics`)).text())[1]);
const browser = (device) => ({ extraHeaders: { cookie: `device=${device}` } });
const join = async (options, what) => {
  const client = connect(server, options);
  const answer = await client.ask('join_room', what);
  client.close();
  return answer;
};

it('every seat, clock and closed door outlives rest and kill', async () => {
  server = await startServer({ args });
  const [here, away] = [randomUUID(), randomUUID()];
  const room = await openRoom(server, { game: 'santase', people: 2, options: browser(here) });
  const guest = connect(server, browser(away));
  const { playerId, you } = await guest.ask('join_room', { roomCode: room.code, playerName: 'Olga' });
  assert.deepEqual(await room.people[0].ask('kick', { id: you.id }), { ok: true });
  await guest.next('room_closed');
  guest.close();
  const timed = await openRoom(server, { game: 'santase', people: 2, settings: { turnSeconds: 600 } });
  assert.ok(!(await timed.people[0].ask('start_game', {})).error);
  const stateOf = async ({ code, people }) =>
    (
      await fetch(`${server.url}/rooms/${code}/state`, {
        headers: { authorization: `Bearer ${people[0].playerId}`, accept: 'application/json' },
      })
    ).json();
  const before = await stateOf(timed);
  assert.ok(before.table.deadline > before.now + 60000, 'its clock runs');
  room.close();
  timed.close();

  await again('SIGTERM'); // it leaves notes about its rooms,
  assert.ok((await resting()) >= 1);
  await again('SIGKILL'); // and who comes after it needs no more
  assert.ok((await resting()) >= 1);

  const closed = await join(browser(away), { roomCode: room.code, playerName: 'Other' });
  assert.equal(closed.error?.code, 'PUT_OUT', JSON.stringify(closed).slice(0, 200));
  const byToken = await join({}, { roomCode: room.code, playerId });
  assert.equal(byToken.error?.code, 'PUT_OUT');
  const fresh = await join(browser(randomUUID()), { roomCode: room.code, playerName: 'Nina' });
  assert.ok(fresh.playerId, JSON.stringify(fresh));
  for (const { code, people } of [room, timed])
    for (const person of people) {
      const back = await join({}, { roomCode: code, playerId: person.playerId });
      assert.equal(back.you?.id, person.you.id, JSON.stringify(back).slice(0, 200));
    }
  const later = await stateOf(timed);
  assert.equal(later.room.state, before.room.state);
  assert.equal(later.table.deadline, before.table.deadline);
  assert.deepEqual(
    later.room.players.map(({ id, name }) => [id, name]),
    before.room.players.map(({ id, name }) => [id, name]),
  );

  const host = connect(server);
  await host.ask('join_room', { roomCode: room.code, playerId: room.people[0].playerId });
  assert.deepEqual(await host.ask('readmit', { id: you.id }), { ok: true });
  host.close();
  await again('SIGKILL');
  const welcome = await join(browser(away), { roomCode: room.code, playerId });
  assert.equal(welcome.you?.id, you.id, JSON.stringify(welcome).slice(0, 200));
});
