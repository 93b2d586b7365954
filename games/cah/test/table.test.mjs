// Five phones and a television play the cards game through the pages, with a Rando, somebody who comes late and
// some who leave; one of them has only a keyboard, one only ears. Then three play where God is dead.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServer } from '../../../test/site/server.mjs';
import {
  desk,
  launch,
  patience,
  person,
  shoot as photograph,
  step,
  violations,
} from '../../../test/web/phones.mjs';

const server = await startServer();
const browser = await launch();
const tv = { width: 1920, height: 1080 };
const [ana, bea, ciro, dora, eva, fran, tele] = await Promise.all([
  person(browser, 'Ana'),
  person(browser, 'Bea'),
  person(browser, 'Ciro', { size: desk, reducedMotion: 'reduce' }),
  person(browser, 'Dora', { size: { width: 360, height: 640 } }),
  person(browser, 'Eva'),
  person(browser, 'Fran'),
  person(browser, 'Tele', { size: tv }),
]);
/** Whoever sits at the table now. */
let players = [ana, bea, ciro, dora, eva];
const everybody = () => [...players, tele];

/** Pictures only for who wants to look at them. */
const sizes = { phone: { width: 390, height: 844 }, small: { width: 360, height: 640 }, desk };
const shoot = process.env.SCREENSHOTS
  ? (who, name, which = who === tele ? { tv } : sizes) => photograph(who, `cah-${name}`, which)
  : async () => {};
/** Of the table's, whatever the cards in the hand may say. */
const button = ({ page }, name) => page.getByRole('button', { name }).and(page.locator(':not(.cah-white)'));
const until = (who, check, value) => who.page.waitForFunction(check, value, { timeout: patience });
const phase = (who, name) => who.page.locator(`.cah[data-phase="${name}"]`).waitFor();
const said = (who, text) => until(who, (part) => globalThis.said.some((line) => line.includes(part)), text);
const act = ({ page }, name) => page.locator(`[data-act="${name}"]`);
const noViolations = async (who) =>
  assert.deepEqual(await violations(who), [], `${who.name} at ${who.page.url()}`);
/** Twice in a hurry is no decision: the table waits 400 ms. */
const think = ({ page }) => page.waitForTimeout(450);
const plain = (text) => text.replace(/\.$/, '');

const roundOf = ({ page }) => page.locator('.cah-round').innerText();
const inRound = (who, round) =>
  until(who, (wanted) => document.querySelector('.cah-round')?.textContent === wanted, round);
const pickOf = async ({ page }) => {
  const text = await page.locator('.cah-pick').allInnerTexts();
  return text.length ? Number(/\d/.exec(text[0])[0]) : 1;
};
const czarIn = async (people) => {
  for (const who of people)
    if ((await who.page.locator('.cah').getAttribute('data-role')) === 'czar') return who;
  return null;
};
const textOf = (who, place) => who.page.locator('.cah-hand .cah-text').nth(place).innerText();

async function sitDown({ name, page }) {
  await page.fill('#name', name);
  await page.locator('#you form').first().getByRole('button').click();
  await page.locator('.person-name', { hasText: name }).waitFor();
}

async function open(host, guests, settings) {
  await host.page.goto(server.url);
  await host.page.locator('button[name=game][value=cah]').click();
  await sitDown(host);
  const link = host.page.url().replace(/\/lobby$/, '');
  for (const guest of guests) {
    await guest.page.goto(link);
    await sitDown(guest);
  }
  const form = host.page.locator('form[data-settings]');
  await form.locator('summary').click();
  for (const [name, value] of Object.entries(settings)) {
    const choice = form.locator(`[name="${name}"][value="${value}"]`);
    if ((await choice.count()) && (await choice.isChecked())) continue;
    const sent = host.page.waitForResponse((response) => response.request().method() === 'POST');
    if (await choice.count()) await choice.check({ force: true });
    else {
      await form.locator(`[name="${name}"]`).fill(String(value));
      await form.locator(`[name="${name}"]`).press('Tab');
    }
    assert.equal((await sent).ok(), true, `${name}: ${value}`);
  }
  return link;
}

/** Chooses and plays the first cards of the hand; says what they were. */
async function play(who, pick, byKey = who === ciro) {
  const cards = who.page.locator('.cah-hand .cah-white');
  await act(who, 'submit').waitFor();
  const texts = [];
  for (let i = 0; i < pick; i++) texts.push(await textOf(who, i));
  if (byKey) {
    await cards.first().focus();
    for (let i = 0; i < pick; i++) {
      await who.page.keyboard.press('Space');
      if (i < pick - 1) await who.page.keyboard.press('ArrowRight');
    }
    await think(who);
    await who.page.keyboard.press('Enter');
  } else {
    for (let i = 0; i < pick; i++) await cards.nth(i).click();
    await think(who);
    await act(who, 'submit').click();
  }
  await who.page.locator('.cah').and(who.page.locator(':not(:has([data-act=submit]))')).waitFor();
  return texts;
}

/** The winner's moment ends by itself; a busy machine needs longer to look at it. */
async function moreTime(host) {
  const room = host.page.url().replace(/\/game$/, '');
  for (let i = 0; i < 4; i++) {
    const answer = await host.page.request.post(`${room}/do/more_time`, { data: {} });
    assert.equal(answer.ok(), true, await answer.text());
  }
}

/** The judge turns the answers over, and the first one wins. */
async function judge(czar, { oneByOne = false } = {}) {
  await phase(czar, 'judging');
  await think(czar);
  const answers = czar.page.locator('.cah-answers .cah-face-up');
  if (oneByOne) {
    for (let i = 1; await act(czar, 'reveal').count(); i++) {
      await act(czar, 'reveal').click();
      for (const who of everybody())
        await until(who, (n) => document.querySelectorAll('.cah-answer:not(.hidden)').length >= n, i);
    }
  } else if (await act(czar, 'reveal-all').count()) {
    await act(czar, 'reveal-all').click();
    await act(czar, 'reveal').waitFor({ state: 'detached' });
  }
  const byKey = czar === ciro;
  if (byKey) {
    await answers.first().focus();
    await czar.page.keyboard.press('Space');
    await think(czar);
    await czar.page.keyboard.press('Enter');
  } else {
    await answers.first().click();
    await think(czar);
    await act(czar, 'choose').click();
  }
  await phase(ana, 'completed');
  await moreTime(ana);
  for (const who of everybody()) await phase(who, 'completed');
}

/** The same without pages, for rounds that show nothing new. */
async function playQuickly(link, czar) {
  const state = async ({ page }) => (await (await page.request.get(`${link}/state`)).json()).table;
  const send = async ({ page }, verb, data) => {
    const answer = await page.request.post(`${link}/do/${verb}`, { data });
    assert.equal(answer.ok(), true, `${verb}: ${await answer.text()}`);
  };
  for (const who of players.filter((one) => one !== czar)) {
    const { hand, blackCard } = await state(who);
    await send(who, 'submit_response', { cardIds: hand.slice(0, blackCard.pick).map(({ id }) => id) });
  }
  const { responses } = await state(czar);
  await send(czar, 'judge_winner', { responseId: responses[0].id });
  await moreTime(ana);
  for (const who of everybody()) await phase(who, 'completed');
}

/** On to the next round; the host's button. */
async function goOn() {
  const before = await roundOf(ana);
  await act(ana, 'next').click();
  for (const who of everybody())
    await until(
      who,
      (old) =>
        document.querySelector('.cah')?.dataset.phase === 'waiting_for_responses' &&
        document.querySelector('.cah-round').textContent !== old,
      before,
    );
}

async function leave(who) {
  await button(who, 'Menú').click();
  await button(who, 'Salir de la sala').click();
  await who.page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: /Sí|Salir/ })
    .first()
    .click();
  await who.page.waitForURL((url) => !url.pathname.endsWith('/game'));
  players = players.filter((one) => one !== who);
}

test.after(async () => {
  await browser.close();
  await server.stop();
  server.remove();
});

let link;
let czar;
const seen = new Set();
step('five sit down, a television looks on, and the first round begins', async () => {
  link = await open(ana, [bea, ciro, dora, eva], { language: 'es', scoreLimit: 50, rando: 1 });
  await tele.page.goto(`${link}/tv`);
  await button(ana, '¡Empezar!').click();
  for (const who of everybody()) await phase(who, 'waiting_for_responses');
  czar = await czarIn(players);
  for (const who of players) {
    assert.equal(await who.page.locator('.cah-hand .cah-white').count(), 10, who.name);
    assert.equal(await act(who, 'submit').count(), who === czar ? 0 : 1, who.name);
  }
  assert.equal(await tele.page.locator('.cah-white').count(), 0, 'nobody’s cards are on the television');
  await said(bea, 'Ronda 1. ');
  const rando = ana.page.locator('.cah-face.rando');
  await rando.locator('img[src*="rando.svg"]').waitFor();
  await until(ana, () => document.querySelector('.cah-face.rando .icon'));
  for (const who of [czar, ...players.filter((one) => one !== czar).slice(0, 1), tele])
    await noViolations(who);
});

step('a first round: played, taken back, played again, revealed one by one, won', async () => {
  const others = players.filter((who) => who !== czar);
  const pick = await pickOf(czar);
  seen.add(pick);
  const [first] = others;
  const before = await first.page.locator('.cah-hand .cah-text').allInnerTexts();
  await shoot(first, 'hand');
  await shoot(czar, 'czar-waits');
  await play(first, pick);
  await czar.page
    .locator('.cah-face', { hasText: `${first.name}, Ha jugado` })
    .waitFor({ state: 'attached' });
  await shoot(first, 'played');
  await think(first);
  await act(first, 'take-back').click();
  await act(first, 'submit').waitFor();
  assert.deepEqual(
    await first.page.locator('.cah-hand .cah-text').allInnerTexts(),
    before,
    'the same hand again',
  );
  const words = {};
  for (const who of others) words[who.name] = await play(who, pick);
  for (const who of everybody()) await phase(who, 'judging');
  await said(bea, 'Ya han jugado todos.');
  for (const who of others)
    assert.equal(await who.page.locator('.cah-answer').count(), 0, `${who.name} sees none that is face down`);
  assert.equal(await czar.page.locator('.cah-answer').count(), others.length + 1, 'the judge sees all');
  await shoot(czar, 'judges');
  await judge(czar, { oneByOne: true });
  // A sentence may begin with the card: then with a capital letter.
  const heard = plain(words[others[0].name][0]).slice(1);
  for (const who of others) await said(who, heard);
  const winner = await ana.page.locator('.cah-winner h2').innerText();
  assert.match(winner, /Gana|ganado/);
  await said(bea, 'Puntos: ');
  await shoot(ana, 'winner');
  await shoot(tele, 'winner-tv');
  for (const who of [ana, tele]) await noViolations(who);
  assert.equal(await tele.page.locator('.cah-scores li').count(), 6);
  assert.deepEqual(
    (await tele.page.locator('.cah-scores li b').allInnerTexts()).map(Number).sort(),
    [0, 0, 0, 0, 0, 1],
  );
});

step('somebody comes late and plays from the next round on; somebody leaves and nobody waits', async () => {
  await goOn();
  czar = await czarIn(players);
  await fran.page.goto(link);
  await fran.page.fill('#name', 'Fran');
  await fran.page.locator('.late-form .primary').click();
  await phase(fran, 'waiting_for_responses');
  await fran.page.getByText('Juegas desde la próxima ronda.').waitFor();
  assert.equal(await fran.page.locator('.cah-hand .cah-white').count(), 10);
  const gone = players.find((who) => who !== czar && who !== ana && who !== ciro && who !== bea);
  const pick = await pickOf(ana);
  const rest = players.filter((who) => who !== czar && who !== gone);
  for (const who of rest) await play(who, pick);
  await shoot(tele, 'waits-tv');
  await leave(gone);
  players.push(fran);
  for (const who of everybody()) await phase(who, 'judging');
  await shoot(tele, 'judging-tv');
  seen.add(pick);
  await judge(czar);
  await goOn();
});

step('rounds with one, two and three cards', async () => {
  for (let i = 0; i < 60 && seen.size < 3; i++) {
    const round = await roundOf(ana);
    for (const who of everybody()) await inRound(who, round);
    czar = await czarIn(players);
    const pick = await pickOf(ana);
    if (seen.has(pick)) await playQuickly(link, czar);
    else {
      seen.add(pick);
      const others = players.filter((who) => who !== czar);
      await shoot(others[0], `pick-${pick}`);
      for (const who of others) await play(who, pick);
      await judge(czar, { oneByOne: pick === 3 });
      const winning = await ana.page.locator('.cah-black .cah-fill').count();
      assert.equal(winning, pick, 'the winning sentence has them all');
      await shoot(tele, `pick-${pick}-tv`);
    }
    await goOn();
  }
  assert.deepEqual([...seen].sort(), [1, 2, 3]);
  await ana.page.locator('.cah-history summary').click();
  assert.ok((await ana.page.locator('.cah-past').count()) >= 3, 'the rounds before can be looked at');
  await shoot(ana, 'history');
});

step('a reload changes nothing; the judge leaves and a new round begins', async () => {
  const round = await roundOf(ana);
  await bea.page.reload();
  await inRound(bea, round);
  czar = await czarIn(players);
  await leave(czar);
  for (const who of everybody())
    await until(who, (old) => document.querySelector('.cah-round')?.textContent !== old, round);
  if (players.includes(ana)) await said(ana, 'Quien juzgaba se ha ido: ronda nueva.');
});

step('with fewer than three the game ends, as the points stand', async () => {
  while (players.length > 2) await leave(players[players.length - 1]);
  for (const who of everybody()) {
    await who.page.locator('.over').waitFor();
    await who.page.locator('.cah-scores').waitFor();
    await noViolations(who);
  }
  await shoot(players[0], 'over');
  await shoot(tele, 'over-tv');
  const past = players[0].page.getByRole('link', { name: 'Partidas jugadas aquí' });
  assert.match(await past.getAttribute('href'), /^\/rooms\/\w{6}\/history$/);
  assert.deepEqual(
    [ana, bea, ciro, dora, eva, fran, tele].flatMap(({ problems }) => problems),
    [],
  );
});

step('God is dead: three vote, and three points win', async () => {
  const [uno, due, tre] = await Promise.all(['Uno', 'Due', 'Tre'].map((name) => person(browser, name)));
  players = [uno, due, tre];
  await open(uno, [due, tre], { language: 'es', scoreLimit: 3, godIsDead: true });
  await button(uno, '¡Empezar!').click();
  for (let won = 1; won <= 3; won++) {
    for (const who of players) await phase(who, 'waiting_for_responses');
    assert.equal(await czarIn(players), null);
    const pick = await pickOf(uno);
    const [words] = await play(uno, pick);
    for (const who of [due, tre]) await play(who, pick);
    for (const who of players) await phase(who, 'judging');
    for (const who of players) {
      const own = who.page.locator('.cah-face-up[aria-disabled]');
      assert.equal(await own.count(), 1, 'nobody votes for himself');
      const best = who.page.locator('.cah-answers .cah-face-up:not([aria-disabled])', {
        hasText: who === uno ? /./ : plain(words).slice(1),
      });
      await think(who);
      await best.first().click();
      await think(who);
      if (won === 1 && who === due) await shoot(due, 'vote');
      await act(who, 'choose').click();
      if (who !== tre) await who.page.locator('.cah-answer .badge', { hasText: 'Tu voto' }).waitFor();
    }
    await phase(uno, 'completed');
    if (won === 3) break; // the limit: the game is over, and the frame says who has won
    await moreTime(uno);
    for (const who of players) await phase(who, 'completed');
    await uno.page.getByRole('heading', { name: '¡Has ganado la ronda!' }).waitFor();
    await due.page.locator('.cah-winner h2', { hasText: '¡Gana Uno!' }).waitFor();
    if (won === 1) await noViolations(due);
    await act(uno, 'next').click();
    for (const who of players) await phase(who, 'waiting_for_responses');
  }
  for (const who of players) await who.page.getByRole('heading', { name: '¡Gana Uno!' }).first().waitFor();
  assert.deepEqual(
    players.flatMap(({ problems }) => problems),
    [],
  );
});
