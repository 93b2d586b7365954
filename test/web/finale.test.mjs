// The end of a game is seen and heard by everybody: who won, what comes next, and what there is to tell.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desk, phone, takeSeat, visitor } from './browser.mjs';
import { hearTones } from './ears.mjs';
import { ended } from '../../games/cah/test/samples.mjs';
import { close, openAll, openHouse, patient } from './house.mjs';
import { violations } from './phones.mjs';
import { startPreview } from './preview.mjs';
import { cahView, santaseView, tabooView } from './tables.mjs';

const { browser, server, call, codenames, endCodenames } = await openHouse(...patient);
const [preview] = await openAll(startPreview());

/** Codenames between four people, always on the same board. */
const playCodenames = () => codenames({ seed: 7 });
/** Red finds its first agent, then the assassin. */
const lose = (game) => endCodenames(game, 'red');

/** Somebody's phone at the table. */
async function sit(code, token, options) {
  const page = await visitor(browser, options);
  await takeSeat(page, `${server.url}/rooms/${code}`, token);
  await page.goto(`${server.url}/rooms/${code}/game`);
  await page.locator('.table-root > *').first().waitFor();
  return page;
}

const inSight = (page, selector) =>
  page.waitForFunction((css) => {
    const box = document.querySelector(css)?.getBoundingClientRect();
    return box && box.height > 0 && box.top >= 0 && box.bottom <= innerHeight;
  }, selector);

for (const [width, height] of [
  [390, 664],
  [360, 640],
  [390, 844],
])
  test(`the last card falls: who won and what comes next are in sight at ${width}×${height}`, async () => {
    const game = await playCodenames();
    const page = await sit(game.id, game.host, { size: { width, height } });
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight)); // as who reads the lowest cards
    await lose(game);
    await page.locator('.over').waitFor();
    await inSight(page, '#over-title');
    await inSight(page, '.over-next .primary');
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'over-title');
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await inSight(page, '.over-next .primary');
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });

/** What a page says and shows for a moment, from its first script on. */
function listen() {
  globalThis.said = [];
  globalThis.seen = [];
  document.addEventListener('DOMContentLoaded', () =>
    new MutationObserver((changes) => {
      for (const { addedNodes, target } of changes)
        for (const node of addedNodes) {
          if (['live', 'alert'].includes(target.id)) globalThis.said.push(node.textContent);
          if (target === document.body && node.className) globalThis.seen.push(node.className);
        }
    }).observe(document.body, { childList: true, subtree: true }),
  );
}

/** Plays to the end before these eyes: who won, who lost, who looks on, and a television. */
async function finale(options) {
  const game = await playCodenames();
  const open = async (token, path, size) => {
    const page = await visitor(browser, { size, ...options });
    for (const sense of [hearTones, listen]) await page.addInitScript(sense);
    if (token) await takeSeat(page, `${server.url}/rooms/${game.id}`, token);
    await page.goto(`${server.url}/rooms/${game.id}/${path}`);
    await page.locator('.table-root > *').first().waitFor();
    return page;
  };
  const [winner, loser, watcher, tv] = await Promise.all([
    open(game.tokens.blue.operative, 'game', phone),
    open(game.tokens.red.operative, 'game', phone),
    open('', 'game', phone),
    open('', 'tv', desk),
  ]);
  await tv.locator('body').click({ position: { x: 2, y: 2 } }); // until then a browser is silent
  await lose(game);
  const all = [winner, loser, watcher, tv];
  for (const page of all) await page.locator('.podium').waitFor();
  return { game, winner, loser, watcher, tv, all };
}
const heard = (page, text) =>
  page.waitForFunction((part) => globalThis.said.some((line) => line.includes(part)), text);

test('the finale: podium, faces, honours, a sentence for each, confetti for who did not lose', async () => {
  const { winner, loser, watcher, tv, all } = await finale();
  for (const page of all) {
    const places = await page
      .locator('.podium li')
      .evaluateAll((steps) =>
        steps.map((step) => [
          step.dataset.place,
          step.querySelector('.podium-name').textContent,
          [...step.querySelectorAll('img')].map((face) => /mood=(\w+)/.exec(face.src)?.[1]).join(),
        ]),
      );
    assert.deepEqual(places, [
      ['1', 'Equipo azul', 'happy,happy'],
      ['2', 'Equipo rojo', 'sad,sad'],
    ]);
    await page.locator('.awards li', { hasText: 'Pista más valiente' }).waitFor();
    assert.match(await page.locator('.awards li').first().textContent(), /zigurat.*3 palabras/);
    await heard(page, 'Gana el equipo azul');
    await heard(page, 'Pista más valiente');
    await page.waitForFunction(() => globalThis.seen.includes('drama')); // the assassin's second
  }
  assert.equal(await tv.locator('.podium').count(), 1);
  const lines = await Promise.all(
    [winner, loser, watcher].map((page) => page.locator('.over-line').textContent()),
  );
  assert.equal(new Set(lines).size, 3, lines.join(' / '));
  for (const page of [winner, tv]) await page.waitForFunction(() => globalThis.seen.includes('confetti'));
  assert.ok(!(await loser.evaluate(() => globalThis.seen)).includes('confetti'));
  await tv.waitForFunction(() => globalThis.tones.includes(1047)); // the fanfare
  for (const page of all) {
    assert.deepEqual(page.problems, []);
    assert.deepEqual(await violations({ page }), []);
    await page.context().close();
  }
});

test('who wants no motion gets no confetti, and the rest of it', async () => {
  const { winner, tv, all } = await finale({ reducedMotion: 'reduce' });
  for (const page of [winner, tv]) {
    await heard(page, 'Gana el equipo azul');
    assert.ok(!(await page.evaluate(() => globalThis.seen)).includes('confetti'));
  }
  for (const page of all) await page.context().close();
});

test('after a reload the podium stands there, quietly', async () => {
  const game = await playCodenames();
  const page = await sit(game.id, game.tokens.blue.spymaster, { size: phone });
  await lose(game);
  await page.locator('.podium').waitFor();
  for (const sense of [hearTones, listen]) await page.addInitScript(sense);
  await page.reload();
  await page.locator('.awards').waitFor();
  assert.deepEqual(await page.evaluate(() => [globalThis.seen.includes('confetti'), globalThis.tones]), [
    false,
    [],
  ]);
  await page.context().close();
});

test('revealed words are as large as the others on a television', async () => {
  const game = await playCodenames();
  const tv = await visitor(browser, { size: { width: 1920, height: 1080 } });
  await tv.goto(`${server.url}/rooms/${game.id}/tv`);
  await tv.locator('.cn-card').first().waitFor();
  const { board } = await call(`/api/codenames/games/${game.id}`, game.host);
  const position = board.findIndex((card) => card.type === 'red');
  await call(`/api/codenames/games/${game.id}/clue`, game.host, { text: 'zigurat', count: 2 });
  await call(`/api/codenames/games/${game.id}/guess`, game.tokens.red.operative, { position });
  const word = tv.locator(`.cn-card.open[data-position="${position}"] .cn-word`);
  await word.waitFor();
  const size = await word.evaluate((element) => parseFloat(getComputedStyle(element).fontSize));
  assert.ok(size >= 28, `${size} px`);
  await tv.context().close();
});

/** The other tables, as their last view has them: the host's phone, then somebody else's. */
const last = { state: 'GAME_OVER', winners: ['p1'] };
const others = {
  taboo: [tabooView, { phase: 'TURN_END' }, { phase: 'GAME_OVER', winner: 'Equipo A', card: null, may: [] }],
  santase: [santaseView, {}, { phase: 'over', turn: null, winner: 0 }],
  cah: [cahView, {}, { ...ended, winnerIds: ['p1'] }],
};
for (const [game, [view, before, after]] of Object.entries(others))
  test(`the end of ${game}: who won and what comes next are in sight at 390×664`, async () => {
    preview.setView(view(before));
    const page = await visitor(browser, { size: { width: 390, height: 664 } });
    await page.goto(`${preview.url}/preview/table`);
    await page.locator('.table-root > *').first().waitFor();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    preview.setView({ ...view({ ...after, room: last }), seq: 1000 });
    await page.locator('.podium').waitFor();
    await inSight(page, '#over-title');
    await inSight(page, '.over-next .primary');
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await inSight(page, '.over-next .primary');
    const bar = await page.locator('.over-next').boundingBox();
    assert.equal(Math.round(bar.y + bar.height), 664, 'at the lower edge');
    await close(page);
  });

test('a team of Codenames that is left without people: everybody reads why it is over', async () => {
  const game = await playCodenames();
  const [winner, loser] = await Promise.all(
    [game.tokens.red.operative, game.tokens.blue.operative].map((token) => sit(game.id, token)),
  );
  await call(`/rooms/${game.id}/do/leave_room`, game.tokens.blue.spymaster, {});
  for (const page of [winner, loser]) {
    await page.locator('.over').waitFor();
    await page.getByText('Equipo azul se ha quedado sin gente para jugar.').first().waitFor();
  }
  await close(winner, loser);
});
