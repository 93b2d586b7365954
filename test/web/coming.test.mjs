// The game whose rules come later: a tile that says so, a real lobby, an empty table that offers a way
// on; in the browser and over Socket.IO.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { io } from 'socket.io-client';
import { desk, launch, phone, root, startServer, visitor } from './browser.mjs';

const axe = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');
let browser;
let server;
before(async () => {
  [browser, server] = await Promise.all([launch(), startServer()]);
});
after(async () => {
  await browser.close();
  await server.stop();
});

const codeOf = (page) => /rooms\/(\w{6})/.exec(page.url())[1];
const sees = (page, name) =>
  page
    .locator('.person-name', { hasText: new RegExp(`^${name}$`) })
    .first()
    .waitFor();

async function introduce(page, name) {
  await page.locator('#you form[hx-post]').first().waitFor();
  await page.fill('#name', name);
  await page.locator('#you form button').first().click();
  await sees(page, name);
}

async function open(path, name, options) {
  const page = await visitor(browser, { bypassCSP: true, reducedMotion: 'reduce', ...options });
  await page.goto(server.url + path);
  if (name) await introduce(page, name);
  return page;
}

async function violations(page) {
  await page.evaluate(axe);
  const result = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return result.violations.map(
    (v) =>
      `${v.id}: ${v.nodes
        .map((node) => node.target.join(' '))
        .slice(0, 3)
        .join(', ')}`,
  );
}

async function close(...pages) {
  for (const page of pages) {
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
}

const soon = { es: 'Muy pronto', it: 'In arrivo', en: 'Coming soon', bg: 'Очаквайте скоро' };
test('all five games are on the shelf; one says that its rules are on their way, in four languages', async () => {
  for (const [language, words] of Object.entries(soon)) {
    const page = await open('/', null, { language });
    assert.equal(await page.locator('.tile').count(), 5);
    assert.equal(await page.locator('.tile.soon').count(), 1);
    const tile = page.locator('.tile[data-game=cah]');
    await tile.getByText(words).waitFor();
    await tile.locator('button[value=cah]').waitFor();
    await close(page);
  }
});

test('the cards game: who is missing, the empty table, and on to a game that is there', async () => {
  const host = await open('/', null, { size: desk });
  await host.getByRole('button', { name: 'Echar un vistazo: Cartas contra todo' }).click();
  await host.waitForURL(/\/lobby$/);
  const code = codeOf(host);
  await introduce(host, 'Ana');
  await host.getByText('La mesa está puesta').waitFor();
  await host.locator('#status', { hasText: 'Faltan 2 jugadores' }).waitFor();
  const guests = [];
  for (const name of ['Luca', 'Bea', 'Ciro'])
    guests.push(await open(`/rooms/${code}`, name, { size: phone }));
  await host.locator('#status[data-ready=yes], #status [data-ready=yes]').first().waitFor();
  await sees(host, 'Ciro');
  assert.deepEqual(await violations(host), [], 'lobby');
  await host.getByRole('button', { name: 'A la mesa' }).click();
  for (const page of [host, ...guests]) {
    await page.waitForURL(/\/game$/);
    await page.getByRole('heading', { name: 'La mesa está puesta, las reglas están en camino' }).waitFor();
    assert.deepEqual(await violations(page), [], 'empty table');
  }
  const tv = await open(`/rooms/${code}/tv`, null, { size: desk });
  await tv.getByRole('heading', { name: 'La mesa está puesta, las reglas están en camino' }).waitFor();

  const [luca] = guests;
  assert.equal(await luca.getByRole('button', { name: 'Jugar a otra cosa' }).count(), 0);
  await luca.getByText('Ana puede poner otro juego').waitFor();
  await luca.getByRole('button', { name: 'Esta noche' }).click();
  await luca.getByRole('dialog').getByText('Todavía no ha terminado ninguna partida').waitFor();
  await luca.keyboard.press('Escape');
  await luca.locator('.coming').getByRole('button', { name: 'Invitar a más gente' }).click();
  await luca.getByRole('dialog').getByRole('img', { name: /QR/ }).waitFor();
  await luca.keyboard.press('Escape');

  // A killed server brings the empty table back as it was.
  await server.kill();
  await server.start();
  await host.reload();
  await host.getByRole('button', { name: 'Jugar a otra cosa' }).click();
  await host.waitForURL(/\/lobby/);
  await luca.waitForURL(`**/rooms/${code}`);
  await host.locator('#other-games button[value=taboo]').click();
  await host.getByRole('heading', { name: 'Tabú', level: 1 }).waitFor();
  await host.getByRole('button', { name: '¡Empezar!' }).waitFor();
  await host.getByRole('button', { name: '¡Empezar!' }).click();
  await luca.waitForURL(/\/game$/);
  await luca.locator('.taboo').waitFor();
  await close(host, ...guests, tv);
});

/** An event with its answer. */
const ask = (socket, event, payload = {}) =>
  new Promise((done) => {
    socket.emit(event, payload, done);
  });
const connect = () =>
  new Promise((done) => {
    const socket = io(server.url, { transports: ['websocket'] });
    socket.on('connect', () => done(socket));
  });

test('over Socket.IO: create, sit down, start, nothing to do, another game', async () => {
  const sockets = [];
  let made;
  for (let i = 0; i < 3; i++) {
    const socket = await connect();
    sockets.push(socket);
    if (i === 2) {
      const refusal = await ask(sockets[0], 'start_game');
      assert.equal(refusal.error.code, 'NEED_MORE_PLAYERS');
    }
    const answer = await ask(
      socket,
      i ? 'join_room' : 'create_room',
      i
        ? { roomCode: made.roomCode, playerName: `P${i}`, views: true }
        : { game: 'cah', playerName: 'Ana', views: true },
    );
    assert.equal(answer.error, undefined);
    made ??= answer;
  }
  const view = new Promise((done) => {
    sockets[1].on('view', (v) => {
      if (v.room.state === 'PLAYING') done(v);
    });
  });
  assert.equal((await ask(sockets[0], 'start_game')).error, undefined);
  const shown = await view;
  assert.equal(shown.room.game, 'cah');
  assert.deepEqual(shown.table, { phase: 'EMPTY' });
  assert.equal((await ask(sockets[0], 'card_correct')).error.code, 'UNKNOWN_VERB');
  assert.equal((await ask(sockets[1], 'end_game')).error.code, 'NOT_HOST');
  assert.equal((await ask(sockets[0], 'end_game')).error, undefined);
  assert.equal((await ask(sockets[0], 'choose_game', { game: 'taboo' })).error, undefined);
  for (const socket of sockets) socket.disconnect();
});
