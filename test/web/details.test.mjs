// Why something was not done: the precise reason, in the reader's language, on the wire, in a notice and
// on a page without JavaScript.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { io } from 'socket.io-client';
import { visitor } from './browser.mjs';
import { openHouse } from './house.mjs';

const { browser, server } = await openHouse('--max-players-per-team', '2');

const codeOf = (page) => /rooms\/(\w{6})/.exec(page.url())[1];
const ask = (socket, event, payload = {}) =>
  new Promise((done) => {
    socket.emit(event, payload, done);
  });
const connect = () =>
  new Promise((done) => {
    const socket = io(server.url, { transports: ['websocket'] });
    socket.on('connect', () => done(socket));
  });

test('the wire says it as a key with values', async () => {
  const host = await connect();
  const made = await ask(host, 'create_room', { game: 'taboo', playerName: 'Ana', teamName: 'Equipo A' });
  const { error } = await ask(host, 'start_game');
  assert.equal(error.code, 'NEED_MORE_PLAYERS');
  assert.deepEqual(error.detail, {
    key: 'lobby.missingInTeam',
    values: { team: { text: 'Equipo A', key: 'taboo.team.0' }, count: { text: '1' } },
  });
  const other = await connect();
  await ask(other, 'join_room', { roomCode: made.roomCode, playerName: 'Luca', teamName: 'Equipo A' });
  const third = await connect();
  const full = await ask(third, 'join_room', {
    roomCode: made.roomCode,
    playerName: 'Bea',
    teamName: 'Equipo A',
  });
  assert.deepEqual(full.error, {
    code: 'TEAM_FULL',
    message: 'Equipo A is full.',
    detail: { key: 'error.TEAM_FULL.team', values: { team: { text: 'Equipo A', key: 'taboo.team.0' } } },
  });
  const range = await ask(host, 'configure_room', { scoreLimit: 100000 });
  assert.equal(range.error.detail.key, 'error.BAD_SETTING.range');
  for (const socket of [host, other, third]) socket.disconnect();
});

async function create(options) {
  const page = await visitor(browser, options);
  await page.goto(`${server.url}/`);
  await page.locator('button[name=game][value=taboo]').click();
  await page.waitForURL(/\/lobby$/);
  return page;
}

test("a notice in the lobby says it in the reader's language", async () => {
  for (const [language, sentence] of [
    ['es', /^Puntos para ganar: un número del 1 al \d+\.$/],
    ['bg', /: число от 1 до \d+\.$/],
  ]) {
    const page = await create({ language });
    if (language !== 'es') await page.goto(`${page.url()}?lang=${language}`);
    // At once: what the stream brings puts the limit back.
    await page.locator('#set-scoreLimit').evaluate((field) => {
      field.removeAttribute('max');
      field.value = '100000';
      field.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await page.getByRole('alert').getByText(sentence).waitFor();
    await page.context().close();
  }
});

test('what both teams lack is said of both', async () => {
  const host = await create();
  const status = host.locator('#status');
  await status.getByText('Falta 1 jugador en Equipo A. Faltan 2 jugadores en Equipo B.').waitFor();
  const guest = await connect();
  await ask(guest, 'join_room', { roomCode: codeOf(host), playerName: 'Luca', teamName: 'Equipo B' });
  await status.getByText('Falta 1 jugador en Equipo A. Falta 1 jugador en Equipo B.').waitFor();
  guest.disconnect();
  await host.context().close();
});

test('a full team is shown as full; seconds are shown as seconds', async () => {
  const host = await create();
  const guests = [];
  for (let i = 0; i < 4; i++) {
    const page = await visitor(browser);
    await page.goto(`${server.url}/rooms/${codeOf(host)}`);
    await page.locator('#you form[hx-post]').first().waitFor();
    guests.push(page);
  }
  await host.locator('.join-team[disabled]', { hasText: 'Completo: máximo 2 jugadores' }).waitFor();
  assert.equal(await host.locator('.join-team:not([disabled])').count(), 0);
  await guests[3].getByText('No quedan sitios').waitFor();
  await host
    .locator('details', { has: host.locator('#set-turnEndPauseMs') })
    .locator('summary')
    .click();
  assert.equal(await host.inputValue('#set-turnEndPauseMs'), '3');
  await host.fill('#set-turnEndPauseMs', '4.5');
  await host.locator('#set-turnEndPauseMs').blur();
  await guests[0]
    .locator('.summary div', { hasText: 'Pausa entre turnos' })
    .locator('dd', { hasText: /^4.5 segundos$/ })
    .waitFor();
  for (const page of [host, ...guests]) await page.context().close();
});

test('without JavaScript the page says it', async () => {
  const host = await create({ javaScriptEnabled: false });
  const code = codeOf(host);
  const cookies = (await host.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const answer = await fetch(`${server.url}/rooms/${code}/start`, {
    method: 'POST',
    headers: { Cookie: cookies, Accept: 'text/html', 'Content-Type': 'application/x-www-form-urlencoded' },
    body: '',
  });
  assert.equal(answer.status, 409);
  assert.match(await answer.text(), /Falta 1 jugador en Equipo A/);
  await host.context().close();
});
