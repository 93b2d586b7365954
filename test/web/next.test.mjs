// Between two games, by thumb: the same again without the lobby, the shelf for everybody, votes, and a
// pause that anybody at the table can take.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desk, takeSeat, visitor } from './browser.mjs';
import { openHouse, patient } from './house.mjs';
import { shoot, violations } from './phones.mjs';

const { browser, server, call, state } = await openHouse(...patient);
const api = '/api/codenames/games';
/** Whoever has the clue gives one, and their people walk into the assassin. */
async function endCodenames({ id, tokens }) {
  const everybody = [
    tokens.red.spymaster,
    tokens.red.operative,
    tokens.blue.spymaster,
    tokens.blue.operative,
  ];
  const views = await Promise.all(everybody.map((token) => state(id, token)));
  const { currentTeam } = views[0].table;
  const at = (role) =>
    views.findIndex(({ table }) => table.you?.team === currentTeam && table.you?.role === role);
  const spymaster = everybody[at('spymaster')];
  const { board } = await call(`${api}/${id}`, spymaster);
  await call(`/rooms/${id}/do/submit_clue`, spymaster, { text: 'zigurat', count: 1 });
  const position = board.findIndex((card) => card.type === 'assassin');
  await call(`/rooms/${id}/do/make_guess`, everybody[at('operative')], { position });
}

/** The page of a seat, marked: a reload would lose the mark. */
async function sit(id, token) {
  const page = await visitor(browser);
  await takeSeat(page, `${server.url}/rooms/${id}`, token);
  await page.locator('.codenames').waitFor();
  await page.evaluate(() => {
    globalThis.marked = true;
  });
  return page;
}
const isMarked = (page) => page.evaluate(() => globalThis.marked === true);

test('again, and another game: one tap each, for phones and television', async () => {
  const game = await call(api, '', { startingTeam: 'red', language: 'es' });
  const { id, tokens } = game;
  const [host, guest, tv] = await Promise.all([
    sit(id, tokens.red.spymaster),
    sit(id, tokens.blue.operative),
    visitor(browser, { size: desk }),
  ]);
  await tv.goto(`${server.url}/rooms/${id}/tv`);
  await tv.locator('.codenames').waitFor();
  await endCodenames(game);

  const first = (await state(id, tokens.red.spymaster)).room;
  assert.equal(await guest.getByRole('button', { name: 'Jugar de nuevo' }).count(), 0);
  await host.getByRole('button', { name: 'Jugar de nuevo' }).click();
  await Promise.all([host, guest].map((page) => page.locator('.over').waitFor({ state: 'detached' })));
  await tv.locator('#main[data-state=PLAYING]').waitFor();
  const again = await state(id, tokens.red.spymaster);
  assert.equal(again.room.state, 'PLAYING');
  assert.deepEqual(
    again.room.players.map(({ name, team }) => [name, team]),
    first.players.map(({ name, team }) => [name, team]),
  );
  assert.equal(again.table.you.role, 'operative'); // the spymasters changed
  await guest.locator('.codenames').waitFor();
  assert.ok((await isMarked(host)) && (await isMarked(guest)));

  if (again.table.state === 'SETUP')
    for (const token of Object.values(tokens).flatMap((team) => Object.values(team)))
      await call(`/rooms/${id}/do/ready`, token, {}).catch(() => {});
  await endCodenames(game);
  await host.getByRole('button', { name: 'Otro juego' }).click();
  for (const page of [host, guest, tv])
    await page.getByRole('heading', { name: '¿Qué jugamos ahora?' }).waitFor();
  assert.equal(await guest.getByRole('button', { name: /^Jugar/ }).count(), 0);
  assert.equal(await tv.locator('.next-shelf button').count(), 0);
  const vote = guest.getByRole('button', { name: /Tabú/ });
  await vote.click();
  await guest.locator('.next-vote[aria-pressed=true]').waitFor();
  for (const page of [host, tv]) await page.locator('[data-game=taboo]').getByText('1 voto').waitFor();
  for (const [name, page] of Object.entries({ host, guest })) {
    assert.deepEqual(await violations({ page }), [], name);
    await shoot({ page }, `shelf-${name}`, {
      phone: { width: 390, height: 844 },
      small: { width: 360, height: 640 },
      desk,
    });
  }
  await shoot({ page: tv }, 'shelf-tv', { desk });
  // by keyboard, and taken back
  await vote.focus();
  await guest.keyboard.press('Enter');
  await host.locator('[data-game=taboo]').getByText('1 voto').waitFor({ state: 'detached' });

  await host
    .locator('[data-game=taboo]')
    .getByRole('button', { name: /^Jugar/ })
    .click();
  for (const page of [host, guest, tv]) await page.locator('.taboo').waitFor();
  assert.ok((await isMarked(host)) && (await isMarked(guest)));
  assert.equal(await host.locator('.codenames').count(), 0);
  const taboo = (await state(id, tokens.red.spymaster)).room;
  assert.equal(taboo.game, 'taboo');
  assert.ok(taboo.players.every(({ seat }) => seat !== null));

  for (const page of [host, guest]) assert.doesNotMatch(await page.locator('#table').innerText(), /taboo\./);

  // anybody at the table pauses; only they and the host go on
  await guest.getByRole('button', { name: 'Pausa' }).first().click();
  for (const page of [host, guest]) await page.getByRole('heading', { name: 'En pausa' }).waitFor();
  await guest.getByText('Has parado la partida').waitFor();
  await host.getByText(/ha parado la partida/).waitFor();
  const other = await call(`/rooms/${id}/state`, tokens.blue.spymaster);
  assert.equal(other.you.mayResume, false);
  await shoot({ page: guest }, 'paused', {
    phone: { width: 390, height: 844 },
    small: { width: 360, height: 640 },
  });
  await guest.getByRole('button', { name: 'Seguir jugando' }).click();
  await host.getByRole('heading', { name: 'En pausa' }).waitFor({ state: 'detached' });
  for (const page of [host, guest, tv]) {
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
});

test('who opens a game that needs more people lands in its lobby, which says so', async () => {
  const game = await call(api, '', { startingTeam: 'red', language: 'es' });
  const { id, tokens } = game;
  const host = await sit(id, tokens.red.spymaster);
  await endCodenames(game);
  await host.getByRole('button', { name: 'Otro juego' }).click();
  await host.locator('[data-game=santase]').getByRole('button', { name: 'Ajustar antes' }).click();
  await host.waitForURL(/\/lobby/);
  await host.getByRole('heading', { name: 'Santase' }).first().waitFor();
  assert.deepEqual(host.problems, []);
  await host.context().close();
});
