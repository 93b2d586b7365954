/* House rules and variants of the cards game, what must not be seen, and a server that is killed; from
 * outside, with the official Socket.IO client. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openServer, startServer } from '../../../test/site/server.mjs';
import { Player, czarOf, sitDown, start } from './spec-player.mjs';

const server = await openServer();

const close = (people) => people.forEach((p) => p.close());

test('a Rando plays, scores under an id of its own and takes the black card along', async () => {
  const people = await sitDown(server, 3, { rando: 1 });
  const { czar, others } = await start(people);
  await czar.soon('card-submitted', (e) => e.playerId === 'rando1');
  for (const p of others) await p.submit();
  const all = await czar.soon('all-submitted');
  assert.equal(all.responses.length, 3);
  const owned = new Set();
  for (const p of others)
    (await p.table((t) => t.yourResponse)).yourResponse.cards.forEach((c) => owned.add(c.id));
  const rando = all.responses.find((r) => !owned.has(r.cards[0].id));
  await czar.does('judge_winner', { responseId: rando.id });
  const won = await others[0].soon('round-winner');
  assert.equal(won.winnerId, 'rando1');
  assert.equal(won.newScores.rando1, 1);
  close(people);
});

test('happy ending: the others choose among what lost', async () => {
  const people = await sitDown(server, 4, { happyEnding: true });
  const { czar, others } = await start(people);
  for (const p of others) await p.submit();
  const all = await czar.soon('all-submitted');
  await czar.does('judge_winner', { responseId: all.responses[0].id });
  const won = await czar.soon('round-winner');
  const losers = others.filter((p) => p.id !== won.winnerId);
  const winner = others.find((p) => p.id === won.winnerId);
  assert.equal(await winner.refused('vote', { responseId: all.responses[0].id }), 'OWN_RESPONSE');
  const table = await losers[0].table((t) => t.may.includes('vote'));
  const own = table.responses.find((r) => r.own).id;
  assert.equal(await losers[0].refused('vote', { responseId: own }), 'OWN_RESPONSE');
  await winner.does('vote', { responseId: own });
  const rest = all.responses.map((r) => r.id).filter((id) => id !== own && id !== all.responses[0].id);
  await losers[0].does('vote', { responseId: rest[0] });
  await losers[1].does('vote', { responseId: own });
  const happy = await czar.soon('happy-ending');
  assert.equal(happy.winnerId, losers[0].id);
  assert.deepEqual(Object.values(happy.newScores).sort(), [0, 0, 1, 1]);
  close(people);
});

test('never have I ever, and a new hand for the point', async () => {
  const people = await sitDown(server, 3, { neverHaveIEver: true, rebootForPoint: true });
  await start(people);
  const [a, b] = people;
  const { hand } = await a.table();
  await a.does('never_have_i_ever', { cardId: hand[2].id });
  const told = await b.soon('never-have-i-ever');
  assert.equal(told.playerId, a.id);
  assert.deepEqual(told.cards, [hand[2]]);
  await b.does('confess');
  assert.equal(await b.refused('confess'), 'ALREADY_SUBMITTED');
  assert.equal((await a.soon('confessed')).newScores[b.id], 1);
  const earlier = (await b.table()).hand.map((c) => c.id);
  await b.does('reboot_hand');
  assert.equal((await a.soon('hand-rebooted')).newScores[b.id], 0);
  const later = (await b.table((t) => !t.hand.some((c) => earlier.includes(c.id)))).hand;
  assert.equal(later.length, 10);
  assert.equal(await b.refused('reboot_hand'), 'ILLEGAL_MOVE');
  close(people);
});

test('partners see each other’s hand, point, and play one answer', async () => {
  const people = await sitDown(server, 6, { pairs: true });
  const { czar } = await start(people);
  const lead = people.indexOf(czar) & ~1;
  const [a, b] = [people[(lead + 2) % 6], people[(lead + 3) % 6]];
  const seen = await a.table();
  assert.deepEqual(seen.partner.hand, (await b.table()).hand);
  await a.does('point_at', { cardId: seen.partner.hand[4].id });
  assert.equal((await b.soon('pointed')).cardId, seen.partner.hand[4].id);
  await b.submit();
  assert.equal(
    await a.refused('submit_response', { cardIds: seen.hand.slice(0, seen.blackCard.pick).map((c) => c.id) }),
    'ALREADY_SUBMITTED',
  );
  const other = people[(lead + 4) % 6];
  await other.submit();
  const partner = people[lead + (people.indexOf(czar) === lead ? 1 : 0)];
  const all = await partner.soon('all-submitted');
  assert.equal(all.responses.length, 2);
  await partner.does('judge_winner', { responseId: all.responses[0].id });
  const { newScores } = await a.soon('round-winner');
  for (let i = 0; i < 6; i += 2) assert.equal(newScores[people[i].id], newScores[people[i + 1].id]);
  assert.equal(other.got('pointed').length, 0);
  close(people);
});

test('blanks: written by who plays them, seen by the host first', async () => {
  const people = await sitDown(server, 3, { blanks: 50, approveBlanks: true });
  const [host] = people;
  await start(people);
  let asked = 0;
  for (let round = 1; round <= 40 && !asked; round++) {
    const { czar, others } = await czarOf(people, round);
    for (const p of others) {
      const { hand, blackCard } = await p.table((t) => t.phase === 'waiting_for_responses');
      const order = [...hand.keys()].sort((x, y) => Boolean(hand[y].blank) - Boolean(hand[x].blank));
      await p.submit(order.slice(0, blackCard.pick));
    }
    for (;;) {
      const table = await host.table(
        (t) => t.round === round && (t.phase !== 'waiting_for_responses' || t.pending.length),
      );
      if (!table.pending?.length) break;
      asked++;
      assert.match(table.pending[0].cards[0].text, /^by /);
      assert.equal(table.pending[0].cards[0].blank, true);
      await host.does('approve', { responseId: table.pending[0].id });
      await host.table((t) => t.pending.every((r) => r.id !== table.pending[0].id));
    }
    const all = await czar.soon('all-submitted');
    if (asked) assert.match(JSON.stringify(all.responses), /"text":"by [A-Z]\w+","blank":true/);
    await czar.does('judge_winner', { responseId: all.responses[0].id });
    if ((await host.table((t) => t.phase === 'completed')).over) break;
    await host.does('next_round');
  }
  assert.ok(asked > 0, 'with fifty of them somebody had one');
  close(people);
});

/* Everything a client was sent, as text. */
const sent = (p) => p.events.map((e) => JSON.stringify(e.data));

test('what is in a hand or face down reaches nobody else', async () => {
  const people = await sitDown(server, 4);
  const crowd = new Player(server, 'Zoe');
  await crowd.ask('watch_room', { roomCode: people[0].code, views: true });
  const { czar, others } = await start(people);
  for (const p of others) {
    const mine = (await p.table()).hand.map((c) => c.id);
    await p.submit();
    for (const q of [...people, crowd]) {
      if (q === p || (q === czar && p === others.at(-1))) continue; // by then it is the czar's turn
      for (const text of sent(q))
        assert.ok(!mine.some((id) => text.includes(`"${id}"`)), `${q.name} saw ${p.name}’s cards`);
    }
  }
  const all = await czar.soon('all-submitted');
  for (const q of [...others, crowd])
    for (const r of all.responses) {
      const own = q.view?.table?.yourResponse?.cards[0].id === r.cards[0].id;
      for (const text of sent(q)) assert.ok(own || !text.includes(`"${r.cards[0].id}"`), 'face down');
      for (const text of sent(q)) assert.ok(!text.includes(r.id), 'not even its id');
    }
  const before = await czar.table((t) => t.phase === 'judging');
  assert.ok(before.responses.every((r) => r.playerId === undefined));
  assert.deepEqual(Object.keys(all.responses[0]), ['id', 'cards']);
  close([...people, crowd]);
});

test('games won are counted over a tournament', async () => {
  const people = await sitDown(server, 3, { tournament: true, rounds: 1 });
  const wins = {};
  for (let game = 1; game <= 3; game++) {
    const { czar, others } = await start(people);
    for (const p of others) await p.submit();
    const all = await czar.soon('all-submitted');
    await czar.does('judge_winner', { responseId: all.responses[0].id });
    const { winnerId } = await people[0].soon('game-ended');
    wins[winnerId] = (wins[winnerId] || 0) + 1;
    const table = await people[0].table((t) => t.over && t.tournament.game === game);
    assert.deepEqual(table.tournament, { game, wins });
    if (game === 3) break;
    await people[0].does('play_again');
    await Promise.all(people.map((p) => p.soon('view', (v) => !v.table)));
    people.forEach((p) => {
      p.view = null;
    });
  }
  close(people);
});

test('a server that is killed in the middle of a round knows it all again', async () => {
  const first = await startServer();
  const people = await sitDown(first, 3);
  const { others } = await start(people);
  await others[0].submit();
  const tables = await Promise.all(people.map((p) => p.table((t) => t.submitted.length === 1)));
  await first.stop('SIGKILL');
  const second = await startServer({ data: first.data });
  const again = [];
  for (const [i, p] of people.entries()) {
    const q = new Player(second, p.name);
    const back = await q.ask('join_room', { roomCode: p.code, playerId: p.token, views: true });
    assert.ok(back.ok, JSON.stringify(back));
    Object.assign(q, { code: p.code, id: p.id });
    assert.deepEqual(await q.table(), tables[i]);
    again.push(q);
  }
  const last = again.find((p) => p.id === others[1].id);
  await last.submit();
  await again.find((p) => p.id === tables[0].czarId).soon('all-submitted');
  close([...people, ...again]);
  await second.stop();
  second.remove();
});

test('who is sent away, and who loses the connection for good, is not waited for', async () => {
  const short = await startServer({ env: { RECONNECT_GRACE_MS: '300' } });
  const people = await sitDown(short, 5);
  const [host] = people;
  const { others } = await start(people);
  const guests = others.filter((p) => p !== host);
  const [kicked, lost] = guests;
  await host.does('kick', { id: kicked.id });
  lost.close();
  for (const p of others) if (p !== kicked && p !== lost) await p.submit();
  const table = await host.table((t) => t.phase === 'judging' || t.round > 1);
  assert.equal(table.round, 1);
  assert.equal(table.responseCount, 2);
  assert.deepEqual(
    table.players,
    people.filter((p) => p !== kicked && p !== lost).map((p) => p.id),
  );
  close(people);
  await short.stop();
  short.remove();
});
