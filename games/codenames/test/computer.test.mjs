// From the home page to a clue of the computer with one tap; and the lobby, where each team can have one,
// and a sentence says in which languages it is a beginner.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServer } from '../../../test/site/server.mjs';
import { desk, launch, person, shoot as photograph, step, violations } from '../../../test/web/phones.mjs';

const server = await startServer({ args: ['--bot-pause-ms', '20'] });
const browser = await launch();
const ana = await person(browser, 'Ana');
const bea = await person(browser, 'Bea', { size: desk });

const shoot = process.env.SCREENSHOTS ? photograph : async () => {};
const noViolations = async (who) =>
  assert.deepEqual(await violations(who), [], `${who.name} at ${who.page.url()}`);

test.after(async () => {
  await browser.close();
  await server.stop();
  server.remove();
});

step('one tap on the home page seats three computers around her, and she says when it begins', async () => {
  const { page } = ana;
  await page.goto(server.url);
  await page.locator('button[formaction="/rooms?alone=codenames"]').click();
  await page.waitForURL('**/game');
  await page.getByText('El ordenador da las pistas de tu equipo').waitFor();
  assert.equal(await page.locator('.cn-setup .cn-computer').count(), 3);
  await shoot(ana, 'computer-setup');
  await page.getByRole('button', { name: '¡Empecemos!' }).click();
  await page.locator('.cn-clue').waitFor();
  await noViolations(ana);
  await shoot(ana, 'computer-clue');
});

step('in the lobby each team can have a computer, and a sentence says where it is a beginner', async () => {
  const { page } = bea;
  await page.goto(server.url);
  await page.locator('button[name="game"][value="codenames"]').click();
  await page.waitForURL('**/lobby');
  await page.locator('.bot-puzzled', { hasText: 'principiante' }).waitFor();
  assert.equal(await page.locator('.team .bot-row').count(), 2);
  await page.locator('label:has(input[name="language"][value="en"])').click();
  await page.locator('.bot-puzzled').waitFor({ state: 'detached' });
  await page.locator('.team[data-team="1"] .bot-row select').selectOption('3');
  await page.locator('.team[data-team="1"] .bot-row button').click();
  await page.locator('.team[data-team="1"] .people-list', { hasText: 'Ludwig' }).waitFor();
  assert.equal(await page.locator('.bot-puzzled').count(), 0);
  await noViolations(bea);
  await shoot(bea, 'computer-lobby');
});
