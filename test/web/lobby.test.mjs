// The lobby of a room with teams, by thumb on a small phone: menus that nothing covers, teams that are
// shuffled, evened out and named, a vote for another game.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desk, takeSeat, visitor } from './browser.mjs';
import { openHouse, patient } from './house.mjs';
import { shoot, violations } from './phones.mjs';

const small = { width: 360, height: 640 };
const phone = { width: 390, height: 844 };
const { browser, server } = await openHouse(...patient);

/** A room with a page for its host and people who came by program. */
async function openRoom(game, guests) {
  const host = await visitor(browser, { size: small });
  await host.goto(server.url);
  await host.evaluate((name) => {
    const form = document.createElement('form');
    form.method = 'post';
    form.action = '/rooms';
    for (const [key, value] of Object.entries({ game: name, playerName: 'Ana' })) {
      const field = document.createElement('input');
      Object.assign(field, { name: key, value });
      form.append(field);
    }
    document.body.append(form);
    form.submit();
  }, game);
  await host.waitForURL(/\/lobby/);
  const code = /rooms\/(\w+)/.exec(host.url())[1];
  const tokens = [];
  for (const playerName of guests) {
    const answer = await fetch(`${server.url}/rooms/${code}/join`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ playerName }),
    });
    assert.equal(answer.status, 201);
    tokens.push((await answer.json()).playerId);
  }
  for (const name of guests) await host.locator('.person-name', { hasText: name }).waitFor();
  return { host, code, tokens };
}

const state = async (code) =>
  (await fetch(`${server.url}/rooms/${code}/state`, { headers: { accept: 'application/json' } })).json();
const teamOf = async (code, name) =>
  (await state(code)).room.players.find((player) => player.name === name).team;

/** Is it on top of everything at its middle? */
const isUncovered = (button) =>
  button.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return left >= 0 && right <= window.innerWidth && element.contains(hit);
  });

test('no menu of a player is covered, however small the phone', async () => {
  const { host } = await openRoom('taboo', ['Beto', 'Carla', 'Dimitar', 'Elena']);
  for (const size of [small, phone, desk]) {
    await host.setViewportSize(size);
    for (const name of ['Beto', 'Carla', 'Dimitar', 'Elena']) {
      const menu = host.locator('.person', { hasText: name }).locator('.more');
      const summary = menu.locator('summary');
      // the worst place: just above the start bar
      await summary.evaluate((element) => {
        const bar = document.querySelector('.start-bar').getBoundingClientRect();
        window.scrollBy({ top: element.getBoundingClientRect().bottom - bar.top, behavior: 'instant' });
      });
      await summary.press('Enter');
      await menu.locator('.more-menu').waitFor();
      const buttons = await menu.locator('.more-menu button').all();
      assert.ok(buttons.length >= 3);
      await assert.doesNotReject(async () => {
        for (const button of buttons)
          await host.waitForFunction(
            (element) => {
              const { left, right, top, bottom } = element.getBoundingClientRect();
              const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
              return left >= 0 && right <= window.innerWidth && element.contains(hit);
            },
            await button.elementHandle(),
            { timeout: 20000 },
          );
      }, `${name} at ${size.width}`);
      assert.equal(await host.locator('.more[open]').count(), 1);
      if (name === 'Elena') await shoot({ page: host }, `menu-${size.width}`, { as: size });
      await summary.press('Escape');
      await menu.locator('.more-menu').waitFor({ state: 'hidden' });
      assert.ok(await summary.evaluate((element) => element === document.activeElement));
    }
  }
  assert.ok(await isUncovered(host.locator('.start-bar')));
  assert.deepEqual(host.problems, []);
  await host.context().close();
});

test('the host moves somebody, evens out, shuffles and names the teams', async () => {
  const { host, code, tokens } = await openRoom('taboo', ['Beto', 'Carla', 'Dimitar', 'Elena']);
  const guest = await visitor(browser, { size: small });
  await takeSeat(guest, `${server.url}/rooms/${code}`, tokens[0]);
  assert.equal(await guest.locator('.team-tools, .team-more').count(), 0);

  const before = await teamOf(code, 'Dimitar');
  await host.locator('.person', { hasText: 'Dimitar' }).locator('summary').click();
  await host
    .locator('.person', { hasText: 'Dimitar' })
    .getByRole('button', { name: /Pasar a/ })
    .click();
  await host.getByRole('button', { name: 'Igualar equipos' }).waitFor(); // four against one
  assert.notEqual(await teamOf(code, 'Dimitar'), before);
  await host.locator('.more[open]').waitFor({ state: 'detached' });
  await host.getByRole('button', { name: 'Igualar equipos' }).click();
  await host.getByRole('button', { name: 'Igualar equipos' }).waitFor({ state: 'detached' });

  const division = async () => JSON.stringify((await state(code)).room.players.map(({ team }) => team));
  const first = await division();
  for (let i = 0; i < 40 && (await division()) === first; i++) {
    const { seq } = await state(code);
    await host.getByRole('button', { name: 'Mezclar equipos' }).click();
    while ((await state(code)).seq === seq) await host.waitForTimeout(20);
  }
  assert.notEqual(await division(), first);

  await host.getByLabel('Nombre de Equipo A', { exact: true }).click();
  const field = host.locator('#team-name-0');
  await field.fill('  Los   Lobos ');
  await field.press('Enter');
  for (const page of [host, guest]) await page.getByRole('heading', { name: /Los Lobos/ }).waitFor();
  await field.waitFor({ state: 'hidden' }); // the menu is folded again
  for (const page of [host, guest]) assert.deepEqual(await violations({ page }), []);
  await shoot({ page: host }, 'teams-host', { small, phone, desk });
  await shoot({ page: guest }, 'teams-guest', { small, phone });

  // and at the table
  await host.getByRole('button', { name: '¡Empezar!' }).click();
  for (const page of [host, guest]) await page.locator('#table').getByText('Los Lobos').first().waitFor();
  for (const page of [host, guest]) {
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
});

test('a guest suggests another game, and the host sees it', async () => {
  const { host, code, tokens } = await openRoom('taboo', ['Beto']);
  const guest = await visitor(browser);
  await takeSeat(guest, `${server.url}/rooms/${code}`, tokens[0]);
  await guest.getByText('Proponer otro juego').click();
  await guest.getByRole('button', { name: /Nombres en clave/ }).click();
  await guest.locator('.game-choice[aria-pressed=true]').waitFor();
  await host.getByText('Cambiar de juego').click();
  await host
    .getByRole('button', { name: /Nombres en clave/ })
    .getByText('1 voto')
    .waitFor();
  await host.getByRole('button', { name: /Nombres en clave/ }).click();
  await guest.getByRole('heading', { name: 'Nombres en clave', level: 1 }).waitFor();
  for (const page of [host, guest]) {
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
});
