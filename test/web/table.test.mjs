// The frame around a table: draws in place, keeps focus and text, counts down, heals, says things once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitor } from './browser.mjs';
import { openPreview } from './look.mjs';
import { sampleView } from './samples.mjs';

const { browser, preview } = await openPreview();

let seq = 100;
function view(table, more = {}) {
  seq += 1;
  return {
    ...sampleView({ game: 'probe', ...more }),
    seq,
    table: { cards: ['a', 'b', 'c'], deadline: null, ...table },
  };
}

async function open(first = view({})) {
  preview.state.view = first;
  preview.state.heard.length = 0;
  preview.state.refuse = null;
  const page = await visitor(browser);
  await page.goto(`${preview.url}/preview/table?look=still`);
  await page.locator('#card-a').waitFor();
  return page;
}
async function close(page) {
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

/** Until the last message that came from the page is this one. */
async function heard(event) {
  for (let i = 0; i < 600 && preview.state.heard.at(-1)?.event !== event; i++)
    await new Promise((done) => {
      setTimeout(done, 50);
    });
}

for (const [name, drawn] of [
  ['table', '.bar'],
  ['tv', '.tv-top'],
])
  test(`until there is a view the page says that it connects (${name})`, async () => {
    preview.state.view = view({});
    const page = await visitor(browser);
    await page.routeWebSocket(/socket\.io/, () => {}); // opens, and nothing comes
    await page.route(/socket\.io\/\?/, () => {});
    await page.goto(`${preview.url}/preview/${name}?look=still`);
    await page.waitForLoadState('load');
    await page.evaluate(
      (script) => import(document.querySelector(`script[src*="js/${script}.js"]`).src),
      name,
    ); // it has run
    assert.equal(await page.locator('h1').count(), 1);
    assert.equal(await page.locator('.connecting').isVisible(), true);
    assert.equal(await page.locator(drawn).count(), 0);
    await close(page);
  });

test('a new view is drawn around what has focus', async () => {
  const page = await open();
  await page.locator('#card-b').focus();
  await page.evaluate(() => {
    window.kept = document.activeElement;
  });
  for (const cards of [
    ['c', 'b', 'a'],
    ['x', 'b'],
    ['b', 'y', 'z'],
    ['q', 'w', 'e', 'b', 'r'],
  ]) {
    preview.setView(view({ cards }));
    await page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll('#table li')].map((item) => item.textContent).join() === wanted,
      cards.join(),
    );
    assert.equal(
      await page.evaluate(() => document.activeElement === window.kept && window.kept.isConnected),
      true,
      cards.join(),
    );
  }
  preview.setView(view({ cards: ['q'] })); // now it is gone: focus stays in the neighbourhood
  await page.waitForFunction(() => document.activeElement?.id === 'card-q');
  await close(page);
});

test('drawing twice changes nothing, and a half-typed clue stays', async () => {
  const page = await open();
  await page.fill('#clue', 'half a word');
  await page.evaluate(() => {
    window.changes = [];
    new MutationObserver((list) => {
      for (const one of list)
        window.changes.push(`${one.type} ${one.attributeName ?? ''} ${one.target.outerHTML?.slice(0, 90)}`);
    }).observe(document.getElementById('main'), {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
  });
  preview.setView(view({}));
  await page.waitForTimeout(300);
  assert.deepEqual(await page.evaluate(() => window.changes), []);
  assert.equal(await page.inputValue('#clue'), 'half a word');
  await close(page);
});

test("the clock counts down from the deadline by the server's clock", async () => {
  const page = await visitor(browser);
  // The phone's clock is two hours wrong.
  await page.addInitScript(() => {
    const real = Date.now;
    Date.now = () => real() + 7200000;
  });
  preview.state.view = view({ deadline: Date.now() + 50000 });
  await page.goto(`${preview.url}/preview/table?look=still`);
  const clock = page.getByRole('timer');
  await clock.waitFor();
  const first = Number(await clock.innerText());
  assert.ok(first >= 10 && first <= 50, `shows ${first}`);
  await page.waitForFunction(
    (before) => Number(document.querySelector('[role=timer]').textContent) < before,
    first,
  );
  preview.setView(view({ deadline: Date.now() + 20000 }, { paused: true }));
  await clock.waitFor({ state: 'detached' });
  await close(page);
});

test('players, scores, turn, marks and who is away', async () => {
  const page = await open(
    view({ turn: ['p2'], scores: { p1: 3, p2: 5 }, teamScores: { 'Equipo A': 7, 'Equipo B': 9 } }),
  );
  const chip = page.locator('.chip', { hasText: '<b>Luca</b> & co' });
  assert.match(await chip.innerText(), /le toca/);
  assert.match(await chip.innerText(), /guesses/);
  assert.match(await chip.innerText(), /5/);
  assert.match(await page.locator('.chip', { hasText: 'Калина' }).textContent(), /sin conexión/);
  assert.match(await page.locator('.team[data-team="1"] h2').innerText(), /Equipo B\s*9/);
  await close(page);
});

test('verbs go out, refusals are shown and said', async () => {
  const page = await open();
  await page.locator('#card-a').click();
  await heard('play');
  assert.deepEqual(preview.state.heard.at(-1), { event: 'play', payload: { card: 'a' } });
  preview.state.refuse = { code: 'NOT_YOUR_TURN', message: 'It is not your turn.' };
  await page.locator('#card-b').click();
  await page.getByRole('alert').getByText('No es tu turno.').waitFor();
  await close(page);
});

test('a lost connection shows, heals by itself and asks for what was missed', async () => {
  const page = await open();
  preview.emit('card_scored', { seq: 205, part: 1, what: 'first' });
  await page.locator('#live', { hasText: 'card_scored first' }).waitFor({ state: 'attached' });
  preview.emit('card_scored', { seq: 205, part: 1, what: 'again' });
  preview.emit('card_scored', { seq: 205, part: 2, what: 'second' });
  await page.locator('#live', { hasText: 'card_scored second' }).waitFor({ state: 'attached' });
  assert.doesNotMatch(await page.locator('#live').textContent(), /again/);
  preview.state.heard.length = 0;
  preview.dropSockets();
  await page.getByText('Reconectando…').first().waitFor();
  await page.locator('.pill').waitFor({ state: 'detached' });
  const back = preview.state.heard.find(({ event }) => event === 'join_room');
  assert.deepEqual(back.payload, { roomCode: 'XTBK92', views: true, lastSeq: 205, lastPart: 2 });
  await close(page);
});

test('the host menu sends what it says', async () => {
  const page = await open();
  const pick = async (name) => {
    await page.getByRole('button', { name: 'Menú' }).click();
    await page.getByRole('dialog').getByRole('button', { name }).click();
  };
  await pick('Pausa');
  await pick('30 segundos más');
  await pick('Terminar la partida');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).last().click();
  await pick('Jugadores');
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Luca' })
    .getByRole('button', { name: 'Echar de la sala' })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Echar de la sala' }).click();
  await heard('kick');
  assert.deepEqual(
    preview.state.heard.map(({ event }) => event).filter((event) => event !== 'join_room'),
    ['pause_game', 'more_time', 'kick'],
  );
  assert.deepEqual(preview.state.heard.at(-1).payload, { id: 'p2' });
  await close(page);
});

test('who leaves in the middle of a game is asked first', async () => {
  const page = await open();
  const leave = async (answer) => {
    await page.getByRole('button', { name: 'Menú' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Salir de la sala' }).click();
    const question = page.getByRole('dialog', { name: '¿Salir de la sala? La partida seguirá sin ti.' });
    await question.getByRole('button', { name: answer }).last().click();
  };
  await leave('Cancelar');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal(
    preview.state.heard.some(({ event }) => event === 'leave_room'),
    false,
  );
  await leave('Salir de la sala');
  await heard('leave_room');
  assert.equal(preview.state.heard.at(-1).event, 'leave_room');
  await page.context().close();
});

test('a guest has no host menu; the end offers the host another round', async () => {
  const page = await open(view({}, { host: false }));
  await page.getByRole('button', { name: 'Menú' }).click();
  assert.equal(await page.getByRole('dialog').getByRole('button', { name: 'Pausa' }).count(), 1);
  assert.equal(await page.getByRole('dialog').getByRole('button', { name: '30 segundos más' }).count(), 0);
  await page.keyboard.press('Escape');
  preview.setView(view({}, { host: false, state: 'GAME_OVER', winners: ['p2'] }));
  await page.getByRole('heading', { name: /Gana/ }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Jugar de nuevo' }).count(), 0);
  preview.setView(view({}, { state: 'GAME_OVER', winners: [] }));
  await page.getByRole('heading', { name: '¡Empate!' }).waitFor();
  await page.getByRole('button', { name: 'Jugar de nuevo' }).click();
  await heard('next_game');
  assert.equal(preview.state.heard.at(-1).event, 'next_game');
  await close(page);
});

test('help is a dialog of slides, by mouse and by arrows', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Ayuda' }).click();
  await page.getByRole('heading', { name: 'One' }).waitFor();
  await page.getByRole('button', { name: 'Siguiente' }).click();
  await page.getByRole('heading', { name: 'Two' }).waitFor();
  await page.getByRole('img', { name: 'Página 2 de 2' }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('heading', { name: 'One' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Ayuda');
  await close(page);
});

test('whoever is removed is told, and the page stops', async () => {
  const page = await open();
  preview.emit('room_closed', { reason: 'kicked' });
  await page.getByRole('heading', { name: 'Te han sacado de la sala' }).waitFor();
  await page.getByRole('link', { name: 'Ir al inicio' }).waitFor();
  await close(page);
});
