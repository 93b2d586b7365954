// The cards game through its pages, as tests play it: people who sit down, choose, play and judge.
import assert from 'node:assert/strict';
import { person } from '../../../test/web/phones.mjs';

export const act = ({ page }, name) => page.locator(`[data-act="${name}"]`);
export const phase = (who, name) => who.page.locator(`.cah[data-phase="${name}"]`).waitFor();
/** Twice in a hurry is no decision: the table waits 400 ms. */
export const think = ({ page }) => page.waitForTimeout(450);

/** What the host does by program, where a page would show nothing new. */
function byProgram({ page }, link) {
  const checked = async (what, answer) => assert.equal(answer.ok(), true, `${what}: ${await answer.text()}`);
  return {
    send: async (verb, data) => checked(verb, await page.request.post(`${link}/do/${verb}`, { data })),
    bring: async (deck) =>
      checked(
        'cards',
        await page.request.post(`${link}/cards`, {
          data: JSON.stringify(deck),
          headers: { 'content-type': 'text/plain' },
        }),
      ),
  };
}

/** White cards of which no text is part of another. @param {string[]} black @param {number} [whites] */
export const deckOf = (black, whites = 120) => ({
  name: 'Mesa',
  rating: 'family',
  packs: [
    {
      name: 'Todo',
      black: black.map((text) => ({ text })),
      white: Array.from({ length: whites }, (_, i) => ({ text: `carta número ${i + 1000}` })),
    },
  ],
});

/**
 * People at a started table, with a deck of their own if there is one; settings are made by program, the rest is
 * pages. `moreTime` is for the winner's moment, which ends by itself: a busy machine needs longer to look at it.
 * @param {{server: any, browser: any}} where @param {number} count @param {object} settings @param {object} [deck]
 */
export async function gather({ server, browser }, count, settings, deck) {
  const people = await Promise.all(
    ['Ana', 'Bea', 'Ciro', 'Dora'].slice(0, count).map((name) => person(browser, name)),
  );
  const [ana] = people;
  await ana.page.goto(server.url);
  await ana.page.locator('button[name=game][value=cah]').click();
  await ana.page.locator('#start').waitFor({ state: 'attached' });
  const link = ana.page.url().replace(/\/lobby$/, '');
  for (const { name, page } of people) {
    if (page !== ana.page) await page.goto(link);
    await page.fill('#name', name);
    await page.locator('#you form').first().getByRole('button').click();
    await page.locator('.person-name', { hasText: name }).waitFor();
  }
  const { send, bring } = byProgram(ana, link);
  if (deck) await bring(deck);
  await send('configure_room', { language: 'es', ...(deck && { cards: 'own' }), ...settings });
  await ana.page.getByRole('button', { name: '¡Empezar!' }).click();
  for (const who of people) await phase(who, 'waiting_for_responses');
  return { people, link, moreTime: () => send('more_time', {}) };
}

export const tv = { width: 1920, height: 1080 };

/** The television of a room, when it shows the round. */
export async function television(browser, link) {
  const tele = await person(browser, 'Tele', { size: tv });
  await tele.page.goto(`${link}/tv`);
  await phase(tele, 'waiting_for_responses');
  return tele;
}

export async function roles(people) {
  const at = await Promise.all(
    people.map(async (who) => [who, await who.page.locator('.cah').getAttribute('data-role')]),
  );
  return {
    czars: at.filter(([, role]) => role === 'czar').map(([who]) => who),
    others: at.filter(([, role]) => role !== 'czar').map(([who]) => who),
  };
}

/** How many cards the black one wants. */
export async function pickOf({ page }) {
  const label = page.locator('.cah-pick');
  return (await label.count()) ? Number(/\d/.exec(await label.innerText())[0]) : 1;
}

export const handOf = ({ page }) => page.locator('.cah-hand:not(.partners) .cah-white');

/** Chooses the first cards and plays them; what is blank is written on. Says what they were. */
export async function play(who, hand = handOf(who)) {
  const pick = await pickOf(who);
  const texts = [];
  for (let i = 0; i < pick; i++) {
    const card = hand.nth(i);
    texts.push(await card.locator('.cah-text').innerText());
    await card.click();
    for (const field of await who.page.locator('.cah-field').all())
      if (!(await field.inputValue())) await field.fill(`${who.name} lo escribe ${i}`);
  }
  await submit(who);
  return texts;
}

export async function submit(who) {
  await think(who);
  await act(who, 'submit').click();
  await act(who, 'submit').waitFor({ state: 'detached' });
}

/** The judge chooses the answer with this text, or the first. @param {any} czar @param {string} [text] */
export async function judge(czar, text = '') {
  await phase(czar, 'judging');
  await think(czar);
  await czar.page.locator('.cah-answers .cah-face-up', { hasText: text }).first().click();
  await think(czar);
  await act(czar, 'choose').click();
}

export const close = async (people) => {
  assert.deepEqual(
    people.flatMap(({ problems }) => problems),
    [],
  );
  for (const { context } of people) await context.close();
};
