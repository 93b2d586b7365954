// Whole matches on the real server, over Socket.IO: two people, and one against the computer. What
// each connection receives is kept, and searched for cards that it had no right to see.
import test from 'node:test';
import assert from 'node:assert/strict';
import { connect, sameCards, startServer } from '../../../test/site/server.mjs';

const CARD = /"((?:9|10|J|Q|K|A)[HDCS])"/g;
const cardsIn = (value) => new Set([...JSON.stringify(value).matchAll(CARD)].map((found) => found[1]));

const WORTH = { 9: 0, J: 2, Q: 3, K: 4, 10: 10, A: 11 };
const worth = (card) => WORTH[card.slice(0, -1)];

/**
 * A simple player, who claims wrongly once, closes once, and then does all he can to fail.
 * `paper` is the score sheet so far.
 */
function choose(table) {
  const had = (reason) => table.paper.some((line) => line.reason === reason);
  const rash = !had('false_claim');
  const failing = !rash && !had('closer_failed');
  if (table.can.confirm) return ['next_deal', {}];
  if (table.can.claim && (rash || (table.points >= 66 && !failing))) return ['claim', {}];
  if (table.turn !== table.you || table.phase !== 'play') return null;
  if (table.can.exchange) return ['exchange_nine', {}];
  if (table.can.close && failing) return ['close_stock', {}];
  if (table.can.marriages.length && !failing) return ['declare_marriage', { suit: table.can.marriages[0] }];
  const legal = table.hand.filter((one) => one.legal).map((one) => one.card);
  const mine = failing && table.stock.closedBy === table.you;
  if (mine) legal.sort((a, b) => worth(a) - worth(b));
  return ['play_card', { card: legal[0] }];
}

/** Sits down with a connection that gets views, and remembers everything. */
async function sit(server, event, payload) {
  const client = connect(server);
  const got = await client.ask(event, { ...payload, views: true });
  assert.ok(!got.error, JSON.stringify(got));
  return { ...client, ...got };
}

/** Answers every view by `choose` until the match is over; resolves to the last view. */
function playOn(player) {
  const seen = { views: [], refusals: [] };
  const done = new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the match does not end')), 240000);
    timer.unref();
    player.socket.on('view', async (view) => {
      seen.views.push(view);
      if (!view.table) return;
      if (view.table.phase === 'over') {
        clearTimeout(timer);
        resolve(view);
        return;
      }
      const move = choose(view.table);
      if (!move) return;
      const answer = await player.ask(...move).catch((error) => ({ error }));
      if (answer.error) seen.refusals.push([move, answer.error]);
    });
  });
  return { seen, done };
}

/** Cards of one view's deal that its reader may know: in hand, played, shown, turned, or told. */
function mayKnow(memory, table) {
  if (memory.deal !== table.deal) Object.assign(memory, { deal: table.deal, cards: new Set() });
  const known = memory.cards;
  for (const one of table.hand) known.add(one.card);
  for (const one of table.table) known.add(one.card);
  for (const one of table.lastTrick?.cards ?? []) known.add(one.card);
  for (const player of table.players) for (const card of player.shown) known.add(card);
  if (table.trump.card) known.add(table.trump.card);
  for (const event of table.events) if (event.event === 'nine_exchanged') known.add(event.card);
  return known;
}

/** Nobody gets a card of the other one's hand before it was shown or played. */
function checkSecrets(mine, others) {
  const hands = new Map(); // by sequence: what the other one holds
  for (const view of others) {
    if (view.table?.phase === 'play') hands.set(view.seq, new Set(view.table.hand.map((one) => one.card)));
  }
  const memory = {};
  let compared = 0;
  for (const view of mine) {
    if (view.table?.phase !== 'play') continue;
    const known = mayKnow(memory, view.table);
    const hidden = [...(hands.get(view.seq) ?? [])].filter((card) => !known.has(card));
    const received = cardsIn(view.table);
    for (const card of hidden) assert.ok(!received.has(card), `${card} in view ${view.seq}`);
    compared += hidden.length;
  }
  return compared;
}

test('two people play a match, with a false claim and a failed close', { timeout: 300000 }, async () => {
  const server = await startServer({ env: sameCards(1) });
  try {
    const ana = await sit(server, 'create_room', { game: 'santase', playerName: 'Ana' });
    const boris = await sit(server, 'join_room', { roomCode: ana.roomCode, playerName: 'Boris' });
    const crowd = await sit(server, 'watch_room', { roomCode: ana.roomCode });
    const watched = [];
    crowd.socket.on('view', (view) => watched.push(view));
    const a = playOn(ana);
    const b = playOn(boris);
    const started = await ana.ask('start_game', {});
    assert.ok(!started.error, JSON.stringify(started));
    const [last] = await Promise.all([a.done, b.done]);

    assert.equal(last.room.state, 'GAME_OVER');
    assert.ok(last.table.players[last.table.winner].score >= 11);
    assert.equal(last.table.forfeit, false);
    const reasons = last.table.paper.map((line) => line.reason);
    assert.ok(reasons.includes('false_claim'), `${reasons}`);
    assert.ok(reasons.includes('closer_failed'), `${reasons}`);
    const points = [0, 1].map((seat) =>
      last.table.paper.filter((line) => line.winner === seat).reduce((sum, line) => sum + line.points, 0),
    );
    assert.deepEqual(
      points,
      last.table.players.map((player) => player.score),
    );
    const stale = [...a.seen.refusals, ...b.seen.refusals].filter(
      ([, error]) => !['STALE', 'NOT_YOUR_TURN', 'WRONG_PHASE'].includes(error.code),
    );
    assert.deepEqual(stale, []);

    assert.ok(checkSecrets(a.seen.views, b.seen.views) > 20);
    assert.ok(checkSecrets(b.seen.views, a.seen.views) > 20);
    for (const view of watched) {
      if (view.table?.phase !== 'play') continue;
      assert.deepEqual(view.table.hand, []);
      assert.equal(view.table.points, null);
    }
    const told = crowd.events.filter(
      (event) => event.name === 'cards_drawn' || event.name === 'deal_started',
    );
    assert.ok(told.length > 0);
    for (const event of told) assert.ok(!('card' in event.data) && !('hand' in event.data));
    for (const one of [ana, boris, crowd]) one.close();
  } finally {
    await server.stop();
    server.remove();
  }
});

test('refusals say why', { timeout: 60000 }, async () => {
  const server = await startServer();
  try {
    const ana = await sit(server, 'create_room', { game: 'santase', playerName: 'Ana' });
    const boris = await sit(server, 'join_room', { roomCode: ana.roomCode, playerName: 'Boris' });
    const views = [ana.next('view', (v) => v.table), boris.next('view', (v) => v.table)];
    await ana.ask('start_game', {});
    const [first] = await Promise.all(views);
    const [leader, other] = first.table.turn === 0 ? [ana, boris] : [boris, ana];
    const said = async (who, verb, payload) => (await who.ask(verb, payload)).error;
    assert.equal((await said(other, 'play_card', { card: 'AH' })).code, 'NOT_YOUR_TURN');
    assert.deepEqual(await said(leader, 'close_stock', {}), {
      code: 'ILLEGAL_MOVE',
      message: 'You cannot close: not in the first trick.',
      detail: { key: 'santase.no.stockFirst', values: {} },
    });
    const held = await said(leader, 'play_card', { card: first.table.trump.card });
    assert.equal(held.message, `You do not hold the ${name(first.table.trump.card)}.`);
    const drawn = first.table.trump.card.replace(
      /[HDCS]$/,
      (suit) => ({ H: '♥', D: '♦', C: '♣', S: '♠' })[suit],
    );
    assert.deepEqual(held.detail, { key: 'santase.no.card', values: { card: { text: drawn } } });
    assert.equal((await said(leader, 'play_card', { card: '1X' })).code, 'BAD_REQUEST');
    assert.equal((await said(leader, 'claim', {})).code, 'ILLEGAL_MOVE');
    ana.close();
    boris.close();
  } finally {
    await server.stop();
    server.remove();
  }
});

const RANKS = { 9: 'nine', J: 'jack', Q: 'queen', K: 'king', 10: 'ten', A: 'ace' };
const SUITS = { H: 'hearts', D: 'diamonds', C: 'clubs', S: 'spades' };
function name(card) {
  return `${RANKS[card.slice(0, -1)]} of ${SUITS[card.at(-1)]}`;
}

test('one person plays a deal with the computer', { timeout: 120000 }, async () => {
  const server = await startServer();
  try {
    const ana = await sit(server, 'create_room', {
      game: 'santase',
      playerName: 'Ana',
      settings: { autoClaim: true },
    });
    const added = await ana.ask('add_bot', { level: 3 });
    assert.ok(!added.error, JSON.stringify(added));
    const a = playOn(ana);
    a.done.catch(() => {});
    const reviewed = ana.next('deal_ended', () => true, 100000);
    const started = await ana.ask('start_game', {});
    assert.ok(!started.error, JSON.stringify(started));
    const ended = await reviewed;
    assert.ok([0, 1, 2, 3].includes(ended.points));
    ana.close();
  } finally {
    await server.stop();
    server.remove();
  }
});
