/* Several servers on one database are one house. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { connect, openRoom, pause, startServer } from './server.mjs';
import { say, startPostgresql } from './postgresql.mjs';

const binary = resolve(process.env.LUDOTECA_BUILD || 'build', 'ludoteca');
const ludoteca = (...args) => spawnSync(binary, args, { encoding: 'utf8', timeout: 60000 });

let database;
before(async () => {
  database = await startPostgresql();
});
after(() => database.stop());

/** Waits for something that comes by itself. */
async function soon(test, what) {
  for (let i = 0; i < 1200; i++, await pause(50)) if (await test()) return;
  assert.fail(`${what} does not come`);
}

/** So many servers of one house; `end` stops those that live, and looks at what they said. */
async function openHouse(name, count, args = []) {
  const house = database.house(name);
  const start = () => startServer({ args: ['--store', house, ...args] });
  const nodes = [];
  for (let i = 0; i < count; i++) nodes.push(await start());
  return {
    nodes,
    start,
    address: house,
    async end() {
      for (const node of nodes) {
        await node.stop();
        node.remove();
        assert.doesNotMatch(node.stderr, /ERROR/i, node.stderr);
      }
      const verified = ludoteca('verify', '--store', house);
      assert.match(verified.stdout, / 0 differ, 0 broken/, verified.stderr);
    },
  };
}

/** Joins by code, or comes back to a seat, through any server. */
async function join(node, roomCode, payload) {
  const client = connect(node);
  const answer = await client.ask('join_room', { roomCode, ...payload });
  assert.equal(answer.error, undefined, JSON.stringify(answer));
  return { ...client, ...answer, playerId: answer.playerId || payload.playerId };
}

const records = (house, code) =>
  ludoteca('log', '--store', house.address, code)
    .stdout.trim()
    .split('\n')
    .map((line) => JSON.parse(line.slice(line.indexOf('{'))));

/** What somebody was told of steps, each with its place in the log. */
const told = (events) =>
  events
    .filter((e) => e.data?.seq !== undefined && e.name !== 'view')
    .map((e) => `${e.data.seq}.${e.data.part} ${e.name} ${JSON.stringify(e.data)}`);

describe('several servers, one house', () => {
  it('a room is made on one, joined on the others, and everybody is told the same', async () => {
    const house = await openHouse('three', 3);
    const [a, b, c] = house.nodes;
    const ana = await openRoom(a, { game: 'taboo', people: 1 });
    const host = ana.people[0];
    const others = [];
    for (const [i, node] of [b, c, a].entries())
      others.push(
        await join(node, ana.code, { playerName: `G${i}`, teamName: i % 2 ? 'Equipo A' : 'Equipo B' }),
      );
    await host.next('room_updated', (e) => e.roomState.players.length === 4);
    assert.deepEqual(await host.ask('start_game', {}), { ok: true });
    for (const guest of others) await guest.next('turn_started');
    const first = told(others[0].events).filter((line) => line.includes('turn_started'));
    for (const guest of others)
      assert.deepEqual(
        told(guest.events).filter((line) => line.includes('turn_started')),
        first,
      );
    ana.close();
    others.forEach((o) => o.close());
    await house.end();
  });

  it('moves that meet are each carried out once, and everybody who asked is told so', async () => {
    const house = await openHouse('storm', 3);
    const room = await openRoom(house.nodes[0], { game: 'taboo', people: 1 });
    const people = [room.people[0]];
    for (let i = 1; i < 6; i++)
      people.push(await join(house.nodes[i % 3], room.code, { playerName: `P${i}` }));
    const rounds = 20;
    const answers = await Promise.all(
      people.map(async (person, i) => {
        const got = [];
        for (let n = 0; n < rounds; n++) got.push(await person.ask('rename', { playerName: `N${i}x${n}` }));
        return got;
      }),
    );
    for (const got of answers) for (const answer of got) assert.deepEqual(answer, { ok: true });
    const log = records(house, room.code);
    const renames = log.filter((r) => r.do === 'rename');
    assert.equal(renames.length, people.length * rounds);
    for (const [i] of people.entries())
      assert.deepEqual(
        renames.map((r) => r.name).filter((name) => name.startsWith(`N${i}x`)),
        Array.from({ length: rounds }, (_, n) => `N${i}x${n}`),
      );
    people.forEach((p) => p.close());
    await house.end();
  });

  it('a server is killed: its people come back through another, and nobody is called away', async () => {
    const house = await openHouse('killed', 3);
    const [a, b, c] = house.nodes;
    const room = await openRoom(a, { game: 'taboo', people: 1 });
    const host = room.people[0];
    const guests = [];
    for (const [i, node] of [b, c, b].entries())
      guests.push(
        await join(node, room.code, { playerName: `G${i}`, teamName: i % 2 ? 'Equipo A' : 'Equipo B' }),
      );
    assert.deepEqual(await host.ask('start_game', {}), { ok: true });
    for (const person of [host, ...guests]) await person.next('turn_started');
    const last = guests[0].events.at(-1).data;
    await b.stop('SIGKILL');
    /* meanwhile the game goes on */
    assert.deepEqual(await host.ask('describer_ready', {}), { ok: true });
    const { card } = await host.next('card_revealed');
    await host.ask('card_correct', { cardId: card.id });
    const scored = await host.next('card_scored');
    const back = [];
    for (const [i, node] of [c, a].entries())
      back.push(
        await join(node, room.code, {
          playerId: guests[i * 2].playerId,
          lastSeq: last.seq,
          lastPart: last.part,
        }),
      );
    for (const person of back) assert.equal((await person.next('card_scored')).seq, scored.seq);
    assert.deepEqual(
      told(back[0].events).filter((line) => line.includes('card_scored')),
      told(guests[1].events).filter((line) => line.includes('card_scored')),
    );
    /* the dead one is struck off, and still everybody is here */
    await soon(
      () => Number(say(database.address, `SELECT count(DISTINCT node) FROM killed.holdings`)) === 2,
      'the end of what the dead one held',
    );
    assert.deepEqual(await host.ask('rename', { playerName: 'Ana Z' }), { ok: true });
    assert.deepEqual(
      records(house, room.code).filter((r) => r.do === 'away'),
      [],
    );
    [host, ...guests, ...back].forEach((p) => p.close());
    house.nodes.splice(1, 1)[0].remove();
    await house.end();
  });

  it('who is nowhere any more is called away by those who are left', async () => {
    const house = await openHouse('gone', 2);
    const [a, b] = house.nodes;
    const room = await openRoom(a, { game: 'taboo', people: 3 });
    const lost = await join(b, room.code, { playerName: 'Lost', teamName: 'Equipo B' });
    assert.deepEqual(await room.people[0].ask('start_game', {}), { ok: true });
    await lost.next('turn_started');
    await b.stop('SIGKILL');
    await room.people[0].next('room_updated', (e) => e.roomState.players[3]?.online === false, 60000);
    assert.equal(records(house, room.code).filter((r) => r.do === 'away').length, 1);
    lost.close();
    room.close();
    house.nodes.splice(1, 1)[0].remove();
    await house.end();
  });

  it('a server that was paused for long does no harm when it goes on', async () => {
    const house = await openHouse('paused', 2);
    const [a, b] = house.nodes;
    const room = await openRoom(a, { game: 'santase', people: 1 });
    const host = room.people[0];
    const guest = await join(b, room.code, { playerName: 'Ben' });
    await host.next('room_updated', (e) => e.roomState.players.length === 2);
    process.kill(b.pid, 'SIGSTOP');
    for (let i = 0; i < 5; i++)
      assert.deepEqual(await host.ask('rename', { playerName: `Ana ${i}` }), { ok: true });
    await host.next('room_updated', (e) => e.roomState.players[1]?.online === false, 60000);
    const late = guest.ask('rename', { playerName: 'Benito' }, 60000);
    process.kill(b.pid, 'SIGCONT');
    assert.deepEqual(await late, { ok: true });
    await guest.next('room_updated', (e) => e.roomState.players[0].name === 'Ana 4');
    await host.next(
      'room_updated',
      (e) => e.roomState.players[1]?.name === 'Benito' && e.roomState.players[1].online,
    );
    const log = records(house, room.code);
    assert.equal(log.filter((r) => r.do === 'rename').length, 6);
    guest.close();
    room.close();
    await house.end();
  });

  it('a deadline rings once, though three servers wait for it', async () => {
    const house = await openHouse('deadlines', 3, [
      '--turn-duration-seconds',
      '1',
      '--turn-end-pause-ms',
      '100',
    ]);
    const room = await openRoom(house.nodes[2], { game: 'taboo', people: 1 });
    const host = room.people[0];
    const guests = [];
    for (const [i, node] of house.nodes.entries())
      guests.push(
        await join(node, room.code, { playerName: `G${i}`, teamName: i % 2 ? 'Equipo A' : 'Equipo B' }),
      );
    assert.deepEqual(await host.ask('start_game', {}), { ok: true });
    for (let turn = 0; turn < 4; turn++) {
      await host.next('turn_started');
      for (const person of [host, ...guests]) await person.ask('describer_ready', {});
      await host.next('turn_ended', () => true, 60000);
    }
    assert.deepEqual(await host.ask('pause_game', {}), { ok: true });
    const rung = records(house, room.code).flatMap((r, i) => (r.do === 'wake' ? [i + 1] : []));
    const seqs = (name) => host.events.filter((e) => e.name === name).map((e) => e.data.seq);
    const effects = new Set([...seqs('turn_ended'), ...seqs('turn_started')]);
    assert.ok(rung.length >= 4, String(rung));
    for (const seq of rung) assert.ok(effects.has(seq), `the deadline of record ${seq} rang for nothing`);
    [host, ...guests].forEach((p) => p.close());
    await house.end();
  });
});
