/* A house on a database: what holds in a folder holds there, and the database may go and come back. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { connect, openRoom, pause, startServer } from './server.mjs';
import { say, startPostgresql } from './postgresql.mjs';

const binary = resolve(process.env.LUDOTECA_BUILD || 'build', 'ludoteca');
const ludoteca = (...args) => spawnSync(binary, args, { encoding: 'utf8', timeout: 60000 });

let database;
before(async () => {
  database = await startPostgresql();
});
after(() => database.stop());

const health = async (server) => (await fetch(`${server.url}/healthz`)).json();

/** Waits for something that comes by itself. */
async function soon(test, what) {
  for (let i = 0; i < 600; i++, await pause(50)) if (await test()) return;
  assert.fail(`${what} does not come`);
}

const start = (house) => startServer({ args: ['--store', house] });

/** What a person sees who comes back to her seat. */
async function comeBack(server, code, playerId) {
  const client = connect(server);
  const { roomState } = await client.ask('join_room', { roomCode: code, playerId });
  client.close();
  return roomState;
}

describe('a house on PostgreSQL', () => {
  it('has every room and seat after the server was killed, and its tools can read it', async () => {
    const house = database.house('killed');
    let server = await start(house);
    const rooms = [];
    for (const game of ['taboo', 'codenames', 'santase', 'cah'])
      rooms.push(await openRoom(server, { game, people: 2 }));
    for (const { people } of rooms)
      assert.deepEqual(await people[1].ask('rename', { playerName: 'Berta' }), { ok: true });
    await server.stop('SIGKILL');
    rooms.forEach((room) => room.close());
    server = await start(house);
    for (const { code, people } of rooms) {
      const state = await comeBack(server, code, people[0].playerId);
      assert.deepEqual(
        state.players.map((p) => p.name),
        ['Ana', 'Berta'],
      );
    }
    const log = ludoteca('log', '--store', house, rooms[0].code);
    assert.equal(log.status, 0, log.stderr);
    assert.match(log.stdout, /^1 \{.*\n2 /);
    const verified = ludoteca('verify', '--store', house);
    assert.match(verified.stdout, /^4 rooms, \d+ records: 0 differ, 0 broken/, verified.stderr);
    assert.match(ludoteca('rebuild', '--store', house).stderr, /served by another server/);
    assert.match(ludoteca('backup', '--store', house, 'x.db').stderr, /pg_dump/);
    assert.match(ludoteca('restore', '--store', house, 'x.db').stderr, /its own tools/);
    await server.stop();
    assert.equal(server.stderr, '');
    const rebuilt = ludoteca('rebuild', '--store', house);
    assert.match(rebuilt.stdout, /history made again from 4 rooms/, rebuilt.stderr);
    server.remove();
  });

  it('waits for a database that was killed, says so, and loses nothing', async () => {
    const house = database.house('outage');
    const server = await start(house);
    const { code, people, close } = await openRoom(server, { people: 2 });
    assert.deepEqual(await people[0].ask('rename', { playerName: 'Antes' }), { ok: true });
    database.kill();
    const answered = people[0].ask('rename', { playerName: 'Durante' }, 60000);
    await soon(async () => (await health(server)).store === 'The database does not answer.', 'the trouble');
    database.comeBack();
    const answer = await answered;
    await soon(async () => (await health(server)).store === 'ok', 'the end of the trouble');
    const name = async () => (await comeBack(server, code, people[0].playerId)).players[0].name;
    assert.equal(await name(), answer.ok ? 'Durante' : 'Antes', JSON.stringify(answer));
    assert.deepEqual(await people[0].ask('rename', { playerName: 'Después' }), { ok: true });
    assert.equal(await name(), 'Después');
    close();
    await server.stop();
    assert.match(server.stderr, /Moves wait|cannot be reached/);
    assert.match(server.stderr, /answers again/);
    const verified = ludoteca('verify', '--store', house);
    assert.match(verified.stdout, /^1 rooms, \d+ records: 0 differ, 0 broken/, verified.stderr);
    server.remove();
  });

  it('takes names and words as values, whatever they say', async () => {
    const house = database.house('values');
    let server = await start(house);
    const name = "'); DROP TABLE a;--";
    const told = () => say(database.address, "SELECT count(*) FROM pg_tables WHERE schemaname = 'values'");
    const tables = told();
    assert.notEqual(tables, '0');
    const { code, people, close } = await openRoom(server, { game: 'cah', people: 2 });
    for (const evil of ["x'; SELECT pg_sleep(9)--", '$1$$2\\', name])
      assert.deepEqual(await people[1].ask('rename', { playerName: evil }), { ok: true });
    const history = await fetch(`${server.url}/api/cah/cards?search=${encodeURIComponent("' OR 1=1--")}`);
    assert.ok(history.status < 500, `${history.status}`);
    await server.stop('SIGKILL');
    close();
    server = await start(house);
    const state = await comeBack(server, code, people[0].playerId);
    assert.equal(state.players[1].name, name);
    assert.equal(told(), tables);
    await server.stop();
    assert.equal(server.stderr, '');
    server.remove();
  });

  it('refuses what would not work, in one sentence, and changes nothing', () => {
    const house = database.house('refused');
    const refusals = {
      'postgresql://nobody@/x?host=/nowhere': /cannot be reached/,
      [house.replace('owner@', 'keyholder:wrong@')]: /check user and password/,
      [house.replace('owner@', 'poor@')]: /has not the rights/,
      'redis://localhost': /No store is known/,
    };
    for (const [store, sentence] of Object.entries(refusals)) {
      const { status, stderr, stdout } = ludoteca('serve', '--port', '0', '--store', store);
      assert.equal(status, 1, stderr);
      assert.match(stderr, sentence);
      assert.equal(stderr.trim().split('\n').length, 1, stderr);
      assert.doesNotMatch(stdout + stderr, /wrong/);
    }
    // A password with a sign that means something in an address takes the rest of it apart.
    const mistyped = ['/wort@H', '%zz@H', '@[H', '@[::1]x', '@H:12ab', '?x=s3cret@H', '@s3cret@H', '#@H:1'];
    for (const rest of mistyped) {
      const store = `postgresql://u:12/s3cret${rest.replace('H', '127.0.0.1')}/db`;
      for (const one of [store, store.replace('12/', '')]) {
        const { status, stderr, stdout } = ludoteca('serve', '--port', '0', '--store', one);
        assert.equal(status, 1, one);
        assert.match(stderr, /none that PostgreSQL understands|cannot be reached/);
        assert.equal(stderr.trim().split('\n').length, 1, stderr);
        assert.doesNotMatch(stdout + stderr, /s3cret|wort/, 'what may be a part of the password');
      }
    }
    const tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'refused'";
    assert.equal(say(database.address, tables), '0');
  });
});

/* Tests that were written for a folder, on the database: whole games, killed servers, missed events. */
const everywhere = [
  'test/site/resume.test.mjs',
  'test/site/clocks.test.mjs',
  'test/site/kept.test.mjs',
  'games/taboo/test/spec.test.mjs',
  'games/codenames/test/play.test.mjs',
  'games/santase/test/match.test.mjs',
  'games/cah/test/spec.test.mjs',
  'games/cah/test/history.test.mjs',
  'games/cah/test/own-decks.test.mjs',
];

describe('the same on PostgreSQL as in a folder', () => {
  for (const name of everywhere)
    it(name, async () => {
      const env = { ...process.env, LUDOTECA_TEST_POSTGRESQL: database.address };
      delete env.NODE_TEST_CONTEXT; // or it would report to this program's runner
      const child = spawn(process.execPath, ['--test-reporter=tap', name], { env });
      let output = '';
      child.stdout.on('data', (bytes) => (output += bytes));
      child.stderr.on('data', (bytes) => (output += bytes));
      const code = await new Promise((done) => {
        child.on('close', done);
      });
      assert.equal(code, 0, output);
      assert.match(output, /^# pass [1-9]/m);
    });
});
