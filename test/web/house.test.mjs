// Through the real server with real browsers: create, join by code, by link and by what the QR says,
// teams, kick, hand over, reload, another phone, a killed server, start, back to the lobby.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import jsqr from 'jsqr';
import { PNG } from 'pngjs';
import { desk, phone, visitor } from './browser.mjs';
import { openHouse } from './house.mjs';

const { browser, server } = await openHouse();

const codeOf = (page) => /rooms\/(\w{6})/.exec(page.url())[1];
const people = (page) => page.locator('.person-name').allTextContents();
const sees = (page, name) => page.locator('.person-name', { hasText: new RegExp(`^${name}$`) }).waitFor();

async function create(game, options) {
  const page = await visitor(browser, options);
  await page.goto(`${server.url}/`);
  await page.locator(`button[name=game][value=${game}]`).click();
  await page.waitForURL(/\/lobby$/);
  return page;
}

/** Says a name and waits until the room has it. */
async function introduce(page, name) {
  await page.fill('#name', name);
  await page.locator('#you form button').first().click();
  await sees(page, name);
}

async function join(code, name, options) {
  const page = await visitor(browser, options);
  await page.goto(`${server.url}/rooms/${code}`);
  await page.locator('#you form[hx-post]').first().waitFor(); // the stream has given a seat
  await introduce(page, name);
  return page;
}

async function decodeQr(page) {
  const shot = PNG.sync.read(await page.locator('img.qr').first().screenshot());
  const decode = jsqr.default ?? jsqr;
  return decode(new Uint8ClampedArray(shot.data), shot.width, shot.height)?.data;
}

async function close(...pages) {
  for (const page of pages) {
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
}

test('create, join by code, by link and by QR, choose teams, start', async () => {
  const host = await create('taboo', { size: desk });
  const code = codeOf(host);
  await introduce(host, 'Ana');
  assert.match(await host.locator('#status').innerText(), /Falta/);
  assert.equal(await host.locator('#start').innerHTML(), '');

  const byCode = await visitor(browser);
  await byCode.goto(`${server.url}/?room=${code}`);
  assert.equal(await byCode.inputValue('#code'), code);
  await byCode.fill('#code', ` ${code.slice(0, 3).toLowerCase()}-${code.slice(3)} `);
  await byCode.getByRole('button', { name: 'Entrar' }).click();
  await byCode.waitForURL(`**/rooms/${code}`);
  await byCode.locator('#you form[hx-post]').first().waitFor();
  await introduce(byCode, 'Luca');

  const scanned = await decodeQr(host);
  assert.equal(scanned, `${server.url}/rooms/${code}`);
  const byQr = await visitor(browser);
  await byQr.goto(scanned);
  await byQr.locator('#you form[hx-post]').first().waitFor();
  await introduce(byQr, 'Bea');
  const byLink = await join(code, 'Ciro');
  for (const page of [host, byCode, byQr, byLink])
    for (const name of ['Ana', 'Luca', 'Bea', 'Ciro']) await sees(page, name);

  // Bea goes over to the other team: the status says what is missing now, then she comes back.
  const from = await byQr.locator('.team', { hasText: 'Bea' }).getAttribute('data-team');
  await byQr.locator('.join-team').first().click();
  await byQr.locator(`.team[data-team="${1 - from}"] .person-name`, { hasText: 'Bea' }).waitFor();
  await host.getByText('Falta 1 jugador').waitFor();
  assert.equal(await host.locator('#start button').count(), 0);
  await byQr.locator(`.team[data-team="${from}"] .join-team`).click();
  await host.getByRole('button', { name: '¡Empezar!' }).waitFor();

  await host.getByRole('button', { name: '¡Empezar!' }).click();
  for (const page of [host, byCode, byQr, byLink]) {
    await page.waitForURL(`**/rooms/${code}/game`);
    await page.locator('.bar').waitFor();
    for (const name of ['Ana', 'Luca', 'Bea', 'Ciro'])
      await page.locator('.chip .person-name', { hasText: name }).waitFor({ state: 'attached' }); // a small phone shows faces only
  }
  // Changing pages is not going away: the first describer is still Ana.
  await host.getByRole('button', { name: '¡Estoy listo!' }).waitFor();

  // Somebody late is told so, and may play from the next turn on or watch; the television shows the crowd's view.
  const late = await visitor(browser);
  await late.goto(`${server.url}/rooms/${code}`);
  for (const name of ['Entrar a jugar', 'Mirar']) await late.getByRole('button', { name }).waitFor();
  const tv = await visitor(browser, { size: desk });
  await tv.goto(`${server.url}/rooms/${code}/tv`);
  await tv.locator('.tv-side').getByText('Luca').waitFor();
  assert.equal(await decodeQr(tv), `${server.url}/rooms/${code}`);

  // A pause reaches everybody; ending the game takes everybody back to the lobby.
  await host.getByRole('button', { name: 'Pausa' }).click();
  await byCode.getByRole('heading', { name: 'En pausa' }).waitFor();
  await host.getByRole('button', { name: 'Seguir jugando' }).click();
  await byCode.getByRole('heading', { name: 'En pausa' }).waitFor({ state: 'detached' });
  await host.getByRole('button', { name: 'Menú' }).click();
  await host.getByRole('button', { name: 'Terminar la partida' }).click();
  await host.getByRole('dialog').getByRole('button', { name: 'Terminar la partida' }).click();
  await host.waitForURL(`**/rooms/${code}/lobby`);
  await byCode.waitForURL(`**/rooms/${code}`);
  await close(host, byCode, byQr, byLink, late, tv);
});

test('settings: the host changes them, guests see them, last time is offered again', async () => {
  const host = await create('taboo');
  const guest = await join(codeOf(host), 'Luca');
  await host.fill('#set-scoreLimit', '7');
  await host.locator('#set-scoreLimit').blur();
  await guest
    .locator('.summary div', { hasText: 'Puntos para ganar' })
    .locator('dd', { hasText: /^7$/ })
    .waitFor();
  await host.fill('#set-scoreLimit', '700');
  await host.locator('#set-scoreLimit').blur();
  await host.waitForTimeout(300);
  assert.equal(
    await guest.locator('.summary div', { hasText: 'Puntos para ganar' }).locator('dd').innerText(),
    '7',
  );
  await host.evaluate(() =>
    localStorage.setItem('ludoteca.settings.taboo', JSON.stringify({ scoreLimit: '21', turnSeconds: '45' })),
  );
  await host.reload();
  await host.getByRole('button', { name: 'Como la última vez' }).click();
  await guest
    .locator('.summary div', { hasText: 'Cada turno dura' })
    .locator('dd', { hasText: /^45 segundos$/ })
    .waitFor();
  await guest
    .locator('.summary div', { hasText: 'Puntos para ganar' })
    .locator('dd', { hasText: /^21$/ })
    .waitFor();
  await host.getByRole('button', { name: 'Como la última vez' }).waitFor({ state: 'hidden' });
  await close(host, guest);
});

test('kick, hand over, leave: nobody is left without a host', async () => {
  const host = await create('taboo');
  const code = codeOf(host);
  await introduce(host, 'Ana');
  const luca = await join(code, 'Luca');
  const bea = await join(code, 'Bea', { size: desk });
  await sees(host, 'Bea');
  await host.locator('.person', { hasText: 'Bea' }).locator('summary').click();
  await host.locator('.person', { hasText: 'Bea' }).getByRole('button', { name: 'Echar de la sala' }).click();
  await host.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).last().click();
  await host.locator('.person', { hasText: 'Bea' }).locator('summary').click();
  await host.locator('.person', { hasText: 'Bea' }).getByRole('button', { name: 'Echar de la sala' }).click();
  await host.getByRole('dialog').getByRole('button', { name: 'Echar de la sala' }).click();
  await bea.getByRole('heading', { name: 'Te han sacado de la sala' }).waitFor();
  await host.locator('.person-name', { hasText: 'Bea' }).waitFor({ state: 'detached' });
  await host.locator('.person', { hasText: 'Luca' }).locator('summary').click();
  await host.locator('.person', { hasText: 'Luca' }).getByRole('button', { name: 'Hacer anfitrión' }).click();
  await luca.locator('form[data-settings]').waitFor();
  await host.locator('form[data-settings]').waitFor({ state: 'detached' });
  await luca.getByRole('button', { name: 'Salir de la sala' }).click();
  await luca.waitForURL(`${server.url}/`);
  await host.locator('form[data-settings]').waitFor(); // the role has come back
  await close(host, luca, bea);
});

test('a reload, another phone and a killed server keep the seat', async () => {
  const host = await create('taboo');
  const code = codeOf(host);
  await introduce(host, 'Ana');
  const luca = await join(code, 'Luca');
  await luca.reload();
  await sees(luca, 'Luca');
  assert.equal(await luca.inputValue('#name'), 'Luca');

  await luca.getByRole('link', { name: 'Seguir en otro móvil' }).click();
  const link = await luca.locator('.link-field').inputValue();
  await luca.context().close();
  const other = await visitor(browser, { size: desk });
  await other.goto(link);
  await other.getByRole('button', { name: 'Seguir aquí' }).click();
  await sees(other, 'Luca');
  assert.equal(await other.inputValue('#name'), 'Luca');
  assert.equal((await people(host)).filter((name) => name === 'Luca').length, 1);

  await server.kill();
  await host.locator('body.lost').waitFor();
  await server.start();
  await host.locator('body:not(.lost)').waitFor();
  const bea = await join(code, 'Bea');
  for (const page of [host, other, bea]) for (const name of ['Ana', 'Luca', 'Bea']) await sees(page, name);
  await close(host, other, bea);
});

test('what is being typed survives other people coming in', async () => {
  const host = await create('taboo');
  const code = codeOf(host);
  await host.fill('#name', 'Ana María');
  await host.locator('#name').evaluate((field) => field.setSelectionRange(2, 5));
  const luca = await join(code, 'Luca');
  await sees(host, 'Luca');
  const state = await host
    .locator('#name')
    .evaluate((field) => [
      field.value,
      field.selectionStart,
      field.selectionEnd,
      document.activeElement === field,
    ]);
  assert.deepEqual(state, ['Ana María', 2, 5, true]);
  await close(host, luca);
});

test('names with markup, marks, emoji and far too many letters are shown safely', async () => {
  const host = await create('taboo');
  const code = codeOf(host);
  await introduce(host, '<i>Ana</i>');
  const guest = await join(code, '"><script>x');
  await sees(host, '"><script>x');
  await guest.fill('#name', '');
  await guest.locator('#name').pressSequentially('W'.repeat(30));
  assert.equal(await guest.inputValue('#name'), 'W'.repeat(24), 'the field takes what the room takes');
  await guest.locator('#name').evaluate((field) => field.removeAttribute('maxlength'));
  await guest.fill('#name', 'W'.repeat(96));
  await guest.locator('#you form button').first().click();
  await guest.getByRole('alert').getByText('Usa un nombre de 1 a 24 caracteres.').waitFor();
  await guest.fill('#name', '‮evil‏ 🦊🎲');
  await guest.locator('#you form button').first().click();
  await sees(host, 'evil 🦊🎲');
  assert.equal(await host.locator('.person-name i, .person-name script').count(), 0);
  await close(host, guest);
});

test('four languages, chosen in place', async () => {
  const page = await visitor(browser, { language: 'bg' });
  await page.goto(`${server.url}/`);
  await page.getByRole('heading', { name: 'На какво ще играем днес?' }).waitFor();
  for (const [name, heading] of [
    ['Italiano', 'A cosa giochiamo stasera?'],
    ['English', 'What shall we play tonight?'],
    ['Español', '¿A qué jugamos hoy?'],
  ]) {
    await page.getByRole('link', { name }).click();
    await page.getByRole('heading', { name: heading }).waitFor();
  }
  await page.getByRole('link', { name: 'Italiano' }).click();
  await page.locator('button[value=santase]').click();
  await page.getByText('Manca 1 giocatore').waitFor();
  await close(page);
});

test('wrong codes and lost pages answer kindly', async () => {
  const page = await visitor(browser);
  await page.goto(`${server.url}/join`);
  await page.fill('#code', 'QQQQQQ');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page
    .getByText(/No encontramos|No hay ninguna sala/)
    .first()
    .waitFor();
  assert.equal((await page.goto(`${server.url}/rooms/ZZZZZZ`)).status(), 404);
  await page.getByRole('heading', { name: 'No encontramos esa sala' }).waitFor();
  assert.equal((await page.goto(`${server.url}/nowhere`)).status(), 404);
  await page.getByRole('heading', { name: 'Aquí no hay nada' }).waitFor();
  await close(page);
});

test('by keyboard alone: create, join, start', async () => {
  const host = await visitor(browser, { size: desk });
  await host.goto(`${server.url}/`);
  const tabTo = async (page, matches) => {
    for (let i = 0; i < 80; i++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate((selector) => document.activeElement?.matches(selector), matches)) return;
    }
    throw new Error(`Tab never came to ${matches}`);
  };
  await tabTo(host, 'button[value=santase]');
  await host.keyboard.press('Enter');
  await host.waitForURL(/\/lobby$/);
  const code = codeOf(host);
  const guest = await visitor(browser, { size: phone });
  await guest.goto(`${server.url}/`);
  await tabTo(guest, '#code');
  await guest.keyboard.type(code);
  await guest.keyboard.press('Enter');
  await guest.waitForURL(`**/rooms/${code}`);
  await guest.locator('#you form[hx-post]').first().waitFor();
  await tabTo(guest, '#name');
  await guest.keyboard.type('Radka');
  await guest.keyboard.press('Enter');
  await sees(host, 'Radka');
  await host.locator('#start button').waitFor();
  await tabTo(host, '#start button');
  await host.keyboard.press('Enter');
  await host.waitForURL(/\/game$/);
  await guest.waitForURL(/\/game$/);
  await close(host, guest);
});

test('without JavaScript: create, join, choose another game, start', async () => {
  const host = await visitor(browser, { javaScriptEnabled: false });
  await host.goto(`${server.url}/`);
  await host.locator('button[value=taboo]').click();
  await host.waitForURL(/\/lobby$/);
  const code = codeOf(host);
  await host.locator('#other-games summary').click();
  await host.locator('button[name=game][value=santase]').click();
  await host.getByRole('heading', { name: 'Santase' }).waitFor();
  const guest = await visitor(browser, { javaScriptEnabled: false, size: desk });
  await guest.goto(`${server.url}/rooms/${code}`);
  await guest.fill('#name', 'Radka');
  await guest.getByRole('button', { name: 'Entrar' }).click();
  await sees(guest, 'Radka');
  await host.reload();
  await sees(host, 'Radka');
  await host.getByRole('button', { name: '¡Empezar!' }).click();
  await host.waitForURL(/\/game$/);
  await host.locator('noscript p.card').waitFor();
  await close(host, guest);
});

test('what a screen reader finds in the lobby', async () => {
  const host = await create('santase', { size: desk });
  const code = codeOf(host);
  const spelled = [...code].join(' ');
  await host.getByText(`Código de la sala: ${spelled}`).waitFor();
  await host.getByRole('region', { name: 'Invita con este código' }).waitFor();
  await host.getByRole('img', { name: /Código QR/ }).waitFor();
  await host.getByRole('heading', { name: /Quién está/ }).waitFor();
  await host.getByRole('textbox', { name: 'Tu nombre' }).waitFor();
  const guest = await join(code, 'Radka');
  await host.locator('#live', { hasText: /ha llegado/ }).waitFor({ state: 'attached' });
  await host
    .getByRole('button', { name: 'Opciones para Radka' })
    .or(host.locator('summary[aria-label="Opciones para Radka"]'))
    .first()
    .waitFor();
  await close(host, guest);
});
