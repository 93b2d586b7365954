// Whoever describes has a keyboard, a bad line, or fell asleep: what the keys do, who is waited for and for how
// long, and why a turn went on without somebody. Four phones against the real server.
import assert from 'node:assert/strict';
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
import { cardOn } from './seen.mjs';

const small = { width: 360, height: 640 };
const server = await startServer({
  args: ['--turn-duration-seconds', '300', '--default-score-limit', '50', '--turn-end-pause-ms', '0'],
});
const browser = await launch();
const players = await Promise.all(
  ['Ana', 'Bea', 'Ciro', 'Dora'].map((name) => person(browser, name, { size: phone })),
);
const tele = await person(browser, 'Tele', { size: desk });
const everybody = [...players, tele];
const [ana] = players;
let link = '';

test.after(async () => {
  await browser.close();
  await server.stop();
  server.remove();
});

const button = ({ page }, name) => page.getByRole('button', { name });
const until = (who, check, value, timeout = patience) => who.page.waitForFunction(check, value, { timeout });
const at = (who, phase) => who.page.locator(`.taboo[data-phase="${phase}"]`).waitFor();
const said = (who, text) => until(who, (part) => globalThis.said.some((line) => line.includes(part)), text);
const scoresAre = (who, wanted) =>
  until(
    who,
    (text) => [...document.querySelectorAll('.sides .points')].map((p) => p.textContent).join() === text,
    wanted,
  );
const focused = ({ page }) => page.evaluate(() => document.activeElement?.getAttribute('data-key'));
/** A new card is not to be judged for a moment. */
const armed = ({ page }) => page.locator('.big.right:not([aria-disabled])').waitFor();
const note = ({ page }, text) => page.locator('.taboo-note', { hasText: text }).waitFor();
const noViolations = async (who) =>
  assert.deepEqual(await violations(who), [], `${who.name} at ${who.page.url()}`);

/** Everybody is there and waits: who will describe, with whom, against whom. */
async function roles() {
  for (const who of players) {
    await at(who, 'WAITING_FOR_DESCRIBER');
    await until(who, () => !document.querySelector('.faces .away'));
  }
  const role = await Promise.all(players.map((who) => who.page.locator('.taboo').getAttribute('data-role')));
  const of = (name) => players.filter((_, i) => role[i] === name);
  return { describer: of('describer')[0], guesser: of('guesser')[0], buzzers: of('buzzer') };
}

step('four people sit down', async () => {
  for (const who of everybody)
    await who.context.addInitScript(() => localStorage.setItem('taboo_tutorial_seen', 'true'));
  await ana.page.goto(server.url);
  await ana.page.getByRole('button', { name: 'Crear sala: Tabú' }).click();
  await ana.page.locator('.teams').waitFor();
  link = ana.page.url().replace(/\/lobby$/, '');
  for (const [i, who] of players.entries()) {
    if (who !== ana) await who.page.goto(link);
    await sitDown(who, i % 2);
  }
  await tele.page.goto(`${link}/tv`);
  const form = ana.page.locator('form[data-settings]');
  await form.locator('details').evaluateAll((all) => {
    for (const each of all) each.open = true;
  });
  const grace = form.locator('[name="describerGraceMs.seconds"]');
  assert.equal(await grace.inputValue(), '5');
  await grace.fill('20'); // a slow machine needs longer for a reload
  await grace.blur();
  await players[1].page.locator('.summary dd', { hasText: 'se espera 20 segundos' }).waitFor();
  await button(ana, '¡Empezar!').click();
});

let one;
step('Space scores and P passes, whatever was pressed before', async () => {
  const { describer, guesser, buzzers } = await roles();
  one = { describer, guesser, buzzers };
  await button(describer, '¡Estoy listo!').focus();
  await describer.page.keyboard.press('Space');
  await at(describer, 'TURN_ACTIVE');
  assert.equal(await focused(describer), 'card_correct', 'the focus is on the big button, not on «Pasar»');
  await said(describer, 'Espacio: correcto. P: pasar.');
  await armed(describer);
  await describer.page.keyboard.press('Space');
  await Promise.all(everybody.map((who) => scoresAre(who, '1,0')));
  await armed(describer);
  await describer.page.keyboard.press('p');
  await said(describer, 'Pasada');
  await armed(describer);
  await button(describer, 'Pasar').click();
  await until(describer, () => globalThis.said.filter((line) => line.includes('Pasada')).length === 2);
  await armed(describer);
  await describer.page.keyboard.press('Space'); // a click leaves the focus there, and not the key
  await Promise.all(everybody.map((who) => scoresAre(who, '2,0')));
  await armed(describer);
  await describer.page.keyboard.press('Tab');
  await describer.page.keyboard.press('Shift+Tab');
  assert.equal(await focused(describer), 'card_skip');
  await describer.page.keyboard.press('Space'); // who went there by Tab presses what has the focus
  await until(describer, () => globalThis.said.filter((line) => line.includes('Pasada')).length === 3);
  assert.deepEqual(await describer.page.locator('.sides .points').allInnerTexts(), ['2', '0']);
});

step('a reload of the describer is waited for, and everybody sees it', async () => {
  const { describer, guesser, buzzers } = one;
  const card = await cardOn(describer);
  const there = describer.page.url();
  await describer.page.goto(`${server.url}/join`);
  const waiting = [guesser, ...buzzers, tele];
  await Promise.all(
    waiting.map((who) =>
      until(
        who,
        (name) =>
          new RegExp(`${name} ha perdido la conexión: se espera \\d+ segundos?`).test(
            document.querySelector('.taboo-note.lost')?.textContent ?? '',
          ),
        describer.name,
      ),
    ),
  );
  await describer.page.goto(there);
  await at(describer, 'TURN_ACTIVE');
  await Promise.all(waiting.map(({ page }) => page.locator('.taboo-note').waitFor({ state: 'detached' })));
  await said(guesser, `${describer.name} ha vuelto: el turno sigue.`);
  assert.deepEqual(await cardOn(describer), card, 'the same card');
  assert.equal(await guesser.page.locator('.review').count(), 0);
});

step('a describer who stays away ends the turn, and everybody reads why', async () => {
  const { describer, guesser, buzzers } = one;
  const there = describer.page.url();
  const why = `${describer.name} ha perdido la conexión: el turno ha terminado.`;
  await describer.page.goto(`${server.url}/join`);
  await Promise.all([guesser, ...buzzers, tele].map((who) => who.page.locator('.taboo-note.lost').waitFor()));
  await shoot(buzzers[0], 'lost-buzzer', { phone, small, desk });
  await shoot(guesser, 'lost-guesser', { phone, small });
  await Promise.all([guesser, ...buzzers, tele].map((who) => note(who, why)));
  await said(guesser, why);
  await describer.page.goto(there);
  await note(describer, why); // who comes late is told by the view
  assert.equal(await buzzers[0].page.locator('.played').last().getAttribute('data-result'), 'interrupted');
  await buzzers[0].page.locator('.played-result', { hasText: 'Interrumpida' }).waitFor();
  assert.equal(await buzzers[0].page.getByText('Sin tiempo').count(), 0);
  await shoot(guesser, 'why-turn-ended', { phone, small, desk });
  await shoot(tele, 'why-turn-ended-tv', { desk });
  await noViolations(guesser);
});

step('who is not ready in a minute is told why it goes on without them', async () => {
  const { describer, guesser } = await roles();
  const why = `${describer.name} no ha pulsado «¡Estoy listo!» en 60 segundos: ahora describe ${guesser.name}.`;
  await Promise.all(
    everybody.map((who) =>
      until(
        who,
        (text) => document.querySelector('.taboo-note')?.textContent === text,
        why,
        patience + 90000,
      ),
    ),
  );
  await said(describer, why);
  await describer.page.reload(); // a phone that was asleep
  await note(describer, why);
  const log = describer.page.locator('.taboo-notices');
  await log.locator('summary', { hasText: 'Qué ha pasado: 2 avisos' }).click();
  assert.deepEqual(await log.locator('.notice-turn').allInnerTexts(), ['Turno 1:', 'Turno 2:']);
  await shoot(describer, 'why-not-ready', { phone, small, desk });
  await noViolations(describer);
});

step('a team that has gone has lost, and everybody reads why', async () => {
  const { buzzers, describer, guesser } = await roles();
  const team = describer === ana || guesser === ana ? buzzers : [describer, guesser]; // the host stays
  const others = players.filter((who) => !team.includes(who));
  const why = /Ya no queda nadie del Equipo [AB]: gana el otro equipo\./;
  for (const who of team) {
    await button(who, 'Menú').click();
    await button(who, 'Salir').click();
    const sure = who.page.locator('dialog[open]').getByRole('button', { name: /Salir|Sí/ });
    if (await sure.count()) await sure.first().click();
    await who.page.waitForURL((url) => !url.pathname.endsWith('/game'));
  }
  await Promise.all([...others, tele].map((who) => note(who, why)));
  await said(others[0], 'Ya no queda nadie');
  await shoot(others[0], 'why-forfeit', { phone, desk });
});

test('no page had a problem', () => {
  assert.deepEqual(
    everybody.flatMap((who) => who.problems),
    [],
  );
});
