// Reactions: who waits sends one with two taps; it floats by on every other screen, large on the
// television; who does not want any turns them off; ears are not flooded.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desk, phone } from './browser.mjs';
import { openHouse, patient } from './house.mjs';
import { person, violations } from './phones.mjs';

const { browser, server, call } = await openHouse(...patient);

/** Taboo between four people, Ana about to describe. */
async function taboo() {
  const { roomCode: code, playerId } = await call('/rooms', '', { game: 'taboo', playerName: 'Ana' });
  const tokens = { Ana: playerId };
  for (const playerName of ['Bruno', 'Carmen', 'Dimitar'])
    tokens[playerName] = (await call(`/rooms/${code}/join`, '', { playerName })).playerId;
  const act = (name, event, payload = {}) => call(`/rooms/${code}/do/${event}`, tokens[name], payload);
  await act('Ana', 'start_game');
  return { code, tokens, act };
}

async function sit(game, name, options) {
  const one = await person(browser, name, options);
  // Without a page in between: a describer whose first page closes would be away, and replaced.
  const seat = { playerId: game.tokens[name] };
  await one.context.request.post(`${server.url}/rooms/${game.code}/resume`, { form: seat });
  await one.page.goto(`${server.url}/rooms/${game.code}/game`);
  await one.page.locator('.taboo').waitFor();
  return one;
}

async function television(game, options) {
  const tv = await person(browser, 'tv', { size: { width: 1920, height: 1080 }, ...options });
  await tv.page.goto(`${server.url}/rooms/${game.code}/tv`);
  await tv.page.locator('.taboo').waitFor();
  return tv;
}

/** What floated by, from now on; it is gone before a slow machine looks. */
async function watchSky({ page }) {
  await page.evaluate(() => {
    globalThis.floated = [];
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node.classList?.contains('reaction'))
            globalThis.floated.push({
              at: performance.now(),
              kind: node.dataset.kind,
              name: node.querySelector('bdi')?.textContent ?? '',
              large: node.classList.contains('large'),
              moves: node.getAnimations().length > 0,
              shown: getComputedStyle(node).opacity,
              width: node.querySelector('svg').getBoundingClientRect().width,
            });
    }).observe(document.body, { childList: true, subtree: true });
  });
}
const floated = async ({ page }, count) => {
  await page.waitForFunction((n) => globalThis.floated.length >= n, count);
  return page.evaluate(() => globalThis.floated);
};
const button = ({ page }) => page.getByRole('button', { name: 'Reaccionar' });
const close = async (...people) => {
  for (const { context, problems } of people) {
    assert.deepEqual(problems, []);
    await context.close();
  }
};

test('two taps: it floats by on every screen, large and with a name and a sound on the television', async () => {
  const game = await taboo();
  const [ana, bruno, carmen, tv] = [
    await sit(game, 'Ana'),
    await sit(game, 'Bruno', { size: { width: 360, height: 640 } }),
    await sit(game, 'Carmen', { size: desk }),
    await television(game),
  ];
  await tv.page.locator('body').click({ position: { x: 2, y: 2 } }); // until then a browser is silent
  for (const one of [ana, bruno, carmen, tv]) await watchSky(one);
  await button(bruno).click();
  const row = bruno.page.getByRole('group', { name: 'Reaccionar' });
  await row.waitFor();
  assert.deepEqual(
    await row.getByRole('button').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))),
    ['Aplauso', 'Risa', 'Sorpresa', 'Corazón', 'Fuego', 'Lágrima'],
  );
  for (const one of await row.getByRole('button').all()) {
    const box = await one.boundingBox();
    assert.ok(box.width >= 44 && box.height >= 44 && box.x >= 0 && box.x + box.width <= 360, box);
  }
  assert.deepEqual(await violations(bruno), []);
  await row.getByRole('button', { name: 'Risa' }).click();
  await row.waitFor({ state: 'detached' });
  for (const one of [ana, bruno, carmen]) {
    const [first] = await floated(one, 1);
    assert.deepEqual([first.kind, first.large, first.moves], ['laugh', false, true], one.name);
  }
  const [shown] = await floated(tv, 1);
  assert.deepEqual([shown.kind, shown.large, shown.name], ['laugh', true, 'Bruno']);
  assert.ok(shown.width >= 40, `${shown.width} px at its smallest`);
  await tv.page.waitForFunction(() => globalThis.tones.includes(990));
  await ana.page.waitForFunction(() => globalThis.said.some((line) => line === 'Bruno: Risa'));
  assert.ok(!(await bruno.page.evaluate(() => globalThis.said)).includes('Bruno: Risa'), 'who sent it knows');
  await close(ana, bruno, carmen, tv);
});

test('by keyboard: opened, chosen and closed, and the focus stays with the button', async () => {
  const game = await taboo();
  const carmen = await sit(game, 'Carmen', { size: desk });
  await watchSky(carmen);
  const { page } = carmen;
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await button(carmen).focus();
  await page.keyboard.press('Enter');
  await page.locator('.reaction-row').waitFor();
  assert.equal(await focused(), 'Aplauso');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.reaction-row').count(), 0);
  assert.equal(await focused(), 'Reaccionar');
  await page.keyboard.press('Enter');
  await page.locator('.reaction-row').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  assert.equal(await focused(), 'Sorpresa');
  await page.keyboard.press('Enter');
  assert.equal((await floated(carmen, 1))[0].kind, 'wow');
  assert.equal(await focused(), 'Reaccionar');
  await page.keyboard.press('Enter');
  await page.locator('.reaction-row').waitFor();
  await page.getByRole('button', { name: 'Menú' }).focus(); // looking elsewhere closes it
  await page.locator('.reaction-row').waitFor({ state: 'detached' });
  await close(carmen);
});

test('who describes has no such button, and who was choosing chooses no more', async () => {
  const game = await taboo();
  const ana = await sit(game, 'Ana');
  const bruno = await sit(game, 'Bruno');
  await button(ana).click();
  await ana.page.locator('.reaction-row').waitFor();
  await game.act('Ana', 'describer_ready');
  await button(ana).waitFor({ state: 'detached' });
  await ana.page.locator('.reaction-row').waitFor({ state: 'detached' });
  await button(bruno).waitFor();
  await close(ana, bruno);
});

test('who wants no motion sees it stand still; ears get one in ten seconds', async () => {
  const game = await taboo();
  const ana = await sit(game, 'Ana', { reducedMotion: 'reduce' });
  const tv = await television(game, { reducedMotion: 'reduce' });
  for (const one of [ana, tv]) await watchSky(one);
  for (const kind of ['clap', 'heart', 'sad']) await game.act('Bruno', 'react', { kind });
  for (const one of [ana, tv]) {
    const shown = await floated(one, 3);
    for (const { moves, shown: opacity } of shown) assert.deepEqual([moves, opacity], [false, '1'], one.name);
    await one.page.waitForFunction(() => !document.querySelector('.reaction')); // a moment, and gone
    const said = (await one.page.evaluate(() => globalThis.said)).filter((line) => /^Bruno: /.test(line));
    assert.equal(said[0], 'Bruno: Aplauso');
    assert.ok(said.length <= 1 + (shown[2].at - shown[0].at) / 10000, said.join(', '));
  }
  await close(ana, tv);
});

test('in «Ajustes» they are turned off: none is shown, none is offered', async () => {
  const game = await taboo();
  const ana = await sit(game, 'Ana');
  const bruno = await sit(game, 'Bruno');
  const { page } = ana;
  await page.getByRole('button', { name: 'Menú' }).click();
  await page.getByRole('button', { name: 'Ajustes' }).click();
  const wanted = page.getByRole('switch', { name: /Reacciones/ });
  await wanted.waitFor();
  assert.deepEqual(await violations(ana), []);
  await wanted.uncheck();
  await page.keyboard.press('Escape');
  await button(ana).waitFor({ state: 'detached' });
  for (const one of [ana, bruno]) await watchSky(one);
  await game.act('Carmen', 'react', { kind: 'fire' });
  await floated(bruno, 1);
  await game.act('Ana', 'describer_ready'); // comes after it on the same wire
  await page.locator('.taboo[data-phase=TURN_ACTIVE]').waitFor();
  assert.deepEqual(await page.evaluate(() => globalThis.floated), []);
  await close(ana, bruno);
});

for (const text of ['normal', 'large', 'huge'])
  test(`with ${text} text the bar still fits, clock and all`, async () => {
    const game = await taboo();
    await game.act('Ana', 'describer_ready');
    for (const width of [320, 360, phone.width]) {
      const bruno = await sit(game, 'Bruno', { size: { width, height: 640 } });
      await bruno.page.evaluate((value) => document.documentElement.setAttribute('data-text', value), text);
      await button(bruno).waitFor();
      const over = await bruno.page.evaluate(() => {
        const bar = document.querySelector('.bar');
        bar.querySelector('.code-chip').lastChild.textContent = 'WMWMWM'; // as wide as a code can be
        return [...bar.children]
          .map((one) => one.getBoundingClientRect())
          .filter(({ width: wide, right }) => wide && right > document.documentElement.clientWidth + 0.5)
          .length;
      });
      assert.equal(over, 0, `${width} px`);
      await close(bruno);
    }
  });
