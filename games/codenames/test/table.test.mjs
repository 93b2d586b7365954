// Four phones and a television play Codenames through the pages: who gives the clues, a refused clue, a good
// one, a finger that everybody sees, guesses by thumb and by keyboard, a mistake, a reload, the assassin, again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServer } from '../../../test/site/server.mjs';
import {
  desk,
  launch,
  patience,
  person,
  shoot as photograph,
  sitDown,
  step,
  violations,
} from '../../../test/web/phones.mjs';

const server = await startServer();
const browser = await launch();
const [ana, bea, ciro, dora, tele] = await Promise.all([
  person(browser, 'Ana'),
  person(browser, 'Bea'),
  person(browser, 'Ciro', { reducedMotion: 'reduce' }),
  person(browser, 'Dora'),
  person(browser, 'Tele', { size: desk }),
]);
const players = [ana, bea, ciro, dora];
const everybody = [...players, tele];

/** Pictures only for who wants to look at them. */
const shoot = process.env.SCREENSHOTS ? photograph : async () => {};
const button = ({ page }, name) => page.getByRole('button', { name });
const until = (who, check, value) => who.page.waitForFunction(check, value, { timeout: patience });
const phase = (who, name) => who.page.locator(`.codenames[data-phase="${name}"]`).waitFor();
const said = (who, text) => until(who, (part) => globalThis.said.some((line) => line.includes(part)), text);
const card = ({ page }, position) => page.locator(`.cn-card[data-position="${position}"]`);
const opened = (who, position, type) =>
  who.page.locator(`.cn-card.open[data-position="${position}"][data-type="${type}"]`).waitFor();
const scoresAre = (who, red, blue) =>
  until(
    who,
    (wanted) => [...document.querySelectorAll('.cn-left b')].map((b) => b.textContent).join() === wanted,
    `${red},${blue}`,
  );
const clueIs = (who, text) =>
  until(who, (wanted) => document.querySelector('.cn-clue')?.textContent === wanted, text);
const noViolations = async (who) =>
  assert.deepEqual(await violations(who), [], `${who.name} at ${who.page.url()}`);

/** Play begins by itself after a minute, which a busy machine needs for less. */
async function moreTime() {
  for (let i = 0; i < 3; i++) {
    await button(ana, 'Menú').click();
    await button(ana, '30 segundos más').click();
  }
}

/** What a spymaster sees: the positions of each kind that are still covered. */
const keyOf = ({ page }) =>
  page.locator('.cn-card.shut').evaluateAll((cards) => {
    const key = { red: [], blue: [], neutral: [], assassin: [] };
    for (const { dataset } of cards) key[dataset.type].push(Number(dataset.position));
    return key;
  });
/** The types of cards that the network brought to a phone. */
const typesTold = ({ heard }) =>
  [...heard.join('\n').matchAll(/\\?"type\\?":\\?"(\w+)/g)].map((match) => match[1]);

async function giveClue(who, text) {
  await who.page.getByRole('textbox', { name: 'Tu pista' }).fill(text);
  await who.page.keyboard.press('Enter');
}

test.after(async () => {
  await browser.close();
  await server.stop();
  server.remove();
});

step('the lobby explains what can be set, and four people sit down', async () => {
  await ana.page.goto(server.url);
  await ana.page.locator('button[name=game][value=codenames]').click();
  await sitDown(ana, 0);
  const link = ana.page.url().replace(/\/lobby$/, '');
  await Promise.all([bea, ciro, dora].map(({ page }) => page.goto(link)));
  for (const [who, team] of [
    [bea, 0],
    [ciro, 1],
    [dora, 1],
  ])
    await sitDown(who, team);
  await tele.page.goto(`${link}/tv`);
  const form = ana.page.locator('form[data-settings]');
  for (const label of ['Idioma de las palabras', 'Con qué palabras', 'Quién empieza'])
    await form.getByText(label).waitFor();
  await ana.page.locator('#own-cards summary', { hasText: 'Traer palabras propias' }).waitFor();
  await form.locator('[name="language"][value="es"]').check({ force: true });
  await form.locator('[name="start"][value="red"]').check({ force: true });
  await dora.page.locator('.summary dd', { hasText: 'el equipo rojo' }).waitFor();
  await noViolations(ana);
  await button(ana, '¡Empezar!').click();
  await Promise.all(everybody.map((who) => phase(who, 'Setup')));
});

/** Who gives the clues of each team, and who guesses. */
let one;
let two;
let three;
let four;
step('each team says who gives its clues', async () => {
  const leads = async (team) => {
    for (const who of team)
      if (await who.page.getByRole('heading', { name: 'Tú das las pistas' }).count()) return who;
    return undefined;
  };
  await moreTime();
  one = await leads([ana, bea]);
  three = await leads([ciro, dora]);
  [two, four] = [one === ana ? bea : ana, three === ciro ? dora : ciro];
  await shoot(one, 'setup-leader');
  await shoot(two, 'setup-member');
  await shoot(tele, 'setup-tv', { desk });
  for (const who of [one, two, tele]) await noViolations(who);
  assert.equal(await button(two, '¡Empecemos!').count(), 0);
  await button(two, 'Yo doy las pistas').click();
  for (const who of everybody)
    await who.page.locator('.cn-team[data-team="0"] .cn-leader', { hasText: two.name }).waitFor();
  await said(four, `${two.name} dará las pistas (el equipo rojo).`);
  await button(one, 'Yo doy las pistas').click();
  await button(one, '¡Empecemos!').click();
  await four.page.locator('.cn-team[data-team="0"] .cn-ready.yes').waitFor();
  await button(three, '¡Empecemos!').click();
  await Promise.all(everybody.map((who) => phase(who, 'AwaitingClue')));
  await said(two, 'Empieza el equipo rojo.');
});

let key;
step('two see the key, nobody else was sent it', async () => {
  key = await keyOf(one);
  assert.deepEqual(
    Object.values(key).map((cards) => cards.length),
    [9, 8, 7, 1],
  );
  assert.deepEqual(await keyOf(three), key);
  for (const who of [two, four, tele]) {
    assert.equal(await who.page.locator('.cn-card[data-type]').count(), 0, who.name);
    assert.equal(await who.page.locator('.cn-form, .cn-actions').count(), 0, who.name);
    assert.deepEqual(typesTold(who), [], who.name);
  }
  assert.ok(typesTold(one).includes('assassin'));
  await shoot(three, 'clue-rival');
  await shoot(two, 'clue-operative');
  for (const who of [one, two, three, tele]) await noViolations(who);
});

step('what is wrong with a clue is said next to it', async () => {
  const word = (await card(one, key.red[0]).getAttribute('aria-label')).split(', ')[0];
  const problem = (text) => one.page.locator('#cn-problem.problem', { hasText: text }).waitFor();
  await giveClue(one, word.toLowerCase().split(' ')[0]);
  await one.page
    .locator('#cn-problem.problem', { hasText: /está en el tablero|una parte de|contiene/ })
    .waitFor();
  await giveClue(one, 'dos palabras');
  await problem('Una sola palabra, solo con letras.');
  await giveClue(one, '');
  await problem('Escribe una palabra como pista.');
  await shoot(one, 'clue-refused');
  await noViolations(one);
  assert.equal(await one.page.locator('.toast').count(), 0);
  assert.equal(await two.page.locator('.cn-clue').count(), 0);
});

step('a clue, a finger, a guess', async () => {
  await giveClue(one, 'wqxz');
  for (const who of everybody) await clueIs(who, 'WQXZ·2');
  await said(two, `Pista de ${one.name} (el equipo rojo): wqxz, 2.`);
  await two.page.getByText('Quedan 3 intentos.').waitFor();
  assert.equal(
    await button(two, 'Terminar turno').getAttribute('aria-disabled'),
    'true',
    'at least one guess',
  );
  const [first] = key.red;
  await card(two, first).tap();
  for (const who of [one, three, four, tele]) await card(who, first).locator('.cn-fingers .avatar').waitFor();
  await said(four, `${two.name} señala `);
  await shoot(two, 'guess-operative');
  await shoot(one, 'guess-spymaster');
  await shoot(four, 'guess-other');
  await shoot(tele, 'guess-tv', { desk });
  for (const who of [one, two, four, tele]) await noViolations(who);
  await button(two, /^Destapar/).click();
  for (const who of everybody) await Promise.all([opened(who, first, 'red'), scoresAre(who, 8, 8)]);
  await said(four, 'agente rojo. Por encontrar: 8 rojos, 8 azules.');
  await two.page.getByText('Quedan 2 intentos.').waitFor();
  assert.equal(await two.page.locator('.cn-fingers').count(), 0);
});

step('by keyboard: Enter points, Enter again reveals; a mistake ends the turn', async () => {
  const [wrong] = key.blue;
  await card(two, wrong).focus();
  await two.page.keyboard.press('Enter');
  await card(four, wrong).locator('.cn-fingers').waitFor();
  await until(two, () => document.querySelector('.cn-card.chosen')?.getAttribute('aria-pressed') === 'true');
  await two.page.waitForTimeout(450); // twice in a hurry is no decision
  await two.page.keyboard.press('Enter');
  for (const who of everybody)
    await Promise.all([opened(who, wrong, 'blue'), scoresAre(who, 8, 7), phase(who, 'AwaitingClue')]);
  await said(one, 'Era del otro equipo: fin del turno.');
  assert.equal(await two.page.locator('.cn-actions').count(), 0);
});

step('a spymaster who reloads has the key and the word again; zero and unlimited', async () => {
  await three.page.getByRole('heading', { name: 'Dale una pista a tu equipo' }).waitFor();
  await three.page.reload();
  await phase(three, 'AwaitingClue');
  await three.page.locator('.cn-form').waitFor();
  const seen = await keyOf(three);
  assert.deepEqual([seen.red, seen.blue], [key.red.slice(1), key.blue.slice(1)]);
  await three.page.getByRole('spinbutton').focus();
  await three.page.keyboard.press('End');
  await three.page.getByRole('textbox', { name: 'Tu pista' }).fill('wqxzk');
  await button(three, 'Dar la pista').click();
  for (const who of everybody) await clueIs(who, 'WQXZK·∞');
  await four.page.getByText('Intentos sin límite.').waitFor();
  await card(four, key.blue[1]).tap();
  await button(four, /^Destapar/).click();
  for (const who of everybody) await opened(who, key.blue[1], 'blue');
  await button(four, 'Terminar turno').click();
  for (const who of everybody) await phase(who, 'AwaitingClue');
  await one.page.locator('.cn-form').waitFor();
  await two.page.locator('.cn-history summary').click();
  assert.match(await two.page.locator('.cn-past').first().innerText(), /WQXZK\s*∞[^]*Aquí lo dejan/);
  for (const who of [two, four, tele])
    assert.deepEqual(
      [...new Set(typesTold(who))].sort(),
      ['blue', 'red'],
      `${who.name} was told what lies open`,
    );
});

step('who reveals the assassin loses; the end shows the whole key', async () => {
  await giveClue(one, 'wqxzj');
  await two.page.locator('.cn-actions').waitFor();
  await card(two, key.assassin[0]).tap();
  await button(two, /^Destapar/).click();
  for (const who of everybody) {
    await phase(who, 'Complete');
    await who.page.getByRole('heading', { name: '¡Gana el equipo azul!' }).waitFor();
    await who.page.getByText('El equipo rojo ha destapado al asesino.').first().waitFor();
    assert.equal(await who.page.locator('.cn-card[data-type]').count(), 25, who.name);
  }
  await shoot(ana, 'over-host');
  await shoot(four, 'over-guest');
  await shoot(tele, 'over-tv', { desk });
  for (const who of [ana, four, tele]) await noViolations(who);
  await until(two, () => globalThis.buzzes.some((pattern) => String(pattern) === '120,60,120,60,400'));
});

step('again: the other one of each team gives the clues', async () => {
  await button(ana, 'Jugar de nuevo').click();
  await Promise.all(everybody.map((who) => phase(who, 'Setup')));
  await moreTime();
  for (const who of [two, four]) await who.page.getByRole('heading', { name: 'Tú das las pistas' }).waitFor();
  for (const who of [two, four]) await button(who, '¡Empecemos!').click();
  for (const who of everybody) await phase(who, 'AwaitingClue');
  assert.equal((await keyOf(two)).red.length, 9);
  assert.deepEqual(
    everybody.flatMap(({ problems }) => problems),
    [],
  );
});
