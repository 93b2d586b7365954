// The door shuts on everybody: who plays, who looks on, and the television read why, in the middle of the
// screen, with a way home; clocks that still tick do no harm.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desk, phone, takeSeat, visitor } from './browser.mjs';
import { openHouse, patient } from './house.mjs';

const { browser, server, call } = await openHouse(...patient);

/** Taboo in the middle of a turn, all clocks running; the tokens of its four people. */
async function playTaboo() {
  const { roomCode, playerId } = await call('/rooms', '', { game: 'taboo', playerName: 'Ana' });
  const tokens = [playerId];
  for (const [name, team] of [
    ['Bea', 'Equipo B'],
    ['Ciro', 'Equipo A'],
    ['Dora', 'Equipo B'],
  ]) {
    const guest = await call(`/rooms/${roomCode}/join`, '', { playerName: name, teamName: team });
    tokens.push(guest.playerId);
  }
  await call(`/rooms/${roomCode}/do/start_game`, playerId, {});
  return { roomCode, tokens };
}

/** Two seconds of the page's own clock: whatever ticks every second has done so. */
const ticks = (page) =>
  page.evaluate(
    () =>
      new Promise((done) => {
        setTimeout(done, 2100);
      }),
  );

async function closedRightly(page) {
  const card = page.locator('.closed');
  await card.waitFor();
  await ticks(page);
  assert.deepEqual(page.problems, []);
  assert.equal(await page.locator('.closed').count(), 1);
  await page.getByRole('link', { name: 'Ir al inicio' }).waitFor();
  const box = await card.boundingBox();
  const { width, height } = page.viewportSize();
  assert.ok(Math.abs(box.x + box.width / 2 - width / 2) < 3, `${JSON.stringify(box)} of ${width}`);
  assert.ok(Math.abs(box.y + box.height / 2 - height / 2) < 60, `${JSON.stringify(box)} of ${height}`);
}

test('a room closes on a player, a watcher and a television without an error', async () => {
  const { roomCode, tokens } = await playTaboo();
  const pages = await Promise.all([
    visitor(browser, { size: phone }),
    visitor(browser, { size: desk }),
    visitor(browser, { size: phone }),
    visitor(browser, { size: desk }),
  ]);
  const [player, playerAtDesk, watcher, tv] = pages;
  await takeSeat(player, `${server.url}/rooms/${roomCode}`, tokens[0]);
  await takeSeat(playerAtDesk, `${server.url}/rooms/${roomCode}`, tokens[1]);
  for (const page of [player, playerAtDesk]) await page.goto(`${server.url}/rooms/${roomCode}/game`);
  await watcher.goto(`${server.url}/rooms/${roomCode}/game`);
  await tv.goto(`${server.url}/rooms/${roomCode}/tv`);
  for (const page of pages) await page.locator('.taboo[data-phase]').waitFor();
  await tv.getByRole('link', { name: 'Ir al inicio' }).waitFor();

  const ready = player.getByRole('button', { name: '¡Estoy listo!' });
  if (await ready.isVisible()) await ready.click();
  for (const token of tokens) await call(`/rooms/${roomCode}/leave`, token, {});
  for (const page of pages) await closedRightly(page);
  await tv.getByRole('link', { name: 'Ir al inicio' }).click();
  await tv.locator('.tile').first().waitFor();
  for (const page of pages) await page.context().close();
});
