// No word is broken inside that would fit on a line of its own: every page and every table, on narrow phones,
// with normal and huge text, in four languages, with names that people have.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitor } from './browser.mjs';
import { pages } from './preview.mjs';
import { openPreview } from './look.mjs';
import { ended } from '../../games/cah/test/samples.mjs';
import { cahView, codenamesView, santaseView, tabooView } from './tables.mjs';

const { browser, preview } = await openPreview();

const languages = ['es', 'it', 'en', 'bg'];
const widths = [320, 360, 390];
const texts = ['normal', 'huge'];
const names = ['Martina', 'Alejandra', 'Константин', 'Bartholomew'];

/** Words on more than one line, of which the whole would be no wider than the page's own column. */
const broken = () => {
  const found = [];
  const column = document.documentElement.clientWidth - 32;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!parent || parent.closest('script, style, noscript, .hidden-text, textarea, .invite-link, [hidden]'))
      continue;
    if (!parent.checkVisibility?.({ visibilityProperty: true }) || parent.clientWidth === 1) continue;
    for (const { 0: word, index } of node.data.matchAll(/[^\s\u00ad\u200b/–—-]+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const rects = [...range.getClientRects()].filter(({ width }) => width > 0.5);
      const lines = rects.filter((rect, i) => i === 0 || rect.top >= rects[i - 1].bottom - 2);
      const whole = rects.reduce((sum, { width }) => sum + width, 0);
      if (lines.length > 1 && whole <= column) {
        const place = parent.closest('[class]');
        found.push(`«${word}» in ${place?.localName}.${place?.className}`);
      }
    }
  }
  return found;
};

/** What can be typed into is wide enough to read it. */
const thin = () =>
  [...document.querySelectorAll('input:not([type]), input[type=text], textarea, select')]
    .filter((field) => field.checkVisibility?.() && field.getBoundingClientRect().width < 96)
    .map((field) => `${field.id || field.name} is ${field.getBoundingClientRect().width} px wide`);

/** In every width and size of text. */
async function look(page, name) {
  const found = [];
  for (const text of texts)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 740 });
      await page.evaluate((size) => {
        if (size === 'huge') document.documentElement.dataset.text = 'huge';
        else delete document.documentElement.dataset.text;
        return document.fonts.ready.then(
          () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
        );
      }, text);
      const all = [...(await page.evaluate(broken)), ...(await page.evaluate(thin))];
      found.push(...[...new Set(all)].map((line) => `${name} ${text} ${width}: ${line}`));
    }
  return found;
}

for (const language of languages) {
  test(`no page breaks a word: ${language}`, async () => {
    const page = await visitor(browser, { reducedMotion: 'reduce', serviceWorkers: 'block' });
    const found = [];
    for (const name of pages.filter((one) => one !== 'table' && one !== 'tv')) {
      await page.goto(`${preview.url}/preview/${name}?lang=${language}&look=still`);
      found.push(...(await look(page, name)));
    }
    assert.equal(found.length, 0, found.join('\n'));
    await page.context().close();
  });
}

const over = {
  phase: 'Complete',
  winner: 'blue',
  wonBy: 'assassin',
  room: { state: 'GAME_OVER', winners: ['p2', 'p4'] },
};
const moments = {
  codenames: [
    ['.cn-setup', { phase: 'Setup' }],
    ['.cn-form', { phase: 'AwaitingClue', role: 'spymaster' }],
    ['.cn-actions', {}],
    ['.cn-ending', over],
  ],
  santase: [
    ['.felt', { names: ['Ana', 'Martina'] }],
    ['.review', { phase: 'review', names: ['Martina', 'Константин'] }],
    ['.podium', { phase: 'over', turn: null, winner: 0, room: { state: 'GAME_OVER', winners: ['p1'] } }],
  ],
  taboo: [
    ['.taboo-card', {}],
    ['.taboo-card', { role: 'buzzer' }],
    ['.fair-play', { phase: 'WAITING_FOR_DESCRIBER' }],
    ['.podium', { phase: 'GAME_OVER', winner: 'Equipo A', room: over.room }],
  ],
  cah: [
    ['.cah-hand', {}],
    ['.cah-answers', { as: 'czar', phase: 'judging' }],
    ['.podium', ended],
  ],
};
const views = { codenames: codenamesView, santase: santaseView, taboo: tabooView, cah: cahView };

let seq = 1000;
for (const language of languages) {
  test(`no table breaks a word: ${language}`, async () => {
    const page = await visitor(browser, { reducedMotion: 'reduce', serviceWorkers: 'block' });
    const found = [];
    for (const [game, all] of Object.entries(moments))
      for (const [there, options] of all) {
        seq += 1;
        const next = { ...views[game](options), seq };
        next.room.players = next.room.players.map((one, i) => ({ ...one, name: names[i] ?? one.name }));
        preview.state.view = next;
        await page.goto(`${preview.url}/preview/table?lang=${language}&look=still`);
        await page.locator(there).first().waitFor();
        found.push(...(await look(page, `${game} ${there}`)));
      }
    assert.equal(found.length, 0, found.join('\n'));
    await page.context().close();
  });
}
