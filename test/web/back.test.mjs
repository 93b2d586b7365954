// A seat is yours for the evening: who leaves and comes back is the same person, star and all, a host is host
// again, and who was put out is not let in by the same link.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeSeat, visitor } from './browser.mjs';
import { openHouse, patient, sitAtSantase } from './house.mjs';

const { browser, server, call, codenames, endCodenames } = await openHouse(...patient);

/** A game of Codenames that blue has won; everybody is in the lobby, where red's spymaster is the host. */
async function afterOneGame() {
  const game = await codenames();
  await endCodenames(game);
  await call(`/rooms/${game.id}/do/play_again`, game.host, {});
  return game;
}

async function come(id, token) {
  const page = await visitor(browser);
  await takeSeat(page, `${server.url}/rooms/${id}`, token);
  await page.locator('.person .badge.me').waitFor();
  return page;
}

/** Whoever left by own will says so before coming in again. */
async function comeBack(page, id, name) {
  await page.goto(`${server.url}/rooms/${id}`);
  await page.fill('#name', name);
  await page.getByRole('button', { name: 'Entrar' }).click();
}

const me = (page) => page.locator('.person', { has: page.locator('.badge.me') });
const named = (page, name) => page.locator('.person', { hasText: name });

test('a star and the role of the host come back with their person', async () => {
  const { id, tokens } = await afterOneGame();
  const host = await come(id, tokens.red.spymaster);
  const star = await come(id, tokens.blue.operative);
  const name = await me(star).locator('.person-name').innerText();
  await me(star).locator('.badge.won').waitFor();
  await star.getByRole('button', { name: 'Salir de la sala' }).click();
  await star.waitForURL(`${server.url}/`);
  await named(host, name).waitFor({ state: 'detached' });
  await comeBack(star, id, name);
  await me(star).locator('.badge.won').waitFor();
  assert.equal(await me(star).locator('.person-name').innerText(), name);
  await named(host, name).locator('.badge.won').waitFor();

  await host.locator('form[data-settings]').waitFor();
  const first = await me(host).locator('.person-name').innerText();
  await host.getByRole('button', { name: 'Salir de la sala' }).click();
  await host.waitForURL(`${server.url}/`);
  await comeBack(host, id, first);
  await host.locator('form[data-settings]').waitFor();
  await me(host).locator('.badge.host').waitFor();
  for (const page of [host, star]) {
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
});

test('so they do with who was away for too long, in the lobby too', async () => {
  const brief = await openHouse('--reconnect-grace-ms', '1500');
  const [ana, eva] = await sitAtSantase(brief.browser, brief.url);
  const link = eva.url().replace(/\/game$/, '');
  await eva.goto(`${brief.url}/join`);
  await ana.locator('.forfeit', { hasText: 'no volvió a tiempo' }).waitFor(); // a star for Ana
  await ana.request.post(`${link}/do/play_again`, { data: {} });
  await me(ana).locator('.badge.won').waitFor();
  const key = await me(ana).getAttribute('data-key');
  const anaAt = (page) => page.locator(`.person[data-key="${key}"]`);
  await eva.goto(link);
  await anaAt(eva).locator('.badge.won').waitFor();

  await ana.goto(`${brief.url}/join`);
  await anaAt(eva).waitFor({ state: 'detached' });
  await eva.locator('form[data-settings]').waitFor(); // the role is lent
  await ana.goto(link);
  await me(ana).locator('.badge.won').waitFor();
  await me(ana).locator('.badge.host').waitFor();
  assert.equal(await me(ana).getAttribute('data-key'), key);
  await eva.locator('form[data-settings]').waitFor({ state: 'detached' });
  assert.equal(await eva.locator('.person').count(), 2);
  for (const page of [ana, eva]) {
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
});

test('who was put out stays out by the same link', async () => {
  const { id, tokens } = await afterOneGame();
  const host = await come(id, tokens.red.spymaster);
  const out = await come(id, tokens.blue.operative);
  const name = await me(out).locator('.person-name').innerText();
  await named(host, name).locator('summary').click();
  await named(host, name).getByRole('button', { name: 'Echar de la sala' }).click();
  await named(host, name).waitFor(); // asked first
  await host.getByRole('dialog').getByRole('button', { name: 'Echar de la sala' }).click();
  await named(host, name).getByRole('button', { name: 'Dejar volver' }).waitFor();
  await out.goto(`${server.url}/rooms/${id}`);
  await out.getByRole('heading', { name: 'Te han sacado de esta sala' }).waitFor();
  assert.equal(await host.locator('.teams .person').count(), 3);
  for (const page of [host, out]) await page.context().close();
});
