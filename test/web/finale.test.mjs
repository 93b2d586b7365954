// The end of a game is seen and heard by everybody: who won, what comes next, and what there is to tell.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, startServer, visitor } from './browser.mjs';

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

/** Codenames between four people; red finds its first agent, then the assassin. Red's spymaster is the host. */
async function codenames() {
  const api = '/api/codenames/games';
  const { id, tokens } = await call(api, '', { startingTeam: 'red', language: 'es', seed: 7 });
  return {
    id,
    tokens,
    host: tokens.red.spymaster,
    async end() {
      const { board } = await call(`${api}/${id}`, tokens.red.spymaster);
      const first = (type) => board.findIndex((card) => card.type === type);
      await call(`${api}/${id}/clue`, tokens.red.spymaster, { text: 'zigurat', count: 3 });
      await call(`${api}/${id}/guess`, tokens.red.operative, { position: first('red') });
      await call(`${api}/${id}/guess`, tokens.red.operative, { position: first('assassin') });
    },
  };
}

/** Somebody's phone at the table. */
async function sit(code, token, options) {
  const page = await visitor(browser, options);
  await page.goto(`${server.url}/rooms/${code}/resume/${token}`);
  await page.goto(`${server.url}/rooms/${code}/game`);
  await page.locator('.table-root > *').first().waitFor();
  return page;
}

const inSight = (page, selector) =>
  page.waitForFunction((css) => {
    const box = document.querySelector(css)?.getBoundingClientRect();
    return box && box.height > 0 && box.top >= 0 && box.bottom <= innerHeight;
  }, selector);

for (const [width, height] of [
  [390, 664],
  [360, 640],
  [390, 844],
])
  test(`the last card falls: who won and what comes next are in sight at ${width}×${height}`, async () => {
    const game = await codenames();
    const page = await sit(game.id, game.host, { size: { width, height } });
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight)); // as who reads the lowest cards
    await game.end();
    await page.locator('.over').waitFor();
    await inSight(page, '#over-title');
    await inSight(page, '.over-next .primary');
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'over-title');
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await inSight(page, '.over-next .primary');
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
