// A seat is yours for the evening: who leaves and comes back is the same person, star and all, a host is host
// again, and who was put out is not let in by the same link.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, startServer, takeSeat, visitor } from './browser.mjs';

let browser;
let server;
before(async () => {
  [browser, server] = await Promise.all([launch(), startServer('--reconnect-grace-ms', '3600000')]);
});
after(async () => {
  await browser.close();
  await server.stop();
});

async function call(path, token, body) {
  const answer = await fetch(server.url + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      authorization: `Bearer ${token}`,
    },
    body: body && JSON.stringify(body),
  });
  const said = await answer.json();
  assert.ok(answer.ok, `${path}: ${JSON.stringify(said)}`);
  return said;
}

/** A game of Codenames that blue has won; everybody is in the lobby, where red's spymaster is the host. */
async function afterOneGame() {
  const api = '/api/codenames/games';
  const { id, tokens } = await call(api, '', { startingTeam: 'red', language: 'es' });
  const { board } = await call(`${api}/${id}`, tokens.red.spymaster);
  const position = board.findIndex((card) => card.type === 'assassin');
  await call(`${api}/${id}/clue`, tokens.red.spymaster, { text: 'zigurat', count: 1 });
  await call(`${api}/${id}/guess`, tokens.red.operative, { position });
  await call(`/rooms/${id}/do/play_again`, tokens.red.spymaster, {});
  return { id, tokens };
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
