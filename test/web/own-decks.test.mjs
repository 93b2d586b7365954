// What a host brings: a partly failed import keeps what failed and says why, nothing is doubled, cards are
// seen, mended and taken out, and all of it is offered again in the next room, as a file too.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { desk, visitor } from './browser.mjs';
import { openHouse } from './house.mjs';
import { shoot, violations } from './phones.mjs';

const { browser, server } = await openHouse('--creates-per-minute', '0');

/** A lobby of one's own; `page` may have been in others. */
async function lobby(page, game, language = 'es') {
  await page.goto(`${server.url}/?lang=${language}`);
  const made = await page.request.post(`${server.url}/rooms`, {
    form: { game, playerName: 'Ana' },
    maxRedirects: 0,
  });
  await page.goto(server.url + made.headers().location);
  return made.headers().location.split('/')[2];
}
const own = (page) => page.locator('#own-cards');
const open = (page) => own(page).locator('> summary').click();
const box = (page) => page.locator('#cards-text');
const add = (page) => page.locator('.cards-form button:not([type="button"])').click();
const summary = (page, text) => own(page).locator('> summary', { hasText: text }).waitFor();
const kept = (page, name) => page.locator('[data-kept-decks] li', { hasText: name });
const here = (page, name) => own(page).locator('li[data-deck]', { hasText: name });
const decks = async (page, code) =>
  (await (await page.request.get(`${server.url}/rooms/${code}/decks`)).json()).decks.filter(
    (deck) => deck.own,
  );

test('only what failed stays in the box, with its reason; the rest is in, and once', async () => {
  const page = await visitor(browser);
  const code = await lobby(page, 'taboo');
  await open(page);
  await box(page).fill('Paella, arroz, domingo\nFaro, luz\nFaro, faros, mar\nMar, agua, azul');
  await add(page);
  await summary(page, '2 cartas propias');
  const problems = page.locator('.card-problems li');
  await problems.nth(1).waitFor();
  assert.deepEqual(await problems.allInnerTexts(), [
    'Línea 2, «Faro»: necesita de 2 a 6 palabras prohibidas',
    'Línea 3, «Faro»: una de las prohibidas contiene la palabra',
  ]);
  assert.equal(await box(page).inputValue(), 'Faro, luz\nFaro, faros, mar');
  await shoot({ page }, 'own-decks-failed');
  await box(page).fill('Faro, luz, mar\nPaella, arroz, sartén');
  await add(page);
  await summary(page, '3 cartas propias');
  await page.waitForFunction(() => document.querySelector('#cards-text').value === '');
  assert.equal(await problems.count(), 0);
  const [deck, ...others] = await decks(page, code);
  assert.deepEqual([deck.name, deck.cards, deck.language, others.length], ['Mis cartas', 3, 'es', 0]);
  const file = await (await page.request.get(`${server.url}/rooms/${code}/decks/${deck.hash}.json`)).json();
  assert.deepEqual(
    file.cards.map((card) => [card.word, ...card.tabooWords]),
    [
      ['FARO', 'luz', 'mar'],
      ['PAELLA', 'arroz', 'sartén'],
      ['MAR', 'agua', 'azul'],
    ],
  );
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a file again takes the place of what it was; its bad lines can be mended here', async () => {
  const page = await visitor(browser);
  const code = await lobby(page, 'taboo');
  await open(page);
  const file = (text) =>
    page
      .locator('[data-cards-file]')
      .setInputFiles({ name: 'viaje.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await file('Faro;luz;mar\r\nIsla;mar\r\nTren;vía;estación\r\n');
  await summary(page, '2 cartas propias');
  await page.waitForFunction(() => document.querySelector('#cards-text').value === 'Isla;mar');
  assert.equal(await page.locator('#cards-name').inputValue(), 'viaje');
  await file('Faro;luz;mar\r\nIsla;mar;arena\r\n');
  await page.waitForFunction(() => document.querySelector('#cards-text').value === '');
  await here(page, '2 cartas').waitFor();
  const all = await decks(page, code);
  assert.deepEqual(
    all.map((deck) => [deck.name, deck.cards]),
    [['viaje', 2]],
  );
  await page.context().close();
});

test('cards are seen, mended, added and taken out in the lobby, by keyboard too', async () => {
  const page = await visitor(browser, { size: desk });
  const code = await lobby(page, 'taboo');
  await open(page);
  await box(page).fill('Paella, arroz, domingo\nFaro, luz, mar\nTren, vía, estación');
  await add(page);
  await here(page, 'Mis cartas').getByRole('button', { name: 'Ver y editar «Mis cartas»' }).press('Enter');
  const editor = page.locator('.deck-editor');
  await editor.locator('.deck-cards li').nth(2).waitFor();
  assert.deepEqual(await violations({ page }), []);
  await editor.getByLabel('Prohibidas, con comas').nth(1).fill('luz');
  await editor.getByRole('button', { name: 'Quitar «TREN»' }).press('Enter');
  await editor.getByRole('button', { name: 'Añadir carta' }).press('Enter');
  await page.keyboard.type('Isla');
  await page.keyboard.press('Tab');
  await page.keyboard.type('mar, arena');
  await shoot({ page }, 'own-decks-editor', { desk });
  await editor.getByRole('button', { name: 'Guardar los cambios' }).click();
  await editor.locator('.card-problems', { hasText: 'necesita de 2 a 6' }).waitFor();
  await summary(page, '2 cartas propias');
  await page.keyboard.press('Escape');
  await editor.waitFor({ state: 'detached' });
  await here(page, 'Mis cartas')
    .getByRole('button', { name: /Ver y editar/ })
    .click();
  const again = editor.getByLabel('Prohibidas, con comas').nth(2);
  assert.equal(await again.inputValue(), 'luz', 'what could not be saved is still there');
  await again.fill('luz, mar');
  await editor.getByRole('button', { name: 'Guardar los cambios' }).click();
  await summary(page, '3 cartas propias');
  await editor.getByText('Hay cambios sin guardar.').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  const [deck] = await decks(page, code);
  const file = await (await page.request.get(`${server.url}/rooms/${code}/decks/${deck.hash}.json`)).json();
  assert.deepEqual(
    file.cards.map((card) => card.word),
    ['ISLA', 'PAELLA', 'FARO'],
  );
  await here(page, 'Mis cartas').getByRole('button', { name: 'Quitar «Mis cartas» de la sala' }).click();
  await summary(page, 'Traer cartas propias');
  assert.deepEqual(await decks(page, code), []);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('what was brought is offered in the next room, as a file, and deleted when told', async () => {
  const page = await visitor(browser);
  await lobby(page, 'codenames');
  await open(page);
  await page.locator('#cards-name').fill('Familia');
  await box(page).fill([...Array(26).keys()].map((n) => `primo ${n}`).join('\n'));
  await add(page);
  await summary(page, '26 palabras propias');
  await kept(page, 'Familia').getByText('En la sala').waitFor();

  const code = await lobby(page, 'codenames', 'en');
  await summary(page, '1 list kept');
  await open(page);
  assert.match(await own(page).innerText(), /any language of the room/);
  await kept(page, 'Familia').scrollIntoViewIfNeeded();
  await shoot({ page }, 'own-decks-kept');
  assert.deepEqual(await violations({ page }), []);
  const download = page.waitForEvent('download');
  await kept(page, 'Familia').getByRole('button', { name: 'Save file “Familia”' }).click();
  const file = JSON.parse(readFileSync(await (await download).path(), 'utf8'));
  assert.equal(file.words.length, 26);
  await kept(page, 'Familia').getByRole('button', { name: 'Use “Familia” in this room' }).click();
  await summary(page, '26 words of your own');
  await kept(page, 'Familia').getByText('In the room').waitFor();
  assert.equal((await decks(page, code)).length, 1);
  await page.reload();
  await open(page);
  await kept(page, 'Familia')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await kept(page, 'Familia').waitFor({ state: 'detached' });
  await page.reload();
  await open(page);
  await page.getByText('What you bring stays in this browser').waitFor();
  assert.equal(await kept(page, 'Familia').count(), 0);
  assert.equal((await decks(page, code)).length, 1, 'the room still has it');

  await own(page).getByRole('button', { name: 'Remove “Familia” from the room' }).click();
  await summary(page, 'Bring your own words');
  await page.locator('[data-cards-file]').setInputFiles({
    name: 'x.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(file)),
  });
  await here(page, 'Familia').waitFor();
  await kept(page, 'Familia').waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('cards in another language than the room plays are not silently away', async () => {
  const page = await visitor(browser);
  const code = await lobby(page, 'taboo');
  await open(page);
  assert.equal(await page.locator('#cards-language').inputValue(), 'es');
  await page.locator('#cards-language').selectOption('it');
  await box(page).fill('Faro, luce, mare');
  await add(page);
  await here(page, 'Italiano').getByText('No en juego · idioma de la sala: Español').waitFor();
  const set = (data) => page.request.post(`${server.url}/rooms/${code}/do/configure_room`, { data });
  await set({ language: 'it' });
  await here(page, 'Italiano').locator('.deck-idle').waitFor({ state: 'detached' });
  await set({ cards: 'house' });
  await here(page, 'Italiano').getByText('No en juego · la sala juega con las de la casa').waitFor();
  await set({ language: 'en', cards: 'own' });
  await page.locator('#status', { hasText: /./ }).waitFor();
  await page.context().close();
});

test('cards to fill in are kept, seen and mended as well', async () => {
  const page = await visitor(browser);
  const code = await lobby(page, 'cah');
  const white = [...Array(3).keys()].map((n) => `respuesta ${n}`);
  await open(page);
  await box(page).fill(JSON.stringify({ black: ['¿Por qué _?'], white }));
  await add(page);
  await summary(page, '4 cartas propias');
  await page.getByRole('button', { name: 'Ver y editar «Mis cartas»' }).click();
  const editor = page.locator('.deck-editor');
  await editor.getByLabel('Carta negra').fill('¿Quién _ con _?');
  await editor.getByRole('button', { name: 'Quitar «respuesta 1»' }).click();
  await editor.getByRole('button', { name: 'Añadir carta blanca' }).click();
  await page.keyboard.type('una sopa fría');
  await shoot({ page }, 'own-decks-cah');
  assert.deepEqual(await violations({ page }), []);
  await editor.getByRole('button', { name: 'Guardar los cambios' }).click();
  await page.getByText('Cambios guardados').waitFor();
  await page.keyboard.press('Escape');
  const [deck] = await decks(page, code);
  const { packs } = await (
    await page.request.get(`${server.url}/rooms/${code}/decks/${deck.hash}.json`)
  ).json();
  assert.deepEqual(
    packs[0].black.map((card) => [card.text, card.pick]),
    [['¿Quién _ con _?', 2]],
  );
  assert.deepEqual(
    packs[0].white.map((card) => card.text),
    ['una sopa fría', 'respuesta 0', 'respuesta 2'],
  );
  await kept(page, 'Mis cartas').waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
