// House rules through the pages: cards of one's own that the host sees first, a new hand for a point, «never have
// I ever», a Happy Ending, and two who play as one.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startServer } from '../../../test/site/server.mjs';
import { desk, launch, patience, phone, shoot } from '../../../test/web/phones.mjs';
import { act, close, gather, judge, phase, play, roles, think } from './pages.mjs';

let server;
let browser;
before(async () => {
  server = await startServer();
  browser = await launch();
});
after(async () => {
  await browser.close();
  await server.stop();
  server.remove();
});

test('own cards go by the host; a new hand costs a point; somebody confesses; the others have a favourite', async () => {
  const { people, moreTime } = await gather({ server, browser }, 4, {
    blanks: 50,
    approveBlanks: true,
    rebootForPoint: true,
    neverHaveIEver: true,
    happyEnding: true,
  });
  const [ana] = people;
  const { czars, others } = await roles(people);
  assert.equal(czars.length, 1);
  const [reader, sinner] = others;
  // Never have I ever: the one reads, the other confesses, and everybody sees it.
  const text = await reader.page.locator('.cah-white:not(.blank) .cah-text').first().innerText();
  await reader.page.locator('.cah-white:not(.blank)').first().click();
  await reader.page.locator('.cah-more').click();
  await reader.page
    .getByRole('dialog')
    .getByRole('button', { name: /Yo nunca/ })
    .click();
  for (const who of people) await who.page.locator('.cah-never .cah-quote', { hasText: text }).waitFor();
  assert.equal(await act(reader, 'confess').count(), 0);
  await act(sinner, 'confess').click();
  for (const who of people) await who.page.getByText(`Confiesan: ${sinner.name}`).first().waitFor();
  // It gave a point, and a point buys a new hand.
  const hand = () =>
    sinner.page
      .locator('.cah-hand .cah-white')
      .evaluateAll((cards) => cards.map((card) => card.dataset.card));
  const before = await hand();
  await sinner.page.locator('.cah-more').click();
  await sinner.page.getByRole('button', { name: /Cambiar toda la mano/ }).click();
  await sinner.page.getByRole('button', { name: 'Cambiar', exact: true }).click();
  await sinner.page.waitForFunction(
    (old) =>
      [...document.querySelectorAll('.cah-hand .cah-white')].every(
        (card) => !old.includes(card.dataset.card),
      ),
    before,
    { timeout: patience },
  );
  for (const who of others) await play(who);
  // Whatever waits for the host is shown to the host alone.
  for (;;) {
    const judging = await ana.page.locator('.cah[data-phase="judging"]').count();
    if (judging) break;
    const pending = ana.page.locator('.cah-pending li').first();
    await pending.or(ana.page.locator('.cah[data-phase="judging"]')).first().waitFor();
    if (!(await pending.count())) break;
    for (const who of people.slice(1)) assert.equal(await who.page.locator('.cah-pending').count(), 0);
    const left = await ana.page.locator('.cah-pending li').count();
    await pending.getByRole('button', { name: /^Vale/ }).click();
    await ana.page.waitForFunction((n) => document.querySelectorAll('.cah-pending li').length < n, left, {
      timeout: patience,
    });
  }
  await judge(czars[0]);
  await phase(ana, 'completed');
  await moreTime();
  for (const who of people) await phase(who, 'completed');
  // The losers can be voted for, by all but the judge.
  assert.equal(await act(czars[0], 'choose').count(), 0);
  const voters = [];
  for (const who of others) if (await act(who, 'choose').count()) voters.push(who);
  assert.ok(voters.length > 0);
  for (const who of voters) {
    await think(who);
    await who.page.locator('.cah-answers .cah-face-up:not([aria-disabled])').first().click();
    await think(who);
    await act(who, 'choose').click();
    await act(who, 'choose').waitFor({ state: 'detached' });
  }
  await close(people);
});

test('two play as one: they see each other’s cards and fingers, and win together', async () => {
  const { people } = await gather({ server, browser }, 4, { pairs: true });
  const { czars, others } = await roles(people);
  assert.equal(czars.length, 2);
  assert.equal(others.length, 2);
  const [one, two] = others;
  const theirs = await two.page.locator('.cah-hand:not(.partners) .cah-text').allInnerTexts();
  assert.deepEqual(
    await one.page.locator('.partners .cah-text').allInnerTexts(),
    theirs,
    'the partner’s hand',
  );
  await one.page.locator('.partners .cah-white').nth(2).click();
  await two.page.locator('.cah-hand:not(.partners) .cah-white').nth(2).locator('.cah-finger').waitFor();
  await play(two);
  await act(one, 'submit').waitFor({ state: 'detached' });
  await judge(czars[0]);
  for (const who of others) await who.page.getByRole('heading', { name: '¡Has ganado la ronda!' }).waitFor();
  const { page } = czars[0];
  const winners = people.filter((who) => others.includes(who)).map(({ name }) => name);
  await page.getByRole('heading', { name: `¡Ganan ${winners.join(' y ')}!` }).waitFor();
  const both = (text) => others.every(({ name }) => text.includes(name));
  const lines = await page.locator('.cah-scores li').allInnerTexts();
  assert.equal(lines.length, 2, 'a line for each pair');
  assert.equal(lines.filter(both).length, 1, lines.join(' | '));
  await page.waitForFunction(
    (names) => globalThis.said.some((line) => line.includes(`${names} 1`)),
    winners.join(' y '),
  );
  const past = page.locator('.cah-past .cah-author');
  await past.first().waitFor({ state: 'attached' });
  assert.ok(both(await past.first().textContent()), 'both have won that round, also later');
  assert.equal(await past.first().locator('.avatar').count(), 2);
  await shoot(czars[0], 'cah-pairs', { phone, desk });
  await close(people);
});
