// Phones take part in the chance of a game by themselves, and «Comprobar» says what came of it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { desk, launch, phone, startServer, takeSeat, visitor } from './browser.mjs';
import { playCodenames } from './codenames.mjs';
import { sitAtSantase } from './house.mjs';
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

async function verdictOf(page) {
  await page.locator('.proof-verdict').waitFor();
  return page.locator('.proof-verdict').getAttribute('data-verdict');
}

/** The same dialog as on the end screen, for a game that was stopped before it came to one. */
const check = (page, code) =>
  page.evaluate(async (room) => {
    const scripts = [...document.querySelectorAll('script[type=module]')].map(({ src }) => src);
    const base = scripts.find((src) => src.includes('/js/')).replace(/[^/]+$/, '');
    const { openProof } = await import(`${base}proof-dialog.js`);
    const { loadLang } = await import(`${base}lang.js`);
    await openProof(await loadLang(), room, 1e9);
  }, code);

test('two phones add their numbers by themselves and check the game afterwards', async () => {
  const [ana, eva] = await sitAtSantase(browser, server.url, { fair: true });
  const code = new URL(ana.url()).pathname.split('/')[2];
  const room = `${server.url}/rooms/${code}`;
  const headers = { accept: 'application/json' };
  const { fair, state } = (await (await ana.request.get(`${room}/state`, { headers })).json()).room;
  assert.equal(state, 'PLAYING');
  assert.equal(fair.dealt, true);
  assert.equal(fair.phones.length, 2);
  assert.ok((await ana.request.post(`${room}/do/end_game`, { data: {}, headers })).ok());
  for (const page of [ana, eva]) {
    await page.locator('#lobby').waitFor();
    await check(page, code);
    assert.equal(await verdictOf(page), 'fair');
    const text = await page.locator('.dialog-body').innerText();
    assert.match(text, /Todo cayó como tenía que caer. El azar lo hicieron el servidor y 2 teléfonos/);
    assert.match(text, /El número de este teléfono está dentro/);
  }
  await shoot({ page: ana }, 'proof-fair');
  // A phone that was promised something else says so.
  await ana.evaluate((key) => {
    const memory = JSON.parse(localStorage.getItem(key));
    memory.promises.at(-1).commitment = '0'.repeat(64);
    localStorage.setItem(key, JSON.stringify(memory));
  }, `ludoteca.fair.${code}`);
  await ana.getByRole('button', { name: 'Cerrar' }).click();
  await check(ana, code);
  assert.equal(await verdictOf(ana), 'promise');
  assert.match(await ana.locator('.dialog-body').innerText(), /Esta partida no pasa la prueba/);
  for (const page of [ana, eva]) {
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
});

for (const [name, size] of Object.entries({ phone, desk }))
  test(`from the end screen, on a ${name}`, async () => {
    const game = await playCodenames(server);
    await game.clue();
    await game.end();
    const page = await visitor(browser, { size });
    await takeSeat(page, `${server.url}/rooms/${game.id}`, game.tokens.red.operative);
    const button = page.getByRole('button', { name: 'Comprobar el azar' });
    await button.waitFor();
    await button.scrollIntoViewIfNeeded();
    await shoot({ page }, `proof-over-${name}`);
    await button.click();
    assert.equal(await verdictOf(page), 'alone');
    assert.match(await page.locator('.dialog-body').innerText(), /Ningún teléfono participó/);
    assert.deepEqual(await violations({ page }), []);
    await shoot({ page }, `proof-alone-${name}`);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
