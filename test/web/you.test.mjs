// Who one is: a face to choose, a name that is remembered and can be changed at the table, the way back from
// the home page, the door of a running game, and a game with nobody else at all.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { close, openHouse, patient } from './house.mjs';
import { violations } from './phones.mjs';

const house = await openHouse(...patient);

/** From the home page into a room of one's own; says its code. */
async function create(page, game, name) {
  await page.goto(house.url);
  await page.fill('#name', name);
  await page.locator(`button[name=game][value=${game}]`).click();
  await page.locator('.person-name', { hasText: name }).waitFor();
  return /rooms\/(\w+)/.exec(page.url())[1];
}

const faces = (page) =>
  page.locator('.face-list img').evaluateAll((all) => all.map(({ src }) => new URL(src).pathname));
/** Somebody's face, as a page shows it. */
const faceOf = (page, name) =>
  page
    .locator('.person', { hasText: name })
    .locator('img')
    .first()
    .evaluate(({ src }) => new URL(src).pathname);
const wears = (page, name, face) =>
  page.waitForFunction(
    ([who, path]) =>
      [...document.querySelectorAll('.person')].some(
        (one) => one.textContent.includes(who) && one.querySelector('img')?.src.includes(path),
      ),
    [name, face],
  );

/** Rolls once, by keyboard, and takes the face of that number. */
async function chooseFace(page, number) {
  const dialog = page.getByRole('dialog', { name: 'Elige una cara' });
  await dialog.waitFor();
  const before = await faces(page);
  assert.equal(new Set(before).size, 8);
  assert.deepEqual(await violations({ page }), []);
  await dialog.getByRole('button', { name: 'Otras caras' }).press('Enter');
  await page.waitForFunction((old) => !document.querySelector('.face-list img').src.includes(old), before[0]);
  const rolled = await faces(page);
  assert.ok(rolled.every((face) => !before.includes(face)));
  await dialog.getByRole('button', { name: `Cara ${number}`, exact: true }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  return rolled[number - 1];
}

test('a face is chosen at home, rolled again in the lobby, and everybody sees it', async () => {
  const [host, guest] = [await house.visit(), await house.visit()];
  await host.goto(house.url);
  await host.getByRole('button', { name: 'Cambiar de cara' }).click();
  const chosen = await chooseFace(host, 3);
  assert.match(await host.locator('.who .face-button img').getAttribute('src'), new RegExp(chosen));
  const code = await create(host, 'taboo', 'Ana');
  await guest.goto(`${house.url}/rooms/${code}`);
  await wears(guest, 'Ana', chosen);
  await host.locator('#you .face-button').click();
  const other = await chooseFace(host, 8);
  assert.notEqual(other, chosen);
  for (const page of [host, guest]) await wears(page, 'Ana', other);
  await guest.reload();
  await wears(guest, 'Ana', other);
  await close(host, guest);
});

test('home knows name, face and the way back to the room', async () => {
  const page = await house.visit();
  await page.goto(house.url);
  assert.equal(await page.locator('.way-back').count(), 0);
  await page.getByRole('button', { name: 'Cambiar de cara' }).click();
  const face = await chooseFace(page, 1);
  const code = await create(page, 'codenames', 'Martina');
  await page.goto(house.url);
  assert.equal(await page.inputValue('#name'), 'Martina');
  await page.waitForFunction((path) => document.querySelector('.who img')?.src.includes(path), face);
  const back = page.getByRole('link', { name: /Volver a tu sala/ });
  assert.match(await back.innerText(), new RegExp(`Nombres en clave · ${code} · eres Martina`));
  assert.deepEqual(await violations({ page }), []);
  await back.click();
  await page.locator('.person-name', { hasText: 'Martina' }).waitFor();
  assert.equal(await page.locator('.person-name').count(), 1, 'the same person');
  assert.match(await faceOf(page, 'Martina'), new RegExp(face));
  await page.getByRole('button', { name: 'Salir de la sala' }).click();
  await page.waitForURL(`${house.url}/`);
  assert.equal(await page.inputValue('#name'), 'Martina');
  await close(page);
});

test('against the computer: one tap from home to the first card', async () => {
  const page = await house.visit();
  await page.goto(house.url);
  await page.getByRole('button', { name: 'Contra la máquina: Santase' }).click();
  await page.locator('.hand.own button').first().waitFor();
  assert.match(page.url(), /\/game$/);
  await page.locator('.frame-players .chip', { hasText: 'Ludovica' }).waitFor();
  const code = /rooms\/(\w+)/.exec(page.url())[1];
  const { room } = await house.state(code);
  assert.deepEqual(
    [room.state, room.players.length, room.players.filter(({ bot }) => bot).length],
    ['PLAYING', 2, 1],
  );
  const card = page.locator('.hand.own button:not([aria-disabled=true])').first();
  await card.waitFor(); // Ludovica may lead
  const picture = await card.locator('use').first().getAttribute('href');
  await card.click();
  await page.locator(`.hand.own use[href="${picture}"]`).waitFor({ state: 'detached' });
  await close(page);
});

/** In at the door of a running game, into the blue team. */
async function comeLate(page, code, name) {
  await page.goto(`${house.url}/rooms/${code}`);
  await page.getByLabel('Tu nombre').fill(name);
  await page.getByRole('radio', { name: /azul/ }).check();
  await page.getByRole('button', { name: 'Entrar a jugar' }).click();
  await page.locator('.codenames[data-role=operative]').waitFor();
}

test('at the table a name and a face are changed, and everybody sees both', async () => {
  const game = await house.codenames();
  const [page, tv] = [await house.visit(), await house.visit()];
  await comeLate(page, game.id, 'Kalina');
  await tv.goto(`${house.url}/rooms/${game.id}/tv`);
  await Promise.all([page, tv].map((one) => one.locator('.codenames').waitFor()));
  await page.getByRole('button', { name: 'Menú' }).click();
  await page.getByRole('button', { name: 'Ajustes' }).click();
  const settings = page.getByRole('dialog', { name: 'Ajustes' });
  await settings.getByLabel('Tu nombre').fill('Калина');
  await settings.getByRole('button', { name: 'Cambiar', exact: true }).click();
  await page.getByText('Ahora te llamas Калина').waitFor();
  await tv.getByText('Калина').first().waitFor();
  await settings.getByRole('button', { name: 'Cambiar de cara' }).click();
  const face = await chooseFace(page, 5);
  for (const one of [page, tv])
    await one.waitForFunction(
      (path) => [...document.querySelectorAll('img')].some(({ src }) => src.includes(path)),
      face,
    );
  const { room } = await house.state(game.id);
  assert.ok(room.players.some(({ name, team }) => name === 'Калина' && team === 'blue'));
  await close(page, tv);
});

test('who comes late says a name and a team, or watches; until then nobody has come', async () => {
  const game = await house.codenames();
  const people = async () => (await house.state(game.id)).room.players.filter(({ watching }) => !watching);
  const [late, watcher] = [await house.visit(), await house.visit({ size: { width: 360, height: 640 } })];
  for (const page of [late, watcher]) {
    await page.goto(`${house.url}/rooms/${game.id}`);
    await page.getByRole('heading', { name: 'Ya están jugando' }).waitFor();
    assert.deepEqual(await violations({ page }), []);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.equal(wide, 0);
  }
  assert.equal((await people()).length, 4);
  await comeLate(late, game.id, 'Tarde');
  assert.deepEqual(
    (await people()).filter(({ name }) => name === 'Tarde').map(({ team }) => team),
    ['blue'],
  );
  await watcher.getByLabel('Tu nombre').fill('Mirón');
  await watcher.getByRole('button', { name: 'Solo mirar' }).click();
  await watcher.locator('.codenames[data-role=watcher]').waitFor();
  assert.equal((await people()).length, 5);
  await close(late, watcher);
});
