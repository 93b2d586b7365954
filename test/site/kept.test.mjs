/* Shown means kept, whatever was sent along: every request is answered, and what was answered with
 * yes is there after the program was killed. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { connect, placeOf, startServer } from './server.mjs';

const build = process.env.LUDOTECA_BUILD || 'build';
const nested = (depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** A Codenames table with four tokens, its team to play first. */
async function newTable(server) {
  const answer = await fetch(`${server.url}/api/codenames/games`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ startingTeam: 'red', seed: 7 }),
  });
  assert.equal(answer.status, 201);
  return answer.json();
}

const post = async (server, table, extra, text = 'zzz') => {
  const answer = await fetch(`${server.url}/rooms/${table.id}/do/submit_clue`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${table.tokens.red.spymaster}`,
    },
    body: `{"text":"${text}","count":1,"extra":${extra}}`,
    signal: AbortSignal.timeout(20000),
  });
  return { status: answer.status, body: await answer.json() };
};

const state = async (server, table) =>
  (
    await fetch(`${server.url}/rooms/${table.id}/state`, {
      headers: { authorization: `Bearer ${table.tokens.red.spymaster}` },
    })
  ).json();

describe('what was shown is kept', () => {
  it('whatever hangs on the payload', async () => {
    let server = await startServer();
    const table = await newTable(server);
    for (const depth of [2047, 2046, 3000, 33, 32]) {
      const { status, body } = await post(server, table, nested(depth));
      assert.equal(status, 400, `${depth} levels`);
      assert.match(body.error.message, /levels/);
    }
    const socket = connect(server);
    await socket.ask('join_room', { roomCode: table.id, playerId: table.tokens.red.spymaster });
    const deep = JSON.parse(nested(100));
    const refused = await socket.ask('submit_clue', { text: 'zzz', count: 1, extra: deep });
    assert.match(refused.error.message, /levels/);
    socket.close();

    const { status } = await post(server, table, nested(31));
    assert.equal(status, 200);
    const before = await state(server, table);
    assert.match(JSON.stringify(before.table), /"zzz"/i);
    await server.stop('SIGKILL');
    const log = execFileSync(join(build, 'ludoteca'), ['log', table.id, ...placeOf(server.data)]).toString();
    assert.doesNotMatch(log, /extra/, 'only what the verb declares is kept');
    server = await startServer({ data: server.data });
    const after = await state(server, table);
    assert.deepEqual(after.table, before.table);
    assert.equal(after.room.players.length, 4);
    await server.stop();
    assert.equal(server.stderr, '');
    server.remove();
  });

  it("another game on the table comes with the house's settings in one record", async () => {
    let server = await startServer({ args: ['--turn-duration-seconds', '47'] });
    const host = connect(server);
    const made = await host.ask('create_room', { game: 'santase', playerName: 'Ana' });
    await host.next('room_updated');
    assert.deepEqual(await host.ask('choose_game', { game: 'taboo' }), { ok: true });
    const { roomState, seq } = await host.next('room_updated');
    assert.equal(seq, made.roomState.seq + 1);
    assert.equal(roomState.game, 'taboo');
    assert.equal(roomState.settings.turnSeconds, 47);
    await server.stop('SIGKILL');
    host.close();
    server = await startServer({ data: server.data });
    const again = connect(server);
    const back = await again.ask('join_room', { roomCode: made.roomCode, playerId: made.playerId });
    assert.equal(back.roomState.settings.turnSeconds, 47);
    again.close();
    await server.stop();
    server.remove();
  });

  it('and everybody is answered, many at once too', async () => {
    let server = await startServer();
    const table = await newTable(server);
    for (const depth of [2047, 31]) {
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, i) => post(server, table, nested(depth), `zz${'abcdefghijkl'[i]}`)),
      );
      const good = answers.filter((a) => a.status === 200);
      assert.equal(good.length, depth > 32 ? 0 : 1, JSON.stringify(answers));
      for (const { status, body } of answers) assert.ok(status === 200 || body.error, JSON.stringify(body));
    }
    const before = await state(server, table);
    await server.stop('SIGKILL');
    server = await startServer({ data: server.data });
    assert.deepEqual((await state(server, table)).table, before.table);
    await server.stop();
    assert.equal(server.stderr, '');
    server.remove();
  });
});
