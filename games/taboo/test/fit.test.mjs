// Every card is wholly on the screen, under nothing, on any phone and with any size of text: also one
// that a host brought, with six forbidden words and a title as long as a title may be.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openPreview } from '../../../test/web/look.mjs';
import { tabooView } from '../../../test/web/tables.mjs';
import { pictures, person, settle } from '../../../test/web/phones.mjs';

const sizes = {
  small: [320, 568],
  middle: [360, 640],
  phone: [390, 844],
  lying: [844, 390],
  tablet: [768, 1024],
  desk: [1280, 800],
};
const texts = ['normal', 'large', 'huge'];
const cards = {
  usual: { word: 'PLÁTANO', tabooWords: ['fruta', 'amarillo', 'mono', 'cáscara', 'canarias'] },
  six: {
    word: 'ELECTROENCEFALOGRAMA',
    tabooWords: ['cerebro', 'hospital', 'medicina', 'electrodos', 'neurología', 'encefalograma'],
  },
  phrases: {
    word: 'LA VUELTA AL MUNDO EN OCHENTA DÍAS',
    tabooWords: [
      'novela de aventuras',
      'Julio Verne',
      'Phileas Fogg',
      'globo aerostático',
      'apuesta con el club',
      'elefante en la India',
    ],
  },
};
const roles = ['describer', 'buzzer', 'guesser'];

const { browser, preview } = await openPreview();

let seq = 100;
function view(role, card) {
  seq += 1;
  const usual = tabooView({ role });
  return {
    ...usual,
    seq,
    table: {
      ...usual.table,
      cardNumber: seq,
      card: usual.table.card && { ...usual.table.card, ...card },
      deadline: Date.now() + 90000,
      scores: { 'Equipo A': 12, 'Equipo B': -3 },
      notices: [],
      lostUntil: null,
    },
  };
}

/** What is wrong with the card as it stands there, in words. */
const wrong = () => {
  const found = [];
  const bar = document.querySelector('.bar').getBoundingClientRect();
  const actions = document.querySelector('.taboo-actions').getBoundingClientRect();
  const card = document.querySelector('.taboo-card').getBoundingClientRect();
  const texts = [...document.querySelectorAll('.taboo-card .word, .forbidden-words li, .back-text')];
  for (const element of texts) {
    const range = document.createRange();
    range.selectNodeContents(element);
    const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
    const name = element.textContent;
    for (const line of lines) {
      if (
        line.left < card.left ||
        line.right > card.right ||
        line.top < card.top - 1 ||
        line.bottom > card.bottom + 1
      )
        found.push(`${name} leaves the card`);
      if (line.bottom > innerHeight || line.top < bar.bottom || line.left < 0 || line.right > innerWidth)
        found.push(`${name} leaves the screen`);
      if (
        line.left < actions.right &&
        line.right > actions.left &&
        line.bottom > actions.top &&
        line.top < actions.bottom
      )
        found.push(`${name} is under the buttons`);
      const [x, y] = [line.left + line.width / 2, line.top + line.height / 2];
      if (!element.contains(document.elementFromPoint(x, y)))
        found.push(`${name} is covered by ${document.elementFromPoint(x, y)?.className}`);
    }
    const size = parseFloat(getComputedStyle(element).fontSize);
    if (size < 13) found.push(`${name} has ${size} px`);
  }
  for (const button of document.querySelectorAll('.taboo-actions button')) {
    const box = button.getBoundingClientRect();
    if (box.width < 44 || box.height < 44) found.push(`${button.textContent}: ${box.width}×${box.height}`);
    if (box.bottom > innerHeight || (box.top < card.bottom && box.left < card.right))
      found.push(`${button.textContent} is not where it should be`);
    if (button.scrollWidth > button.clientWidth) found.push(`${button.textContent} is too long`);
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page is too wide');
  return [...new Set(found)];
};

/** The card was fitted to the screen as it is now. */
async function measured(page) {
  await settle(page);
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  await page.evaluate(
    () =>
      new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(done));
      }),
  );
}

for (const role of roles)
  test(`the card of a ${role}`, async () => {
    preview.state.view = view(role, cards.usual);
    const { page, context, problems } = await person(browser, role, { reducedMotion: 'reduce' });
    await page.goto(`${preview.url}/preview/table?look=still`);
    await page.locator('.taboo-card').waitFor();
    const bad = [];
    for (const [name, card] of Object.entries(role === 'guesser' ? { secret: null } : cards)) {
      preview.setView(view(role, card));
      await page.locator(`.taboo-card[data-key$="-${seq}"]`).waitFor();
      for (const text of texts)
        for (const [size, [width, height]] of Object.entries(sizes)) {
          await page.evaluate((much) => {
            document.documentElement.dataset.text = much;
          }, text);
          await page.setViewportSize({ width, height });
          await measured(page);
          const found = await page.evaluate(wrong);
          if (found.length) bad.push(`${name}, ${size}, ${text}: ${found.slice(0, 3).join('; ')}`);
          if (process.env.SCREENSHOTS)
            await page.screenshot({ path: join(pictures, `fit-${role}-${name}-${size}-${text}.png`) });
        }
    }
    assert.deepEqual(bad, []);
    assert.deepEqual(problems, []);
    await context.close();
  });

test('a long turn is counted on the smallest phone, and nothing is pushed out for it', async () => {
  const bad = [];
  for (const role of roles) {
    const long = view(role, cards.usual);
    long.table.turnSeconds = 3600;
    long.table.deadline = Date.now() + 3600000;
    preview.state.view = long;
    const { page, context } = await person(browser, role, { reducedMotion: 'reduce' });
    await page.goto(`${preview.url}/preview/table?look=still`);
    await page.locator('.bar .clock', { hasText: /^\d\d:\d\d$/ }).waitFor();
    for (const text of texts)
      for (const width of [320, 340, 360, 390, 480]) {
        await page.evaluate((much) => {
          document.documentElement.dataset.text = much;
        }, text);
        await page.setViewportSize({ width, height: 640 });
        await measured(page);
        const off = await page.evaluate(() =>
          [...document.querySelectorAll('.bar > *')]
            .map((part) => [part, part.getBoundingClientRect()])
            .filter(([, box]) => box.width > 1 && (box.left < 0 || box.right > innerWidth))
            .map(([part]) => part.className),
        );
        const wide = (await page.evaluate(() => document.documentElement.scrollWidth)) - width;
        if (wide > 0 || off.length) bad.push(`${role}, ${width}, ${text}: ${wide} px too wide, ${off}`);
      }
    await context.close();
  }
  assert.deepEqual(bad, []);
});

test('a card that slides in is measured as if it lay there', async () => {
  preview.state.view = view('describer', cards.six);
  const { page, context } = await person(browser, 'Ana');
  await page.goto(`${preview.url}/preview/table`);
  await page.locator('.taboo-card .word', { hasText: cards.six.word }).waitFor();
  preview.setView(view('describer', cards.usual));
  await page.locator('.taboo-card .word', { hasText: cards.usual.word }).waitFor();
  await page.locator('.taboo[data-tight="0"]').waitFor();
  await measured(page);
  assert.deepEqual(await page.evaluate(wrong), []);
  assert.ok(
    (await page
      .locator('.forbidden-words li')
      .first()
      .evaluate((it) => parseFloat(getComputedStyle(it).fontSize))) > 20,
  );
  await context.close();
});

test('on the smallest screen it is still said that new cards are being made', async () => {
  preview.state.view = view('describer', cards.phrases);
  const { page, context } = await person(browser, 'Ana', {
    reducedMotion: 'reduce',
    size: { width: 320, height: 568 },
  });
  await page.goto(`${preview.url}/preview/table?look=still`);
  await page.locator('.taboo.tight .taboo-card').waitFor();
  preview.emit('cards_generating', {});
  await page.locator('.making').waitFor();
  await measured(page);
  assert.deepEqual(await page.evaluate(wrong), []);
  preview.emit('cards_failed', {});
  await page.locator('.making').waitFor({ state: 'detached' });
  await context.close();
});
