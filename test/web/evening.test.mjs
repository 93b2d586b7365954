// An evening: five people and a television play Taboo, then Codenames, then another Taboo, and never pass the
// lobby. One reloads, one changes the language, one comes late, one leaves and comes back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServer } from '../site/server.mjs';
import { desk, launch, patience, person, settle, shoot, sitDown, step } from './phones.mjs';

const rules = [
  '--turn-duration-seconds',
  '300',
  '--default-score-limit',
  '2',
  '--reconnect-grace-ms',
  '3600000',
];
const server = await startServer({ args: rules });
const browser = await launch();
const [ana, bea, ciro, dora, eva, tele] = await Promise.all([
  ...['Ana', 'Bea', 'Ciro', 'Dora', 'Eva'].map((name) => person(browser, name)),
  person(browser, 'Tele', { size: desk }),
]);
const everybody = [ana, bea, ciro, dora, eva, tele];
/** Who sits at the table now; the last of them is late. */
const players = [ana, bea, ciro, dora];
for (const { context } of everybody)
  await context.addInitScript(() => localStorage.setItem('taboo_tutorial_seen', 'true'));
test.after(async () => {
  await browser.close();
  await server.stop();
  server.remove();
});

let link;
const present = () => [...players, tele];
const until = (who, check, value) => who.page.waitForFunction(check, value, { timeout: patience });
const all = (people, run) => Promise.all(people.map(run));
const roleOf = ({ page }, table) => page.locator(table).getAttribute('data-role');
const state = async () =>
  (await fetch(`${link}/state`, { headers: { accept: 'application/json' } })).json().then(({ room }) => room);

/** On the television there is always something to see: large, and with words on it. */
async function assertLit(name) {
  await until(tele, () =>
    [...document.querySelectorAll('#main > *')].some((part) => {
      const { width, height } = part.getBoundingClientRect();
      const isShown = part.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      return (
        isShown && width > innerWidth / 3 && height > innerHeight / 3 && part.innerText.trim().length > 9
      );
    }),
  );
  await settle(tele.page);
  if (process.env.SCREENSHOTS) await shoot(tele, `evening-${name}`, { desk });
}

/** A page that was loaded again would have lost its mark. */
const mark = ({ page }) =>
  page.evaluate(() => {
    globalThis.marked = true;
  });
const isMarked = ({ page }) => page.evaluate(() => globalThis.marked === true);

/** Who describes, guesses and watches out, once everybody has arrived. */
async function roles() {
  const now = { describer: [], guesser: [], buzzer: [] };
  for (const who of players) {
    await who.page.locator('.taboo[data-phase=WAITING_FOR_DESCRIBER]').waitFor();
    await until(who, () => !document.querySelector('.chip.offline'));
  }
  for (const who of players) now[await roleOf(who, '.taboo')].push(who);
  return now;
}

const correct = ({ page }) => page.locator('.taboo-actions .right:not([aria-disabled])');
const points = ({ page }) => page.locator('.sides .points').allInnerTexts();

/** Two points win. Two taps for the same card are one: the second waits for the next card. */
async function winTaboo({ describer: [describer], guesser }) {
  const word = describer.page.locator('.taboo-card .word');
  const before = await word.innerText();
  await correct(guesser[0]).click();
  await until(
    describer,
    (was) => (document.querySelector('.taboo-card .word')?.innerText ?? was) !== was,
    before,
  );
  await correct(describer).click();
  await all(present(), ({ page }) => page.locator('.podium').waitFor());
  await assertLit('taboo-over');
}

/** From the podium to the next table in two taps of the host. */
async function playNext(game) {
  await all(players, mark);
  await ana.page.getByRole('button', { name: 'Otro juego' }).click();
  await all(present(), ({ page }) => page.locator('.next-shelf').waitFor());
  await assertLit(`shelf-${game}`);
  await bea.page.locator(`[data-game=${game}] .next-vote`).click();
  await ana.page.locator(`[data-game=${game}]`).getByText('1 voto').waitFor();
  await ana.page.locator(`[data-game=${game}] .actions .primary`).click();
  await all(present(), ({ page }) => page.locator(`.${game}`).waitFor());
  for (const who of players) assert.ok(await isMarked(who), `${who.name} stayed on the page`);
  await assertLit(game);
}

step('four come to the lobby by the link, a television looks on', async () => {
  await ana.page.goto(server.url);
  await ana.page.fill('#name', 'Ana');
  await ana.page.locator('button[name=game][value=taboo]').click();
  await ana.page.locator('.person-name', { hasText: 'Ana' }).waitFor();
  link = ana.page.url().replace(/\/lobby$/, '');
  await tele.page.goto(`${link}/tv`);
  for (const [who, team] of [
    [bea, 0],
    [ciro, 1],
    [dora, 1],
  ]) {
    await who.page.goto(link);
    await sitDown(who, team);
  }
  await tele.page.getByText('Dora').first().waitFor();
  await assertLit('lobby');
  await ana.page.getByRole('button', { name: '¡Empezar!' }).click();
  await all(present(), ({ page }) => page.locator('.taboo').waitFor());
  await assertLit('taboo');
});

let first;
step('in a turn a reload brings back the same role, and a change of language the same card', async () => {
  first = await roles();
  const { describer, guesser, buzzer } = first;
  await describer[0].page.locator('.taboo-actions .go').click();
  await all(players, ({ page }) => page.locator('.taboo[data-phase=TURN_ACTIVE]').waitFor());
  await guesser[0].page.reload();
  await guesser[0].page.locator('.taboo[data-phase=TURN_ACTIVE][data-role=guesser]').waitFor();
  const { page } = buzzer[0];
  const word = await page.locator('.taboo-card .word').innerText();
  await page.getByRole('button', { name: 'Menú' }).click();
  await page.getByRole('button', { name: 'Ajustes' }).click();
  await page.locator('dialog .option:has(input[name="pref-language"][value="bg"])').click();
  await page.getByRole('dialog', { name: 'Настройки' }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  assert.equal(await page.locator('.taboo-card .word').innerText(), word, 'the card is the room’s');
  assert.match(await page.locator('.taboo-actions .wrong').innerText(), /Табу/);
  assert.deepEqual(await points(describer[0]), ['0', '0']);
});

step('two points win, and everybody sees who', async () => {
  await winTaboo(first);
  const winners = [...first.describer, ...first.guesser].map(({ name }) => name);
  const room = await state();
  const stars = room.players.filter(({ evening }) => evening === 1).map(({ name }) => name);
  assert.deepEqual(stars.sort(), winners.sort());
});

/** The team that begins: who gives clues, who finds. */
const codenames = {};
step('Codenames, without the lobby: both who give clues are ready, a clue is given', async () => {
  await playNext('codenames');
  await all(players, ({ page }) => page.locator('.codenames[data-phase=Setup]').waitFor());
  const clueGivers = await all(
    players,
    async (who) => (await roleOf(who, '.codenames')) === 'spymaster' && who,
  );
  for (const { page } of clueGivers.filter(Boolean)) await page.locator('.cn-main.primary').click();
  await all(players, ({ page }) => page.locator('.codenames[data-phase=AwaitingClue]').waitFor());
  for (const who of players) {
    if (await who.page.locator('#cn-clue').count()) codenames.spymaster = who;
  }
  codenames.team = [ana, bea].includes(codenames.spymaster) ? [ana, bea] : [ciro, dora];
  codenames.operative = codenames.team.find((who) => who !== codenames.spymaster);
  await codenames.spymaster.page.fill('#cn-clue', 'zigurat');
  await codenames.spymaster.page.locator('.cn-form button.primary').click();
  await all(present(), ({ page }) => page.locator('.cn-clue', { hasText: /zigurat/i }).waitFor());
});

step('one comes late: says a name and a team, and plays', async () => {
  const waiting = codenames.team.includes(ana) ? 1 : 0; // three, so that one may leave
  await eva.page.goto(link);
  await eva.page.getByRole('heading', { name: 'Ya están jugando' }).waitFor();
  await eva.page.fill('#name', 'Eva');
  await eva.page.locator('.late-form input[name=teamName]').nth(waiting).check({ force: true });
  await eva.page.getByRole('button', { name: 'Entrar a jugar' }).click();
  await eva.page.locator('.codenames[data-role=operative]').waitFor();
  players.push(eva);
  await all(present(), (who) => until(who, () => document.body.textContent.includes('Eva')));
  await assertLit('latecomer');
});

step('one leaves, finds the way back on the home page, and has team and star again', async () => {
  const gone = codenames.team.includes(bea) ? dora : bea; // of the others, who are waiting
  const before = (await state()).players.find(({ name }) => name === gone.name);
  const { page } = gone;
  await page.locator('.bar button').first().click();
  await page.locator('dialog[open] .menu-list button').last().click();
  await page.locator('dialog[open] .actions .primary, dialog[open] .actions .danger').last().click();
  await page.waitForURL(`${server.url}/`);
  await assertLit('left');
  await page.locator('.way-back').click();
  await page.locator('.codenames, .late-form').first().waitFor();
  if (await page.locator('.late-form').count()) await page.locator('.late-form .actions .primary').click();
  await page.locator('.codenames').waitFor();
  const after = (await state()).players.filter(({ name }) => name === gone.name);
  assert.equal(after.length, 1, 'nobody is there twice');
  assert.deepEqual([after[0].team, after[0].evening], [before.team, before.evening]);
});

step('the assassin ends it', async () => {
  const { spymaster, operative } = codenames;
  const word = spymaster.page.locator('.cn-card[data-type=assassin], .cn-card.assassin').first();
  const position = await word.getAttribute('data-position');
  await operative.page.locator(`.cn-card[data-position="${position}"]`).click();
  await operative.page.locator('.cn-reveal.primary').click();
  await all(present(), ({ page }) => page.locator('.podium').waitFor());
  await assertLit('codenames-over');
});

step('another Taboo, with all five, to its end', async () => {
  await playNext('taboo');
  const turn = await roles();
  assert.equal(Object.values(turn).flat().length, 5);
  await turn.describer[0].page.locator('.taboo-actions .go').click();
  await winTaboo(turn);
  const room = await state();
  assert.equal(room.gamesPlayed, 3);
  assert.equal(room.players.length, 5);
  assert.ok(room.players.reduce((sum, { evening }) => sum + evening, 0) >= 6, 'stars of three games');
  assert.equal(await first.buzzer[0].page.evaluate(() => document.documentElement.lang), 'bg');
});

test('no page had a problem', () => {
  assert.deepEqual(
    everybody.flatMap(({ problems }) => problems),
    [],
  );
});
