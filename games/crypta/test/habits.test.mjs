// What else people expect: the keyboard, a kept game, sharing, and a page that fails politely.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { ask, enter, file, focused, history, live, native, open, policy, text, watch } from './browser.mjs';
import { launch, startServer } from '../../../test/web/browser.mjs';
import { openAll } from '../../../test/web/house.mjs';
import { codeFor } from '../page/game.js';
import { revive } from '../page/keep.js';

const [browser] = await openAll(launch());

const active = (page) => page.evaluate(() => document.activeElement.id);

test('a whole game with the keyboard alone', async () => {
  const { page, troubles, context } = await open(browser, { size: 'desktop' });
  const tabTo = async (id) => {
    for (let i = 0; i < 60 && (await active(page)) !== id; i++) await page.keyboard.press('Tab');
    assert.equal(await active(page), id);
  };
  await tabTo('enter-code');
  await page.keyboard.press('Enter');
  await page.keyboard.type('000007\n');
  await page.keyboard.type('b1');
  assert.equal(await text(page, '#cell'), 'B1');
  await page.keyboard.press('Escape');
  assert.equal(await text(page, '#cell'), '?');
  await page.keyboard.type('h8'); // no such column or row in a 7×7
  assert.equal(await text(page, '#cell'), '?');
  await page.keyboard.type('b1\n');
  await page.keyboard.type('sF1\n');
  assert.deepEqual(await history(page), ['F1: Chiave (sfera)', 'B1: Mostro']);
  await tabTo('copy'); // Enter belongs to the button with focus
  await page.keyboard.type('a1');
  await page.keyboard.press('Enter');
  assert.equal((await history(page)).length, 2);
  await page.focus('#rows button:nth-child(1)'); // except on letters and numbers
  await page.keyboard.press('Enter');
  assert.equal((await history(page))[0], 'A1: Pozione (sfera)');
  await page.keyboard.press('Control+c'); // shortcuts of the browser stay the browser's
  assert.equal(await text(page, '#cell'), '');
  await tabTo('show-map');
  await page.keyboard.press('Enter');
  await page.keyboard.type('a2\n'); // in the dialog letters mean nothing, Enter is «cancel»
  await focused(page, 'show-map');
  assert.equal((await history(page)).length, 3);
  assert.deepEqual(troubles, []);
  await context.close();
});

test('letters and digits can be switched off, for good', async () => {
  const { page, context, troubles } = await open(browser, { size: 'desktop' });
  await enter(page, '000007');
  await page.focus('#shortcuts');
  await page.keyboard.press('Enter');
  await live(page, 'Tasti rapidi disattivati');
  assert.equal(await page.getAttribute('#shortcuts', 'aria-checked'), 'false');
  await page.keyboard.type('b1s');
  assert.equal(await text(page, '#cell'), '?');
  assert.equal(await page.getAttribute('#sphere', 'aria-checked'), 'false');
  assert.match(await text(page, '#keys'), /non fanno nulla/);
  await page.reload();
  await page.waitForSelector('body[data-ready]');
  await page.click('#continue');
  await page.keyboard.type('b1');
  assert.equal(await text(page, '#cell'), '?');
  await page.click('#columns button:nth-child(2)');
  await page.click('#rows button:nth-child(1)');
  await page.keyboard.press('Enter'); // the keys that no dictation types stay
  assert.deepEqual(await history(page), ['B1: Mostro']);
  await page.click('#shortcuts');
  await page.keyboard.type('a1');
  assert.equal(await text(page, '#cell'), 'A1');
  assert.deepEqual(troubles, []);
  await context.close();
});

test('on paper it is one page in dark ink', async () => {
  const { page, context } = await open(browser, { size: 'desktop' });
  await enter(page, '000008');
  for (const cell of ['A1', 'B3', 'H8', 'E2']) await ask(page, cell);
  const pages = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g);
  assert.equal(pages.length, 1);
  await page.emulateMedia({ media: 'print' });
  const light = await page.evaluate(() =>
    [...document.querySelectorAll('#code, #counts b, #map th, #history span, h2')]
      .filter(
        (element) =>
          element.checkVisibility() &&
          Math.max(...getComputedStyle(element).color.match(/\d+/g).slice(0, 3).map(Number)) > 160,
      )
      .map((element) => element.textContent),
  );
  assert.deepEqual(light, []);
  assert.equal(await page.isVisible('#pickers'), false);
  await context.close();
});

test('focus survives every render', async () => {
  const { page, context } = await open(browser);
  await enter(page, '000007');
  await page.focus('#columns button:nth-child(2)');
  await page.keyboard.press('Space');
  await page.keyboard.type('1');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'B');
  await page.focus('#confirm');
  await page.keyboard.press('Enter');
  assert.equal(await active(page), 'confirm');
  await page.focus('#en');
  await page.keyboard.press('Enter');
  assert.equal(await active(page), 'en');
  assert.deepEqual(await history(page), ['B1: Monster']);
  await context.close();
});

test('the code is copied, with a clipboard and without', async () => {
  const copied = await open(browser, {
    prepare: () => {
      Object.defineProperty(navigator, 'clipboard', {
        value: {
          writeText: async (t) => {
            globalThis.copied = t;
          },
        },
      });
    },
  });
  await enter(copied.page, '007234');
  await copied.page.click('#copy');
  await live(copied.page, 'Codice 007234 copiato');
  assert.equal(await copied.page.evaluate(() => globalThis.copied), '007234');
  await copied.context.close();

  const plain = await open(browser, {
    prepare: () => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
      document.execCommand = (what) => {
        globalThis.copied = what + document.activeElement.value;
        return true;
      };
    },
  });
  await enter(plain.page, '007234');
  await plain.page.click('#copy');
  await live(plain.page, 'Codice 007234 copiato');
  assert.equal(await plain.page.evaluate(() => globalThis.copied), 'copy007234');
  assert.equal(await active(plain.page), 'copy');
  await plain.context.close();
});

test('the code is shared where the device can', async () => {
  const without = await open(browser, {
    prepare: () => {
      delete Navigator.prototype.share;
    },
  });
  await enter(without.page, '007234');
  assert.equal(await without.page.isVisible('#share'), false);
  await without.context.close();
  const { page, context } = await open(browser, {
    prepare: () => {
      navigator.share = async (what) => {
        globalThis.shared = what;
      };
    },
  });
  await enter(page, '007234');
  await page.click('#share');
  assert.match((await page.evaluate(() => globalThis.shared)).text, /007234/);
  await context.close();
});

test('new games draw only and all codes of their number of players', () => {
  for (const players of [2, 3, 4]) {
    assert.equal(
      codeFor(players, () => 0),
      `00000${players - 2}`,
    );
    const last = codeFor(players, (below) => below - 1);
    assert.equal(Number(last) % 3, players - 2);
    assert.ok(Number(last) > 999996 && last.length === 6);
  }
});

test('what was kept and is no game is not continued', async () => {
  const rows = (code) => native(code)[0].split(' ')[2].split('/');
  for (const bad of [
    undefined,
    null,
    7,
    {},
    { code: '12345', asked: [] },
    { code: '000007' },
    { code: '000007', asked: 'A1' },
  ])
    assert.equal(revive(bad, rows), undefined);
  const odd = revive(
    {
      code: '000007',
      cleared: 99,
      asked: [{ cell: 'H1' }, { cell: 'A8' }, null, { cell: 'A1', sphere: 1 }, { cell: 'G7', sphere: true }],
    },
    rows,
  );
  assert.deepEqual(odd.asked, [
    { cell: 'A1', sphere: false },
    { cell: 'G7', sphere: true },
  ]);
  assert.equal(odd.cleared, 2);
  const { page, context, troubles } = await open(browser, {
    prepare: () => localStorage.setItem('crypta', '{nonsense'),
  });
  assert.equal(await page.isVisible('#continue'), false);
  await enter(page, '000007');
  assert.deepEqual(troubles, []);
  await context.close();
});

test('a second tab takes nothing away, and can go on with the game', async () => {
  const { page: idle, context, troubles } = await open(browser);
  const page = await context.newPage();
  page.setDefaultTimeout(60000);
  const reopen = async () => {
    await page.goto(`file://${file}`);
    await page.waitForSelector('body[data-ready]');
  };
  await reopen();
  await enter(page, '000007');
  await ask(page, 'B1');
  await idle.locator('#continue').waitFor();
  assert.match(await text(idle, '#continue-what'), /^000007/);
  await idle.evaluate(() => {
    addEventListener('storage', ({ newValue }) => {
      globalThis.heard = newValue;
    });
  });
  await ask(page, 'F1');
  await idle.waitForFunction(() => globalThis.heard?.includes('F1'));
  const kept = await page.evaluate(() => localStorage.getItem('crypta'));
  await idle.click('#en'); // neither the language nor the keys touch what is being played elsewhere
  await idle.click('#new-game');
  await idle.click('#players .back');
  await page.waitForFunction((before) => localStorage.getItem('crypta') !== before, kept);
  await reopen();
  await page.click('#continue');
  assert.deepEqual(await history(page), ['F1: Key', 'B1: Monster']);
  await idle.click('#continue');
  assert.deepEqual(await history(idle), ['F1: Key', 'B1: Monster']);
  assert.deepEqual(troubles, []);
  await context.close();
});

test('nothing is looked for before the browser knows whose page it is', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(() => {
    globalThis.looked = 0;
    const { getItem } = Storage.prototype;
    Storage.prototype.getItem = function count(key) {
      globalThis.looked++;
      return getItem.call(this, key);
    };
    navigator.locks.request = () =>
      new Promise((known) => {
        globalThis.known = known;
      });
  });
  await page.goto(`file://${file}`);
  await page.waitForFunction(() => globalThis.known);
  assert.equal(await page.evaluate(() => globalThis.looked), 0);
  await page.evaluate(() => globalThis.known());
  await page.waitForSelector('body[data-ready]');
  assert.ok((await page.evaluate(() => globalThis.looked)) > 0);
  await context.close();
});

test('a browser that keeps nothing still plays', async () => {
  const { page, context, troubles } = await open(browser, {
    prepare: () =>
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new Error('denied');
        },
      }),
  });
  await enter(page, '000007');
  await ask(page, 'B1');
  assert.deepEqual(await history(page), ['B1: Mostro']);
  assert.deepEqual(troubles, []);
  await context.close();
});

test('without WebAssembly it says so, in both languages', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(() => {
    delete globalThis.WebAssembly;
  });
  await page.goto(`file://${file}`);
  await page.waitForSelector('#no-wasm:not([hidden])');
  assert.match(await text(page, '#no-wasm'), /non può generare/);
  assert.equal(await page.isDisabled('#new-game'), true);
  await page.click('#en');
  assert.match(await text(page, '#no-wasm'), /cannot make/);
  await context.close();
});

test('motion only for those who like it', async () => {
  for (const [reducedMotion, moving] of [
    ['reduce', 0],
    ['no-preference', 1],
  ]) {
    const { page, context } = await open(browser, { reducedMotion });
    await enter(page, '000007');
    await ask(page, 'B1');
    const animations = await page.evaluate(() => document.getAnimations().length);
    assert.equal(Math.min(animations, 1), moving);
    await context.close();
  }
});

test('the house serves it under its own policy, links to it and gives it away', async () => {
  const { url: origin, stop: close } = await startServer();
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  const troubles = watch(page);
  const answer = await page.goto(`${origin}/crypta#000007`); // a shared link fills the code in
  assert.equal(answer.headers()['content-security-policy'], policy());
  await page.waitForSelector('body[data-ready]');
  assert.equal(await page.inputValue('#code-input'), '000007');
  await page.click('#code-form button[type=submit]');
  await ask(page, 'B1');
  assert.equal(await text(page, '#caption'), 'B1: Mostro');
  assert.ok((await page.evaluate(() => document.querySelector('#picture img').naturalWidth)) > 0);
  await page.click('#leave');
  await page.click('#leave-dialog [value=yes]');
  await focused(page, 'title');
  const taken = async (link) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(link)]);
    assert.equal(download.suggestedFilename(), 'crypta.html');
    return readFileSync(await download.path(), 'utf8');
  };
  assert.equal(await taken('#offline'), readFileSync(file, 'utf8'));
  assert.deepEqual(
    troubles.filter((line) => !line.includes(`${origin}/crypta`)),
    [],
  );
  await page.goto(origin);
  assert.equal(await taken('[data-game=crypta] a[download]'), readFileSync(file, 'utf8'));
  await page.click('[data-game=crypta] > a');
  await page.waitForSelector('body[data-ready]');
  await page.click('#home');
  await page.waitForURL(`${origin}/`);
  await context.close();
  await close();
});

test('a file on the disk has no house to go home to', async () => {
  const { page, context } = await open(browser);
  assert.equal(await page.locator('#home').isVisible(), false);
  await context.close();
});

test('a cell of the map is chosen by a tap and asked by a second one', async () => {
  const { page, troubles, context } = await open(browser);
  await enter(page, '000007');
  const cell = page.locator('#map .spot[data-column="1"][data-row="0"]');
  await cell.tap();
  assert.match(await cell.getAttribute('class'), /chosen/);
  assert.deepEqual(await history(page), []);
  await cell.tap();
  assert.equal(await text(page, '#caption'), 'B1: Mostro');
  assert.equal((await history(page)).length, 1);
  assert.deepEqual(troubles, []);
  await context.close();
});

test('on a short phone the button that confirms is on the first screen', async () => {
  const { page, context } = await open(browser);
  await page.setViewportSize({ width: 360, height: 640 });
  await page.click('#new-game');
  await page.click('[data-players="4"]');
  const { bottom, top } = await page.evaluate(() => {
    window.scrollTo(0, 0);
    return document.getElementById('confirm').getBoundingClientRect();
  });
  assert.ok(top > 0 && bottom <= 640, `it ends at ${bottom}`);
  await context.close();
});
