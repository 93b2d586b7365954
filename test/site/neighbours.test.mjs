/* Everybody in a flat has one address: what a neighbour does there locks nobody out of a seat. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connect, serverStarter } from './server.mjs';

const start = serverStarter((...args) => ({ limits: true, args }));
const json = { Accept: 'application/json' };
const create = async (server, game = 'santase') =>
  (
    await fetch(`${server.url}/rooms`, { method: 'POST', headers: json, body: new URLSearchParams({ game }) })
  ).json();
const status = async (url, options = {}) => {
  const abort = new AbortController();
  const answer = await fetch(url, { redirect: 'manual', signal: abort.signal, ...options });
  abort.abort();
  return answer.status;
};
/** Uses up the wrong codes that an address may try. */
const guess = async (server) => {
  for (let i = 0; i < 40; i++) if ((await status(`${server.url}/rooms/ZZZZZZ`)) === 429) return;
  assert.fail('wrong codes are not limited');
};

describe('a neighbour who tried too many codes', () => {
  it('locks out nobody who has a seat, on any way in', async () => {
    const server = await start();
    const { roomCode, playerId, hostToken } = await create(server);
    await guess(server);
    const at = `${server.url}/rooms/${roomCode}`;
    const bearer = { headers: { ...json, Authorization: `Bearer ${playerId}` } };
    const cookie = { headers: { Cookie: `seat_${roomCode}=${playerId}` } };
    for (const path of ['', '/state', '/events', '/lobby'])
      assert.ok((await status(at + path, bearer)) < 400, `${path} by token`);
    for (const path of ['', '/lobby', '/tv', '/history'])
      assert.ok((await status(at + path, cookie)) < 400, `${path} by cookie`);
    assert.equal(await status(`${server.url}/rooms?code=${roomCode}`, cookie), 303);
    assert.equal(await status(`${server.url}/sse/${roomCode}`, cookie), 200);
    assert.equal(await status(`${server.url}/sse/${roomCode}?hostToken=${hostToken}`), 200);
    const renamed = await status(`${at}/do/rename`, {
      method: 'POST',
      headers: { ...json, 'Content-Type': 'application/json' },
      body: JSON.stringify({ playerId, playerName: 'Ana' }),
    });
    assert.equal(renamed, 200);
    const back = connect(server);
    assert.equal((await back.ask('join_room', { roomCode, playerId })).ok, true);
    const byCookie = connect(server, { extraHeaders: cookie.headers });
    assert.equal((await byCookie.ask('join_room', { roomCode })).ok, true);
    for (const c of [back, byCookie]) c.close();
  });

  it('tells nothing: a room that is there, one that is not and a wrong token get the same', async () => {
    const server = await start('--guesses-per-minute', '2'); // half a minute until there is another one
    const mine = await create(server);
    const other = await create(server);
    await guess(server);
    const wrong = { Authorization: `Bearer ${other.playerId}` };
    for (const path of ['', '/state', '/lobby', '/events'])
      for (const headers of [json, { ...json, ...wrong }]) {
        const answers = [];
        for (const code of [mine.roomCode, 'ZZZZZZ']) {
          const answer = await fetch(`${server.url}/rooms/${code}${path}`, { headers });
          answers.push([answer.status, await answer.text()]);
        }
        assert.equal(answers[0][0], 429, path);
        assert.deepEqual(answers[0], answers[1], path);
      }
    const c = connect(server);
    for (const roomCode of [mine.roomCode, 'ZZZZZZ'])
      for (const more of [{ playerName: 'X' }, { playerId: other.playerId }])
        assert.equal((await c.ask('join_room', { roomCode, ...more })).error.code, 'TOO_MANY_REQUESTS');
    c.close();
  });
});

describe('a neighbour who looks on too often', () => {
  it('does not keep the owner out', async () => {
    const server = await start('--events-per-second', '2');
    const { roomCode, playerId } = await create(server);
    const crowd = connect(server);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => crowd.ask('watch_room', { roomCode })),
    );
    assert.ok(answers.some((a) => a.error?.code === 'TOO_MANY_REQUESTS'));
    const owner = connect(server);
    assert.equal((await owner.ask('join_room', { roomCode, playerId })).ok, true);
    for (const c of [crowd, owner]) c.close();
  });

  it('nor does one who uses up the coming in', async () => {
    const server = await start('--joins-per-minute', '2');
    const { roomCode, playerId } = await create(server, 'taboo');
    const crowd = connect(server);
    for (let i = 0; i < 3; i++) await crowd.ask('watch_room', { roomCode });
    assert.equal((await crowd.ask('watch_room', { roomCode })).error.code, 'TOO_MANY_REQUESTS');
    assert.equal(await status(`${server.url}/sse/${roomCode}?watch=1`), 429);
    const owner = connect(server);
    assert.equal((await owner.ask('join_room', { roomCode, playerId })).ok, true);
    assert.equal(
      await status(`${server.url}/sse/${roomCode}`, { headers: { Cookie: `seat_${roomCode}=${playerId}` } }),
      200,
    );
    for (const c of [crowd, owner]) c.close();
  });
});
