// A television through an evening: one game, its end, the lobby, another game. Nothing of a game is left
// when the next one comes.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { desk, launch, startServer, visitor } from './browser.mjs';

let browser;
let server;
before(async () => {
  [browser, server] = await Promise.all([launch(), startServer('--reconnect-grace-ms', '3600000')]);
});
after(async () => {
  await browser.close();
  await server.stop();
});

async function call(path, token, body) {
  const answer = await fetch(server.url + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      authorization: `Bearer ${token}`,
    },
    body: body && JSON.stringify(body),
  });
  const said = await answer.json();
  assert.ok(answer.ok, `${path}: ${JSON.stringify(said)}`);
  return said;
}

/** A room in which Codenames is over: the red operative found the assassin. Whoever made it is its host. */
async function playCodenames() {
  const api = '/api/codenames/games';
  const { id, tokens } = await call(api, '', { startingTeam: 'red', language: 'es' });
  return {
    id,
    host: tokens.red.spymaster,
    async end() {
      const { board } = await call(`${api}/${id}`, tokens.red.spymaster);
      await call(`${api}/${id}/clue`, tokens.red.spymaster, { text: 'zigurat', count: 1 });
      const position = board.findIndex((card) => card.type === 'assassin');
      await call(`${api}/${id}/guess`, tokens.red.operative, { position });
    },
  };
}

const sheets = (tv) =>
  tv.evaluate(() =>
    [...document.head.querySelectorAll('link[rel=stylesheet]')]
      .map((link) => /games\/(\w+)\//.exec(link.href)?.[1])
      .filter(Boolean),
  );

test('after the first game the television shows the lobby, then the next game and nothing of the last', async () => {
  const game = await playCodenames();
  const tv = await visitor(browser, { size: desk });
  await tv.goto(`${server.url}/rooms/${game.id}/tv`);
  await tv.locator('.codenames').waitFor();
  assert.deepEqual(await sheets(tv), ['codenames']);
  await game.end();
  await tv.locator('.cn-ending').waitFor();

  await call(`/rooms/${game.id}/do/play_again`, game.host, {});
  await tv.locator('#main[data-state=LOBBY]').waitFor();
  await tv.locator('.tv-lobby .tv-join').waitFor(); // visible, not only there
  await tv.getByText('Red operative').first().waitFor();
  assert.deepEqual(await sheets(tv), []);
  assert.equal(await tv.locator('.table-root').count(), 0);

  await call(`/rooms/${game.id}/do/choose_game`, game.host, { game: 'taboo' });
  await call(`/rooms/${game.id}/do/start_game`, game.host, {});
  await tv.locator('.taboo').waitFor();
  assert.deepEqual(await sheets(tv), ['taboo']);
  assert.equal(await tv.locator('.codenames, .cn-ending').count(), 0);
  assert.equal(await tv.locator('.table-root').count(), 1);

  // Another game while the television was asleep: it hears of the lobby and of the start at once.
  await call(`/rooms/${game.id}/do/end_game`, game.host, {});
  await call(`/rooms/${game.id}/do/choose_game`, game.host, { game: 'codenames' });
  await call(`/rooms/${game.id}/do/start_game`, game.host, {});
  await tv.locator('.codenames').waitFor();
  assert.deepEqual(await sheets(tv), ['codenames']);
  assert.equal(await tv.locator('.taboo').count(), 0);
  assert.deepEqual(tv.problems, []);
  await tv.context().close();
});
