/* What befalls a store from outside: files that are cut, changed or removed, a disk that fails to sync. It
 * is said, nothing is lost without a word, and there is a way out. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { connect, openRoom, pause, startServer } from './server.mjs';

const build = process.env.LUDOTECA_BUILD || 'build';
const binary = resolve(build, 'ludoteca');
const ludoteca = (...args) => spawnSync(binary, args, { encoding: 'utf8' });
const folders = [];
const newFolder = () => {
  folders.push(mkdtempSync(join(tmpdir(), 'ludoteca-')));
  return folders.at(-1);
};
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** How many records a room has in that store; -1 if it cannot be told. */
function records(data, code) {
  const { status, stdout } = ludoteca('log', '--data', data, code);
  return status === 0 ? stdout.trim().split('\n').length : -1;
}

/** Waits for something that comes by itself. */
async function soon(test, what) {
  for (let i = 0; i < 600; i++, await pause(50)) if (await test()) return;
  assert.fail(`${what} does not come`);
}

const marked = (data) => {
  const text = existsSync(join(data, 'ludoteca.db-mark'))
    ? readFileSync(join(data, 'ludoteca.db-mark'), 'latin1')
    : '';
  return Math.max(0, ...[...text.matchAll(/at (\d+)/g)].map((found) => Number(found[1])));
};

/** A room with that many records in a store that was killed, with a mark that says so. */
async function evening(options = {}) {
  const server = await startServer({ data: newFolder(), ...options });
  const room = await openRoom(server, { people: 2 });
  for (let i = 0; i < 57; i++)
    assert.deepEqual(await room.people[0].ask('rename', { playerName: `Ana ${i}` }), { ok: true });
  await soon(() => marked(server.data) >= 59, 'the mark');
  return { server, room };
}

const tryStart = (data, ...args) =>
  spawnSync(binary, ['serve', '--host', '127.0.0.1', '--port', '0', '--data', data, ...args], {
    encoding: 'utf8',
    timeout: 60000,
  });

describe('a store that is not as it was left', () => {
  let left;
  let code;
  before(async () => {
    const { server, room } = await evening();
    await server.stop('SIGKILL');
    room.close();
    left = server.data;
    code = room.code;
    assert.ok(existsSync(join(left, 'ludoteca.db-wal')));
    assert.equal(records(left, code), 59);
  });

  const wal = (data) => join(data, 'ludoteca.db-wal');
  const damages = {
    'bytes in the middle of its log changed': (data) => {
      const bytes = readFileSync(wal(data));
      bytes.fill(0x55, bytes.length / 2, bytes.length / 2 + 40);
      writeFileSync(wal(data), bytes);
    },
    'its log cut': (data) => truncateSync(wal(data), 60000),
    'its log removed': (data) => rmSync(wal(data)),
    'the database cut to nothing': (data) => truncateSync(join(data, 'ludoteca.db'), 0),
    'the database and its log removed': (data) => {
      rmSync(wal(data));
      rmSync(join(data, 'ludoteca.db'));
    },
  };
  for (const [what, damage] of Object.entries(damages))
    it(`is refused with a sentence: ${what}`, async () => {
      const data = newFolder();
      cpSync(left, data, { recursive: true });
      damage(data);
      const files = () =>
        ['', '-wal'].map((end) => {
          const file = join(data, `ludoteca.db${end}`);
          return existsSync(file) ? readFileSync(file).toString('base64') : '';
        });
      const before = files();
      const refused = tryStart(data);
      assert.equal(refused.status, 1, refused.stderr);
      assert.match(refused.stderr, /not as it was left.*had reached 59.*restore.*--accept-loss/s);
      assert.deepEqual(files(), before, 'it was left as it is');
      const verified = ludoteca('verify', '--data', data);
      assert.equal(verified.status, 1, verified.stdout);
      assert.match(verified.stderr, /not as it was left|no store/);
      // a way out: with what is there
      const server = await startServer({ data, args: ['--accept-loss'] });
      await openRoom(server, { people: 2 });
      await server.stop();
      assert.match(server.stderr, /lost/);
      assert.equal(tryStartOnce(data), '', 'and the next start has nothing to say');
    });

  function tryStartOnce(data) {
    const once = spawnSync(
      'timeout',
      ['--signal=TERM', '3', binary, 'serve', '--host', '127.0.0.1', '--port', '0', '--data', data],
      { encoding: 'utf8' },
    );
    assert.match(once.stdout, /is open/, once.stderr);
    return once.stderr.replace(/^.*(rooms are open|everything is stored).*\n/gm, '');
  }

  it('is nothing to speak of when it was only killed, however often', async () => {
    const data = newFolder();
    cpSync(left, data, { recursive: true });
    for (let i = 0; i < 12; i++) {
      const server = await startServer({ data });
      const room = await openRoom(server, { people: 2 });
      for (let n = 0; n < 3 * i; n++) room.people[n % 2].socket.emit('rename', { playerName: `${n}` });
      await pause(i * 100);
      await server.stop('SIGKILL');
      room.close();
      assert.equal(server.stderr, '');
    }
    assert.equal(ludoteca('verify', '--data', data).status, 0);
  });
});

describe('a store that rests', () => {
  it('keeps nothing in its log', async () => {
    const { server, room } = await evening();
    const log = join(server.data, 'ludoteca.db-wal');
    await soon(() => readFileSync(log).length === 0, 'the checkpoint');
    await server.stop('SIGKILL');
    room.close();
    rmSync(log);
    assert.equal(records(server.data, room.code), 59);
  });
});

describe('the copy', () => {
  it('follows seconds behind, and is the store when that is no more', async () => {
    const copy = join(newFolder(), 'stick');
    const { server, room } = await evening({ args: ['--copy-to', copy] });
    await soon(() => records(copy, room.code) === 59, 'the copy');
    await room.people[0].ask('rename', { playerName: 'Zoë' });
    await soon(() => records(copy, room.code) === 60, 'the last record');
    await server.stop('SIGKILL');
    room.close();
    truncateSync(join(server.data, 'ludoteca.db'), 4096);
    rmSync(join(server.data, 'ludoteca.db-wal'));
    assert.equal(tryStart(server.data, '--copy-to', copy).status, 1);
    const restored = ludoteca('restore', '--data', server.data, copy);
    assert.equal(restored.status, 0, restored.stderr);
    assert.equal(ludoteca('verify', '--data', server.data).status, 0);
    const again = await startServer({ data: server.data, args: ['--copy-to', copy] });
    for (const { playerId, you } of room.people) {
      const answer = await connect(again).ask('join_room', { roomCode: room.code, playerId });
      assert.equal(answer.you?.id, you.id);
      assert.equal(answer.roomState.players[0].name, 'Zoë');
    }
    const last = await fetch(`${again.url}/rooms/${room.code}/do/rename`, {
      method: 'POST',
      headers: { authorization: `Bearer ${room.people[0].playerId}`, 'content-type': 'application/json' },
      body: JSON.stringify({ playerName: 'Ana' }),
    });
    assert.equal(last.status, 200);
    await again.stop();
    assert.equal(again.stderr, '');
    assert.equal(records(copy, room.code), records(server.data, room.code), 'all of it when it ends');
  });

  it('that reaches further than the store says that the store has lost something', async () => {
    const copy = join(newFolder(), 'stick');
    const first = await evening({ args: ['--copy-to', copy] });
    await first.server.stop();
    first.room.close();
    for (const end of ['', '-wal', '-shm', '-mark'])
      rmSync(join(first.server.data, `ludoteca.db${end}`), { force: true });
    const refused = tryStart(first.server.data, '--copy-to', copy);
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /reaches further|another store/);
    assert.equal(records(copy, first.room.code), 59, 'and was not touched');
  });

  it('that cannot be written is said once, and people play on', async () => {
    const copy = join(newFolder(), 'stick');
    writeFileSync(copy, 'not a folder');
    const { server, room } = await evening({ args: ['--copy-to', copy] });
    const health = await (await fetch(`${server.url}/healthz`)).json();
    assert.equal(health.ok, true);
    assert.equal(health.copy, false);
    await server.stop();
    room.close();
    assert.equal(server.stderr.match(/copy is not kept/g)?.length, 1, server.stderr);
  });
});

describe('a disk that fails to sync', () => {
  it('ends the server, which says why and comes back with what is true', async () => {
    const trigger = join(newFolder(), 'broken');
    const env = { LD_PRELOAD: resolve(build, 'test/site/broken_sync.so'), BROKEN_SYNC: trigger };
    const { server, room } = await evening({ env });
    writeFileSync(trigger, '');
    let answered = null;
    room.people[0].ask('rename', { playerName: 'Nobody knows' }).then(
      (answer) => {
        answered = answer;
      },
      () => {},
    );
    const [status] = await server.exited;
    assert.notEqual(status, 0);
    assert.match(server.stderr, /sync/);
    assert.equal(answered, null, 'nobody was told something that may not be so');
    room.close();
    rmSync(trigger);
    const seen = [];
    for (let i = 0; i < 2; i++) {
      const again = await startServer({ data: server.data });
      const { playerId } = room.people[0];
      const view = await fetch(`${again.url}/rooms/${room.code}/state`, {
        headers: { authorization: `Bearer ${playerId}` },
      });
      seen.push((await view.json()).room.players[0].name);
      await again.stop('SIGKILL');
      assert.equal(again.stderr, '');
    }
    assert.equal(seen[0], seen[1], 'and it stays as it was found');
    assert.equal(ludoteca('verify', '--data', server.data).status, 0);
  });
});

describe('a disk that takes nothing', () => {
  it('is said once, and by /healthz as long as it lasts', async () => {
    const { server, room } = await evening();
    const health = async () => {
      const answer = await fetch(`${server.url}/healthz`);
      return { status: answer.status, ...(await answer.json()) };
    };
    assert.deepEqual([(await health()).status, (await health()).store], [200, 'ok']);
    const limit = (bytes) =>
      spawnSync('prlimit', ['--pid', String(server.pid), `--fsize=${bytes}:unlimited`]);
    assert.equal(limit(1000).status, 0);
    for (let i = 0; i < 10; i++)
      assert.equal((await room.people[0].ask('rename', { playerName: `${i}` })).error.code, 'UNAVAILABLE');
    const sick = await health();
    assert.deepEqual([sick.status, sick.ok], [503, false]);
    assert.match(sick.store, /disk/);
    assert.equal(limit('unlimited').status, 0);
    await soon(async () => (await health()).ok, 'health'); // though nobody does anything
    assert.deepEqual(await room.people[0].ask('rename', { playerName: 'Ana' }), { ok: true });
    await server.stop();
    room.close();
    assert.equal(server.stderr.trim().split('\n').length, 2, server.stderr);
  });
});

describe('a folder that cannot be written', () => {
  it('can be verified', async () => {
    const { server, room } = await evening();
    await server.stop('SIGKILL');
    room.close();
    for (const withLog of [true, false]) {
      const data = newFolder();
      cpSync(server.data, data, { recursive: true });
      if (!withLog) assert.equal(tryStartOnceIn(data), true);
      rmSync(join(data, 'ludoteca.db-shm'), { force: true });
      spawnSync('chmod', ['-R', 'a-w,a+rX', data]);
      // root writes anywhere, unless it gives that up
      const humbly = process.getuid() === 0 ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : ['env'];
      const [first, ...rest] = [...humbly, binary, 'verify', '--data', data];
      const verified = spawnSync(first, rest, { encoding: 'utf8' });
      assert.equal(verified.status, 0, verified.stderr);
      assert.match(verified.stdout, /1 rooms, (59|6\d) records/);
      spawnSync('chmod', ['-R', 'u+w', data]);
    }
  });

  function tryStartOnceIn(data) {
    const once = spawnSync('timeout', ['--signal=TERM', '2', binary, 'serve', '--port', '0', '--data', data]);
    return /is open/.test(once.stdout);
  }
});
