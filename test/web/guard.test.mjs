// One thing that cannot be drawn takes nothing else with it: an error is planted in a part of each
// game's table, and all other parts are there.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root, visitor } from './browser.mjs';
import { openPreview } from './look.mjs';
import { cahView, codenamesView, santaseView, tabooView } from './tables.mjs';

const { browser, preview } = await openPreview();

/** In which function, when, and what is on the page all the same (and how often). */
const plants = {
  'a card of Codenames': {
    view: () => codenamesView(),
    file: 'codenames/board.js',
    in: 'function drawCard(scene, card) {',
    when: 'card.position === 3',
    there: { '.cn-card': 24, '.cn-head': 1, '.cn-actions': 1, '.cn-sides': 1, '.frame-players .chip': 4 },
  },
  'the head of Codenames': {
    view: () => codenamesView(),
    file: 'codenames/head.js',
    in: 'export function drawHead(scene) {',
    there: { '.cn-card': 25, '.cn-head': 0, '.cn-actions': 1, '.frame-players .chip': 4 },
  },
  'a team before Codenames': {
    view: () => codenamesView({ phase: 'Setup' }),
    file: 'codenames/setup.js',
    in: 'function drawTeam({ frame, view, game, act }, team) {',
    when: "team === 'blue'",
    there: { '.cn-team': 1, '.cn-setup h2': 1 },
  },
  'the trick of Santase': {
    view: () => santaseView(),
    file: 'santase/felt.js',
    in: 'export function drawTrick(scene) {',
    there: { '.stock': 1, '.hand.own button': 6, '.trick': 0, '.frame-players .chip': 2 },
  },
  'the stock of Santase': {
    view: () => santaseView(),
    file: 'santase/felt.js',
    in: 'export function drawStock(scene) {',
    there: { '.stock': 0, '.trick': 1, '.hand.own button': 6 },
  },
  'the score of Taboo': {
    view: () => tabooView(),
    file: 'taboo/scores.js',
    in: 'export function drawScores(',
    there: { '.taboo-card': 1, '.taboo-actions': 1 },
  },
  'the card of Taboo': {
    view: () => tabooView(),
    file: 'taboo/turn.js',
    in: 'export function drawCard(',
    there: { '.taboo-card': 0, '.taboo-actions button': 2 },
  },
  'the black card of the cards game': {
    view: () => cahView(),
    file: 'cah/black.js',
    in: 'export function drawBlack(',
    there: { '.cah-bar': 1, '.cah-black': 0, '.cah-people': 1 },
  },
  'a whole table': {
    view: () => santaseView(),
    file: 'santase/santase.js',
    in: 'function draw() {',
    there: { '.bar': 1, '.frame-players .chip': 2 },
  },
};

/** The same source with an error in it. @param {string} text @param {{ in: string, when?: string }} plant */
function planted(text, { in: place, when = 'true' }) {
  const start = text.indexOf(place);
  assert.notEqual(start, -1, `${place} is not there any more`);
  const open = text.indexOf(') {\n', start) + 4;
  return `${text.slice(0, open)}if (${when}) throw new Error('planted');\n${text.slice(open)}`;
}

let seq = 100;
for (const [name, plant] of Object.entries(plants)) {
  test(`${name} cannot be drawn, the rest is`, async () => {
    const page = await visitor(browser, { serviceWorkers: 'block' });
    const told = [];
    page.on('console', (message) => {
      if (message.type() === 'error') told.push(message.text());
    });
    const text = planted(readFileSync(join(root, 'games', plant.file), 'utf8'), plant);
    await page.route(`**/games/${plant.file}`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: text }),
    );
    seq += 1;
    preview.state.view = { ...plant.view(), seq };
    await page.goto(`${preview.url}/preview/table`);
    const seen = () =>
      page.evaluate(
        (selectors) =>
          Object.fromEntries(selectors.map((one) => [one, document.querySelectorAll(one).length])),
        Object.keys(plant.there),
      );
    await page
      .waitForFunction(
        (there) =>
          Object.entries(there).every(([one, count]) => document.querySelectorAll(one).length === count),
        plant.there,
        { timeout: 60000 },
      )
      .catch(() => {}); // what is missing is said below
    assert.deepEqual(await seen(), plant.there);
    assert.deepEqual(page.problems, []);
    // It is not swallowed either: who looks for it finds it, once.
    const found = () => told.filter((one) => one.includes('planted')).length;
    if (!found()) await page.waitForEvent('console', (message) => message.text().includes('planted'));
    assert.equal(found(), 1, told.join('\n'));
    await page.context().close();
  });
}
