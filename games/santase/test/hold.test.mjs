// A trick stays on the table until it has been seen: a second and a half, or as the reader likes, or until a
// tap; the one that ends a deal too. Who is away is counted down for everybody, and may be waited for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launch, startServer, visitor } from '../../../test/web/browser.mjs';
import { openAll, sitAtSantase } from '../../../test/web/house.mjs';
import { startPreview } from '../../../test/web/preview.mjs';
import { santaseView } from '../../../test/web/tables.mjs';

const [browser, preview, server] = await openAll(launch(), startPreview(), startServer());

let seq = 500;
/** @param {object} options of santaseView */
function view(options) {
  seq += 1;
  return { ...santaseView({ lastTrick: null, ...options }), seq };
}
const taken = {
  cards: [
    { seat: 0, card: 'JS' },
    { seat: 1, card: 'AS' },
  ],
  winner: 1,
  points: 13,
};
const players = (tricks) =>
  santaseView().table.players.map((one, seat) => ({ ...one, tricks: tricks[seat] }));
const led = () => view({ table: [{ seat: 0, card: 'JS' }], turn: 1, players: players([0, 0]) });
/** The computer has won. */
const won = () => view({ turn: 1, lastTrick: taken, players: players([0, 1]) });
/** It leads at once. */
const next = () =>
  view({ table: [{ seat: 1, card: 'KC' }], turn: 0, lastTrick: taken, players: players([0, 1]), points: 77 });

/** What lies on the table, by name. */
const lies = (page) =>
  page
    .locator('.placed .playing-card use')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href').split('#card-')[1]));
const until = (page, cards) =>
  page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('.placed .playing-card use')]
        .map((one) => one.getAttribute('href').split('#card-')[1])
        .join() === wanted,
    cards.join(),
  );

/** A table on whose clock only the test turns the hands, once it is there. */
async function open(pace = 'normal') {
  const page = await visitor(browser, { reducedMotion: 'reduce', serviceWorkers: 'block' });
  await page.addInitScript(
    (chosen) => localStorage.setItem('ludoteca.prefs', JSON.stringify({ still: true, ...chosen })),
    { pace },
  );
  preview.state.view = led();
  await page.clock.install();
  await page.goto(`${preview.url}/preview/table`);
  await until(page, ['JS']);
  await page.clock.pauseAt(Date.now() + 10000); // a socket that sleeps longer is lost
  return page;
}
/** The view has come, whatever the table shows: the frame around it says its number of watchers. */
async function arrive(page, one, mark) {
  one.room.players = [
    ...one.room.players,
    { ...one.room.players[0], id: 'p9', name: mark, seat: null, watching: true },
  ];
  preview.setView(one);
  await page.locator('.watchers', { hasText: mark }).waitFor();
}
async function close(page) {
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

for (const [pace, ms] of [
  ['normal', 1500],
  ['slow', 3000],
]) {
  test(`a trick that the computer wins is held: ${pace}`, async () => {
    const page = await open(pace);
    await arrive(page, won(), 'Won');
    await until(page, ['JS', 'AS']);
    await arrive(page, next(), 'Next');
    await page.clock.runFor(ms - 100);
    assert.deepEqual(await lies(page), ['JS', 'AS']);
    await page.clock.runFor(200);
    await until(page, ['KC']);
    await close(page);
  });
}

test('who is in a hurry sees the next card at once', async () => {
  const page = await open('quick');
  await arrive(page, won(), 'Won');
  await arrive(page, next(), 'Next');
  assert.deepEqual(await lies(page), ['KC']);
  await close(page);
});

test('a tap goes on, and plays no card', async () => {
  const page = await open();
  await arrive(page, won(), 'Won');
  await arrive(page, next(), 'Next');
  assert.deepEqual(await lies(page), ['JS', 'AS']);
  await page.locator('.hand.own button').first().click();
  await until(page, ['KC']);
  assert.deepEqual(
    preview.state.heard.filter(({ event }) => event === 'play_card'),
    [],
  );
  await close(page);
});

test('the trick that ends a deal is seen before the deal is looked at', async () => {
  const page = await open();
  const end = view({ phase: 'review', turn: null, lastTrick: taken, players: players([0, 1]) });
  await arrive(page, end, 'End');
  await until(page, ['JS', 'AS']);
  assert.equal(await page.locator('.review').count(), 0);
  await page.clock.runFor(1600);
  await page.locator('.review').waitFor();
  await close(page);
});

test('who leads next is not held up', async () => {
  const page = await open();
  const mine = { ...taken, winner: 0 };
  await arrive(page, view({ turn: 0, lastTrick: mine, players: players([1, 0]) }), 'Mine');
  await until(page, ['JS', 'AS']);
  await arrive(
    page,
    view({ table: [{ seat: 0, card: 'QC' }], turn: 1, lastTrick: mine, players: players([1, 0]) }),
    'Led',
  );
  await until(page, ['QC']);
  await close(page);
});

// ---- somebody is away ----

test('who is away is counted down; the other waits, also over a restart', async () => {
  const [ana, eva] = await sitAtSantase(browser, server.url);
  const table = eva.url();
  const { context } = { context: eva.context() };
  await eva.close();
  await ana.locator('.absent', { hasText: /\d+ segundos/ }).waitFor();
  const seconds = async () => Number(/(\d+) segundo/.exec(await ana.locator('.absent').innerText())?.[1]);
  const first = await seconds();
  assert.ok(first > 0 && first <= 60, `${first} seconds`);
  await ana.waitForFunction(
    (before) =>
      Number(/(\d+) segundo/.exec(document.querySelector('.absent')?.textContent ?? '')?.[1]) < before,
    first,
  );
  await ana.getByRole('button', { name: 'Esperar sin prisa' }).click();
  await ana.locator('.absent', { hasText: 'La mesa espera' }).waitFor();
  await server.kill();
  await server.start();
  await ana.waitForFunction(() => !document.querySelector('main.lost'));
  await ana.getByRole('button', { name: 'No esperar más' }).waitFor();
  const back = await context.newPage();
  await back.goto(table);
  await back.locator('.hand.own button').first().waitFor();
  await ana.locator('.absent').waitFor({ state: 'detached' });
  assert.deepEqual(ana.problems, []);
  for (const each of [ana.context(), context]) await each.close();
});

test('a match that is given up says why, to both and to who comes later', async () => {
  const [ana, eva] = await sitAtSantase(browser, server.url);
  await eva.getByRole('button', { name: 'Menú' }).click();
  await eva.getByRole('dialog').getByRole('button', { name: 'Salir', exact: false }).click();
  await eva.getByRole('dialog').getByRole('button', { name: 'Salir', exact: false }).first().click();
  await ana.locator('.forfeit', { hasText: 'ha dejado la mesa' }).waitFor();
  await ana.reload();
  await ana.locator('.forfeit', { hasText: 'ha dejado la mesa' }).waitFor();
  for (const each of [ana, eva]) await each.context().close();
});

test('each reason has its sentence', async () => {
  const page = await visitor(browser, { serviceWorkers: 'block' });
  for (const [why, text] of [
    ['lost', 'no volvió a tiempo'],
    ['left', 'ha dejado la mesa'],
    ['kicked', 'Han echado'],
  ]) {
    const over = view({ phase: 'over', turn: null, winner: 0, forfeit: true, room: { state: 'GAME_OVER' } });
    over.room.players[1] = { ...over.room.players[1], gone: true, goneWhy: why };
    preview.state.view = over;
    await page.goto(`${preview.url}/preview/table`);
    await page.locator('.forfeit', { hasText: text }).waitFor();
    assert.match(await page.locator('.forfeit').innerText(), /Martina.*Ana/);
  }
  await close(page);
});
