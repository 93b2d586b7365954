// A game ends with a moment: everything was found, or the map was laid open. Seen, heard, said, and quietly
// there after a reload.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from '../../../test/web/axe.mjs';
import { TEXTS, say } from '../page/texts.js';
import { endingOf, honoursOf, stillHidden } from '../page/finale.js';
import { ask as asked, gameOf } from '../page/game.js';
import { SIZES, ask, enter, focused, live, native, open, text } from './browser.mjs';
import { launch } from '../../../test/web/browser.mjs';
import { hearTones } from '../../../test/web/ears.mjs';
import { openAll } from '../../../test/web/house.mjs';

const CODE = '000000'; // 2 players
const rows = native(CODE)[0].split(' ')[2].split('/');
const cells = rows.flatMap((row, r) =>
  [...row].map((letter, c) => ({ letter, name: 'ABCDEF'[c] + (r + 1) })),
);
const full = cells.filter(({ letter }) => letter !== '.').map(({ name }) => name);
const empty = cells.filter(({ letter }) => letter === '.').map(({ name }) => name);
const of = (letter) => cells.filter((cell) => cell.letter === letter).length;

const [browser] = await openAll(launch());

/** What is thrown, from the first script on. */
function listen() {
  globalThis.thrown = 0;
  document.addEventListener('DOMContentLoaded', () =>
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node.className === 'paper') globalThis.thrown += 1;
    }).observe(document.body, { childList: true }),
  );
}
const noticed = (page) =>
  page.evaluate(() => ({ tones: globalThis.tones.length, thrown: globalThis.thrown }));
const inSight = (page, selector) =>
  page.waitForFunction((css) => {
    const { top, bottom } = document.querySelector(css).getBoundingClientRect();
    return bottom > top && top >= 0 && bottom <= innerHeight;
  }, selector);

/** Everything but one thing is found. */
async function almost({ language = 'it', ...options } = {}) {
  const opened = await open(browser, {
    prepare: [hearTones, listen],
    reducedMotion: 'no-preference',
    ...options,
  });
  await opened.page.click(`#${language}`);
  await enter(opened.page, CODE);
  for (const name of full.slice(1)) await opened.page.keyboard.type(`${name}\n`);
  return opened;
}

test('what an ending is made of', () => {
  const game = (...names) => names.reduce(asked, gameOf(CODE, rows));
  assert.equal(endingOf(game()), '');
  assert.equal(endingOf({ ...game(), mapShown: true }), 'shown');
  assert.equal(stillHidden(game(full[0], empty[0])), full.length - 1);
  assert.equal(endingOf(game(...full)), 'won');
  assert.equal(endingOf({ ...game(...full), mapShown: true }), 'won', 'who has found all has won');

  const keys = (one) => honoursOf(one).map(({ key, n }) => `${key} ${n}`);
  assert.deepEqual(keys(game()), []);
  assert.deepEqual(keys(game(...full)), [`Run ${full.length}`, `Monsters ${of('M')}`, `Chests ${of('C')}`]);
  const [a, b, c] = full;
  assert.deepEqual(keys(game(a, b, empty[0], c, b, a)), ['Again 2'], 'an empty cell ends a run');
  assert.deepEqual(keys(game(a, b, a, full[2], full[3])).slice(0, 1), ['Run 4'], 'a second look does not');
  const seen = [a, b].reduce((one, name) => asked({ ...one, sphere: true }, name), game());
  assert.deepEqual(keys(seen), ['Sphere 2']);
  assert.equal(
    honoursOf(asked({ ...seen, sphere: false }, a)).length,
    0,
    'what all see is no secret of the sphere',
  );
});

test('every word of it is there in both languages', () => {
  const words = (language) =>
    Object.keys(TEXTS[language]).filter((key) => /^(finale|honour|sounds)/.test(key));
  assert.deepEqual(words('it'), words('en'));
  assert.equal(words('it').length, 18);
});

for (const language of ['it', 'en'])
  for (const size of ['phone', 'desktop', 'narrow'])
    test(`the last thing is found: headline, honours, paper, a fanfare (${language}, ${size})`, async () => {
      const { page, troubles, context } = await almost({ size, language });
      const t = (key, values) => say(language, key, values);
      assert.equal(await page.isVisible('#finale'), false);
      await page.keyboard.type(`${full[0]}\n`);
      await page.waitForSelector('#finale');
      assert.equal(await text(page, '#finale-title'), t('finaleWon'));
      assert.equal(await text(page, '#finale-line'), t('finaleAll', { n: full.length, all: 36 }));
      assert.deepEqual(await page.locator('#honours b').allInnerTexts(), [
        t('honourRun'),
        t('honourMonsters'),
        t('honourChests'),
      ]);
      await page.waitForFunction(() => globalThis.thrown === 1 && globalThis.tones.includes(784));
      await live(page, t('finaleWon'));
      await live(page, t('honourMonstersFor', { n: of('M') }));
      await inSight(page, '#finale-title');
      await inSight(page, '#honours li:first-child');
      await page.waitForFunction(() => !document.querySelector('.paper')); // gone by itself
      assert.deepEqual(await violations(page), []);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${wide} px too wide`);

      // What is asked afterwards ends nothing a second time, and a reload is quiet.
      await page.keyboard.type(`${empty[0]}\n`);
      assert.deepEqual(await noticed(page), { tones: 5, thrown: 1 });
      await page.reload();
      await page.waitForSelector('body[data-ready]');
      await page.click('#continue');
      assert.equal(await text(page, '#finale-title'), t('finaleWon'));
      assert.deepEqual(await noticed(page), { tones: 0, thrown: 0 });
      assert.deepEqual(troubles, []);
      await context.close();
    });

test('who wants no motion gets no paper; who wants no sounds hears none', async () => {
  const { page, context } = await almost({ reducedMotion: 'reduce' });
  await page.click('#sounds');
  await live(page, say('it', 'soundsOff'));
  assert.equal(await page.getAttribute('#sounds', 'aria-checked'), 'false');
  await page.reload();
  await page.waitForSelector('body[data-ready]');
  await page.click('#continue');
  assert.equal(await page.getAttribute('#sounds', 'aria-checked'), 'false', 'that is kept');
  await page.keyboard.type(`${full[0]}\n`);
  await live(page, say('it', 'finaleWon'));
  assert.deepEqual(await noticed(page), { tones: 0, thrown: 0 });
  await context.close();
});

test('what the house was told counts here too', async () => {
  const { page, context } = await almost({
    prepare: [
      hearTones,
      listen,
      () => localStorage.setItem('ludoteca.prefs', '{"sound":false,"still":true}'),
    ],
  });
  await page.keyboard.type(`${full[0]}\n`);
  await live(page, say('it', 'finaleWon'));
  assert.deepEqual(await noticed(page), { tones: 0, thrown: 0 });
  await context.close();
});

for (const size of Object.keys(SIZES))
  test(`the map is laid open: what was still in the dark, and no paper (${size})`, async () => {
    const { page, troubles, context } = await open(browser, {
      size,
      prepare: [hearTones, listen],
      reducedMotion: 'no-preference',
    });
    await enter(page, CODE);
    for (const name of full.slice(0, 4)) await ask(page, name);
    await page.click('#show-map');
    await page.click('#map-dialog [value=yes]');
    await focused(page, 'map-title');
    assert.equal(await text(page, '#finale-title'), say('it', 'finaleShown'));
    assert.equal(await text(page, '#finale-line'), say('it', 'finaleLeft', { n: full.length - 4 }));
    await live(page, say('it', 'finaleShown'));
    await inSight(page, '#finale-title');
    await page.waitForFunction(() => globalThis.tones.includes(147));
    assert.deepEqual(await noticed(page), { tones: 2, thrown: 0 });
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(troubles, []);
    await context.close();
  });
