/* The contract of the cards game, from outside, with the official Socket.IO client. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openServer } from '../../../test/site/server.mjs';
import { Player, comeIn, czarOf, sitDown, start } from './spec-player.mjs';

const server = await openServer();

const close = (people) => people.forEach((p) => p.close());
const without = ({ seq, part, ...rest }) => rest;

test('a whole game: three points win', async () => {
  const people = await sitDown(server, 4, { scoreLimit: 3 });
  const [host] = people;
  for (const guest of people.slice(1))
    assert.deepEqual(without(await host.soon('player-joined', (e) => e.playerId === guest.id)), {
      playerId: guest.id,
      playerName: guest.name,
    });
  const crowd = new Player(server, 'Zoe');
  await crowd.ask('watch_room', { roomCode: host.code, views: true });
  await start(people);
  const first = await crowd.soon('game-started');
  assert.deepEqual(Object.keys(without(first)), ['firstCzarId', 'firstBlackCard']);
  assert.deepEqual(Object.keys(first.firstBlackCard), ['id', 'text', 'pick']);
  let order = people.findIndex((p) => p.id === first.firstCzarId);
  const scores = Object.fromEntries(people.map((p) => [p.id, 0]));
  const rounds = new Set();
  for (let round = 1; ; round++) {
    const { czar, others, table } = await czarOf(people, round);
    assert.equal(czar, people[order++ % 4], 'in the order in which they came');
    const began = await crowd.soon('round-started');
    assert.equal(began.czarId, czar.id);
    assert.deepEqual(began.blackCard, table.blackCard);
    assert.ok(!rounds.has(began.roundId));
    rounds.add(began.roundId);
    for (const p of people) assert.equal((await p.table()).hand.length, 10);
    assert.deepEqual((await crowd.table()).hand, []);
    for (const p of others) {
      await p.submit();
      assert.deepEqual(without(await crowd.soon('card-submitted')), { playerId: p.id });
    }
    const all = await czar.soon('all-submitted');
    assert.equal(all.roundId, began.roundId);
    assert.equal(all.responses.length, 3);
    for (const r of all.responses) {
      assert.deepEqual(Object.keys(r), ['id', 'cards']);
      assert.equal(r.cards.length, table.blackCard.pick);
    }
    await czar.does('reveal');
    const shown = await crowd.soon('response-revealed');
    assert.ok(all.responses.some((r) => r.id === shown.response.id));
    const mine = others[0].got('response-revealed').length;
    assert.equal(mine, round, 'players are told too');
    const seen = await crowd.table((t) => t.phase === 'judging' && t.revealed === 1);
    assert.deepEqual(
      seen.responses.map((r) => r.id),
      [shown.response.id],
    );
    assert.equal(seen.responses[0].playerId, undefined);
    const chosen = all.responses[round % 3];
    await czar.does('judge_winner', { responseId: chosen.id });
    const won = await crowd.soon('round-winner');
    assert.deepEqual(won.winningResponse, chosen);
    scores[won.winnerId]++;
    assert.deepEqual(won.newScores, scores);
    assert.ok(others.some((p) => p.id === won.winnerId));
    if (scores[won.winnerId] === 3) {
      assert.deepEqual(without(await crowd.soon('game-ended')), {
        winnerId: won.winnerId,
        winnerIds: [won.winnerId],
        finalScores: scores,
      });
      break;
    }
    await (round % 2 ? czar : host).does('next_round');
  }
  for (const p of [...people, crowd]) {
    const judged = p.got('all-submitted').map((e) => e.roundId);
    const own = p.got('round-started').filter((e) => e.czarId === p.id);
    assert.deepEqual(
      judged,
      own.map((e) => e.roundId),
      'all-submitted is for the czar alone',
    );
  }
  close([...people, crowd]);
});

test('what is refused says why, the phase first', async () => {
  const people = await sitDown(server, 3);
  const { czar, others, table } = await start(people);
  const [one, two] = others;
  const mine = await one.table();
  const { pick } = table.blackCard;
  const ids = (n) => mine.hand.slice(0, n).map((c) => c.id);
  assert.equal(await czar.refused('submit_response', { cardIds: ids(pick) }), 'CZAR_CANNOT_SUBMIT');
  assert.equal(await one.refused('judge_winner', { responseId: 'x' }), 'WRONG_PHASE');
  assert.equal(await one.refused('vote', { responseId: 'x' }), 'WRONG_PHASE');
  const number = await one.act('submit_response', { cardIds: ids(pick + 1) });
  assert.equal(number.error.code, 'WRONG_NUMBER');
  assert.match(JSON.stringify(number.error.detail), new RegExp(`\\b${pick}\\b`));
  assert.equal(await one.refused('submit_response', { cardIds: [] }), 'WRONG_NUMBER');
  const strange = Array(pick).fill(0);
  assert.equal(
    await one.refused('submit_response', { cardIds: strange.map((_, i) => `no-${i}`) }),
    'NOT_IN_HAND',
  );
  const hand = (await two.table()).hand.slice(0, pick);
  assert.equal(await one.refused('submit_response', { cardIds: hand.map((c) => c.id) }), 'NOT_IN_HAND');
  if (pick > 1)
    assert.equal(
      await one.refused('submit_response', { cardIds: strange.map(() => mine.hand[0].id) }),
      'SAME_CARD',
    );
  const late = await one.act('submit_response', { roundId: 'yesterday', cardIds: ids(pick) });
  assert.deepEqual(late, { ok: false, stale: true });
  await one.does('submit_response', { roundId: table.roundId, cardIds: ids(pick) });
  assert.equal(await one.refused('submit_response', { cardIds: ids(pick) }), 'ALREADY_SUBMITTED');
  await two.submit();
  await czar.table((t) => t.phase === 'judging');
  assert.equal(await one.refused('submit_response', { cardIds: ids(pick) }), 'WRONG_PHASE');
  assert.equal(await one.refused('take_back'), 'WRONG_PHASE');
  assert.equal(await one.refused('judge_winner', { responseId: 'x' }), 'NOT_CZAR');
  assert.equal(await one.refused('reveal'), 'NOT_CZAR');
  assert.equal(await czar.refused('judge_winner', { responseId: 'x' }), 'NO_SUCH_RESPONSE');
  assert.equal(await czar.refused('next_round'), 'WRONG_PHASE');
  close(people);
});

test('what was taken back leaves the hand as it was, and the pile too', async () => {
  const people = await sitDown(server, 3);
  const { others } = await start(people);
  const [one] = others;
  const earlier = await one.table();
  await one.submit();
  const between = await one.table((t) => t.yourResponse);
  await one.does('take_back');
  const later = await one.table((t) => !t.yourResponse);
  assert.deepEqual(later.hand, earlier.hand);
  assert.deepEqual(later.submitted, []);
  await one.submit();
  assert.deepEqual((await one.table((t) => t.yourResponse)).hand, between.hand);
  assert.deepEqual(await one.act('take_back', { roundId: 'x' }), { ok: false, stale: true });
  close(people);
});

test('ten who send at the same time count once each', async () => {
  const people = await sitDown(server, 10);
  const { czar, others } = await start(people);
  const answers = await Promise.all(
    others.flatMap((p) => {
      const { hand, blackCard } = p.view.table;
      const cardIds = hand.slice(0, blackCard.pick).map((c) => c.id);
      return [1, 2, 3].map(() => p.act('submit_response', { cardIds }));
    }),
  );
  assert.equal(answers.filter((a) => a.ok).length, 9);
  for (const a of answers) if (!a.ok) assert.match(a.error.code, /ALREADY_SUBMITTED|WRONG_PHASE/);
  assert.equal((await czar.soon('all-submitted')).responses.length, 9);
  assert.equal(czar.got('card-submitted').length, 9);
  const late = await comeIn(server, people[0].code, 'Kai');
  const eleventh = await late.soon('view', (v) => v.table);
  assert.equal(eleventh.you.watching, true);
  close([...people, late]);
});

test('god is dead: everybody plays, everybody votes, nobody for himself', async () => {
  const people = await sitDown(server, 3, { godIsDead: true });
  await people[0].does('start_game');
  const began = await people[0].soon('game-started');
  assert.equal(began.firstCzarId, null);
  for (const p of people) await p.submit();
  const lists = await Promise.all(people.map((p) => p.soon('all-submitted')));
  assert.deepEqual(without(lists[0]), without(lists[2]));
  const [a, b, c] = people;
  const own = async (p) => (await p.table((t) => t.phase === 'judging')).responses.find((r) => r.own).id;
  const mine = [await own(a), await own(b), await own(c)];
  assert.equal(await a.refused('vote', { responseId: mine[0] }), 'OWN_RESPONSE');
  assert.equal(await a.refused('vote', { responseId: 'x' }), 'NO_SUCH_RESPONSE');
  await a.does('vote', { responseId: mine[1] });
  assert.equal(await a.refused('vote', { responseId: mine[2] }), 'ALREADY_SUBMITTED');
  await b.does('vote', { responseId: mine[2] });
  await c.does('vote', { responseId: mine[0] });
  const tie = await a.soon('round-winner');
  assert.deepEqual(
    { winnerId: tie.winnerId, winningResponse: tie.winningResponse, newScores: tie.newScores },
    { winnerId: null, winningResponse: null, newScores: { [a.id]: 0, [b.id]: 0, [c.id]: 0 } },
  );
  assert.equal((await a.table((t) => t.phase === 'completed')).czarId, null);
  close(people);
});

test('the czar leaves: the round is void; then too few are left', async () => {
  const people = await sitDown(server, 4);
  const { czar, others } = await start(people);
  await others[0].submit();
  await czar.does('leave_room');
  const told = await others[0].soon('round-void');
  assert.equal(told.reason, 'czar_left');
  const order = people.slice(people.indexOf(czar) + 1).concat(people.slice(0, people.indexOf(czar)));
  const began = await others[0].soon('round-started', (e) => e.round === 2);
  assert.equal(began.czarId, order[0].id);
  await others[0].does('leave_room');
  const ended = await others[1].soon('game-ended');
  const late = await others[1].act('submit_response', { roundId: began.roundId, cardIds: ['x'] });
  assert.deepEqual(late, { ok: false, stale: true });
  assert.equal(await others[1].refused('submit_response', { cardIds: ['x'] }), 'GAME_OVER');
  assert.equal(ended.winnerId, null);
  assert.equal(Object.keys(ended.finalScores).length, 4);
  close(people);
});

test('who comes late has ten cards and plays from the next round', async () => {
  const people = await sitDown(server, 3);
  const { czar, others } = await start(people);
  const late = await comeIn(server, people[0].code, 'Eva');
  assert.deepEqual(without(await czar.soon('player-joined', (e) => e.playerId === late.id)), {
    playerId: late.id,
    playerName: 'Eva',
  });
  const { hand } = await late.table();
  assert.equal(hand.length, 10);
  assert.equal(await late.refused('submit_response', { cardIds: [hand[0].id] }), 'WRONG_PHASE');
  for (const p of others) await p.submit();
  const all = await czar.soon('all-submitted');
  await czar.does('judge_winner', { responseId: all.responses[0].id });
  await people[0].does('next_round');
  assert.equal((await late.table((t) => t.round === 2)).hand.length, 10);
  close([...people, late]);
});

test('the same by single requests', async () => {
  const people = await sitDown(server, 3);
  const { czar, others } = await start(people);
  const post = async (player, event, body) => {
    const answer = await fetch(`${server.url}/rooms/${player.code}/do/${event}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        Authorization: `Bearer ${player.token}`,
      },
      body: JSON.stringify(body),
    });
    return { status: answer.status, ...(await answer.json()) };
  };
  for (const p of others) {
    const { hand, blackCard } = await p.table();
    const answer = await post(p, 'submit_response', {
      cardIds: hand.slice(0, blackCard.pick).map((c) => c.id),
    });
    assert.equal(answer.ok, true, JSON.stringify(answer));
  }
  const all = await czar.soon('all-submitted');
  const no = await post(others[0], 'judge_winner', { responseId: all.responses[0].id });
  assert.equal(no.error.code, 'NOT_CZAR');
  const stale = await post(czar, 'judge_winner', { roundId: 'x', responseId: all.responses[0].id });
  assert.equal(stale.stale, true);
  assert.equal(stale.error, undefined);
  await post(czar, 'judge_winner', { responseId: all.responses[0].id });
  assert.deepEqual((await others[0].soon('round-winner')).winningResponse, all.responses[0]);
  close(people);
});

test('rules that do not go together are refused in the lobby', async () => {
  const people = await sitDown(server, 3, { godIsDead: true, happyEnding: true });
  const answer = await people[0].act('start_game');
  assert.equal(answer.error.code, 'BAD_SETTING');
  assert.equal(answer.error.detail.key, 'cah.no.twoVotes');
  await people[0].does('configure_room', { happyEnding: false, pairs: true });
  assert.equal(await people[0].refused('start_game'), 'NEED_MORE_PLAYERS');
  close(people);
});
