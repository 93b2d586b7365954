// A tournament over three games, and rounds that want more than one card with Packing Heat and Reboot: through
// the pages, as the people and the television at the table see them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServer } from '../../../test/site/server.mjs';
import { openAll } from '../../../test/web/house.mjs';
import { launch, patience, shoot, violations } from '../../../test/web/phones.mjs';
import {
  act,
  close,
  deckOf,
  gather,
  handOf,
  judge,
  phase,
  pickOf,
  play,
  roles,
  submit,
  television,
  tv,
} from './pages.mjs';

const [browser, server] = await openAll(launch(), startServer());

const round = (who, number) =>
  who.page.waitForFunction(
    (text) => document.querySelector('.cah-round')?.textContent === text,
    `Ronda ${number}`,
    {
      timeout: patience,
    },
  );

/** A list of people and numbers, as it stands on a page: «Ana 2». */
const listed = ({ page }, key) =>
  page
    .locator(`section[aria-labelledby="cah-${key}"] li`)
    .evaluateAll((lines) =>
      lines.map((line) => `${line.querySelector('bdi').textContent} ${line.querySelector('b').textContent}`),
    );
const standings = (wins) =>
  Object.entries(wins)
    .map(([name, count]) => `${name} ${count}`)
    .sort();

/** One round, which the first of `wanted` that is no judge wins. */
async function playRound(people, wanted) {
  const { czars, others } = await roles(people);
  const winner = wanted.find((who) => others.includes(who));
  const words = new Map();
  for (const who of others) words.set(who, await play(who));
  await judge(czars[0], words.get(winner)[0]);
  await phase(people[0], 'completed');
  return winner;
}

/** In the order in which they judge, the first judge first. */
async function fromCzar(people) {
  const { czars } = await roles(people);
  const at = people.indexOf(czars[0]);
  return [...people.slice(at), ...people.slice(0, at)];
}

test('a tournament: games won are carried on from game to game, also those that two have won', async () => {
  const deck = deckOf(Array.from({ length: 12 }, (_, i) => `¿Y esto? Será _, creo yo ${i}.`));
  const { people, link, moreTime } = await gather(
    { server, browser },
    3,
    { tournament: true, rounds: 2 },
    deck,
  );
  const [ana] = people;
  const tele = await television(browser, link);
  const everybody = [...people, tele];

  const wins = { Ana: 0, Bea: 0, Ciro: 0 };
  const champion = (await fromCzar(people))[2]; // who judges in neither of the first two rounds
  for (let game = 1; game <= 3; game++) {
    const [first, second, third] = await fromCzar(people);
    // The first game has one winner, the second two, the third another one.
    const wanted = { 1: [[champion], [champion]], 2: [[second], [champion]], 3: [[third], [third]] }[game];
    const won = [await playRound(people, wanted[0])];
    await moreTime();
    // Between the rounds phones show how the tournament stood before this game, if there was one before it.
    for (const who of people) {
      await phase(who, 'completed');
      await who.page.locator('#cah-scores').waitFor();
      const before = game === 1 ? [] : standings(wins);
      assert.equal(await who.page.locator('#cah-tournament').count(), before.length ? 1 : 0);
      assert.deepEqual((await listed(who, 'tournament')).sort(), before, `game ${game}`);
    }
    await phase(tele, 'completed');
    assert.equal(await tele.page.locator('#cah-tournament').count(), 0, 'the sentence has the television');
    await act(ana, 'next').click();
    for (const who of everybody) {
      await round(who, 2);
      await phase(who, 'waiting_for_responses');
    }
    won.push(await playRound(people, wanted[1]));

    const winners = [...new Set(won.map(({ name }) => name))];
    assert.equal(winners.length, game === 2 ? 2 : 1);
    for (const name of winners) wins[name]++;
    for (const who of everybody) {
      await who.page.locator('.over').waitFor();
      await who.page.getByRole('heading', { name: 'Torneo: partidas ganadas' }).waitFor();
      const list = await listed(who, 'tournament');
      assert.deepEqual([...list].sort(), standings(wins), `${who.name}, game ${game}`);
      const counts = list.map((line) => Number(line.split(' ')[1]));
      assert.deepEqual(
        counts,
        [...counts].sort((a, b) => b - a),
        'the best first',
      );
      const outcome = await who.page.locator('#over-title').innerText();
      for (const name of winners) assert.ok(outcome.includes(name), `${outcome}: ${name}`);
    }
    if (game === 3) break;
    await ana.page.getByRole('button', { name: 'Jugar de nuevo' }).click();
    for (const who of everybody) {
      await who.page.locator('.over').waitFor({ state: 'detached' });
      await round(who, 1);
      await phase(who, 'waiting_for_responses');
    }
  }
  assert.equal(wins[champion.name], 2);
  for (const who of [ana, tele]) assert.deepEqual(await violations(who), [], who.name);
  await shoot(ana, 'cah-tournament');
  await shoot(tele, 'cah-tournament', { tv });

  // What the room remembers says the same.
  await ana.page.getByRole('link', { name: 'Partidas jugadas aquí' }).click();
  const rows = ana.page.locator('section', { hasText: 'Clasificación' }).locator('tbody tr');
  await rows.first().waitFor();
  const kept = await rows.evaluateAll((lines) =>
    lines.map(
      (line) => `${line.querySelector('th span:last-child').textContent} ${line.cells[1].textContent}`,
    ),
  );
  assert.deepEqual(kept.sort(), standings(wins));
  await close(everybody);
});

test('two gaps may have three cards, and more gaps give more to choose from', async () => {
  const { people, link, moreTime } = await gather(
    { server, browser },
    3,
    { packingHeat: true, reboot: true, rounds: 2 },
    deckOf(['Entre _ y luego _, nada.', 'Quiero _, después _ y al fin _.']),
  );
  const [ana] = people;
  const tele = await television(browser, link);
  const everybody = [...people, tele];
  const seen = [];
  for (let number = 1; number <= 2; number++) {
    for (const who of people) {
      await round(who, number);
      await phase(who, 'waiting_for_responses');
    }
    const { czars, others } = await roles(people);
    const [czar] = czars;
    const pick = await pickOf(czar);
    seen.push(pick);
    const wanted = await czar.page.locator('.cah-pick').innerText();
    assert.equal(wanted, pick === 2 ? 'Elige 2 o 3' : 'Elige 3');
    assert.equal(await handOf(czar).count(), 10, 'the judge has no more than ever');
    for (const who of others) assert.equal(await handOf(who).count(), 10 + pick - 1, `pick ${pick}`);

    const [bold, plain] = others;
    const todo = bold.page.locator('.cah-todo');
    const order = bold.page.locator('.cah-order');
    const texts = [];
    for (let i = 0; i < 3; i++) {
      if (pick === 2 && i === 2) {
        // Two are enough; a third is offered.
        await todo.filter({ hasText: 'Puedes añadir una más.' }).waitFor();
        assert.equal(await act(bold, 'submit').getAttribute('aria-disabled'), null);
      }
      texts.push(await handOf(bold).nth(i).locator('.cah-text').innerText());
      await handOf(bold).nth(i).click();
    }
    assert.deepEqual((await order.allInnerTexts()).map(Number), [1, 2, 3]);
    await todo.filter({ hasText: 'Léela entera arriba, y adelante.' }).waitFor();
    assert.match(await act(bold, 'submit').innerText(), /Jugar 3 cartas/);
    assert.equal(await bold.page.locator('.cah-black .cah-fill').count(), 3);
    await shoot(bold, `cah-heat-${pick}`);
    assert.deepEqual(await violations(bold), []);
    await submit(bold);
    await play(plain);
    // Ten again, whether two were played or three.
    for (const who of others)
      await who.page.waitForFunction(
        () => {
          const { phase: now } = document.querySelector('.cah').dataset;
          return (
            now !== 'waiting_for_responses' || document.querySelectorAll('.cah-hand .cah-white').length === 10
          );
        },
        undefined,
        { timeout: patience },
      );
    await phase(czar, 'judging');
    const fills = await czar.page
      .locator('.cah-answers .cah-answer')
      .evaluateAll((answers) => answers.map((answer) => answer.querySelectorAll('.cah-fill').length));
    assert.deepEqual(fills.sort(), [pick, 3], 'all that was played is there to judge');
    await judge(czar, texts[2]);
    await phase(ana, 'completed');
    if (number === 1) await moreTime();
    for (const who of everybody) {
      await phase(who, 'completed');
      const sentence = await who.page.locator('.cah-black .hidden-text').innerText();
      let from = -1;
      for (const text of texts) {
        const at = sentence.toLowerCase().indexOf(text.toLowerCase());
        assert.ok(at > from, `${sentence}: ${texts.join(', ')}`);
        from = at;
      }
    }
    await shoot(ana, `cah-heat-${pick}-won`);
    await shoot(tele, `cah-heat-${pick}-won`, { tv });
    if (number === 1) await act(ana, 'next').click();
  }
  assert.deepEqual(seen.sort(), [2, 3]);
  await close(everybody);
});
