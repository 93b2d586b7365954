/* Reactions: a moment that everybody in the room sees, that no log keeps, and that gives nothing away. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { closedAfterEach, connect, openRoom, openServer } from './server.mjs';

const server = await openServer();
const kept = closedAfterEach();
const code = (answer) => answer.error?.code;
const room = async (options) => kept(await openRoom(server, options));
const start = async (options) => {
  const r = await room(options);
  assert.ok((await r.people[0].ask('start_game', {})).ok);
  return r;
};
/** Somebody without a seat: the crowd, or with a name. */
const come = async (r, event, more) => {
  const c = kept(connect(server));
  return { ...c, ...(await c.ask(event, { roomCode: r.code, views: true, ...more })) };
};
const seqOf = async (r) =>
  (
    await (
      await fetch(`${server.url}/rooms/${r.code}/state`, { headers: { accept: 'application/json' } })
    ).json()
  ).seq;

describe('reactions', () => {
  it('reach everybody in the room, television included, and are in no log', async () => {
    const r = await start({ game: 'taboo', people: 4 });
    const tv = await come(r, 'watch_room');
    const before = await seqOf(r);
    const [ana, ben] = r.people;
    assert.deepEqual(await ben.ask('react', { kind: 'clap' }), { ok: true });
    for (const one of [...r.people, tv])
      assert.deepEqual(await one.next('reaction'), { id: ben.you.id, kind: 'clap' });
    assert.equal(await seqOf(r), before);
    assert.ok(!JSON.stringify(ana.events).includes(ben.playerId), 'a token is for its owner only');
  });

  it('may come from who only watches, not from who has no name or is not there', async () => {
    const r = await start({ game: 'taboo', people: 4 });
    const watcher = await come(r, 'join_room', { playerName: 'Wanda', watch: true });
    assert.equal((await watcher.next('view')).you.mayReact, true);
    assert.ok((await watcher.ask('react', { kind: 'wow' })).ok);
    assert.equal((await r.people[0].next('reaction')).id, watcher.you.id);
    const tv = await come(r, 'watch_room');
    assert.equal(code(await tv.ask('react', { kind: 'wow' })), 'NOT_IN_ROOM');
    const stranger = kept(connect(server));
    assert.equal(code(await stranger.ask('react', { kind: 'wow' })), 'NOT_IN_ROOM');
  });

  for (const payload of [{}, { kind: 'rude' }, { kind: 7 }, { kind: 'CLAP' }, { kind: 'clap"' }])
    it(`${JSON.stringify(payload)} is none`, async () => {
      const r = await start({ game: 'taboo', people: 4 });
      assert.equal(code(await r.people[1].ask('react', payload)), 'BAD_REQUEST');
    });

  it('are for a table, not for the lobby and not for a pause', async () => {
    const r = await room({ game: 'taboo', people: 4 });
    const [ana, ben] = r.people;
    assert.equal(code(await ben.ask('react', { kind: 'clap' })), 'WRONG_PHASE');
    await ana.ask('start_game', {});
    await ana.ask('pause_game', {});
    assert.equal(code(await ben.ask('react', { kind: 'clap' })), 'WRONG_PHASE');
    await ana.ask('resume_game', {});
    assert.ok((await ben.ask('react', { kind: 'clap' })).ok);
  });

  it('tell nothing of a card: who describes shows none', async () => {
    const r = await start({ game: 'taboo', people: 4 });
    const [ana, ben, carla] = r.people;
    assert.ok((await ana.ask('react', { kind: 'wow' })).ok, 'not yet described');
    await ana.ask('describer_ready', {});
    assert.equal(code(await ana.ask('react', { kind: 'fire' })), 'WRONG_PHASE');
    for (const one of [ben, carla]) assert.ok((await one.ask('react', { kind: 'fire' })).ok);
    const mine = ben.events.filter(({ name, data }) => name === 'reaction' && data.id === ana.you.id);
    assert.deepEqual(
      mine.map(({ data }) => data.kind),
      ['wow'],
    );
  });

  it('tell nothing of the key: no spymaster shows any until it is over', async () => {
    const api = `${server.url}/api/codenames/games`;
    const call = async (path, token, body) => {
      const answer = await fetch(api + path, {
        method: body ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: body && JSON.stringify(body),
      });
      return answer.json();
    };
    const { id, tokens } = await call('', '', { startingTeam: 'red', language: 'es' });
    const sit = (token) => come({ code: id }, 'join_room', { playerId: token });
    const spymasters = [await sit(tokens.red.spymaster), await sit(tokens.blue.spymaster)];
    const operatives = [await sit(tokens.red.operative), await sit(tokens.blue.operative)];
    for (const one of spymasters) {
      assert.equal((await one.next('view')).you.mayReact, undefined);
      assert.equal(code(await one.ask('react', { kind: 'heart' })), 'WRONG_PHASE');
    }
    for (const one of operatives) {
      assert.equal((await one.next('view')).you.mayReact, true);
      assert.ok((await one.ask('react', { kind: 'heart' })).ok);
    }
    const { board } = await call(`/${id}`, tokens.red.spymaster);
    await call(`/${id}/clue`, tokens.red.spymaster, { text: 'zigurat', count: 1 });
    const position = board.findIndex((card) => card.type === 'assassin');
    await call(`/${id}/guess`, tokens.red.operative, { position });
    for (const one of spymasters) assert.ok((await one.ask('react', { kind: 'sad' })).ok);
  });

  it('are a few at once and then seldom, for each person', async () => {
    const r = await start({ game: 'taboo', people: 4 });
    const [, ben, carla] = r.people;
    const answers = await Promise.all(Array.from({ length: 30 }, () => ben.ask('react', { kind: 'laugh' })));
    const shown = answers.filter((a) => a.ok).length;
    assert.ok(shown >= 3 && shown < 30, `${shown} of 30`);
    assert.ok(answers.every((a) => a.ok || code(a) === 'TOO_MANY_REQUESTS'));
    assert.ok((await carla.ask('react', { kind: 'clap' })).ok, 'another person is not held back');
    await carla.next('reaction', ({ kind }) => kind === 'clap');
    assert.equal(carla.events.filter((e) => e.name === 'reaction' && e.data.kind === 'laugh').length, shown);
  });

  it('go by HTTP too', async () => {
    const r = await start({ game: 'santase', people: 2 });
    const [ana, ben] = r.people;
    const answer = await fetch(`${server.url}/rooms/${r.code}/do/react`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        authorization: `Bearer ${ben.playerId}`,
      },
      body: JSON.stringify({ kind: 'sad' }),
    });
    assert.equal(answer.status, 200, await answer.text());
    assert.equal((await ana.next('reaction')).kind, 'sad');
  });
});
