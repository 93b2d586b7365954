// A weak network: whatever a page asks for may not come. It is asked for again, the page is alive a moment
// after the network is back, and nobody is left with a dead button or an error that nobody handles.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitor } from './browser.mjs';
import { close, openHouse, patient } from './house.mjs';
import { tables } from './weigh.mjs';

const { browser, server, call, codenames, endCodenames } = await openHouse(
  ...patient,
  ...['--creates-per-minute', '0', '--joins-per-minute', '0'],
);
const visit = (options) => visitor(browser, { serviceWorkers: 'block', ...options });

/** A lobby that has one person, and somebody who has never seen a tutorial coming into it. */
const lobby = async () =>
  `/rooms/${(await call('/rooms', '', { game: 'taboo', playerName: 'Ana' })).roomCode}`;

/** The network goes when `isLast` says so of a request, and is back when `misses` requests have failed. */
async function fail(page, isLast, misses = 2) {
  const state = { asked: 0, missed: 0 };
  let away = false;
  await page.route('**/*', (route) => {
    const request = route.request();
    state.asked += 1;
    away ||= state.missed === 0 && isLast(request, state.asked);
    if (away && !request.isNavigationRequest() && state.missed < misses) {
      state.missed += 1;
      return route.abort('connectionrefused');
    }
    return route.continue();
  });
  return state;
}

const alive = {
  lobby: (page) => page.locator('#you form[hx-post]').first().waitFor(),
  table: (page) => page.locator('.table-root > *').first().waitFor(),
};

for (const [name, path] of [
  ['home', () => '/'],
  ['a lobby', lobby],
])
  test(`what is tapped at ${name} while the network is away opens when it is back`, async () => {
    const page = await visit();
    await page.goto(server.url + (await path()));
    if (path === lobby) await alive.lobby(page);
    await page.context().setOffline(true);
    for (let i = 0; i < 3; i++) await page.locator('[data-open=settings]').click();
    if (path === lobby) await page.getByRole('alert').getByText('Sin conexión').waitFor();
    await page.context().setOffline(false);
    await page.locator('dialog[open] .settings-form').waitFor();
    assert.equal(await page.locator('dialog[open] .settings-form').count(), 1, 'however often one tapped');
    await close(page);
  });

for (const kind of ['stylesheet', 'script'])
  test(`a page of which no ${kind} came is whole when the network is back`, async () => {
    const page = await visit();
    const state = await fail(page, (request) => request.resourceType() === kind, 6);
    await page.goto(`${server.url}${await lobby()}`);
    await alive.lobby(page);
    assert.ok(state.missed > 0);
    await page.waitForFunction(() =>
      [...document.querySelectorAll('link[rel=stylesheet]')].every(({ sheet }) => sheet),
    );
    await close(page);
  });

test('half a page is asked for again', async () => {
  const page = await visit();
  let halves = 0;
  await page.route(/\/rooms\/\w{6}$/, async (route) => {
    if (halves++) return route.continue();
    const whole = await route.fetch();
    const text = await whole.text();
    return route.fulfill({ response: whole, body: text.slice(0, text.indexOf('<main') + 20) });
  });
  await page.goto(`${server.url}${await lobby()}`);
  await alive.lobby(page);
  assert.equal(halves, 2);
  await close(page);
});

test('a script that can never come does not make a page come for ever', async () => {
  const page = await visit();
  let pages = 0;
  await page.route('**/js/shell.js', (route) => route.abort('blockedbyclient'));
  page.on('request', (request) => {
    pages += request.isNavigationRequest() ? 1 : 0;
  });
  await page.clock.install();
  await page.goto(`${server.url}/`);
  for (let minute = 0; minute < 20; minute++) await page.clock.runFor(60000).catch(() => {});
  assert.ok(pages <= 8, `${pages} times`);
  await close(page);
});

/** Whichever request is the first to fail, until a page is alive before it would be that one's turn. */
async function sweep(path, isAlive) {
  const missesFrom = async (first) => {
    const page = await visit();
    const state = await fail(page, (_, asked) => asked === first);
    await page.goto(server.url + (await path()));
    await isAlive(page);
    await close(page);
    return state.missed;
  };
  const atOnce = 4;
  for (let first = 2; ; first += atOnce) {
    const missed = await Promise.all(Array.from({ length: atOnce }, (_, i) => missesFrom(first + i)));
    if (missed.includes(0)) return assert.ok(first > 6, `${first} requests`);
  }
}

test('a lobby, whichever of its requests is the first to fail', () => sweep(lobby, alive.lobby));
test('a table, whichever of its requests is the first to fail', async () => {
  const [{ path }] = await tables(server.url);
  await sweep(() => path, alive.table);
});

test('a game that is watched again, if the list of its steps does not come at once', async () => {
  const game = await codenames();
  await endCodenames(game);
  const page = await visit();
  const state = await fail(page, (request) => /replay\.json$/.test(request.url()));
  await page.goto(`${server.url}/rooms/${game.id}/replay`);
  await alive.table(page);
  assert.equal(state.missed, 2);
  await page.locator('.replay-dock').waitFor();
  await close(page);
});
