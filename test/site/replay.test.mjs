/* What is shown again of a game is what was sent then, to those who may see it; everybody else is refused. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { playCodenames } from '../web/codenames.mjs';
import { connect, startServer } from './server.mjs';

let server;
before(async () => {
  server = await startServer({ args: ['--reconnect-grace-ms', '3600000'] });
});
after(async () => {
  await server.stop();
  server.remove();
});

/** @returns {Promise<{ status: number, said: any }>} */
async function get(path, token) {
  const headers = { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(server.url + path, { headers });
  return { status: answer.status, said: await answer.json() };
}

async function refused(path, token, status, code) {
  const { said, ...answer } = await get(path, token);
  assert.deepEqual({ ...answer, code: said.error?.code }, { status, code }, path);
}

async function finished() {
  const game = await playCodenames(server);
  await game.clue();
  await game.end();
  return game;
}

/** Its only game, as whoever has that token reads of it. */
async function listed(game, token) {
  const { status, said } = await get(`/rooms/${game.id}/replay.json`, token);
  assert.equal(status, 200);
  assert.equal(said.games.length, 1);
  return { ...said, ...said.games[0] };
}

describe('a game that is over', () => {
  it('is shown again as everybody was sent it', async () => {
    const game = await playCodenames(server);
    const seats = Object.values(game.tokens).flatMap((team) => Object.values(team));
    const eyes = await Promise.all(
      seats.map(async (playerId) => {
        const client = connect(server);
        const joined = await client.ask('join_room', { roomCode: game.id, playerId, views: true });
        return { client, id: joined.you.id, playerId };
      }),
    );
    await game.clue();
    await game.end();
    for (const { client, id, playerId } of eyes) {
      await client.next('view', ({ room }) => room.state === 'GAME_OVER');
      const { from, to } = await listed(game, playerId);
      const { said } = await get(`/rooms/${game.id}/replay/${from}.json?as=${id}`, playerId);
      const sent = client.events.filter(({ name, data }) => name === 'view' && data.seq <= to);
      assert.ok(sent.length >= 4);
      for (const { data } of sent) {
        if (data.seq < from) continue;
        const { view } = said.steps[data.seq - from];
        assert.deepEqual({ ...view, now: 0 }, { ...data, now: 0 });
      }
      client.close();
    }
  });

  it('has its players, its steps and where to jump to', async () => {
    const game = await finished();
    const { from, to, players, times, turning, you, finished: whole } = await listed(game, game.host);
    assert.equal(you, 'p1');
    assert.ok(whole);
    assert.equal(times.length, to - from + 1);
    assert.deepEqual(
      players.map(({ open }) => open),
      [true, true, true, true],
    );
    assert.deepEqual([turning[0], turning.at(-1)], [from, to]);
    const { said } = await get(`/rooms/${game.id}/replay/${to}.json`, game.host);
    assert.equal(said.steps.length, 1);
    assert.ok(said.steps[0].events.some(({ event }) => event === 'codenames_over'));
  });

  it('is shown with the crowd’s eyes to whoever has the code, and with no others', async () => {
    const game = await finished();
    const other = await finished();
    for (const stranger of [undefined, other.host]) {
      const { from, you, players } = await listed(game, stranger);
      assert.equal(you, undefined);
      assert.ok(players.every(({ open }) => !open));
      const { said } = await get(`/rooms/${game.id}/replay/${from}.json`, stranger);
      assert.ok(said.steps[0].view.table.board.every(({ type }) => !type));
      await refused(`/rooms/${game.id}/replay/${from}.json?as=p1`, stranger, 403, 'NOT_IN_ROOM');
    }
  });

  it('has nothing at places that are none', async () => {
    const game = await finished();
    const { from, to } = await listed(game, game.host);
    for (const place of [
      0,
      from - 1,
      to + 1,
      4294967295,
      4294967296,
      '1e3',
      '-1',
      'x',
      `0${from}`,
      `${from}.html`,
    ])
      await refused(`/rooms/${game.id}/replay/${place}.json`, game.host, 404, 'NO_SUCH_STEP');
    await refused(`/rooms/${game.id}/replay/${from}`, game.host, 404, 'NO_SUCH_STEP');
    for (const nobody of ['p0', 'p99', 'p1x', '1', 'p', 'p99999999', 'p-1'])
      await refused(`/rooms/${game.id}/replay/${from}.json?as=${nobody}`, game.host, 404, 'UNKNOWN_PERSON');
    for (const path of ['replay', 'replay.json', 'replay/1.json'])
      await refused(`/rooms/ZZZZZZ/${path}`, game.host, 404, 'ROOM_NOT_FOUND');
  });

  it('is not shown before it is over, nor is the next one while it runs', async () => {
    const game = await playCodenames(server);
    await game.clue();
    const { said } = await get(`/rooms/${game.id}/replay.json`, game.host);
    assert.deepEqual(said.games, []);
    const { said: state } = await get(`/rooms/${game.id}/state`, game.host);
    await refused(`/rooms/${game.id}/replay/${state.seq}.json?as=p1`, game.host, 409, 'GAME_NOT_OVER');
    await refused(`/rooms/${game.id}/replay`, game.host, 409, 'GAME_NOT_OVER');
    await game.end();
    const { to } = await listed(game, game.host);
    await game.act('next_game');
    await refused(`/rooms/${game.id}/replay/${to + 1}.json`, game.host, 409, 'GAME_NOT_OVER');
    await listed(game, game.host);
  });

  it('is there for those who were in it when the room has ended and the server was killed', async () => {
    const game = await finished();
    const { from } = await listed(game, game.host);
    for (const token of Object.values(game.tokens).flatMap((team) => Object.values(team)))
      await fetch(`${server.url}/rooms/${game.id}/leave`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: '{}',
      });
    await refused(`/rooms/${game.id}/state`, game.host, 404, 'ROOM_NOT_FOUND');
    const check = async () => {
      await listed(game, game.host);
      const { status } = await get(`/rooms/${game.id}/replay/${from}.json?as=p2`, game.host);
      assert.equal(status, 200);
      await refused(`/rooms/${game.id}/replay.json`, undefined, 404, 'ROOM_NOT_FOUND');
      await refused(`/rooms/${game.id}/replay.json`, 'f'.repeat(36), 404, 'ROOM_NOT_FOUND');
    };
    await check();
    await server.stop('SIGKILL');
    server = await startServer({ data: server.data, args: ['--reconnect-grace-ms', '3600000'] });
    await check();
  });
});

describe('the evening in one picture', () => {
  const fetchAs = (path, token, language) =>
    fetch(server.url + path, {
      headers: { 'accept-language': language, ...(token && { authorization: `Bearer ${token}` }) },
    });

  it('is drawn in the reader’s language, for the people of the room alone', async () => {
    const game = await finished();
    const path = `/rooms/${game.id}/recap.svg`;
    for (const [language, title] of [
      ['es', 'Nuestra noche de juegos'],
      ['bg', 'Нашата вечер на игрите'],
    ]) {
      const answer = await fetchAs(path, game.host, language);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('content-type'), 'image/svg+xml');
      assert.ok((await answer.text()).includes(title));
    }
    const other = await finished();
    await refused(path, undefined, 403, 'NOT_IN_ROOM');
    await refused(path, other.host, 403, 'NOT_IN_ROOM');
    await refused(`/rooms/ZZZZZZ/recap`, game.host, 404, 'ROOM_NOT_FOUND');
    const page = await fetchAs(`/rooms/${game.id}/recap`, game.host, 'en');
    assert.ok((await page.text()).includes('Our game night'));
  });

  it('has nothing to show before a game is over', async () => {
    const game = await playCodenames(server);
    await refused(`/rooms/${game.id}/recap.svg`, game.host, 409, 'GAME_NOT_OVER');
  });

  it('takes names as text, whatever they are', async () => {
    const game = await playCodenames(server);
    await game.clue();
    await game.act('rename', { playerName: '<b>&"x' });
    await game.end();
    const drawn = await (await fetchAs(`/rooms/${game.id}/recap.svg`, game.host, 'es')).text();
    assert.ok(drawn.includes('&lt;b&gt;&amp;'));
    assert.ok(!drawn.includes('<b>'));
  });
});
