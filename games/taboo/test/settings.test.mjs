// What a host may choose in the lobby: only what counts is shown, guests read it in words, and a room that
// somebody opens on a page begins otherwise than one that a program makes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect, startServer } from '../../../test/site/server.mjs';
import { openAll } from '../../../test/web/house.mjs';
import { desk, launch, person, phone, shoot, violations } from '../../../test/web/phones.mjs';

const small = { width: 360, height: 640 };
const [browser, server] = await openAll(launch(), startServer());

const seen = async ({ page }) =>
  Object.fromEntries(
    await page
      .locator('.summary div')
      .evaluateAll((all) =>
        all.map((one) => [one.querySelector('dt').textContent, one.querySelector('dd').textContent]),
      ),
  );

test('what does not count is not shown, and guests read the rest in words', async () => {
  const [ana, bea] = await Promise.all([person(browser, 'Ana'), person(browser, 'Bea')]);
  for (const { context } of [ana, bea])
    await context.addInitScript(() => localStorage.setItem('taboo_tutorial_seen', 'true'));
  await ana.page.goto(server.url);
  await ana.page.getByRole('button', { name: 'Crear sala: Tabú' }).click();
  const form = ana.page.locator('form[data-settings]');
  const field = (name) => form.locator(`#set-${name}`);
  await field('scoreLimit').waitFor();
  assert.equal(await field('deckSize').isVisible(), false);
  await bea.page.goto(ana.page.url().replace(/\/lobby$/, ''));
  await bea.page.locator('.summary').waitFor();
  const points = await seen(bea);
  assert.equal(points['Puntos para ganar'], '15');
  assert.equal(points['Cada turno dura'], '60 segundos');
  assert.equal(points['Pausa entre turnos'], '3 segundos');
  assert.equal(points['Si quien describe pierde la conexión'], 'se espera 5 segundos');
  assert.equal('Cartas en juego' in points, false);
  await form.locator('.option', { has: ana.page.locator('[name="mode"][value="deck"]') }).click();
  await field('scoreLimit').waitFor({ state: 'hidden' });
  await field('deckSize').waitFor(); // among those that are seen at once
  assert.equal(await field('deckSize').inputValue(), '40');
  await bea.page.locator('.summary div', { hasText: 'Cartas en juego' }).waitFor();
  const cards = await seen(bea);
  assert.equal(cards['Cartas en juego'], '40');
  assert.equal('Puntos para ganar' in cards, false);
  await shoot(ana, 'settings-host', { phone, small, desk });
  await shoot(bea, 'settings-guest', { phone, small, desk });
  assert.deepEqual([await violations(ana), await violations(bea)], [[], []]);
  await field('deckSize').fill('0');
  await field('deckSize').blur();
  await bea.page
    .locator('.summary dd', { hasText: /^todas$/ })
    .first()
    .waitFor();
  await form.locator('.option', { has: ana.page.locator('[name="mode"][value="score"]') }).click();
  await field('scoreLimit').waitFor();
  await field('deckSize').waitFor({ state: 'hidden' });
  assert.deepEqual([...ana.problems, ...bea.problems], []);
  await Promise.all([ana.context.close(), bea.context.close()]);
});

/** The settings of a room that is made by that form. */
async function made(headers) {
  const answer = await fetch(`${server.url}/rooms`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: 'game=taboo',
  });
  const roomCode = answer.headers.get('location').split('/')[2];
  const guest = connect(server);
  const { roomState } = await guest.ask('join_room', { roomCode, playerName: 'Ben', team: 'Equipo B' });
  guest.close();
  return roomState.settings;
}

test('programs get what the specification says, people what is pleasant', async () => {
  const host = connect(server);
  const { roomState } = await host.ask('create_room', { playerName: 'Ana' });
  host.close();
  for (const settings of [roomState.settings, await made({ 'accept-language': '' })]) {
    assert.deepEqual([settings.describerGraceMs, settings.deckSize, settings.language], [0, 0, 'es']);
    assert.equal(settings.latecomers, false);
  }
  for (const [language, cards] of [
    ['en-GB,en;q=0.9', 'en'],
    ['fr-FR', 'es'], // who reads none of our languages has a page all the same
  ]) {
    const settings = await made({ 'accept-language': language });
    assert.deepEqual([settings.describerGraceMs, settings.deckSize, settings.language], [5000, 40, cards]);
    assert.equal(settings.latecomers, true);
  }
});
