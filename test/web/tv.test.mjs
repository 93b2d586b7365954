// A television through an evening: one game, its end, the lobby, another game. Nothing of a game is left
// when the next one comes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desk, visitor } from './browser.mjs';
import { hearTones } from './ears.mjs';
import { openHouse, patient } from './house.mjs';

const { browser, server, call, codenames, endCodenames } = await openHouse(...patient);

const sheets = (tv) =>
  tv.evaluate(() =>
    [...document.head.querySelectorAll('link[rel=stylesheet]')]
      .map((link) => /games\/(\w+)\//.exec(link.href)?.[1])
      .filter(Boolean),
  );

test('after the first game the television shows the lobby, then the next game and nothing of the last', async () => {
  const game = await codenames();
  const tv = await visitor(browser, { size: desk });
  await tv.goto(`${server.url}/rooms/${game.id}/tv`);
  await tv.locator('.codenames').waitFor();
  assert.deepEqual(await sheets(tv), ['codenames']);
  await endCodenames(game);
  await tv.locator('.cn-ending').waitFor();

  await call(`/rooms/${game.id}/do/play_again`, game.host, {});
  await tv.locator('#main[data-state=LOBBY]').waitFor();
  await tv.locator('.tv-lobby .tv-join').waitFor(); // visible, not only there
  await tv.getByText('Red operative').first().waitFor();
  assert.deepEqual(await sheets(tv), []);
  assert.equal(await tv.locator('.table-root').count(), 0);

  await call(`/rooms/${game.id}/do/choose_game`, game.host, { game: 'taboo' });
  await call(`/rooms/${game.id}/do/start_game`, game.host, {});
  await tv.locator('.taboo').waitFor();
  assert.deepEqual(await sheets(tv), ['taboo']);
  assert.equal(await tv.locator('.codenames, .cn-ending').count(), 0);
  assert.equal(await tv.locator('.table-root').count(), 1);

  // Another game while the television was asleep: it hears of the lobby and of the start at once.
  await call(`/rooms/${game.id}/do/end_game`, game.host, {});
  await call(`/rooms/${game.id}/do/choose_game`, game.host, { game: 'codenames' });
  await call(`/rooms/${game.id}/do/start_game`, game.host, {});
  await tv.locator('.codenames').waitFor();
  assert.deepEqual(await sheets(tv), ['codenames']);
  assert.equal(await tv.locator('.taboo').count(), 0);
  assert.deepEqual(tv.problems, []);
  await tv.context().close();
});

test('who comes in is heard', async () => {
  const { roomCode } = await call('/rooms', '', { game: 'taboo', playerName: 'Ana' });
  const tv = await visitor(browser, { size: desk });
  await tv.addInitScript(hearTones);
  await tv.goto(`${server.url}/rooms/${roomCode}/tv`);
  await tv.getByText('Ana').first().waitFor();
  await tv.locator('body').click({ position: { x: 2, y: 2 } }); // until then a browser is silent
  await call(`/rooms/${roomCode}/join`, '', { playerName: 'Bea' });
  await tv.getByText('Bea').first().waitFor();
  await tv.waitForFunction(() => [523, 784].every((tone) => globalThis.tones.includes(tone)));
  assert.deepEqual(tv.problems, []);
  await tv.context().close();
});
