/* Codenames with the official Socket.IO client against the real server: a whole evening with a crash in
 * the middle, and nothing in anybody's mail that he may not know. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { connect, placeOf, startServer } from '../../../test/site/server.mjs';

const build = process.env.LUDOTECA_BUILD || 'build';
const teams = ['red', 'blue'];

/** People in turn red and blue, in a started game. */
async function sitDown(server, people, settings) {
  const all = [];
  let code;
  for (let i = 0; i < people; i++) {
    const person = connect(server);
    const made = await person.ask(i ? 'join_room' : 'create_room', {
      game: 'codenames',
      roomCode: code,
      playerName: `P${i}`,
      teamName: teams[i % 2],
      views: true,
      settings: i ? undefined : { start: 'red', ...settings },
    });
    assert.equal(made.error, undefined, JSON.stringify(made.error));
    code ??= made.roomCode;
    all.push({ ...person, playerId: made.playerId });
  }
  assert.equal((await all[0].ask('start_game', {})).error, undefined);
  return { code, all };
}

const fine = async (person, verb, payload = {}) => {
  const answer = await person.ask(verb, payload);
  assert.equal(answer.error, undefined, `${verb}: ${JSON.stringify(answer.error)}`);
};
const refused = async (person, verb, payload, code) =>
  assert.equal((await person.ask(verb, payload)).error?.code, code);
/** The first table that passes the test, among all that come. */
const table = async (person, test) => (await person.next('view', (v) => v.table && test(v.table))).table;
const hidden = (shown, type) =>
  shown.board.filter((card) => card.type === type && !card.isRevealed).map((card) => card.position);

/** Whatever came to somebody who may not see the key: no word of it, up to the end of the game. */
function checkMail(person) {
  const end = person.events.findIndex((e) => e.name === 'codenames_over');
  const before =
    end < 0
      ? person.events
      : person.events.slice(
          0,
          person.events.findIndex((e) => e.data?.seq === person.events[end].data.seq),
        );
  assert.ok(
    before.some((e) => e.name === 'view' && e.data.table),
    'there is something to look at',
  );
  for (const { name, data } of before) {
    if (name === 'view' && data.table) {
      for (const card of data.table.board)
        assert.equal(card.type === null, !card.isRevealed, `${card.word} is ${card.type}`);
      for (const turn of data.table.turnHistory) turn.guesses = [];
      data.table.board = [];
    }
    if (name === 'card_revealed') delete data.type;
    assert.doesNotMatch(JSON.stringify(data), /"neutral"|"assassin"/, name);
  }
}

describe('Codenames over Socket.IO', () => {
  it('choosing, clues, guesses, a crash, a latecomer, the end', async () => {
    let server = await startServer();
    const { code, all } = await sitDown(server, 5, {});
    let [ana, beto, carla, david, elena] = all;
    await refused(ana, 'submit_clue', { text: 'zigurat', count: 1 }, 'WRONG_PHASE');
    await fine(carla, 'take_spymaster');
    assert.deepEqual((await beto.next('spymaster_chosen')).seat, 2);
    await refused(ana, 'ready', {}, 'NOT_SPYMASTER');
    await fine(carla, 'ready');
    await fine(beto, 'ready');
    await david.next('game_ready', (e) => e.startingTeam === 'red');
    const key = await table(carla, (t) => t.phase === 'AwaitingClue');
    const red = hidden(key, 'red');
    assert.equal(red.length, 9);
    await refused(ana, 'submit_clue', { text: 'zigurat', count: 1 }, 'NOT_SPYMASTER');
    await refused(beto, 'submit_clue', { text: 'zigurat', count: 1 }, 'NOT_YOUR_TURN');
    await refused(carla, 'submit_clue', { text: key.board[red[0]].word, count: 1 }, 'INVALID_CLUE');
    await fine(carla, 'submit_clue', { text: 'zigurat', count: 'unlimited' });
    await fine(elena, 'point_at', { position: red[0] });
    assert.equal((await beto.next('pointed')).position, red[0]);
    await refused(david, 'make_guess', { position: red[0] }, 'NOT_YOUR_TURN');
    await fine(elena, 'make_guess', { position: red[0] });
    const seen = await table(ana, (t) => t.guesses === 1);

    /* Killed in the middle: everybody comes back to the same table. */
    await server.stop('SIGKILL');
    server = await startServer({ data: server.data, port: server.port });
    for (const person of all) person.close();
    const back = [];
    for (const person of all) {
      const again = connect(server);
      await again.ask('join_room', { roomCode: code, playerId: person.playerId, views: true });
      back.push(again);
    }
    const guessers = [ana, david, elena];
    [ana, beto, carla, david, elena] = back;
    guessers.push(ana, david, elena);
    assert.deepEqual(await table(ana, () => true), seen);

    const late = connect(server);
    await late.ask('join_room', { roomCode: code, playerName: 'Tarde', teamName: 'red', views: true });
    assert.deepEqual((await table(late, () => true)).you, { team: 'red', role: 'operative' });
    await refused(late, 'make_guess', { position: red[0] }, 'ALREADY_REVEALED');
    await refused(late, 'make_guess', { position: 25 }, 'OUT_OF_RANGE');
    for (const position of red.slice(1)) await fine(late, 'make_guess', { position });
    const over = await david.next('codenames_over');
    assert.deepEqual([over.winner, over.wonBy], ['red', 'agents']);
    assert.deepEqual(
      over.board,
      key.board.map((card) => card.type),
    );
    await refused(late, 'make_guess', { position: 0 }, 'GAME_OVER');
    for (const person of [...guessers, late]) checkMail(person);
    for (const person of [...back, late]) person.close();
    assert.equal((await server.stop())[0], 0);
    assert.equal(server.stderr, '');
    const report = execFileSync(join(build, 'ludoteca'), ['verify', ...placeOf(server.data)], {
      encoding: 'utf8',
    });
    assert.match(report, /1 room/);
    server.remove();
  });

  it('time runs out, a spymaster goes and is replaced, a team of one forfeits', async () => {
    const server = await startServer({ env: { RECONNECT_GRACE_MS: '200' } });
    const {
      all: [ana, beto, carla, david, elena],
    } = await sitDown(server, 5, { choose: 0, clueSeconds: 1 });
    assert.deepEqual(await beto.next('turn_ended').then(({ team, why }) => ({ team, why })), {
      team: 'red',
      why: 'time',
    });
    ana.close();
    assert.equal((await beto.next('spymaster_changed')).seat, 2);
    assert.deepEqual((await table(carla, (t) => t.spymasters.red === 2)).you, {
      team: 'red',
      role: 'spymaster',
    });
    david.close();
    const over = await elena.next('codenames_over');
    assert.deepEqual([over.winner, over.wonBy], ['red', 'forfeit']);
    for (const person of [beto, carla, elena]) person.close();
    assert.equal((await server.stop())[0], 0);
    assert.equal(server.stderr, '');
    server.remove();
  });
});
