// Four phones and a television play Taboo through the pages, as guests do: two whole games, with a
// reload in the middle of a turn, a killed server, a pause, a struck card, and sudden death.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { startServer } from '../../../test/site/server.mjs';
import {
  desk,
  launch,
  patience,
  person,
  phone,
  shoot,
  sitDown,
  step,
  violations,
} from '../../../test/web/phones.mjs';
import { cardOn, leaks, scores } from './seen.mjs';

const rules = ['--turn-duration-seconds', '25', '--default-score-limit', '3', '--turn-end-pause-ms', '3000'];
/** Nobody makes new cards at that address; the second card is the one that asks for some. */
const deck = JSON.parse(readFileSync(new URL('../cards/es.json', import.meta.url), 'utf8')).cards.length;
const nobody = {
  GEMINI_API_KEY: 'none',
  GEMINI_BASE_URL: 'http://127.0.0.1:1',
  LOW_DECK_THRESHOLD: String(deck - 2),
};
let server = await startServer({ args: rules, env: nobody });
const browser = await launch();
const [ana, bea, ciro, dora, tele] = await Promise.all([
  person(browser, 'Ana'),
  person(browser, 'Bea'),
  person(browser, 'Ciro'),
  person(browser, 'Dora', { reducedMotion: 'reduce' }),
  person(browser, 'Tele', { size: desk }),
]);
await dora.context.addInitScript(() =>
  localStorage.setItem('ludoteca.prefs', JSON.stringify({ sound: false, vibrate: false })),
);
const players = [ana, bea, ciro, dora];
const everybody = [...players, tele];

const button = ({ page }, name) => page.getByRole('button', { name });
const ready = (who) => button(who, '¡Estoy listo!');
const correct = (who) => button(who, 'Correcto');
const skip = (who) => button(who, 'Pasar');
const buzz = (who) => button(who, '¡Tabú!');
const phase = (who, name) => who.page.locator(`.taboo[data-phase="${name}"]`).waitFor();
const role = (who, name) => who.page.locator(`.taboo[data-role="${name}"]`).waitFor();
const until = (who, check, value) => who.page.waitForFunction(check, value, { timeout: patience });
const scoresAre = (who, a, b) =>
  until(
    who,
    (wanted) => [...document.querySelectorAll('.sides .points')].map((p) => p.textContent).join() === wanted,
    `${a},${b}`,
  );
const said = (who, text) => until(who, (part) => globalThis.said.some((line) => line.includes(part)), text);
const noViolations = async (who) =>
  assert.deepEqual(await violations(who), [], `${who.name} at ${who.page.url()}`);

/** Who describes and who guesses. On the way from the lobby to the table people are away for a moment, so who
 * arrives first may describe first. */
async function roles() {
  for (const who of players) {
    await phase(who, 'WAITING_FOR_DESCRIBER');
    await until(
      who,
      () =>
        document.querySelectorAll('.frame-players .chip').length === 4 &&
        !document.querySelector('.chip.offline'),
    );
  }
  const now = {};
  for (const who of players) {
    const name = await who.page.locator('.taboo').getAttribute('data-role');
    if (name !== 'buzzer') now[name] = who;
  }
  now.buzzers = players.filter((who) => who !== now.describer && who !== now.guesser);
  return now;
}

/** Each card is a new word: waits for it on a page that sees cards. */
async function cardAfter(who, before) {
  await until(
    who,
    (word) => {
      const now = document.querySelector('.taboo .taboo-card .word');
      return now && now.textContent !== word;
    },
    before?.word ?? '',
  );
  return cardOn(who);
}

async function moreTime() {
  await button(ana, 'Menú').click();
  await button(ana, '30 segundos más').click();
}

async function introduce(who, team) {
  await who.page.locator('#tutorial-modal').getByRole('button', { name: 'Cerrar' }).first().click();
  await sitDown(who, team);
}

test.after(async () => {
  await browser.close();
  await server.stop();
  server.remove();
});

step('the tutorial opens at the first visit, and by the help button', async () => {
  const { page } = ana;
  await page.goto(server.url);
  const modal = page.locator('#tutorial-modal');
  await page.getByRole('button', { name: 'Cómo se juega a Tabú' }).click();
  await modal.getByRole('heading', { name: '¡Bienvenido a Taboo!' }).waitFor();
  await page.evaluate(() => localStorage.removeItem('taboo_tutorial_seen')); // the first visit is yet to come
  await page.reload();
  await page.getByRole('button', { name: 'Crear sala: Tabú' }).click();
  await modal.waitFor();
  const titles = ['¡Bienvenido a Taboo!', 'Roles', 'Palabras Prohibidas', 'Puntuación', '¡A jugar!'];
  for (const [i, title] of titles.entries()) {
    await modal.getByRole('heading', { name: title }).waitFor();
    assert.equal(await modal.locator('.dot').count(), 5);
    assert.equal(
      await modal
        .locator('.dot')
        .evaluateAll((dots) => dots.findIndex((dot) => dot.classList.contains('now'))),
      i,
    );
    await shoot(ana, `tutorial-${i + 1}`, i === 0 ? undefined : { phone });
    if (i < 4) await modal.getByRole('button', { name: 'Siguiente' }).click();
  }
  await modal.getByRole('button', { name: 'Anterior' }).click();
  await modal.getByText('✓ Correcto: +1 punto. ¡Prohibida!: -1 punto. Pasar: 0 puntos').waitFor();
  await noViolations(ana);
  assert.equal(await page.evaluate(() => localStorage.getItem('taboo_tutorial_seen')), null);
  await modal.getByRole('button', { name: 'Cerrar' }).first().click();
  await modal.waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => localStorage.getItem('taboo_tutorial_seen')), 'true');
  await page.reload();
  await page.locator('[data-open="help"]').click();
  await modal.waitFor();
  for (const [key, title] of [
    ['ArrowRight', titles[1]],
    ['ArrowLeft', titles[0]],
  ]) {
    await page.keyboard.press(key);
    await modal.getByRole('heading', { name: title }).waitFor();
  }
  await page.evaluate(() => localStorage.removeItem('taboo_tutorial_seen'));
  await page.keyboard.press('Escape');
  await modal.waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => localStorage.getItem('taboo_tutorial_seen')), 'true');
  await page.locator('[data-open="help"]').click();
  await modal.waitFor();
});

step('guests come by the link and choose their teams', async () => {
  await introduce(ana, 0);
  const link = ana.page.url().replace(/\/lobby$/, '');
  await Promise.all([bea, ciro, dora].map(({ page }) => page.goto(link)));
  for (const [who, team] of [
    [bea, 0],
    [ciro, 1],
    [dora, 1],
  ]) {
    await introduce(who, team);
    await ana.page.locator(`.team[data-team="${team}"] .person-name`, { hasText: who.name }).waitFor();
  }
  await tele.page.goto(`${link}/tv`);
  await button(ana, '¡Empezar!').click();
  await Promise.all(everybody.map((who) => phase(who, 'WAITING_FOR_DESCRIBER')));
});

/** The describers and guessers of the first game. */
let one;
let two;
let three;
let four;
/** The files of the drawings on a page. */
const pictures = ({ page }, which) =>
  page.locator(`.taboo ${which}`).evaluateAll((all) => all.map((one) => one.src.split('/').at(-1)));
let drawn;
step('before a turn everybody knows what comes', async () => {
  ({ describer: one, guesser: two } = await roles());
  assert.deepEqual([one.name, two.name].sort(), ['Ana', 'Bea']);
  await Promise.all([role(ciro, 'buzzer'), role(dora, 'buzzer'), role(tele, 'watcher')]);
  for (const [who, name] of [
    [one, 'describer'],
    [two, 'guesser'],
    [ciro, 'buzzer'],
  ]) {
    await shoot(who, `waiting-${name}`);
    await noViolations(who);
  }
  await shoot(tele, 'waiting-tv', { desk });
  drawn = (await Promise.all(everybody.map((who) => pictures(who, 'img:not(button img)')))).flat();
  assert.ok(drawn.length >= 5, 'everybody sees one');
  assert.equal((await ready(two).count()) + (await ready(ciro).count()) + (await ready(tele).count()), 0);
});

step('a turn: ready, correct, pass, taboo, and a pause hides the card', async () => {
  const [from, watched] = [two.heard.length, tele.heard.length];
  await one.page.keyboard.press('Space');
  let card = await cardAfter(one);
  assert.equal(card.taboo.length, 5);
  assert.deepEqual(await cardOn(ciro), card);
  assert.deepEqual(await cardOn(dora), card);
  const seen = [card];
  await Promise.all([phase(two, 'TURN_ACTIVE'), said(two, 'Tú adivinas'), said(ciro, 'Tú vigilas')]);
  for (const who of [two, tele])
    assert.equal(await who.page.locator('.taboo .taboo-card .word').count(), 0, `${who.name} sees no card`);
  await button(ana, 'Pausa').click();
  for (const who of everybody) await who.page.locator('.taboo[data-role="paused"]').waitFor();
  for (const who of everybody)
    assert.equal(await who.page.locator('.taboo .taboo-card .word, .taboo-actions').count(), 0);
  await shoot(ana, 'paused', { phone });
  await noViolations(ana);
  await button(ana, 'Seguir jugando').click();
  assert.deepEqual(await cardAfter(one), card, 'the same card after the pause');
  for (let i = 0; i < 3; i++) await moreTime();
  await shoot(one, 'active-describer');
  await shoot(two, 'active-guesser');
  await shoot(ciro, 'active-buzzer');
  const pressed = (await Promise.all(players.map((who) => pictures(who, 'button img')))).flat();
  assert.ok(pressed.length > 0, 'the bell');
  for (const picture of pressed) assert.ok(!drawn.includes(picture), `${picture} looked like a button`);
  await shoot(tele, 'active-tv', { desk });

  const told = ana.page.getByText('No han llegado cartas nuevas').waitFor();
  await correct(two).click();
  await told;
  await Promise.all([
    ...everybody.map((who) => scoresAre(who, 1, 0)),
    said(dora, 'Correcto. Equipo A: 1, Equipo B: 0'),
  ]);
  await tele.page.locator('.guessed li', { hasText: card.word }).waitFor();
  seen.push((card = await cardAfter(one, card)));
  await skip(one).and(one.page.locator(':not([aria-disabled])')).waitFor(); // a new card cannot be judged at once
  await one.page.keyboard.press('p');
  seen.push((card = await cardAfter(one, card)));
  await buzz(ciro).click();
  await Promise.all(everybody.map((who) => scoresAre(who, 0, 0)));
  seen.push(await cardAfter(one, card));
  for (const each of seen) {
    const guessed = each === seen[0] ? [each.word] : [];
    assert.deepEqual(leaks(two.heard.slice(from), each), guessed, 'the guesser was told what was said');
    assert.deepEqual(leaks(tele.heard.slice(watched), each), guessed, 'and so was the television');
    assert.equal(leaks(one.heard, each).length, 6, 'the describer was told all of it');
  }
  for (const who of [one, two, ciro, tele]) await noViolations(who);
});

step('a describer who goes and stays away has ended the turn', async () => {
  await phase(one, 'TURN_ACTIVE');
  const there = one.page.url();
  await one.page.goto(`${server.url}/join`);
  await Promise.all([two, ciro, dora, tele].map((who) => who.page.locator('.taboo-note.lost').waitFor()));
  await shoot(tele, 'lost-tv', { desk });
  await Promise.all([two, ciro, dora].map((who) => who.page.locator('.review').waitFor()));
  await shoot(tele, 'ended-tv', { desk });
  await one.page.goto(there);
  await phase(one, 'WAITING_FOR_DESCRIBER');
  ({ describer: three, guesser: four } = await roles());
  assert.deepEqual(await scores(one), [0, 0]);
  assert.deepEqual(await two.page.locator('.played-result').allInnerTexts(), [
    'Correcto',
    'Pasada',
    'Tabú',
    'Interrumpida',
  ]);
});

step('a card is struck when both teams ask', async () => {
  const wrong = (who) => who.page.locator('.played[data-result="buzz"]');
  await wrong(bea)
    .getByRole('button', { name: /Tachar/ })
    .click();
  await wrong(bea).getByText('Falta el sí del Equipo B').waitFor();
  await wrong(dora).getByText('Equipo A pide tacharla').waitFor();
  await shoot(dora, 'review-asked');
  await shoot(three, 'review-describer');
  await noViolations(dora);
  await wrong(dora)
    .getByRole('button', { name: /De acuerdo/ })
    .click();
  await Promise.all([
    ...everybody.map((who) => scoresAre(who, 1, 0)),
    wrong(ana).getByText('Tachada').waitFor(),
  ]);
  await shoot(bea, 'review-struck', { phone });
});

step('a strike that one team asks for is shown to who begins, and holds nothing up', async () => {
  const row = bea.page.locator('.played[data-result="correct"]');
  const word = await row.locator('.played-word').innerText();
  await row.getByRole('button', { name: /Tachar/ }).click();
  const note = three.page.locator('.taboo-actions .asked-note');
  await note.getByText(`Equipo A pide tachar «${word}»`).waitFor();
  await note.getByText('Si empiezas ya, no se tacha.').waitFor();
  await note.getByRole('button', { name: `De acuerdo ${word}` }).waitFor();
  await said(dora, `Equipo A pide tachar «${word}»`);
  assert.match(
    await ready(three).evaluate(
      (it) => document.getElementById(it.getAttribute('aria-describedby')).textContent,
    ),
    /pide tachar/,
  );
  assert.equal(
    await four.page.locator('.asked-note').count(),
    0,
    'who does not begin has it in the review alone',
  );
  await shoot(three, 'review-open');
  await noViolations(three);
  await ready(three).click();
  await Promise.all(everybody.map((who) => said(who, `«${word}» no se tacha: faltó el sí del Equipo B.`)));
  await phase(three, 'TURN_ACTIVE');
  await shoot(three, 'strike-lapsed');
  assert.deepEqual(await scores(four), [1, 0]);
});

step('a server that dies in a turn goes on with it', async () => {
  if (performance.now() > 60000) await moreTime(); // a slow machine would not be back before the end
  const card = await cardAfter(three);
  const from = four.heard.length;
  const left = async () => Number(await three.page.locator('.clock').innerText());
  await correct(four).click();
  await Promise.all(everybody.map((who) => scoresAre(who, 1, 1)));
  const now = await cardAfter(three, card);
  const before = await left();
  const at = Date.now();
  await server.stop('SIGKILL');
  await three.page.locator('.pill').waitFor();
  await shoot(three, 'reconnecting', { phone });
  server = await startServer({ args: rules, data: server.data, port: server.port });
  await Promise.all(everybody.map(({ page }) => page.locator('.pill').waitFor({ state: 'detached' })));
  assert.deepEqual(await cardOn(three), now, 'the same card');
  const gone = (Date.now() - at) / 1000;
  const after = await left();
  console.log(`# clock: ${before} before, ${after} after, ${gone.toFixed(1)} s later`);
  assert.ok(
    after <= before + 1 && after >= before - gone - 2,
    `${before} s, then ${after} s after ${gone} s`,
  );
  assert.deepEqual(leaks(four.heard.slice(from), now), []);
  assert.deepEqual(leaks(four.heard.slice(from), card), [card.word], 'what was guessed, and no more of it');
});

step('ten seconds and the end are felt and said', async () => {
  const ended = phase(four, 'TURN_ENDED').then(() => shoot(four, 'ended', { phone })); // it is soon over: look out for it now
  await Promise.all([said(bea, 'Quedan '), three.page.locator('.time.low').waitFor()]);
  await shoot(three, 'low-describer', { phone });
  await shoot(tele, 'low-tv', { desk });
  await Promise.all([ended, said(four, 'Fin del turno')]);
  const loud = three === dora ? four : three;
  await until(
    loud,
    () =>
      globalThis.buzzes.some((pattern) => String(pattern) === '120,80,120') &&
      globalThis.buzzes.includes(500),
  );
  await until(loud, () => [988, 330].every((tone) => globalThis.tones.includes(tone))); // hurry; time
  const quiet = await dora.page.evaluate(() => [globalThis.buzzes, globalThis.tones]);
  assert.deepEqual(quiet, [[], []], 'who wants neither sound nor vibration has none');
});

step('three points win at once', async () => {
  await role(two, 'describer');
  await ready(two).click();
  let card = await cardAfter(two);
  await correct(one).click();
  card = await cardAfter(two, card);
  await correct(two).click();
  await Promise.all(
    everybody.map(({ page }) => page.getByRole('heading', { name: '¡Gana el equipo A!' }).waitFor()),
  );
  const rows = await four.page.locator('.stats tbody tr').allInnerTexts();
  assert.deepEqual(
    rows.map((row) => row.split(/\s+/).join(' ').trim()).sort(),
    [`${one.name} 1 2`, `${two.name} 2 1`, `${three.name} 1 0`, `${four.name} 0 1`].sort(),
  );
  assert.deepEqual(await four.page.locator('.ranking .points').allInnerTexts(), ['3', '1']);
  await shoot(ana, 'over-host');
  await shoot(four, 'over-guest', { phone });
  await shoot(tele, 'over-tv', { desk });
  await noViolations(ana);
  await noViolations(four);
});

/** Of the team that began. */
let begun;
step('again, with a small deck: sudden death', async () => {
  await button(ana, 'Otro juego').click();
  await button(ana, 'Ajustar antes Tabú').click();
  await Promise.all(players.map(({ page }) => page.locator('.teams').waitFor()));
  assert.deepEqual(
    (await ana.page.locator('.team[data-team="1"] .person-name').allInnerTexts()).sort(),
    ['Ciro', 'Dora'],
    'teams stay',
  );
  assert.equal(await dora.page.locator('#tutorial-modal').count(), 0, 'the tutorial comes once');
  await ana.page.locator('#own-cards summary').click();
  const file = (text) =>
    ana.page
      .locator('[data-cards-file]')
      .setInputFiles({ name: 'cartas.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await file('Paella;arroz\n');
  await ana.page.getByText('No sirve ninguna carta: mira la línea 1.').waitFor();
  await file('Palabra;a;b\r\nPaella;arroz;Valencia;domingo\r\nFaro;luz\r\n');
  await ana.page.getByText('1 carta añadida; 1 no sirve (línea 3)').waitFor();
  await ana.page.locator('#own-cards summary', { hasText: '1 carta propia' }).waitFor();
  await ana.page.waitForFunction(() => document.querySelector('#cards-text').value === 'Faro;luz');
  await shoot(ana, 'own-cards');
  await noViolations(ana);
  assert.equal(await dora.page.locator('#own-cards').count(), 0, 'only the host brings cards');
  await button(ana, 'Quitar «cartas» de la sala').click();
  await ana.page.locator('#own-cards summary', { hasText: 'Traer cartas propias' }).waitFor();
  const form = ana.page.locator('form[data-settings]');
  await form.locator('[name="mode"][value="deck"]').check();
  await form.locator('details').evaluateAll((all) => {
    for (const one of all) one.open = true;
  });
  await form.locator('[name="deckSize"]').fill('1');
  await form.locator('[name="deckSize"]').blur();
  await dora.page.locator('.summary dd', { hasText: /^1$/ }).waitFor();
  await button(ana, '¡Empezar!').click();
  begun = await roles();
  await ready(begun.describer).click();
  await cardAfter(begun.describer);
  await skip(begun.describer).click();
  await Promise.all(everybody.map(({ page }) => page.getByText('¡Muerte súbita!').waitFor()));
  const second = await roles();
  await shoot(second.describer, 'sudden-waiting', { phone });
  await ready(second.describer).click();
  await cardAfter(second.describer);
  await shoot(ana, 'sudden-buzzer');
  await shoot(tele, 'sudden-tv', { desk });
  await noViolations(ana);
  await correct(second.guesser).click();
  await Promise.all(
    everybody.map(({ page }) => page.getByRole('heading', { name: '¡Gana el equipo B!' }).waitFor()),
  );
});

step('and at once again: the turns go on with the other team, and with who guessed there', async () => {
  await button(ana, 'Jugar de nuevo').click();
  const { describer, guesser } = await roles();
  assert.deepEqual([describer.name, guesser.name], [begun.guesser.name, begun.describer.name]);
});

test('no page had a problem', () => {
  assert.deepEqual(
    everybody.flatMap((who) => who.problems),
    [],
  );
});
