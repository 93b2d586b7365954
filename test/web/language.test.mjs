// The interface is the reader's: what they chose, else what their browser asks for, else Spanish. It can be
// changed on every page, in the middle of a game, and nothing is lost by it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desk, launch, startServer, visitor } from './browser.mjs';
import { playCodenames } from './codenames.mjs';
import { openAll } from './house.mjs';
import { startPreview } from './preview.mjs';
import { codenamesView } from './samples.mjs';

const [browser, preview, server] = await openAll(launch(), startPreview(), startServer());

const spoken = (page) => page.evaluate(() => document.documentElement.lang);

/** From the settings, which are open again afterwards, in the other language. */
async function choose(page, code, title) {
  await page.locator(`dialog .option:has(input[name="pref-language"][value="${code}"])`).click();
  await page.getByRole('dialog', { name: title }).waitFor();
  await page.waitForFunction(
    (value) =>
      document.activeElement?.getAttribute('name') === 'pref-language' &&
      document.activeElement.value === value,
    code,
  );
}

test('a browser that asks for none of the four reads Spanish, one that asks for Bulgarian that', async () => {
  for (const [asked, got] of [
    ['fr-FR', 'es'],
    ['bg-BG', 'bg'],
    ['en-GB', 'en'],
  ]) {
    const page = await visitor(browser, { language: asked });
    await page.goto(`${server.url}/`);
    assert.equal(await spoken(page), got);
    await page.context().close();
  }
});

test('in the middle of a game: the same hand, the same page, another language', async () => {
  const page = await visitor(browser, { language: 'en', serviceWorkers: 'block' });
  await page.goto(`${server.url}/`);
  await page.locator('button[name=game][value=santase]').click();
  await page.locator('#lobby').waitFor();
  await page.locator('form[action$="/add_bot"] button').click();
  await page.locator('.person-name', { hasText: 'Ludovica' }).waitFor();
  await page.locator('form[action$="/start"] button').click();
  await page.locator('.hand.own button').first().waitFor();
  assert.equal(await spoken(page), 'en');
  await page.evaluate(() => {
    window.same = true;
  });
  // No step of the game is waited for: the words change, not the game.
  const cards = () =>
    page.locator('.hand.own button use').evaluateAll((all) => all.map((use) => use.getAttribute('href')));
  const before = await cards();
  assert.match(await page.locator('.hand.own').getAttribute('aria-label'), /hand/i);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await choose(page, 'bg', 'Настройки');
  assert.equal(await spoken(page), 'bg');
  assert.match(await page.title(), /[а-я]/i);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Меню' }).waitFor();
  assert.match(await page.locator('.hand.own').getAttribute('aria-label'), /[а-я]/i);
  assert.match(await page.locator('.frame-players').getAttribute('aria-label'), /[а-я]/i);
  assert.deepEqual(await cards(), before);
  assert.equal(await page.evaluate(() => window.same), true, 'the page was not loaded again');
  await page.reload();
  await page.locator('.hand.own button').first().waitFor();
  assert.equal(await spoken(page), 'bg', 'it is remembered');
  assert.deepEqual(await cards(), before);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a half-written clue stays', async () => {
  const page = await visitor(browser, { serviceWorkers: 'block' });
  preview.state.view = { ...codenamesView({ phase: 'AwaitingClue', role: 'spymaster' }), seq: 300 };
  await page.goto(`${preview.url}/preview/table`);
  await page.fill('#cn-clue', 'media pala');
  await page.getByRole('button', { name: 'Menú' }).click();
  await page.getByRole('button', { name: 'Ajustes' }).click();
  await choose(page, 'it', 'Impostazioni');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Menu' }).waitFor();
  assert.equal(await page.inputValue('#cn-clue'), 'media pala');
  assert.equal(await spoken(page), 'it');
  assert.equal(await page.locator('.cn-board').getAttribute('lang'), 'es', 'the words are the room’s');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('in a lobby what was typed is still there, and nobody came or went', async () => {
  const page = await visitor(browser, { language: 'en', serviceWorkers: 'block' });
  await page.goto(`${server.url}/`);
  await page.locator('button[name=game][value=codenames]').click();
  await page.locator('#lobby').waitFor();
  await page.fill('#name', 'Marti');
  const people = () => page.locator('.person-name').allTextContents();
  const before = (await people()).length;
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await choose(page, 'it', 'Impostazioni');
  await page.keyboard.press('Escape');
  assert.equal(await page.inputValue('#name'), 'Marti');
  assert.equal(await spoken(page), 'it');
  assert.equal((await people()).length, before);
  assert.doesNotMatch(page.url(), /lang=/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('on a television and where a game is watched again, too', async () => {
  const game = await playCodenames(server);
  const tv = await visitor(browser, { size: desk, serviceWorkers: 'block' });
  await tv.goto(`${server.url}/rooms/${game.id}/tv`);
  await tv.locator('.codenames').waitFor();
  await tv.getByRole('button', { name: 'Ajustes' }).click();
  await choose(tv, 'it', 'Impostazioni');
  await tv.keyboard.press('Escape');
  await tv.getByRole('heading', { name: 'Nomi in codice', level: 1 }).waitFor();
  await tv.locator('.codenames').waitFor();
  await game.clue();
  await game.end();
  await tv.goto(`${server.url}/rooms/${game.id}/replay`);
  await tv.locator('.codenames').waitFor();
  assert.equal(await spoken(tv), 'it');
  await tv.getByRole('button', { name: 'Impostazioni' }).click();
  await choose(tv, 'en', 'Settings');
  await tv.keyboard.press('Escape');
  await tv.getByRole('button', { name: 'Settings' }).waitFor();
  await tv.getByRole('button', { name: 'One step on' }).waitFor();
  assert.equal(await spoken(tv), 'en');
  assert.deepEqual(tv.problems, []);
  await tv.context().close();
});
