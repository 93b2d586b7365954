/* What stays of a game: its scores, its winning sentences, how its cards fared; and what the operator
 * takes out of the next one. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openServer, placeOf } from '../../../test/site/server.mjs';
import { czarOf, sitDown, start } from './spec-player.mjs';

const KEY = 'a key for tests';
const build = process.env.LUDOTECA_BUILD || 'build';
const json = { Accept: 'application/json' };
const server = await openServer({ env: { LUDOTECA_ADMIN_TOKEN: KEY } });

const get = async (path, headers = {}) =>
  (await fetch(server.url + path, { headers: { ...json, ...headers } })).json();
const operator = { Authorization: `Bearer ${KEY}` };
const decide = async (what, body) => {
  const answer = await fetch(`${server.url}/admin/${what}`, {
    method: 'POST',
    headers: { ...operator, ...json, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.equal(answer.status, 200, await answer.text());
};
/** Tables follow the log a moment later. */
async function soon(ask, test) {
  for (let i = 0; i < 300; i++) {
    const found = await ask();
    if (test(found)) return found;
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
  throw new Error('it does not come');
}

/** To the end; the winning sentences by round, and the last scores. */
async function play(people) {
  const won = [];
  await start(people);
  for (let round = 1; ; round++) {
    const { czar, others, table } = await czarOf(people, round);
    for (const player of others) await player.submit();
    const { responses } = await czar.table((t) => t.phase === 'judging');
    await czar.does('judge_winner', { responseId: responses[0].id });
    const { scores } = await czar.table((t) => t.phase === 'completed');
    won.push({ black: table.blackCard.text, cards: responses[0].cards });
    if (Math.max(...Object.values(scores)) >= 3) return { won, scores };
    await czar.does('next_round');
  }
}

const records = (code) =>
  execFileSync(join(build, 'ludoteca'), ['log', ...placeOf(server.data), code], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line.slice(line.indexOf(' ') + 1)));

describe('a finished game', () => {
  it('is told to the people of its room as it was', async () => {
    const people = await sitDown(server, 3, { scoreLimit: 3 });
    const { won, scores } = await play(people);
    const mine = { Authorization: `Bearer ${people[1].token}` };
    const past = await soon(
      () => get(`/rooms/${people[0].code}/history`, mine),
      ({ games }) => games[0]?.isFinished,
    );
    const [game] = past.games;
    assert.equal(game.state, 'completed');
    assert.equal(game.rounds, won.length);
    assert.deepEqual(Object.fromEntries(game.finalScores.map((s) => [s.playerId, s.score])), scores);
    assert.deepEqual(
      game.finalScores.filter((s) => s.isWinner).map((s) => s.score),
      [3],
    );
    assert.deepEqual(
      game.roundList.map(({ black, cards }) => ({ black, cards })),
      won.map(({ black, cards }) => ({ black, cards: cards.map((card) => card.text) })),
    );
    assert.equal(past.leaderboard[0].wins, 1);
    assert.equal(past.leaderboard[0].points, 3);
    const winner = await get(`/api/cah/cards/${won[0].cards[0].id}`);
    assert.equal(winner.text, won[0].cards[0].text);
    assert.ok(winner.wins >= 1 && winner.plays >= winner.wins && winner.winRate > 0);
    people.forEach((p) => p.close());
  });

  it('keeps what was written on a blank among its people', async () => {
    const people = await sitDown(server, 3, { scoreLimit: 3, blanks: 50 });
    await play(people);
    const mine = { Authorization: `Bearer ${people[0].token}` };
    await soon(
      () => get(`/rooms/${people[0].code}/history`, mine),
      ({ games }) => games[0]?.isFinished,
    );
    for (const sort of ['plays', 'wins', 'winRate'])
      for (const { text } of (await get(`/api/cah/cards?sort=${sort}&limit=200`)).cards)
        assert.doesNotMatch(text, /^by (Ana|Ben|Carla)$/);
    people.forEach((p) => p.close());
  });
});

describe('the operator', () => {
  it('takes a reported card out of the games that start afterwards', async () => {
    const people = await sitDown(server, 3, { scoreLimit: 3 });
    await start(people);
    const { hand } = await people[0].table();
    const [card] = hand;
    assert.equal(await people[1].refused('report', { cardId: card.id }), 'NO_SUCH_CARD', 'not his to see');
    await people[0].does('report', { cardId: card.id, reason: 'hateful' });
    const [report] = (await get('/admin', operator)).reports;
    assert.equal(report.label, card.text);
    assert.equal(report.code, undefined);
    assert.equal(report.reporter, undefined);
    await decide('decide', { report: report.id, decision: 'banCard' });

    await people[0].does('end_game');
    await people[0].does('start_game');
    const starts = records(people[0].code).filter((r) => r.do === 'start');
    assert.deepEqual(
      starts.map((r) => r.without),
      [undefined, [card.id]],
    );
    people.forEach((p) => p.close());
  });

  it('takes a deck off the shelf, and puts it back', async () => {
    const people = await sitDown(server, 3, { scoreLimit: 3 });
    await start(people);
    const [{ decks }] = records(people[0].code).filter((r) => r.do === 'start');
    const mine = { Authorization: `Bearer ${people[0].token}` };
    const offered = async () =>
      (await get(`/rooms/${people[0].code}/decks`, mine)).decks.filter(({ fits }) => fits);
    const hashes = async () => (await offered()).map(({ hash }) => hash);
    assert.deepEqual(await hashes(), decks);
    for (const what of decks) await decide('ban', { kind: 'deck', what });
    await people[0].does('end_game');
    assert.deepEqual(await hashes(), [], 'nobody is offered what is not dealt');
    assert.equal(await people[0].refused('start_game'), 'DECK_EMPTY');
    const { bans } = await get('/admin', operator);
    for (const ban of bans.filter(({ kind }) => kind === 'deck')) await decide('lift', { ban: ban.id });
    assert.deepEqual(await hashes(), decks);
    await people[0].does('start_game');
    people.forEach((p) => p.close());
  });

  it('takes a deck of their own away from everybody who has brought it, and says so in the lobby', async () => {
    const people = await sitDown(server, 3, { scoreLimit: 3 });
    const [{ code, token }] = people;
    const mine = { Authorization: `Bearer ${token}` };
    const white = Array.from({ length: 60 }, (_, i) => `thing number ${i}`);
    const brought = await fetch(`${server.url}/rooms/${code}/cards`, {
      method: 'POST',
      headers: { ...mine, ...json, 'Content-Type': 'text/plain' },
      body: JSON.stringify({
        name: 'Ours',
        rating: 'family',
        packs: [{ name: 'A', black: ['Why _?'], white }],
      }),
    });
    const { deck } = await brought.json();
    const shown = async () =>
      (await get(`/rooms/${code}/decks`, mine)).decks.find(({ hash }) => hash === deck);
    const lobby = async () => {
      const headers = { Cookie: `seat_${code}=${token}`, Accept: 'text/html', 'Accept-Language': 'en' };
      return (await fetch(`${server.url}/rooms/${code}/lobby`, { headers })).text();
    };
    assert.deepEqual([(await shown()).fits, (await shown()).banned], [true, false]);
    assert.doesNotMatch(await lobby(), /taken them out/);
    await decide('ban', { kind: 'deck', what: deck });
    assert.deepEqual([(await shown()).fits, (await shown()).banned], [false, true]);
    assert.match(await lobby(), /taken them out/);
    people.forEach((p) => p.close());
  });
});
