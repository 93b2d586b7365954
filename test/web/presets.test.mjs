// Sets of settings with a name: those that a game brings, those that a host keeps in this browser, and links.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desk } from './browser.mjs';
import { close, openHouse, patient } from './house.mjs';
import { shoot, violations } from './phones.mjs';

const house = await openHouse(...patient);
const row = (page) => page.getByRole('group', { name: 'Ajustes preparados' });
const preset = (page, name) => row(page).getByRole('button', { name, exact: true });
const inForce = (page, name) => row(page).locator('[aria-pressed=true]', { hasText: name }).waitFor();
const noneInForce = (page) =>
  page.waitForFunction(() => !document.querySelector('.presets [aria-pressed=true]'));

async function open(page, game) {
  const { roomCode, playerId } = await house.call('/rooms', '', { game, playerName: 'Ana' });
  await page.request.post(`${house.url}/rooms/${roomCode}/resume`, {
    form: { playerId },
    maxRedirects: 0,
  });
  await page.goto(`${house.url}/rooms/${roomCode}/lobby`);
  await row(page).waitFor();
  return roomCode;
}
const settings = async (code) => (await house.state(code)).room.settings;

/** Keeps what is set now under a name, as a host does. */
async function keep(page, name) {
  await row(page).getByRole('button', { name: 'Guardar estos ajustes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Guardar estos ajustes' });
  await dialog.getByLabel('Nombre').fill(name);
  await dialog.getByRole('button', { name: 'Guardar', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Sets a number of the form, and waits until the room has it. */
async function change(page, code, key, value) {
  await page.fill(`#set-${key}`, String(value));
  await page.locator(`#set-${key}`).press('Tab');
  for (;;) if ((await settings(code))[key] === value) return;
}

for (const game of ['taboo', 'santase', 'codenames', 'cah'])
  test(`${game}: one tap each, the one in force shows, guests read what it set`, async () => {
    const [host, guest] = [await house.visit(), await house.visit()];
    const code = await open(host, game);
    await guest.goto(`${house.url}/rooms/${code}`);
    await guest.locator('.summary').waitFor();
    assert.equal(await guest.locator('.presets').count(), 0, 'only the host chooses');
    await inForce(host, 'Clásica');
    const names = await row(host).locator('[name=preset]').allInnerTexts();
    assert.ok(names.length >= 4);
    for (const name of names) {
      const before = await guest.locator('.summary').innerText();
      const held = await preset(host, name).getAttribute('aria-pressed');
      await preset(host, name).click();
      await inForce(host, name);
      assert.equal(await row(host).locator('[aria-pressed=true]').count(), 1, name);
      if (held === 'false')
        await guest.waitForFunction((old) => document.querySelector('.summary').innerText !== old, before);
    }
    assert.deepEqual(await violations({ page: host }), []);
    await shoot({ page: host }, `presets-${game}`);
    await close(host, guest);
  });

test('the form follows, and a change by hand is no preset any more', async () => {
  const page = await house.visit({ size: desk });
  const code = await open(page, 'taboo');
  await preset(page, '20 cartas').click();
  await inForce(page, '20 cartas');
  assert.equal(await page.inputValue('#set-deckSize'), '20');
  assert.ok(await page.locator('[name=mode][value=deck]').isChecked());
  assert.ok(await page.locator('#set-scoreLimit').isHidden());
  await change(page, code, 'turnSeconds', 33);
  await noneInForce(page);
  await preset(page, 'Rápida, 10 min').focus();
  await page.keyboard.press('Enter');
  await inForce(page, 'Rápida');
  assert.equal(await page.inputValue('#set-turnSeconds'), '45');
  assert.equal(
    await page.evaluate(() => document.activeElement.textContent),
    'Rápida, 10 min',
    'focus stays',
  );
  await close(page);
});

test('own settings are kept in this browser, used in another room, linked and removed', async () => {
  const page = await house.visit();
  const code = await open(page, 'taboo');
  await change(page, code, 'turnSeconds', 77);
  await keep(page, 'Viernes <b>');
  await inForce(page, 'Viernes <b>');
  await preset(page, 'Clásica').click();
  await inForce(page, 'Clásica');
  assert.equal(await preset(page, 'Viernes <b>').getAttribute('aria-pressed'), 'false');

  const other = await open(page, 'taboo');
  assert.notEqual(other, code);
  await preset(page, 'Viernes <b>').click();
  await inForce(page, 'Viernes <b>');
  assert.equal((await settings(other)).turnSeconds, 77);

  await row(page).getByRole('button', { name: 'Guardar estos ajustes' }).click();
  const dialog = page.getByRole('dialog');
  const link = await dialog
    .getByRole('button', { name: 'Copiar enlace: «Viernes <b>»' })
    .getAttribute('data-copy');
  assert.deepEqual(await violations({ page }), []);
  await shoot({ page }, 'presets-dialog');
  await dialog.getByRole('button', { name: 'Quitar «Viernes <b>»' }).click();
  await preset(page, 'Viernes <b>').waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Cerrar' }).click();
  await page.reload();
  await row(page).waitFor();
  assert.equal(await row(page).locator('.own').count(), 0);

  await page.goto(link);
  await page.getByRole('heading', { name: 'Tabú: Viernes <b>' }).waitFor();
  await page.getByText('77 segundos').waitFor();
  assert.deepEqual(await violations({ page }), []);
  await shoot({ page }, 'presets-link');
  await page.getByLabel('Tu nombre').fill('Berta');
  await page.getByRole('button', { name: 'Crear sala' }).click();
  await page.locator('.person-name', { hasText: 'Berta' }).waitFor();
  assert.equal(await page.inputValue('#set-turnSeconds'), '77');
  await close(page);
});

test('a seed is nobody else’s: neither kept nor in a link', async () => {
  const page = await house.visit();
  const code = await open(page, 'codenames');
  await page.locator('.settings-form > details > summary').click();
  await page.fill('#set-seed', '4242');
  await page.locator('#set-seed').press('Tab');
  await change(page, code, 'clueSeconds', 50);
  await keep(page, 'Mía');
  await inForce(page, 'Mía');
  const kept = await page.evaluate(() => localStorage.getItem('ludoteca.presets.codenames'));
  assert.match(kept, /"clueSeconds":"50"/);
  assert.doesNotMatch(kept, /seed|4242/);
  await close(page);
});

test('what lies in the browser and is no preset does no harm; twelve is the most', async () => {
  const page = await house.visit();
  const broken = ['{', '7', '[{"name":""},{"name":"x"},null,{"name":"y","values":{"a":1}}]'];
  await open(page, 'santase');
  for (const text of broken) {
    await page.evaluate((kept) => localStorage.setItem('ludoteca.presets.santase', kept), text);
    await page.reload();
    await row(page).waitFor();
    assert.equal(await row(page).locator('.own').count(), 0, text);
  }
  const many = Array.from({ length: 12 }, (_, i) => ({ name: `n${i}`, values: { turnSeconds: '9000' } }));
  await page.evaluate((kept) => localStorage.setItem('ludoteca.presets.santase', kept), JSON.stringify(many));
  await page.reload();
  await preset(page, 'n11').click(); // a value that the game does not take is said, and nothing changes
  await page.locator('.toast', { hasText: 'Segundos por jugada' }).waitFor();
  await inForce(page, 'Clásica');
  await row(page).getByRole('button', { name: 'Guardar estos ajustes' }).click();
  await page.getByLabel('Nombre', { exact: true }).fill('uno más');
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar', exact: true }).click();
  await page.locator('.toast', { hasText: 'Caben 12' }).waitFor();
  assert.equal(
    await page.getByLabel('Nombre', { exact: true }).inputValue(),
    'uno más',
    'what was typed stays',
  );
  await close(page);
});

test('a browser that keeps nothing keeps them as long as the page', async () => {
  const page = await house.visit();
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('none here', 'SecurityError');
      },
    }),
  );
  const code = await open(page, 'cah');
  await change(page, code, 'scoreLimit', 9);
  await keep(page, 'Hoy');
  await page.locator('.toast', { hasText: 'no guarda nada' }).waitFor();
  await inForce(page, 'Hoy');
  await preset(page, 'Clásica').click();
  await inForce(page, 'Clásica');
  await preset(page, 'Hoy').click();
  await inForce(page, 'Hoy');
  assert.equal((await settings(code)).scoreLimit, 9);
  await close(page);
});
