/* The running house on the operator's page: what it shows, what it never shows, and what the operator
 * can do: end a room, remove somebody, announce a restart. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { comeIn, sitDown, start as startGame } from '../../games/cah/test/spec-player.mjs';
import { connect, openRoom, openServer } from './server.mjs';

const KEY = 'correct horse battery staple';
const headers = { Authorization: `Bearer ${KEY}`, Accept: 'application/json' };
const server = await openServer({ env: { LUDOTECA_ADMIN_TOKEN: KEY } });

const look = async () => (await fetch(`${server.url}/admin`, { headers })).json();
const post = (what, body, as = headers) =>
  fetch(`${server.url}/admin/${what}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...as, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
const device = (number) => ({
  extraHeaders: { Cookie: `device=00000000-0000-4000-8000-00000000000${number}` },
});
const roomOf = (page, code) => page.rooms.find((room) => room.code === code);

describe('what the operator sees', () => {
  it('rooms with their people, figures, and who did what last', async () => {
    const quiet = (await look()).house;
    const room = await openRoom(server, { people: 2 });
    const { house, rooms } = await look();
    assert.equal(house.rooms, quiet.rooms + 1);
    assert.equal(house.people.online, quiet.people.online + 2);
    assert.ok(house.steps > quiet.steps && house.store.records > quiet.store.records);
    assert.ok(house.load.heapBytes > 0 && house.load.connections >= 2 && house.store.freeBytes > 0);
    assert.equal(rooms[0].code, room.code, 'the one that was used last comes first');
    assert.equal(rooms[0].state, 'LOBBY');
    assert.deepEqual(
      rooms[0].people.map(({ id, host, online, computer }) => ({ id, host, online, computer })),
      [
        { id: 'p1', host: true, online: true, computer: false },
        { id: 'p2', host: false, online: true, computer: false },
      ],
    );
    room.close();
  });

  it('what was refused, by reason', async () => {
    const room = await openRoom(server, { people: 2 });
    const before = (await look()).house;
    assert.equal((await room.people[1].ask('start_game')).error.code, 'NOT_HOST');
    assert.equal((await look()).house.refusals.NOT_HOST, (before.refusals.NOT_HOST ?? 0) + 1);
    room.close();
  });

  it('nothing of what lies on a table', async () => {
    const people = await sitDown(server, 2, { scoreLimit: 3 });
    people.push(await comeIn(server, people[0].code, 'Carla'));
    await startGame(people);
    const hands = [];
    for (const person of people) hands.push(...(await person.table((t) => t.hand?.length)).hand);
    const page = JSON.stringify(await look());
    const html = await (
      await fetch(`${server.url}/admin`, { headers: { Authorization: headers.Authorization } })
    ).text();
    assert.equal(hands.length, 30);
    assert.match(page, /"state":"PLAYING"/);
    for (const { text, id } of hands)
      for (const shown of [page, html]) assert.ok(!shown.includes(text) && !shown.includes(id), text);
    for (const { token } of people) assert.ok(!page.includes(token) && !html.includes(token));
    for (const person of people) person.close();
  });
});

describe('what the operator does', () => {
  it('ends a room, and everybody in it hears who closed it', async () => {
    const room = await openRoom(server, { people: 2 });
    const closed = room.people.map((person) => person.next('room_closed'));
    assert.equal((await post('end', { code: room.code })).status, 200);
    for (const event of closed) assert.deepEqual(await event, { reason: 'operator' });
    const page = await look();
    assert.equal(roomOf(page, room.code), undefined);
    assert.deepEqual([page.audit[0].action, page.audit[0].what], ['end', room.code]);
    assert.equal((await post('end', { code: room.code })).status, 404);
    room.close();
  });

  it('removes somebody, whose device does not come back', async () => {
    const room = await openRoom(server, { people: 1, options: device(1) });
    const rude = connect(server, device(2));
    await rude.ask('join_room', { roomCode: room.code, playerName: 'Rude' });
    const out = rude.next('room_closed');
    assert.equal((await post('remove', { code: room.code, id: 'p2', by: 'device', hours: 1 })).status, 200);
    assert.deepEqual(await out, { reason: 'kicked' });
    const again = await rude.ask('join_room', { roomCode: room.code, playerName: 'Rude' });
    assert.equal(again.error.code, 'BANNED');
    const page = await look();
    assert.deepEqual(
      roomOf(page, room.code).people.map((p) => p.id),
      ['p1'],
    );
    assert.deepEqual([page.audit[0].action, page.audit[0].detail], ['banDevice', 'Rude']);
    assert.equal(page.bans[0].what, undefined, 'hashes stay inside');
    assert.equal((await post('lift', { ban: page.bans[0].id })).status, 200);
    for (const body of [{ code: room.code, id: 'p9' }, { code: room.code }, { code: 'AAAAAA', id: 'p1' }])
      assert.equal((await post('remove', body)).status, 404);
    rude.close();
    room.close();
  });

  it('announces a restart to those at tables, to who comes later, and takes it back', async () => {
    const room = await openRoom(server, { people: 2 });
    const heard = room.people.map((person) => person.next('announcement'));
    assert.equal((await post('announce', { text: '  New \u202ecards ', minutes: 5 })).status, 200);
    for (const event of heard) {
      const { text, restartInMs } = await event;
      assert.equal(text, 'New cards');
      assert.ok(restartInMs > 290000 && restartInMs <= 300000);
    }
    const late = connect(server);
    const told = late.next('announcement');
    await late.ask('watch_room', { roomCode: room.code });
    assert.equal((await told).text, 'New cards');
    const home = async (lang) => (await fetch(`${server.url}/?lang=${lang}`)).text();
    assert.match(await home('en'), /role="status">The server restarts in 5 minutes.*New cards/);
    assert.match(await home('bg'), /role="status">Сървърът се рестартира след 5 минути/);
    const over = room.people[0].next('announcement');
    assert.equal((await post('announce', {})).status, 200);
    assert.deepEqual(await over, { text: null, restartInMs: null });
    assert.doesNotMatch(await home('en'), /New cards/);
    assert.deepEqual(
      (await look()).audit.slice(0, 2).map((entry) => entry.action),
      ['announceNothing', 'announce'],
    );
    late.close();
    room.close();
  });

  it('refuses what is no announcement, and strangers', async () => {
    for (const body of [{ minutes: 100000 }, { text: 'x'.repeat(5000) }, { text: '\u202e', minutes: 3 }])
      assert.equal((await post('announce', body)).status, 400);
    for (const what of ['end', 'remove', 'announce'])
      assert.equal((await post(what, { code: 'AAAAAA' }, { Accept: 'application/json' })).status, 401);
    assert.equal((await look()).house.announcement, null);
  });
});
