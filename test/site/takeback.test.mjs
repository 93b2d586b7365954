/* Taking a move back, under attack: who has no say, who floods, who votes twice or for another move, and a
 * server that is killed between the asking and the agreeing. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { closedAfterEach, connect, startServer } from './server.mjs';

const grace = ['--reconnect-grace-ms', '3600000'];
let server = await startServer({ args: grace });
after(async () => {
  await server.stop();
  server.remove();
});
const kept = closedAfterEach();

async function sit(event, payload) {
  const client = kept(connect(server));
  const got = await client.ask(event, { ...payload, views: true });
  assert.ok(!got.error, JSON.stringify(got));
  return { ...client, ...got };
}

/** The last view, once it passes the test: what was so before a move says nothing about afterwards. */
const viewOf = async (player, test) => {
  for (;;) {
    const last = player.events.findLast((e) => e.name === 'view');
    if (last && test(last.data)) return last.data;
    for (const event of player.events) event.taken ||= event.name === 'view';
    await player.next('view');
  }
};

/** Two at Santase and one who watches; the leader comes first and has played a card. */
async function game() {
  const ana = await sit('create_room', { game: 'santase', playerName: 'Ana' });
  const roomCode = ana.roomCode;
  const ben = await sit('join_room', { roomCode, playerName: 'Ben' });
  const watcher = await sit('watch_room', { roomCode, playerName: 'Carla' });
  assert.equal((await ana.ask('start_game', {})).error, undefined);
  const table = (view) => view.table?.turn !== undefined;
  const view = await viewOf(ana, table);
  const [leader, other] = view.table.turn === view.table.you ? [ana, ben] : [ben, ana];
  const { hand } = (await viewOf(leader, table)).table;
  const card = hand.find((one) => one.legal).card;
  assert.deepEqual((await leader.ask('play_card', { card })).error, undefined);
  return { roomCode, leader, other, watcher, card, ana, ben };
}
const code = (answer) => (answer.stale ? 'STALE' : answer.error?.code);
const inHand = (view, card) => view.table?.hand.some((one) => one.card === card);
const asked = (player) => viewOf(player, (view) => view.room.undo).then((view) => view.room.undo.of);

describe('a move that is to be taken back', () => {
  it('is no business of who did not make it, of who watches, nor of who is not there', async () => {
    const { roomCode, leader, other, watcher, ana } = await game();
    assert.ok(code(await watcher.ask('undo', {})));
    if (other !== ana) assert.equal(code(await other.ask('undo', {})), 'UNDO_NOT_YOURS');
    const stranger = kept(connect(server));
    assert.equal(code(await stranger.ask('undo', { roomCode })), 'NOT_IN_ROOM');
    assert.equal(code(await other.ask('agree_undo', { of: 4 })), 'STALE', 'nobody has asked');

    assert.equal(code(await leader.ask('undo', {})), undefined);
    const of = await asked(other);
    assert.ok(code(await leader.ask('agree_undo', { of })), 'who asks has no vote');
    assert.ok(code(await watcher.ask('agree_undo', { of })), 'nor has who watches');
    assert.equal(code(await stranger.ask('agree_undo', { roomCode, of })), 'NOT_IN_ROOM');
    for (const wrong of [of - 1, of + 1, -of, 2 ** 53])
      assert.equal(code(await other.ask('agree_undo', { of: wrong })), 'STALE', 'a vote is for one move');
    for (const wrong of [{}, { of: String(of) }, { of: [of] }, { of, agree: 'false' }, { of, agree: null }])
      assert.equal(code(await other.ask('agree_undo', wrong)), 'BAD_REQUEST', JSON.stringify(wrong));
    assert.equal(code(await other.ask('agree_undo', { of, agree: false })), undefined);
    await leader.next('move_stays');
    assert.equal(code(await other.ask('agree_undo', { of })), 'STALE', 'it is too late to think again');
    assert.equal(code(await leader.ask('undo', {})), 'NOTHING_TO_UNDO', 'nobody is asked twice');
  });

  it('is asked for once, however often', async () => {
    const { leader, other, card } = await game();
    const answers = await Promise.all(Array.from({ length: 60 }, () => leader.ask('undo', {})));
    const refusals = answers.map(code);
    assert.equal(refusals.filter((one) => one === undefined).length, 1);
    assert.deepEqual(
      [...new Set(refusals)].sort(),
      ['ROOM_BUSY', 'STALE', undefined].filter((one) => refusals.includes(one)),
    );
    const of = await asked(other);
    const votes = await Promise.all(Array.from({ length: 60 }, () => other.ask('agree_undo', { of })));
    assert.equal(votes.filter((one) => !code(one)).length, 1, 'the first one decides');
    await viewOf(leader, (view) => view.table && !view.room.undo && inHand(view, card));
    assert.equal(leader.events.filter((e) => e.name === 'move_undone').length, 1);
  });

  it('is still asked for after kill -9, and taken back after another', async () => {
    const { roomCode, leader, other, card } = await game();
    assert.equal(code(await leader.ask('undo', {})), undefined);
    const of = await asked(other);
    await server.stop('SIGKILL');
    server = await startServer({ data: server.data, args: grace });
    const back = (who) => sit('join_room', { roomCode, playerId: who.playerId });
    const [asker, voter] = [await back(leader), await back(other)];
    assert.equal(await asked(voter), of);
    assert.equal(code(await asker.ask('undo', {})), 'STALE');
    assert.equal(code(await voter.ask('agree_undo', { of })), undefined);
    await server.stop('SIGKILL');
    server = await startServer({ data: server.data, args: grace });
    const again = await back(leader);
    const view = await viewOf(again, (one) => inHand(one, card));
    assert.equal(view.room.undo, undefined);
    assert.equal(code(await again.ask('play_card', { card })), undefined, 'the game goes on from there');
  });

  it('is past with its game', async () => {
    const { roomCode, leader, other, ana } = await game();
    assert.equal(code(await leader.ask('undo', {})), undefined);
    const of = await asked(other);
    assert.equal(code(await ana.ask('end_game', {})), undefined);
    assert.ok(code(await other.ask('agree_undo', { of })));
    assert.ok(code(await leader.ask('undo', {})));
    assert.equal(code(await ana.ask('start_game', {})), undefined);
    await viewOf(other, (view) => view.table && !view.room.undo);
    assert.equal(
      code(await other.ask('agree_undo', { of })),
      'STALE',
      'nothing of the old game in the new one',
    );
    assert.equal(code(await leader.ask('undo', {})), 'NOTHING_TO_UNDO');
    const state = await (await fetch(`${server.url}/rooms/${roomCode}/state`)).json();
    assert.equal(state.room.undo, undefined);
  });
});
