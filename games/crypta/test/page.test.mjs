// Every item of the page, at phone and desktop size and in both languages.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import {
  SIZES,
  ask,
  choose,
  counts,
  enter,
  file,
  focused,
  history,
  live,
  native,
  open,
  text,
} from './browser.mjs';
import { violations } from '../../../test/web/axe.mjs';
import { launch } from '../../../test/web/browser.mjs';
import { openAll } from '../../../test/web/house.mjs';
import { TEXTS, say } from '../page/texts.js';

const [browser] = await openAll(launch());

const CODE = '000007'; // 3 players: OM..SKM/C...OSC/WTCOWTK/CPWMWOM/KTW.CWO/KMC..TC/KOPK.MK
const ROWS = native(CODE)[0].split(' ')[2].split('/');

async function clean(page, where) {
  assert.deepEqual(await violations(page), [], where);
}

test('one file under 500 kB that names no other place', () => {
  assert.ok(statSync(file).size < 500000, `${statSync(file).size} bytes`);
  const html = readFileSync(file, 'utf8');
  assert.deepEqual(html.match(/https?:\/\/(?!www\.w3\.org\/2000\/svg)[^\s"']+/g), null);
  assert.deepEqual(html.match(/<(?:script|img|iframe|link|source)[^>]+(?:src|href)="(?!data:)[^"]*"/g), null);
  assert.equal(html.match(/data:image\/png;base64,/g).length, 8);
});

test('both languages say the same things', () => {
  assert.deepEqual(Object.keys(TEXTS.it), Object.keys(TEXTS.en));
  for (const key of Object.keys(TEXTS.it))
    assert.deepEqual(TEXTS.it[key].match(/\{\w+\}/g), TEXTS.en[key].match(/\{\w+\}/g), key);
});

test('the dungeons are the native ones, line by line', async () => {
  const { page, troubles, context } = await open(browser);
  for (const [from, to, players] of [
    [0, 1999],
    [498000, 499999],
    [998000, 999999],
    [10000, 10999, 2],
    [20000, 20999, 3],
    [30000, 30999, 4],
  ]) {
    const args = ['--from', `${from}`, '--to', `${to}`, ...(players ? ['--players', `${players}`] : [])];
    const here = await page.evaluate(
      ([first, last, count]) => {
        const lines = [];
        for (let code = first; code <= last; code++)
          lines.push(globalThis.crypta.line(String(code).padStart(6, '0'), count ?? undefined));
        return lines;
      },
      [from, to, players],
    );
    assert.deepEqual(here, native(...args));
  }
  assert.deepEqual(troubles, []);
  await context.close();
});

for (const size of ['phone', 'desktop'])
  for (const language of ['it', 'en']) {
    const t = (key, values) => say(language, key, values);
    const named = `${size}, ${language}`;
    const begin = async () => {
      const opened = await open(browser, { size });
      assert.equal(await opened.page.getAttribute('html', 'lang'), 'it');
      await opened.page.click(`#${language}`);
      return opened;
    };

    test(`start and a new game for 2, 3 and 4 (${named})`, async () => {
      const { page, troubles, context } = await begin();
      assert.equal(await page.getAttribute('html', 'lang'), language);
      assert.equal(await text(page, '#new-game'), t('newGame'));
      assert.equal(await page.isVisible('#continue'), false);
      await clean(page, 'start');
      for (const players of [2, 3, 4]) {
        await page.click('#new-game');
        assert.equal(await page.evaluate(() => document.activeElement.id), 'players-title');
        if (players === 2) await clean(page, 'players');
        await page.click(`[data-players="${players}"]`);
        const code = await text(page, '#code');
        assert.match(code, /^\d{6}$/);
        assert.equal(2 + (Number(code) % 3), players);
        assert.equal(await text(page, '#size'), t('gridLong', { n: players, s: players + 4 }));
        const letters = await page.locator('#columns button').allInnerTexts();
        assert.equal(letters.join(''), 'ABCDEFGH'.slice(0, players + 4));
        assert.equal(
          (await page.locator('#rows button').allInnerTexts()).join(''),
          '12345678'.slice(0, players + 4),
        );
        await page.click('#leave');
        await page.click('#leave-dialog [value=yes]');
        await focused(page, 'title');
        assert.equal(await page.evaluate(() => document.body.dataset.screen), 'start');
      }
      assert.deepEqual(troubles, []);
      await context.close();
    });

    test(`entering a code, wrong and right (${named})`, async () => {
      const { page, troubles, context } = await begin();
      await page.click('#enter-code');
      assert.equal(await page.evaluate(() => document.activeElement.id), 'code-input');
      for (const bad of ['', '12345', '1234567', '12a456', '½½½½½½', '١٢٣٤٥٦']) {
        await page.fill('#code-input', bad);
        await page.keyboard.press('Enter');
        assert.equal(await text(page, '#code-error'), t('codeBad'));
        assert.equal(await page.getAttribute('#code-input', 'aria-invalid'), 'true');
        assert.equal(await page.isVisible('#game'), false);
        assert.equal(await page.evaluate(() => document.activeElement.id), 'code-input');
      }
      await clean(page, 'enter');
      await page.fill('#code-input', ' 007-234 ');
      assert.equal(await text(page, '#code-preview'), t('gridLong', { n: 3, s: 7 }));
      assert.equal(await page.isVisible('#code-error'), false);
      await page.keyboard.press('Enter');
      assert.equal(await text(page, '#code'), '007234');
      assert.equal(await page.evaluate(() => document.activeElement.id), 'game-title');
      await live(page, '007234');
      assert.deepEqual(troubles, []);
      await context.close();
    });

    test(`exploring: choice, undo, confirm, sphere, history, counters (${named})`, async () => {
      const { page, troubles, context } = await begin();
      await enter(page, CODE);
      await clean(page, 'game');
      assert.equal(await text(page, '#caption'), t('choose'));
      await page.click('#confirm', { force: true }); // nothing chosen yet: says so, changes nothing
      await live(page, t('incomplete'));
      await page.click('#columns button:nth-child(3)');
      assert.equal(await text(page, '#cell'), 'C·');
      await page.click('#columns button:nth-child(3)'); // the same again takes it back
      assert.equal(await text(page, '#cell'), '?');
      await choose(page, 'C4');
      assert.equal(await text(page, '#cell'), 'C4');
      await live(page, t('selectedIs', { cell: 'C4' }));
      assert.equal(await text(page, '#confirm'), t('confirmCell', { cell: 'C4' }));
      assert.equal(await page.locator('#columns [aria-pressed=true]').innerText(), 'C');
      await page.click('#undo');
      assert.equal(await text(page, '#cell'), '?');
      assert.deepEqual(await history(page), []);

      await ask(page, 'B1');
      assert.equal(await text(page, '#caption'), `B1: ${t('M')}`);
      assert.ok((await page.getAttribute('#picture img', 'src')).startsWith('data:image/png;base64,'));
      await live(page, `B1: ${t('M')}. ${t('leftIs', { name: t('Ms'), n: 5, all: 6 })}`);
      await page.click('#sphere');
      assert.equal(await page.getAttribute('#sphere', 'aria-checked'), 'true');
      await ask(page, 'F1');
      assert.equal(await text(page, '#caption'), `F1: ${t('K')} ${t('sphereMark')}`);
      await page.click('#sphere');
      await ask(page, 'C1');
      assert.deepEqual(await history(page), [
        `C1: ${t('.')}`,
        `F1: ${t('K')} ${t('sphereMark')}`,
        `B1: ${t('M')}`,
      ]);
      assert.equal(await page.locator('#picture .ring').count(), 1);
      const left = await counts(page);
      assert.ok(left.includes(t('leftIs', { name: t('Ms'), n: 5, all: 6 })));
      assert.ok(left.includes(t('leftIs', { name: t('Ks'), n: 6, all: 7 })));
      assert.ok(left.includes(t('leftIs', { name: t('.s'), n: 8, all: 9 })));

      await ask(page, 'B1'); // known: shown again, listed again, counted once
      await live(page, t('again'));
      assert.equal(await text(page, '#caption'), `B1: ${t('M')} · ${t('again')}`);
      assert.equal((await history(page)).length, 4);
      assert.deepEqual(await counts(page), left);
      await clean(page, 'after exploring');

      const other = language === 'it' ? 'en' : 'it'; // the language changes in mid-game
      await page.click(`#${other}`);
      assert.equal((await history(page))[0], `B1: ${say(other, 'M')}`);
      await page.click(`#${language}`);

      await page.click('#clear');
      assert.deepEqual(await history(page), []);
      assert.equal(await text(page, '#history-empty'), t('historyEmpty'));
      assert.deepEqual(await counts(page), left, 'what is known stays known');
      assert.equal(await text(page, '#clear'), t('restore'));
      await page.click('#clear');
      assert.equal((await history(page)).length, 4);
      assert.deepEqual(troubles, []);
      await context.close();
    });

    test(`the small map, and the whole one behind a question (${named})`, async () => {
      const { page, troubles, context } = await begin();
      await enter(page, CODE);
      const cell = (name) =>
        page.locator(`#map tbody tr:nth-child(${name[1]}) td`).nth(name.charCodeAt(0) - 65);
      const shown = () =>
        page.locator('#map .spot').evaluateAll((spots) => spots.map((s) => s.title.split(': ')[1]));
      await ask(page, 'B1');
      await page.click('#sphere');
      await ask(page, 'F1');
      await choose(page, 'A1');
      assert.equal(await cell('B1').locator('img').getAttribute('alt'), t('M'));
      assert.equal(await cell('F1').locator('img').getAttribute('alt'), `${t('K')} ${t('sphereMark')}`);
      assert.match(await cell('F1').locator('.spot').getAttribute('class'), /sphere/);
      assert.match(await cell('A1').locator('.spot').getAttribute('class'), /chosen/);
      assert.equal((await shown()).filter((name) => name !== t('unknown')).length, 2);

      await page.click('#show-map');
      assert.equal(await text(page, '#map-ask'), t('showMapAsk'));
      assert.equal(
        await page.evaluate(() => document.activeElement.value),
        'no',
        'the harmless answer has focus',
      );
      await clean(page, 'dialog');
      await page.keyboard.press('Escape');
      await focused(page, 'show-map');
      assert.equal((await shown()).filter((name) => name !== t('unknown')).length, 2);
      await page.click('#show-map');
      await page.click('#map-dialog [value=no]');
      assert.equal((await shown()).filter((name) => name !== t('unknown')).length, 2);
      await page.click('#show-map');
      await page.click('#map-dialog [value=yes]');
      await focused(page, 'map-title');
      assert.equal(await text(page, '#map-title'), t('fullMap'));
      const whole = [...ROWS.join('')].map((letter) => t(letter));
      whole[5] = `${whole[5]} ${t('sphereMark')}`;
      assert.deepEqual(await shown(), whole);
      assert.equal(await page.isVisible('#show-map'), false, 'there is no way back');
      await clean(page, 'whole map');
      await page.reload();
      await page.waitForSelector('body[data-ready]');
      await page.click('#continue');
      assert.deepEqual(await shown(), whole, 'nor by reloading');
      assert.deepEqual(troubles, []);
      await context.close();
    });

    test(`a new game asks first, and the old one can be continued (${named})`, async () => {
      const { page, troubles, context } = await begin();
      await enter(page, CODE);
      await page.click('#sphere');
      await ask(page, 'F1');
      await page.click('#leave');
      assert.equal(await text(page, '#leave-ask'), t('newGameAsk'));
      await clean(page, 'leave dialog');
      await page.click('#leave-dialog [value=no]');
      assert.equal(await page.isVisible('#game'), true);
      await page.close(); // the tab is gone, not the game
      const again = await context.newPage();
      await again.goto(`file://${file}`);
      await again.waitForSelector('body[data-ready]');
      assert.equal(await again.getAttribute('html', 'lang'), language);
      assert.equal(await text(again, '#continue-what'), `${CODE} · ${t('gridLong', { n: 3, s: 7 })}`);
      await clean(again, 'start with continue');
      await again.click('#continue');
      assert.deepEqual(await history(again), [`F1: ${t('K')} ${t('sphereMark')}`]);
      assert.equal(await again.getAttribute('#sphere', 'aria-checked'), 'true');
      await again.click('#leave');
      await again.click('#leave-dialog [value=yes]');
      await focused(again, 'title');
      assert.equal(await again.isVisible('#continue'), true);
      assert.deepEqual(troubles, []);
      await context.close();
    });

    test(`everything discovered (${named})`, async () => {
      const { page, troubles, context } = await begin();
      await enter(page, '000000'); // 2 players
      const rows = native('000000')[0].split(' ')[2].split('/');
      const cells = rows.flatMap((row, r) =>
        [...row].map((letter, c) => ({ letter, name: 'ABCDEF'[c] + (r + 1) })),
      );
      const full = cells.filter(({ letter }) => letter !== '.');
      for (const { name } of full.slice(1)) await page.keyboard.type(`${name}\n`);
      assert.equal(await page.isVisible('#all-found'), false);
      await page.keyboard.type(`${full[0].name}\n`);
      assert.equal(await text(page, '#all-found'), t('allFound'));
      await live(page, t('allFound'));
      assert.equal((await history(page)).length, 30);
      for (const { letter, name } of cells) if (letter === '.') await page.keyboard.type(`${name}\n`);
      assert.ok((await counts(page)).every((line) => /\b0\b/.test(line)));
      assert.equal((await history(page)).length, 36);
      await clean(page, 'all discovered');
      assert.deepEqual(troubles, []);
      await context.close();
    });
  }

for (const size of Object.keys(SIZES))
  test(`room for thumbs, and nothing runs off the side (${size})`, async () => {
    const { page, context } = await open(browser, {
      size,
      prepare: () => {
        navigator.share = async () => {};
      },
    });
    const measure = async (where) => {
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${where}: ${wide} px too wide`);
      // A cell of the map is a shortcut for two keys that are large enough.
      const small = await page.locator('button:visible:not(.spot), input:visible').evaluateAll((all) =>
        all
          .map((b) => ({ id: b.id || b.textContent, box: b.getBoundingClientRect() }))
          .filter(({ box }) => box.width < 44 || box.height < 44 || box.left < 0 || box.right > innerWidth)
          .map(({ id, box }) => `${id} ${box.width}×${box.height}`),
      );
      assert.deepEqual(small, [], where);
    };
    await measure('start');
    await page.click('#new-game');
    await measure('players');
    await page.click('#players .back');
    for (const code of ['000000', '000001', '000002']) {
      await enter(page, code);
      await ask(page, 'A1');
      await measure(`game ${code}`);
      await page.click('#show-map');
      await measure(`dialog ${code}`);
      await page.click('#map-dialog [value=yes]');
      await focused(page, 'map-title');
      await measure(`map ${code}`);
      await page.click('#leave');
      await page.click('#leave-dialog [value=yes]');
      await focused(page, 'title');
    }
    await measure('start with continue');
    await context.close();
  });
