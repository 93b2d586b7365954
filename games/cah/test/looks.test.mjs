// The table without a server: every scene in every look has no axe violation, ten cards are in reach on a phone,
// the hand can be played by keyboard, what happens is said, and no card takes the table down.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from '../../../test/web/axe.mjs';
import { phone, visitor } from '../../../test/web/browser.mjs';
import { close } from '../../../test/web/house.mjs';
import { looks, openPreview, violationsIn } from '../../../test/web/look.mjs';
import { besides, blacks, cahView, ended, paired, voting } from './samples.mjs';

const { browser, preview, open: openTable, heard } = await openPreview();
const open = (view, options) => openTable(view, '.cah-black', options);

const played = {
  may: ['take_back'],
  submitted: ['p1'],
  yourResponse: { cards: [{ id: 'w3', text: 'Abejas.' }] },
};
const scenes = {
  chooses: {},
  'chooses three': { pick: 3 },
  'has played': played,
  'judges soon': { as: 'czar' },
  judges: { as: 'czar', phase: 'judging' },
  'is judged': { phase: 'judging', pick: 2 },
  votes: voting,
  'the winner': { phase: 'completed' },
  'the favourite': { phase: 'completed', may: ['vote', 'next_round'] },
  'in a pair': paired,
  besides,
  watches: { as: 'watcher' },
  'the end': ended,
};

/** Sends a view and waits until it is drawn; every view has another number of its round. */
let round = 10;
async function show(page, options) {
  round += 1;
  const next = cahView({ ...options, round });
  preview.setView(next);
  await page.waitForFunction(
    ([phase, wanted]) =>
      document.querySelector('.cah').dataset.phase === phase &&
      document.querySelector('.cah-round').textContent.endsWith(` ${wanted}`),
    [next.table.phase, round],
  );
}

const patience = { timeout: 60000 };
const never = (event) =>
  assert.equal(
    preview.state.heard.some((one) => one.event === event),
    false,
    `${event} was sent`,
  );
/** Twice in a hurry is no decision: the table waits 400 ms. */
const think = (page) => page.waitForTimeout(450);
const said = (page, text) =>
  page.waitForFunction((part) => globalThis.said.some((line) => line.includes(part)), text, patience);

for (const [look, size] of looks) {
  test(`axe finds nothing in any scene: ${look}, ${size.width} px`, async () => {
    const page = await open(cahView(), { look, size });
    assert.deepEqual(await violationsIn(scenes, page, show), []);
    await close(page);
  });
}

test('axe finds nothing in the menu of a card', async () => {
  const page = await open(cahView(besides));
  await page.locator('.cah-white').first().click();
  await page.locator('.cah-more').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Yo nunca/ })
    .waitFor();
  assert.deepEqual(await violations(page), []);
  await close(page);
});

test('axe finds nothing on a television, and nothing can be pressed there', async () => {
  const page = await open(cahView({ as: 'watcher' }), { size: { width: 1920, height: 1080 }, name: 'tv' });
  for (const options of [{}, { phase: 'judging', pick: 3 }, { phase: 'completed' }, ended]) {
    await show(page, { ...options, as: 'watcher', may: [] });
    assert.deepEqual(await violations(page), []);
    assert.equal(await page.locator('.cah button').count(), 0);
    const size = await page.evaluate(() =>
      parseFloat(getComputedStyle(document.querySelector('.cah-sentence')).fontSize),
    );
    assert.ok(size >= 30, `letters of ${size} px can be read from the sofa`);
  }
  await close(page);
});

test('on a television twelve long answers fit the screen, and ten people’s points', async () => {
  const page = await open(cahView({ as: 'watcher' }), { size: { width: 1920, height: 1080 }, name: 'tv' });
  const long = 'Un grupo de WhatsApp llamado «Solo avisos» en el que nadie ha avisado jamás de nada';
  const responses = Array.from({ length: 12 }, (_, i) => ({
    id: `t${i}`,
    revealed: true,
    cards: [0, 1, 2].map((n) => ({ id: `t${i}-${n}`, text: n ? 'Abejas.' : long })),
  }));
  const scores = Object.fromEntries(
    ['p1', 'p2', 'p3', 'p4', 'p5', 'rando1', 'rando2', 'rando3'].map((id, i) => [id, i]),
  );
  const tournament = { game: 2, wins: { p1: 1, p2: 1, p3: 2 } };
  for (const options of [
    { phase: 'judging', responses, responseCount: 12, revealed: 12, pick: 3 },
    { phase: 'completed', scores, tournament },
  ]) {
    await show(page, { as: 'watcher', ...options });
    const below = await page.evaluate(() => {
      const parts = [...document.querySelectorAll('.cah > *')].map(
        (part) => part.getBoundingClientRect().bottom,
      );
      return Math.max(...parts) - window.innerHeight;
    });
    assert.ok(below <= 0, `${options.phase}: ${below} px below the screen`);
  }
  const size = await page.evaluate(() =>
    parseFloat(getComputedStyle(document.querySelector('.cah-scores')).fontSize),
  );
  assert.ok(size >= 18, `letters of ${size} px`);
  await close(page);
});

/** What is too wide, too small to press, or leaves its card. */
const misfits = (page) =>
  page.evaluate(() => {
    const found = [];
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (wide > 0) found.push(`the page is ${wide} px too wide`);
    for (const button of document.querySelectorAll('.cah button')) {
      const box = button.getBoundingClientRect();
      if (box.height < 43.5 || box.width < 43.5)
        found.push(`${button.className} is ${box.width} × ${box.height}`);
      if (button.scrollWidth > button.clientWidth + 1) found.push(`${button.textContent} does not fit`);
    }
    for (const words of document.querySelectorAll('.cah-text, .cah-words')) {
      if (!words.textContent.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(words);
      const text = range.getBoundingClientRect();
      const card = words.closest('.cah-white, .cah-face-up, .cah-black, .cah-past').getBoundingClientRect();
      if (text.left < card.left - 1 || text.right > card.right + 1)
        found.push(`${words.textContent} leaves its card`);
    }
    return found;
  });

/** Cards as people and other people's decks write them. */
const odd = [
  'x'.repeat(300),
  'W'.repeat(40),
  'שלום עולם, זה כרטיס ארוך מאוד בעברית',
  '👩‍👩‍👧‍👦'.repeat(20),
  '______ _ __',
  '<script>alert(1)</script>',
  'Първо правило на клуба: никой не говори за клуба, '.repeat(4),
  '​',
  '%s &amp; \\n',
  '.',
];
for (const [width, height, look] of [
  [320, 568, 'light'],
  [360, 640, 'huge'],
  [390, 844, 'light'],
  [1280, 800, 'light'],
]) {
  test(`odd cards fit at ${width} px (${look})`, async () => {
    const page = await open(cahView(), { size: { width, height }, look });
    const hand = odd.map((text, i) => ({ id: `o${i}`, text }));
    const black = { ...blacks[3], text: `${'x'.repeat(120)} _ ${'мерак '.repeat(20)}_ שלום _` };
    const responses = [0, 2, 6].map((i) => ({
      id: `q${i}`,
      revealed: true,
      cards: odd.slice(i, i + 3).map((text, n) => ({ id: `q${i}-${n}`, text })),
    }));
    for (const options of [
      { hand, blackCard: black },
      { hand, blackCard: { ...black, text: '' } },
      { as: 'czar', phase: 'judging', responses, blackCard: black },
      {
        phase: 'completed',
        responses,
        blackCard: black,
        winningResponse: { ...responses[0], playerId: 'p4' },
      },
    ]) {
      await show(page, options);
      assert.deepEqual(await misfits(page), [], JSON.stringify(options).slice(0, 80));
    }
    await close(page);
  });
}

test('what cannot be drawn is left out, the rest is there', async () => {
  const page = await open(cahView());
  await show(page, {
    hand: [
      { id: 'w1', text: 'Abejas.' },
      null,
      { id: 'w2', text: 7 },
      { id: 'w3' },
      { id: 'w4', text: 'Dos.' },
    ],
  });
  await page.locator('.cah-white', { hasText: 'Dos.' }).waitFor();
  await show(page, {
    phase: 'judging',
    responses: [null, { id: 'r1' }, { id: 'r2', revealed: true, cards: [null, { id: 'a', text: 'Sí.' }] }],
    history: [{ round: 1 }],
  });
  await page.locator('.cah-answer', { hasText: 'Sí' }).waitFor();
  await show(page, { blackCard: null, scores: null, players: null, may: null, history: null });
  await page.locator('.cah-bar').waitFor();
  await close(page);
});

test('ten cards are in reach on a phone: no card is hidden at 390 × 844', async () => {
  const page = await open(
    cahView({
      hand: Array.from({ length: 10 }, (_, i) => ({
        id: `w${i}`,
        text: `Carta de tamaño corriente, la número ${i}.`,
      })),
    }),
  );
  const bar = await page.locator('.cah-bar').boundingBox();
  const boxes = await page
    .locator('.cah-white')
    .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().bottom));
  assert.equal(boxes.length, 10);
  assert.ok(Math.max(...boxes) <= bar.y, `${Math.max(...boxes)} under the bar at ${bar.y}`);
  await close(page);
});

test('with huge letters on a small phone every card and every button can be reached', async () => {
  const page = await open(cahView(), { size: { width: 360, height: 640 }, look: 'huge', hasTouch: true });
  for (const id of ['w2', 'w9', 'w1']) {
    await page.locator(`[data-card=${id}]`).tap();
    await page.locator(`[data-card=${id}][aria-pressed=true]`).waitFor();
  }
  await think(page);
  await page.locator('[data-act=submit]').tap();
  assert.deepEqual((await heard('submit_response')).cardIds, ['w1']);
  await show(page, { as: 'czar', phase: 'judging', pick: 3 });
  for (const id of ['r4', 'r1']) {
    await page.locator(`[data-response=${id}]`).tap();
    await page.locator(`[data-response=${id}][aria-pressed=true]`).waitFor();
  }
  await think(page);
  await page.locator('[data-act=choose]').tap();
  assert.equal((await heard('judge_winner')).responseId, 'r1');
  await close(page);
});

test('cards are chosen in order, shown in the sentence, and played once', async () => {
  const page = await open(cahView({ pick: 2 }), { hasTouch: true });
  const submit = page.locator('[data-act=submit]');
  assert.equal(await submit.getAttribute('aria-disabled'), 'true');
  await page.locator('[data-card=w3]').tap();
  await page.locator('[data-card=w1]').tap();
  assert.deepEqual(await page.locator('.cah-order').allInnerTexts(), ['2', '1']);
  await page
    .locator('.cah-black', { hasText: 'una estatua de Abejas encima de Una abuela con prisa.' })
    .first()
    .waitFor();
  await page.locator('[data-card=w3]').tap();
  await page.locator('[data-card=w4]').tap();
  assert.deepEqual(await page.locator('.cah-order').allInnerTexts(), ['1', '2']);
  await think(page);
  // Twice in one breath: two taps from here would be as far apart as the machine is busy.
  await submit.evaluate((/** @type {HTMLElement} */ button) =>
    [button, button].forEach((one) => one.click()),
  );
  assert.deepEqual(await heard('submit_response'), { roundId: '00000000000000c3', cardIds: ['w1', 'w4'] });
  await show(page, { ...played, pick: 2 });
  await think(page);
  await page.locator('[data-act=take-back]').tap();
  assert.ok(await heard('take_back'));
  assert.equal(preview.state.heard.filter(({ event }) => event === 'submit_response').length, 1);
  await close(page);
});

test('a blank card is written on in place, and what was typed survives a new view', async () => {
  const page = await open(cahView());
  await page.locator('[data-card=w10]').click();
  const field = page.getByRole('textbox', { name: 'Escribe tu carta' });
  await field.pressSequentially('Un hám');
  assert.equal(await field.evaluate((element) => element === document.activeElement), true);
  preview.setView(cahView({ submitted: ['p3', 'p4'] }));
  await page.locator('.cah-face', { hasText: 'Nueve Casas, Ha jugado' }).waitFor();
  await field.pressSequentially('ster');
  assert.equal(await field.inputValue(), 'Un hámster');
  await page.locator('.cah-black', { hasText: 'el tabaco y Un hámster.' }).first().waitFor();
  await think(page);
  await page.keyboard.press('Enter');
  assert.deepEqual(await heard('submit_response'), {
    roundId: '00000000000000c3',
    cardIds: ['w10'],
    texts: { w10: 'Un hámster' },
  });
  await close(page);
});

test('by keyboard: Tab and arrows walk, Space chooses, Enter plays, and the focus stays', async () => {
  const page = await open(cahView({ pick: 2 }));
  const at = () => page.evaluate(() => document.activeElement.dataset.card);
  await page.locator('[data-card=w1]').focus();
  await page.keyboard.press('Tab');
  assert.equal(await at(), 'w2');
  for (const [key, to] of [
    ['ArrowRight', 'w3'],
    ['ArrowDown', 'w5'],
    ['ArrowLeft', 'w4'],
    ['ArrowUp', 'w2'],
    ['ArrowUp', 'w2'],
    ['End', 'w10'],
    ['Home', 'w1'],
  ]) {
    await page.keyboard.press(key);
    assert.equal(await at(), to, key);
  }
  await page.keyboard.press('Space');
  assert.equal(await page.locator('[data-card=w1]').getAttribute('aria-pressed'), 'true');
  await page.keyboard.press('Space');
  assert.equal(await page.locator('[data-card=w1]').getAttribute('aria-pressed'), 'false');
  await page.keyboard.press('Space');
  preview.setView(cahView({ pick: 2, submitted: ['p3', 'p4'] }));
  await page.locator('.cah-face', { hasText: 'Nueve Casas, Ha jugado' }).waitFor();
  assert.equal(await at(), 'w1', 'the focus stays while the table is drawn anew');
  assert.equal(
    await page.locator('[data-card=w1]').getAttribute('aria-pressed'),
    'true',
    'and what was chosen',
  );
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await think(page);
  await page.keyboard.press('Enter');
  assert.deepEqual((await heard('submit_response')).cardIds, ['w1', 'w2']);
  await close(page);
});

test('the judge by keyboard: reveal, choose, and only a second Enter decides', async () => {
  const page = await open(cahView({ as: 'czar', phase: 'judging' }));
  await page.locator('[data-act=reveal]').focus();
  await page.keyboard.press('Enter');
  assert.ok(await heard('reveal'));
  await page.locator('[data-response=r1]').focus();
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.response), 'r2');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('[data-response=r2]').getAttribute('aria-pressed'), 'true');
  never('judge_winner');
  await think(page);
  await page.keyboard.press('Enter');
  assert.equal((await heard('judge_winner')).responseId, 'r2');
  await close(page);
});

test('everything that may be done has a control, and what may not has none', async () => {
  const page = await open(cahView(besides));
  await page.getByRole('button', { name: 'Yo sí…' }).click();
  assert.ok(await heard('confess'));
  await page.getByRole('button', { name: /^Vale/ }).click();
  assert.equal((await heard('approve')).responseId, 'r9');
  await page.getByRole('button', { name: /^Fuera/ }).click();
  assert.equal((await heard('reject')).responseId, 'r9');
  const menu = async (name) => {
    await page.locator('.cah-more').click();
    await page.getByRole('dialog').getByRole('button', { name }).first().click();
  };
  await menu(/Cambiar toda la mano/);
  never('reboot_hand');
  await page.getByRole('button', { name: 'Cambiar', exact: true }).click();
  assert.ok(await heard('reboot_hand'));
  await page.locator('[data-card=w2]').click();
  await menu(/Yo nunca/);
  assert.equal((await heard('never_have_i_ever')).cardId, 'w2');
  await menu('Denunciar esta carta');
  await page.getByRole('dialog').getByRole('button', { name: 'Otra cosa' }).click();
  assert.deepEqual(await heard('report'), { roundId: '00000000000000c3', cardId: 'w2', reason: 'else' });
  preview.state.heard.length = 0;
  await menu('Denunciar a alguien');
  await page.getByRole('dialog').getByRole('button', { name: 'Калина' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Otra cosa' }).click();
  assert.equal((await heard('report')).id, 'p3');
  await show(page, voting);
  assert.equal(
    await page.locator('[data-response=r2]').getAttribute('aria-disabled'),
    'true',
    'not one’s own',
  );
  await page.locator('[data-response=r3]').click();
  await think(page);
  await page.locator('[data-act=choose]').click();
  assert.equal((await heard('vote')).responseId, 'r3');
  await show(page, paired);
  await page.locator('[data-card=m1]').click();
  assert.equal((await heard('point_at')).cardId, 'm1');
  await page.locator('[data-card=w3] .cah-finger').waitFor();
  for (const options of [
    { as: 'czar' },
    { phase: 'judging' },
    { as: 'watcher' },
    { phase: 'completed', may: [] },
  ]) {
    await show(page, options);
    assert.equal(await page.locator('[data-act], .cah-field').count(), 0, JSON.stringify(options));
  }
  await close(page);
});

test('where a Rando has won the game, that is what everybody reads', async () => {
  const page = await open(cahView());
  const over = { ...ended, winnerIds: ['rando1'], room: { state: 'GAME_OVER', winners: [] } };
  await show(page, over);
  await page.getByRole('heading', { name: '¡Gana Rando! El azar os da una lección.' }).waitFor();
  await said(page, '¡Gana Rando!');
  assert.equal(await page.getByText('¡Empate!').count(), 0);
  await close(page);
});

test('what happens is said: the round, the answers, the winner with the points', async () => {
  const page = await open(cahView());
  await said(page, 'Ronda 3. Juzga <b>Luca</b> & co. El médico me ha prohibido el café, el tabaco y hueco.');
  preview.setView(
    cahView({
      phase: 'judging',
      revealed: 1,
      responses: cahView({ phase: 'judging' }).table.responses.slice(0, 1),
    }),
  );
  await said(page, 'Ya han jugado todos.');
  await said(page, 'El médico me ha prohibido el café, el tabaco y Abejas.');
  preview.setView(cahView({ phase: 'judging' }));
  await said(page, 'El médico me ha prohibido el café, el tabaco y Una abuela con prisa.');
  preview.setView(cahView({ phase: 'completed' }));
  await said(
    page,
    '¡Gana Señor de las Nueve Casas! El médico me ha prohibido el café, el tabaco y Abejas. Puntos: Señor de las Nueve Casas 3, Ana 2,',
  );
  const lines = await page.evaluate(() => globalThis.said);
  assert.equal(new Set(lines).size, lines.length, 'each thing once');
  await close(page);
});

test('a screen reader finds the hand as pressed and unpressed buttons, and each sentence as one text', async () => {
  const page = await open(cahView());
  await page.locator('[data-card=w3]').click();
  await page
    .getByRole('group', { name: 'Tus cartas' })
    .getByRole('button', { name: 'Abejas.', pressed: true })
    .waitFor();
  assert.equal(
    await page.getByRole('group', { name: 'Tus cartas' }).getByRole('button', { pressed: false }).count(),
    9,
  );
  const black = page.getByRole('region', { name: 'Carta negra' });
  await black
    .getByText('El médico me ha prohibido el café, el tabaco y Abejas.', { exact: true })
    .first()
    .waitFor();
  await show(page, { as: 'czar', phase: 'judging' });
  const answers = page.getByRole('list', { name: 'Respuestas' });
  await answers
    .getByRole('button', { name: /^El médico me ha prohibido el café, el tabaco y Abejas\./, pressed: false })
    .waitFor();
  assert.equal(await answers.getByRole('button', { name: /^Leer en voz alta: El médico/ }).count(), 4);
  await close(page);
});

test('bits of paper fly for the winner, but not where nothing is to move', async () => {
  const page = await open(cahView({ phase: 'completed' }));
  assert.equal(await page.locator('.cah-confetti').isVisible(), false);
  await close(page);
  const lively = await visitor(browser, { size: phone });
  preview.state.view = cahView({ phase: 'completed' });
  await lively.goto(`${preview.url}/preview/table`);
  await lively.locator('.cah-winner').waitFor();
  assert.equal(
    await lively.locator('.cah-confetti').evaluate((element) => getComputedStyle(element).display),
    'block',
  );
  await close(lively);
});
