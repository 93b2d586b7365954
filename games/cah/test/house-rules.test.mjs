// House rules through the pages: cards of one's own that the host sees first, a new hand for a point, «never have
// I ever», a Happy Ending, two who play as one, losers whom nobody learns, and a round that nobody plays in time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServer } from '../../../test/site/server.mjs';
import { openAll } from '../../../test/web/house.mjs';
import { desk, launch, patience, phone, shoot } from '../../../test/web/phones.mjs';
import { act, close, deckOf, gather, judge, phase, play, roles, television, think, tv } from './pages.mjs';

const [browser, server] = await openAll(launch(), startServer());

test('own cards go by the host; a new hand costs a point; somebody confesses; the others have a favourite', async () => {
  const { people, link, moreTime } = await gather(
    { server, browser },
    4,
    {
      blanks: 50,
      approveBlanks: true,
      rebootForPoint: true,
      neverHaveIEver: true,
      happyEnding: true,
    },
    deckOf(['Lo que falta es _.'], 60), // so that every hand has cards of both kinds
  );
  const [ana] = people;
  const tele = await television(browser, link);
  const everybody = [...people, tele];
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
  for (const who of everybody) await who.page.locator('.cah-never .cah-quote', { hasText: text }).waitFor();
  assert.equal(await act(reader, 'confess').count(), 0);
  await shoot(sinner, 'cah-never');
  await act(sinner, 'confess').click();
  for (const who of everybody) await who.page.getByText(`Confiesan: ${sinner.name}`).first().waitFor();
  await shoot(tele, 'cah-never', { tv });
  const below = await tele.page.locator('.cah-never').evaluate((card) => card.getBoundingClientRect().bottom);
  assert.ok(below <= tv.height, 'what was read out is whole on the television');
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
  for (const who of others) await play(who, who.page.locator('.cah-white.blank'));
  // When everybody has played, what they wrote waits for the host, and is shown to nobody else.
  const pending = ana.page.locator('.cah-pending li');
  for (let left = others.filter((who) => who !== ana).length; left > 0; left--) {
    await ana.page.waitForFunction(
      (count) => document.querySelectorAll('.cah-pending li').length === count,
      left,
      { timeout: patience },
    );
    for (const who of everybody.slice(1)) assert.equal(await who.page.locator('.cah-pending').count(), 0);
    await ana.page.locator('.cah-todo', { hasText: 'Mira lo escrito a mano' }).waitFor();
    await czars[0].page.locator('.cah-todo', { hasText: /escrito a mano/ }).waitFor();
    await shoot(ana, 'cah-pending');
    await pending.first().getByRole('button', { name: /^Vale/ }).click();
  }
  await judge(czars[0]);
  await phase(ana, 'completed');
  await moreTime();
  for (const who of everybody) await phase(who, 'completed');
  // The losers can be voted for, by all but the judge.
  assert.equal(await act(czars[0], 'choose').count(), 0);
  const voters = [];
  for (const who of others) if (await act(who, 'choose').count()) voters.push(who);
  assert.ok(voters.length > 0);
  for (const answer of await voters[0].page.locator('.cah-answers .cah-fill').allInnerTexts())
    await tele.page.locator('.cah-answers .cah-fill', { hasText: answer }).waitFor();
  await shoot(voters[0], 'cah-favourite');
  await shoot(tele, 'cah-favourite', { tv });
  for (const who of voters) {
    await think(who);
    await who.page.locator('.cah-answers .cah-face-up:not([aria-disabled])').first().click();
    await think(who);
    await act(who, 'choose').click();
    await act(who, 'choose').waitFor({ state: 'detached' });
  }
  await close(everybody);
});

test('who wrote what lost is nobody’s to know, now or later', async () => {
  const { people, link, moreTime } = await gather({ server, browser }, 4, { losersStayHidden: true });
  const [ana] = people;
  const tele = await television(browser, link);
  const { czars, others } = await roles(people);
  const words = new Map();
  for (const who of others) words.set(who, await play(who));
  const [winner, ...losers] = others;
  await judge(czars[0], words.get(winner)[0]);
  await phase(ana, 'completed');
  await moreTime();
  for (const who of [...people, tele]) {
    await phase(who, 'completed');
    const authors = await who.page.locator('.cah-answers .cah-author').allInnerTexts();
    assert.deepEqual(authors, losers.includes(who) ? [who.name] : [], `${who.name} knows of his own alone`);
  }
  await shoot(czars[0], 'cah-hidden');
  await shoot(tele, 'cah-hidden', { tv });
  await close([...people, tele]);
});

test('a round that nobody plays in time is nobody’s, and the next one comes by itself', async () => {
  const { people, link } = await gather({ server, browser }, 3, { speedSeconds: 5 });
  const tele = await television(browser, link);
  for (const who of [...people, tele]) {
    await who.page.waitForFunction(
      () => globalThis.said.some((line) => line.includes('Nadie ha jugado a tiempo')),
      undefined,
      { timeout: patience },
    );
    await who.page.locator('[role=timer]').first().waitFor();
  }
  await close([...people, tele]);
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
