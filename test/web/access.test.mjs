// Every page, on a phone and on a desk, light and dark: no axe violation, nothing wider than the
// screen, targets large enough, everything reachable by Tab; dialogs too.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from './axe.mjs';
import { desk, phone, visitor } from './browser.mjs';
import { pages } from './preview.mjs';
import { openPreview, wear } from './look.mjs';
import { sampleView } from './samples.mjs';

const { browser, preview } = await openPreview();

/** Settles fonts, entrances and the table's first view. */
async function open(page, name, query = '') {
  await page.goto(`${preview.url}/preview/${name}?look=still${query}`);
  await page.evaluate(() => document.fonts.ready);
  if (name === 'table') await page.waitForSelector('.bar');
  if (name === 'tv') await page.waitForSelector('.tv-top h1');
}

const some = ['home', 'lobby-host', 'table', 'not-found'];
const looks = [
  ['light', phone, pages],
  ['dark', desk, pages],
  ['light.more', desk, some],
  ['dark.more.huge', phone, some],
];
for (const [look, size, names] of looks) {
  test(`axe finds nothing on ${names.length} pages: ${look}, ${size.width} px`, async () => {
    const page = await visitor(browser, { size, reducedMotion: 'reduce', bypassCSP: true });
    await wear(page, look);
    const found = [];
    for (const name of names) {
      await open(page, name, `.${look}`);
      found.push(...(await violations(page)).map((line) => `${name}: ${line}`));
    }
    assert.deepEqual(found, []);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

test('nothing is wider than the screen, down to 320 px and with huge text', async () => {
  const found = [];
  for (const [width, look] of [
    [320, 'light'],
    [320, 'huge'],
    [1280, 'large'],
  ]) {
    const page = await visitor(browser, { size: { width, height: 700 }, reducedMotion: 'reduce' });
    await wear(page, look);
    for (const name of pages) {
      await open(page, name, `.${look}`);
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (wide > 0) found.push(`${name} at ${width} px (${look}) is ${wide} px too wide`);
    }
    await page.context().close();
  }
  assert.deepEqual(found, []);
});

test('with a clock and at the end nothing is wider than the smallest phone', async () => {
  const page = await visitor(browser, { size: { width: 320, height: 640 }, reducedMotion: 'reduce' });
  await wear(page, 'light.huge');
  const probe = (table, more) => ({
    ...sampleView({ game: 'probe', ...more }),
    table: { cards: ['a'], deadline: null, ...table },
  });
  const states = [
    ['clock', '[role=timer]', probe({ deadline: Date.now() + 3600000, teamScores: { 'Equipo A': 7 } })],
    ['over', '.over', probe({}, { state: 'GAME_OVER', winners: ['p1', 'p3'] })],
  ];
  for (const [name, wait, view] of states) {
    preview.state.view = view;
    await open(page, 'table');
    await page.locator(wait).waitFor();
    await page.evaluate(() => document.fonts.ready);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320, name);
  }
  preview.state.view = sampleView();
  await page.context().close();
});

test('targets are at least 44 px high or wide', async () => {
  const page = await visitor(browser, { reducedMotion: 'reduce' });
  for (const name of pages) {
    await open(page, name);
    const small = await page.evaluate(() =>
      [
        ...document.querySelectorAll(
          'button, summary, select, input:not([type=hidden], [type=radio], [type=checkbox]), a.button, .option, .switch, .languages a',
        ),
      ]
        .filter((element) => element.checkVisibility())
        .map((element) => [element.outerHTML.slice(0, 80), element.getBoundingClientRect()])
        .filter(([, box]) => box.height < 43.5 || box.width < 34)
        .map(([html, box]) => `${html} ${box.width}×${box.height}`),
    );
    assert.deepEqual(small, [], name);
  }
  await page.context().close();
});

test('Tab reaches everything that can be pressed, and shows where it is', async () => {
  const page = await visitor(browser, { size: desk, reducedMotion: 'reduce' });
  for (const name of ['home', 'join', 'lobby-host', 'lobby-guest', 'table', 'not-found']) {
    await open(page, name);
    const wanted = await page.evaluate(() => {
      const all = [
        ...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, summary'),
      ].filter((element) => element.checkVisibility({ checkOpacity: false }) && !element.disabled);
      const groups = new Set();
      return all.filter((element) => {
        // one stop per group of radio buttons
        if (element.type !== 'radio') return true;
        if (groups.has(element.name)) return false;
        groups.add(element.name);
        return true;
      }).length;
    });
    const seen = new Set();
    for (let i = 0; i < wanted + 12; i++) {
      await page.keyboard.press('Tab');
      seen.add(
        await page.evaluate(() => {
          const now = document.activeElement;
          if (!now || now === document.body) return '';
          window.stops ??= [];
          if (!window.stops.includes(now)) window.stops.push(now);
          const style = getComputedStyle(now.matches('.option input') ? now.nextElementSibling : now);
          if (style.outlineStyle === 'none') return `no outline: ${now.outerHTML.slice(0, 80)}`;
          return String(window.stops.indexOf(now));
        }),
      );
    }
    assert.deepEqual(
      [...seen].filter((stop) => stop.startsWith('no outline')),
      [],
      name,
    );
    assert.ok([...seen].filter(Boolean).length >= wanted, `${name}: ${seen.size} stops of ${wanted}`);
  }
  await page.context().close();
});

test('dialogs: settings, menu, sharing and the end of a game have no violation', async () => {
  const page = await visitor(browser, { reducedMotion: 'reduce', bypassCSP: true });
  preview.setView(sampleView());
  await open(page, 'table');
  for (const item of [
    'Ajustes',
    'Invitar a más gente',
    'Esta noche',
    'Seguir en otro móvil',
    'Jugadores',
    'Ayuda',
  ]) {
    await page.getByRole('button', { name: 'Menú' }).click();
    assert.deepEqual(await violations(page), [], 'menu');
    await page.getByRole('dialog').getByRole('button', { name: item }).click();
    await page.getByRole('dialog').waitFor();
    await page.waitForTimeout(300);
    assert.deepEqual(await violations(page), [], item);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  preview.setView(sampleView({ paused: true }));
  await page.getByRole('heading', { name: 'En pausa' }).waitFor();
  assert.deepEqual(await violations(page), [], 'paused');
  preview.setView(sampleView({ state: 'GAME_OVER', winners: ['p1', 'p3'] }));
  await page.getByRole('heading', { name: '¡Gana Equipo A!' }).waitFor();
  assert.deepEqual(await violations(page), [], 'over');
  preview.setView(sampleView());
  await page.context().close();
});

test('settings are kept on the device and in the cookie for the next page', async () => {
  const page = await visitor(browser, { size: desk });
  await open(page, 'home');
  await page.getByRole('button', { name: 'Ajustes' }).click();
  await page.getByRole('radio', { name: 'Oscuro' }).check({ force: true });
  await page.getByRole('radio', { name: 'Grande' }).check({ force: true });
  await page.getByRole('switch', { name: 'Contraste alto' }).check();
  assert.equal(await page.evaluate(() => document.cookie), 'look=dark.more.large');
  await page.reload();
  await page.waitForFunction(
    () =>
      document.documentElement.dataset.contrast === 'more' &&
      document.documentElement.dataset.theme === 'dark' &&
      document.documentElement.dataset.text === 'large',
  );
  await page.context().close();
});
