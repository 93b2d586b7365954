// The table without a server: every role and phase in every look has no axe violation, words fit their
// cards on every screen, the board can be walked by keyboard, and no view says more than it should.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { violations } from '../../../test/web/axe.mjs';
import { desk, root } from '../../../test/web/browser.mjs';
import { close } from '../../../test/web/house.mjs';
import { looks, openPreview, violationsIn } from '../../../test/web/look.mjs';
import { codenamesView } from '../../../test/web/samples.mjs';

const { preview, open: openTable, heard } = await openPreview();
const open = (view, options) => openTable(view, '.codenames > *', options);

let seq = 100;
/** @param {object} options of codenamesView */
const view = (options) => {
  seq += 1;
  return { ...codenamesView(options), seq };
};
const over = {
  phase: 'Complete',
  winner: 'blue',
  wonBy: 'assassin',
  room: { state: 'GAME_OVER', winners: ['p2', 'p4'] },
};
const scenes = {
  'setup, gives clues': { phase: 'Setup', role: 'spymaster' },
  'setup, guesses': { phase: 'Setup' },
  'gives a clue': { phase: 'AwaitingClue', role: 'spymaster' },
  'waits for the clue': { phase: 'AwaitingClue' },
  'the other side waits': { phase: 'AwaitingClue', role: 'spymaster', team: 'blue' },
  guesses: {},
  'sees them guess': { role: 'spymaster' },
  'the others guess': { team: 'blue' },
  watches: { role: 'watcher' },
  'the end': over,
};

/** Sends a view and waits until it is drawn. */
async function show(page, options) {
  const next = view(options);
  preview.setView(next);
  const { phase, you } = next.table;
  await page.waitForFunction(
    ([p, r]) => {
      const { dataset } = document.querySelector('.codenames');
      return dataset.phase === p && dataset.role === r;
    },
    [phase, you?.role ?? 'watcher'],
  );
}

for (const [look, size] of looks) {
  test(`axe finds nothing in any role: ${look}, ${size.width} px`, async () => {
    const page = await open(view({}), { look, size });
    assert.deepEqual(await violationsIn(scenes, page, show), []);
    await close(page);
  });
}

test('axe finds nothing on a television', async () => {
  const page = await open(view({ role: 'watcher' }), { size: desk, name: 'tv' });
  for (const options of [{ phase: 'Setup' }, { phase: 'AwaitingClue' }, {}, over]) {
    await show(page, { ...options, role: 'watcher' });
    assert.deepEqual(await violations(page), []);
  }
  await close(page);
});

/** Letters that leave their card, cards that are too small to press, and what makes the page too wide. */
const misfits = (page) =>
  page.evaluate(() => {
    const found = [];
    for (const card of document.querySelectorAll('.cn-card')) {
      const box = card.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(card.querySelector('.cn-word'));
      const text = range.getBoundingClientRect();
      if (
        text.left < box.left ||
        text.right > box.right ||
        text.top < box.top - 1 ||
        text.bottom > box.bottom + 1
      )
        found.push(
          `${card.textContent} leaves its card: ${text.width} of ${box.width}, ${text.height} of ${box.height}`,
        );
      if (box.width < 44 || box.height < 44)
        found.push(`${card.textContent} is ${box.width} × ${box.height}`);
      const size = parseFloat(getComputedStyle(card.querySelector('.cn-word')).fontSize);
      if (size < 7) found.push(`${card.textContent} has letters of ${size} px`);
    }
    for (const button of document.querySelectorAll('.codenames button:not(.cn-card)')) {
      const box = button.getBoundingClientRect();
      if (box.height < 43.5 || box.width < 43.5)
        found.push(`${button.className} is ${box.width} × ${box.height}`);
      if (button.scrollWidth > button.clientWidth + 1)
        found.push(`${button.textContent} does not fit its button`);
    }
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (wide > 0) found.push(`the page is ${wide} px too wide`);
    return found;
  });

/** Words that end in letters which open a syllable together elsewhere. */
const endings = ['SANDWICH', 'BUTTERSCOTCH', 'КОСТ', 'THEATR', 'X', '-', 'Ñ', '🦊'];
for (const width of [320, 360, 390]) {
  test(`no word takes the table down at ${width} px`, async () => {
    const page = await open(view({}), { size: { width, height: 640 } });
    const next = view({});
    for (const [i, card] of next.table.board.entries()) card.word = endings[i % endings.length];
    preview.setView(next);
    await page.locator('[data-position="24"][aria-label^="SANDWICH"]').waitFor();
    assert.equal(await page.locator('.cn-card').count(), 25);
    await close(page);
  });
}

test('every word of the house can be set on every card', async () => {
  const page = await open(view({}), { size: { width: 320, height: 640 } });
  for (const language of ['es', 'it', 'en', 'bg']) {
    const deck = JSON.parse(readFileSync(join(root, `games/codenames/cards/${language}.json`), 'utf8'));
    const words = (Array.isArray(deck) ? deck : deck.words).map((one) => one.word ?? one);
    assert.ok(words.length > 300, `${words.length} words in ${language}`);
    const wrong = await page.evaluate(
      async ([all, code]) => {
        const { fitWord, cut } = await import('/games/codenames/fit.js');
        return all.filter((word) =>
          [20, 36, 60].some((size) => {
            const fitted = fitWord(word, { width: size, height: size / 2 }, 22, 'sans-serif', code);
            const whole = fitted.lines.join('').replaceAll(cut, '').replaceAll(' ', '');
            return !(fitted.size > 0) || whole !== word.replaceAll(' ', '');
          }),
        );
      },
      [words.map((word) => word.toLocaleUpperCase(language).normalize('NFC')), language],
    );
    assert.deepEqual(wrong, []);
  }
  await close(page);
});

test('on a short phone the clue is given, and a card revealed, without scrolling', async () => {
  const size = { width: 360, height: 640 };
  const page = await open(view({ phase: 'AwaitingClue', role: 'spymaster' }), { size });
  const bottom = async (selector) => {
    const box = await page.locator(selector).boundingBox();
    return box.y + box.height;
  };
  assert.ok((await bottom('.cn-form .primary')) <= size.height, `${await bottom('.cn-form .primary')} px`);
  await show(page, {});
  assert.ok((await bottom('.cn-reveal')) <= size.height, `${await bottom('.cn-reveal')} px`);
  await close(page);
});

/** Long words, of several parts, in two alphabets. */
const long = [
  'ENCICLOPEDIA',
  'NUEVA YORK',
  'MURCIÉLAGO',
  'ELECTRICISTA',
  'СЛАДКАРНИЦА',
  'ПЪТЕШЕСТВИЕ',
  'WWWWWWWWWWWW',
  'ROMPECABEZAS',
  'ФОТОАПАРАТ',
  'ЯЩЕРИЦА',
  'SAN PETERSBURGO',
  'PARACAÍDAS',
  'ESTETOSCOPIO',
];
for (const [width, height, look] of [
  [320, 640, 'light'],
  [320, 640, 'huge'],
  [390, 844, 'light'],
  [1280, 800, 'light'],
  [844, 390, 'light'],
]) {
  test(`words fit their cards at ${width} px (${look})`, async () => {
    const page = await open(view({}), { size: { width, height }, look });
    for (const options of [{}, { phase: 'AwaitingClue', role: 'spymaster' }, over]) {
      const next = view(options);
      for (const [i, card] of next.table.board.entries()) card.word = long[i % long.length];
      next.table.pointing = [
        { seat: 2, position: 3 },
        { seat: 0, position: 3 },
      ];
      preview.setView(next);
      await page.waitForFunction(
        (phase) =>
          document.querySelector('.codenames').dataset.phase === phase &&
          document.querySelector('[data-position="8"]').getAttribute('aria-label').startsWith('ФОТОАПАРАТ'),
        next.table.phase,
      );
      await page.evaluate(() => document.fonts.ready);
      // Letters of another alphabet come when they are first needed; then words are measured again.
      await page.waitForFunction(
        () =>
          document.fonts.status === 'loaded' &&
          [...document.querySelectorAll('.cn-card')].every(
            (card) => card.querySelector('.cn-word').scrollWidth <= card.clientWidth,
          ),
      );
      assert.deepEqual(await misfits(page), [], options.phase);
    }
    await close(page);
  });
}

test('arrow keys walk the board; Enter points, Enter again reveals, Escape takes the finger back', async () => {
  const page = await open(view({ pointing: [] }));
  const at = () => page.evaluate(() => Number(document.activeElement.dataset.position));
  await page.locator('.cn-card[tabindex="0"]').focus();
  assert.equal(await page.locator('.cn-card[tabindex="0"]').count(), 1);
  for (const [key, to] of [
    ['ArrowRight', 1],
    ['ArrowDown', 6],
    ['ArrowLeft', 5],
    ['ArrowLeft', 5],
    ['End', 9],
    ['Control+End', 24],
    ['ArrowDown', 24],
    ['Home', 20],
    ['ArrowUp', 15],
    ['Control+Home', 0],
  ]) {
    await page.keyboard.press(key);
    assert.equal(await at(), to, key);
    assert.equal(await page.locator('.cn-card[tabindex="0"]').getAttribute('data-position'), String(to));
  }
  await page.keyboard.press('Enter');
  await page.locator('[data-position="0"].chosen').waitFor();
  assert.deepEqual(await heard('point_at'), { position: 0 });
  assert.equal(
    preview.state.heard.some(({ event }) => event === 'make_guess'),
    false,
  );
  preview.setView(view({ pointing: [{ seat: 2, position: 0 }] }));
  await page.locator('[data-position="0"] .cn-fingers').waitFor();
  assert.equal(await at(), 0, 'the focus stays while the board is drawn anew');
  await page.keyboard.press('Escape');
  await page.locator('[data-position="0"]:not(.chosen)').waitFor();
  preview.setView(view({ pointing: [] }));
  await page.locator('.cn-fingers').waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await page.locator('[data-position="0"].chosen').waitFor();
  await page.waitForTimeout(450); // twice in a hurry is no decision
  await page.keyboard.press('Enter');
  assert.deepEqual(await heard('make_guess'), { position: 0 });
  await close(page);
});

test('a tap points, a second tap takes it back; only the button reveals, and nothing does that is not allowed', async () => {
  const page = await open(view({ pointing: [] }), { hasTouch: true });
  const reveal = page.locator('.cn-reveal');
  assert.equal(await reveal.getAttribute('aria-disabled'), 'true');
  await page.locator('[data-position="4"]').tap();
  await page.locator('[data-position="4"].chosen').waitFor();
  await reveal.getByText('OJO').waitFor();
  await page.locator('[data-position="4"]').tap();
  await page.locator('.cn-card.chosen').waitFor({ state: 'detached' });
  await page.locator('[data-position="6"]').tap({ force: true }); // it lies open
  assert.equal(
    preview.state.heard.some(({ event }) => event === 'make_guess'),
    false,
  );
  assert.equal(preview.state.heard.filter(({ event }) => event === 'point_at').length, 2);
  for (const options of [
    { team: 'blue' },
    { role: 'spymaster' },
    { role: 'watcher' },
    { phase: 'AwaitingClue' },
  ]) {
    await show(page, options);
    assert.equal(await page.locator('.cn-reveal, .cn-stop').count(), 0);
    assert.equal(await page.locator('.cn-card:not([aria-disabled])').count(), 0);
  }
  await close(page);
});

test('a half-written clue stays when the board is drawn anew; a refusal stands next to it', async () => {
  const page = await open(view({ phase: 'AwaitingClue', role: 'spymaster' }));
  const field = page.getByRole('textbox', { name: 'Tu pista' });
  const number = page.getByRole('spinbutton', { name: 'Para cuántas cartas' });
  await field.fill('sel');
  preview.setView(view({ phase: 'AwaitingClue', role: 'spymaster', deadline: Date.now() + 50000 }));
  await page.getByRole('timer').waitFor();
  await field.press('End');
  await field.pressSequentially('va');
  assert.equal(await field.inputValue(), 'selva');
  await number.focus();
  for (const [key, text] of [
    ['ArrowUp', '3'],
    ['End', '∞'],
    ['ArrowUp', '∞'],
    ['ArrowDown', '9'],
    ['Home', '0'],
    ['7', '7'],
  ]) {
    await page.keyboard.press(key);
    assert.equal(await number.innerText(), text, key);
  }
  await page.getByRole('button', { name: 'Una menos' }).click();
  preview.state.refuse = {
    code: 'INVALID_CLUE',
    message: 'no',
    detail: { key: 'codenames.clue.onBoard', values: { word: { text: 'SELVA' } } },
  };
  await field.press('Enter');
  await page.locator('#cn-problem', { hasText: '«SELVA» está en el tablero.' }).waitFor();
  assert.deepEqual(await heard('submit_clue'), { text: 'selva', count: 6 });
  assert.equal(await field.getAttribute('aria-invalid'), 'true');
  assert.equal(await page.locator('.toast').count(), 0);
  assert.equal(await field.evaluate((element) => element === document.activeElement), true);
  await field.pressSequentially('s');
  await page.locator('#cn-problem.hint').waitFor();
  await close(page);
});

test('who may not see the key has nothing of it in the page', async () => {
  const page = await open(view({}));
  for (const options of [{}, { team: 'blue' }, { role: 'watcher' }]) {
    await show(page, options);
    assert.equal(await page.locator('.cn-card.shut[data-type], .cn-card.shut .cn-shape').count(), 0);
  }
  await show(page, { role: 'spymaster' });
  assert.equal(await page.locator('.cn-card.shut[data-type]').count(), 19);
  await close(page);
});
