// A game that is over is watched again on the table it was played on: forward, back, with everybody's eyes.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { desk, launch, phone, startServer, takeSeat, visitor } from './browser.mjs';
import { playCodenames } from './codenames.mjs';
import { shoot, violations } from './phones.mjs';

let browser;
let server;
before(async () => {
  [browser, server] = await Promise.all([launch(), startServer('--reconnect-grace-ms', '3600000')]);
});
after(async () => {
  await browser.close();
  await server.stop();
});

async function finished() {
  const game = await playCodenames(server);
  await game.clue();
  await game.end();
  return game;
}

async function open(game, token, { path = 'replay', size = phone } = {}) {
  const page = await visitor(browser, { size });
  if (token) await takeSeat(page, `${server.url}/rooms/${game.id}`, token);
  await page.goto(`${server.url}/rooms/${game.id}/${path}`);
  await page.locator('.table-root > *').first().waitFor();
  return page;
}

const press = (page, name) => page.locator('.replay-dock').getByRole('button', { name }).click();
const stepIs = (page, step) =>
  page.waitForFunction(
    (wanted) => document.querySelector('.replay-step')?.textContent.startsWith(`${wanted} /`),
    step,
  );
const done = async (page) => {
  assert.deepEqual(page.problems, []);
  await page.context().close();
};

test('from the end screen to the beginning, by steps and turning points to the end', async () => {
  const game = await finished();
  const page = await open(game, game.tokens.red.operative, { path: 'game' });
  await page.getByRole('link', { name: 'Ver la partida otra vez' }).click();
  await page.locator('.replay-dock').waitFor();
  await page.locator('.codenames').waitFor();
  await stepIs(page, 1);
  assert.equal(await page.locator('.over').count(), 0);
  assert.deepEqual(await violations({ page }), []);
  await shoot({ page }, 'replay-begins');
  await press(page, 'Un paso adelante');
  await stepIs(page, 2);
  await press(page, 'Un paso atrás');
  await stepIs(page, 1);
  await press(page, 'Al momento clave siguiente');
  await page.getByText('zigurat').first().waitFor();
  await page.keyboard.press('End');
  await page.locator('.over').waitFor();
  assert.equal(await page.locator('.over-next').count(), 0, 'nobody starts a game from a replay');
  await shoot({ page }, 'replay-ends');
  assert.deepEqual(await violations({ page }), []);
  await page.keyboard.press('Home');
  await stepIs(page, 1);
  await page.locator('.over').waitFor({ state: 'detached' });
  await page.locator('.codenames').waitFor();
  await done(page);
});

test('it plays by itself to the end, at speed, and can be played again', async () => {
  const game = await finished();
  const page = await open(game, game.tokens.blue.operative);
  await press(page, 'Velocidad: 1×');
  await press(page, 'Velocidad: 2×');
  await press(page, 'Reproducir');
  await page.locator('.over').waitFor();
  await page.locator('.replay-dock').getByRole('button', { name: 'Reproducir' }).waitFor();
  await press(page, 'Reproducir');
  await page.locator('.over').waitFor({ state: 'detached' });
  await done(page);
});

test('with the eyes of the spymaster an operative sees the key that was hidden then', async () => {
  const game = await finished();
  const page = await open(game, game.tokens.red.operative);
  const board = () => page.locator('.table-root').innerHTML();
  const own = await board();
  const eyes = page.locator('.replay-choices select');
  const options = await eyes.locator('option').allTextContents();
  assert.equal(options.length, 5, options.join());
  const [, first] = await eyes.locator('option').evaluateAll((all) => all.map((one) => one.value));
  await eyes.selectOption(first);
  await page.waitForFunction((was) => document.querySelector('.table-root').innerHTML !== was, own);
  await shoot({ page }, 'replay-eyes');
  await done(page);
});

test('what is pressed on the table goes nowhere and says why', async () => {
  const game = await finished();
  const page = await open(game, game.tokens.red.operative);
  await press(page, 'Al momento clave siguiente');
  await page.getByText('zigurat').first().waitFor();
  const seen = [];
  page.on('request', (request) => seen.push(`${request.method()} ${request.url()}`));
  const buttons = page.locator('.table-root button:not([disabled])');
  if (await buttons.count()) await buttons.first().click();
  assert.deepEqual(
    seen.filter((request) => request.startsWith('POST')),
    [],
  );
  await done(page);
});

test('a television shows it large, and who has no seat sees the crowd’s view', async () => {
  const game = await finished();
  const tv = await open(game, null, { path: 'replay?tv=1', size: desk });
  await tv.locator('.replay-dock').waitFor();
  assert.equal(await tv.locator('.replay-choices select').count(), 0);
  await tv.keyboard.press('PageDown');
  await tv.getByText('zigurat').first().waitFor();
  await shoot({ page: tv }, 'replay-tv', { desk });
  assert.equal(await tv.locator('.tv-join').count(), 0);
  await done(tv);
});

test('before a game is over there is nothing to watch, and the page says so', async () => {
  const game = await playCodenames(server);
  const page = await visitor(browser);
  await takeSeat(page, `${server.url}/rooms/${game.id}`, game.host);
  const answer = await page.goto(`${server.url}/rooms/${game.id}/replay`);
  assert.equal(answer.status(), 409);
  await page.getByText('Esta partida se podrá volver a ver cuando termine.').waitFor();
  await page.context().close();
});

test('the evening in one picture, to be kept as a PNG', async () => {
  const game = await finished();
  const page = await open(game, game.host, { path: 'game' });
  await page.getByRole('link', { name: 'La noche en una imagen' }).click();
  await page.waitForFunction(() => document.getElementById('recap')?.naturalWidth === 1080);
  assert.deepEqual(await violations({ page }), []);
  await shoot({ page }, 'recap');
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Guardar la imagen' }).click(),
  ]);
  assert.equal(saved.suggestedFilename(), 'ludoteca.png');
  const bytes = await readFile(await saved.path());
  assert.deepEqual([...bytes.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
  assert.equal(bytes.readUInt32BE(16), 1080);
  await done(page);
});

test('a game is kept as a file, and opened without its room', async () => {
  const game = await finished();
  const page = await open(game, game.tokens.red.operative, { path: 'game' });
  await page.locator('.over').waitFor();
  const [kept] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Guardar la partida' }).click(),
  ]);
  const file = {
    name: 'kept.jsonl',
    mimeType: 'application/jsonl',
    buffer: await readFile(await kept.path()),
  };
  await done(page);
  const reader = await visitor(browser, { size: phone });
  await reader.goto(`${server.url}/`);
  await reader.getByRole('link', { name: 'Abrir una partida guardada' }).click();
  await reader.getByRole('heading', { name: 'Una partida guardada' }).waitFor();
  assert.deepEqual(await violations({ page: reader }), []);
  await reader
    .getByLabel('Elegir el archivo')
    .setInputFiles({ name: 'x.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from('{"x":1}') });
  await reader.getByText('Este no es el archivo de una partida guardada.').waitFor();
  await shoot({ page: reader }, 'saved-refused');
  assert.deepEqual(
    reader.problems.splice(0).filter((each) => !/400/.test(each)),
    [],
  );
  await reader.getByLabel('Elegir el archivo').setInputFiles(file);
  await reader.waitForURL(/\/replay\/[0-9a-f]{32}$/);
  await reader.locator('.codenames').waitFor();
  await stepIs(reader, 1);
  assert.equal(await reader.getByRole('link', { name: 'Guardar la partida' }).count(), 0);
  await shoot({ page: reader }, 'saved-opened');
  await reader.keyboard.press('End');
  await reader.locator('.over').waitFor();
  await reader.locator('.bar').getByRole('link').click();
  await reader.getByRole('heading', { name: 'Una partida guardada' }).waitFor();
  await done(reader);
});
