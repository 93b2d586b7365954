// A host who is quicker than the lobby's scripts: what was changed before they ran is kept all the same. And a network
// that is gone for a moment while a page comes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitor } from './browser.mjs';
import { openHouse } from './house.mjs';

const { browser, server } = await openHouse();

/** A lobby whose scripts come only when `come` is called. */
async function lobbyWithoutScripts() {
  let come;
  const held = new Promise((done) => {
    come = done;
  });
  const page = await visitor(browser, { serviceWorkers: 'block' });
  await page.goto(`${server.url}/`);
  await page.route(/\/(vendor\/htmx|js\/lobby)\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.locator('button[name=game][value=taboo]').click({ noWaitAfter: true });
  await page.waitForURL(/\/lobby$/, { waitUntil: 'commit' });
  return { page, come };
}

/** The scripts have run when the stream that they open has brought the lobby. */
async function ready(page, come) {
  const opened = page.waitForResponse(/\/sse\//);
  come();
  await opened;
}

/** What everybody else sees in the lobby. */
async function guestOf(page) {
  const guest = await visitor(browser);
  await guest.goto(page.url().replace(/\/lobby$/, ''));
  return guest;
}
const summary = (guest, label, value) =>
  guest.locator('.summary div', { hasText: label }).locator('dd', { hasText: value });

test('numbers and choices changed before the scripts are there are sent when they are', async () => {
  const { page, come } = await lobbyWithoutScripts();
  await page.fill('#set-turnSeconds', '7');
  await page.locator('#set-turnSeconds').blur();
  await page.locator('.option', { has: page.locator('input[name=mode][value=deck]') }).click();
  assert.equal(await page.evaluate(() => typeof globalThis.htmx), 'undefined');
  come();
  const guest = await guestOf(page);
  await summary(guest, 'Cada turno dura', /^7 segundos$/).waitFor();
  await summary(guest, 'Se juega', /acabar las cartas/).waitFor();
  assert.deepEqual(page.problems, []);
  for (const each of [page, guest]) await each.context().close();
});

test('a number that is still being written is sent when it is left, whole', async () => {
  const { page, come } = await lobbyWithoutScripts();
  const sent = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/configure_room')) sent.push(request.postData());
  });
  await page.fill('#set-scoreLimit', '1');
  await ready(page, come);
  await page.keyboard.press('End');
  await page.keyboard.type('8');
  assert.deepEqual(sent, []);
  await page.locator('#set-scoreLimit').blur();
  const guest = await guestOf(page);
  await summary(guest, 'Puntos para ganar', /^18$/).waitFor();
  for (const body of sent) assert.match(body, /scoreLimit=18/);
  for (const each of [page, guest]) await each.context().close();
});

test('a lobby that nobody touched sends nothing', async () => {
  const { page, come } = await lobbyWithoutScripts();
  const sent = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/configure_room')) sent.push(request.postData());
  });
  await ready(page, come);
  assert.deepEqual(sent, []);
  await page.context().close();
});

test('words that did not come at first are asked for again', async () => {
  const page = await visitor(browser, { serviceWorkers: 'block' });
  let asked = 0;
  await page.route(/\/lang\/.*\.json$/, (route) => ((asked += 1) <= 2 ? route.abort() : route.continue()));
  await page.goto(`${server.url}/`);
  await page
    .getByRole('button', { name: /ordenador|máquina/ })
    .first()
    .click();
  await page.locator('.hand.own button').first().waitFor();
  assert.ok(asked > 2);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
