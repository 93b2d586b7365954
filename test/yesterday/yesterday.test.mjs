/* A log of yesterday opens tomorrow: each folder here is a store that a released version left behind while
 * people were playing (make.mjs), and what was true of it. This program opens it: everybody comes back to
 * their seat by their token, knows what they knew, and the game goes on. Crypta has no rooms and stores
 * nothing.
 *
 * Whoever changes a game so that its old logs cannot be continued puts its name and version below: then its
 * people have to be in their lobby, in their seats, with a notice. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { connect, startServer } from '../site/server.mjs';
import { factsOf, moveOn, Seat } from './play.mjs';

/** 'GAME VERSION': a running game of that store is politely over. */
const OVER = new Set([]);

const build = process.env.LUDOTECA_BUILD || 'build';
const versions = readdirSync(import.meta.dirname).filter((name) => /^\d+\.\d+\.\d+$/.test(name));
assert.ok(versions.length > 0);

/** The folder of that version's server as it was when it stopped. */
function unpack(version) {
  const data = mkdtempSync(join(tmpdir(), 'ludoteca-'));
  const packed = readFileSync(join(import.meta.dirname, version, 'store.db.gz'));
  writeFileSync(join(data, 'ludoteca.db'), gunzipSync(packed));
  return data;
}

/** Everybody in the room, connected. */
async function comeBack(server, { code, seats }) {
  for (const { token, you } of seats) {
    const answer = await connect(server).ask('join_room', { roomCode: code, playerId: token });
    assert.equal(answer.you?.id, you, JSON.stringify(answer.error));
  }
  return seats.map(({ token }) => new Seat(server, code, token));
}

/** In the lobby, with everybody who was at the table. */
function politelyOver({ room }, then) {
  assert.equal(room.state, 'LOBBY');
  assert.ok(room.notice, 'and it says why');
  const names = room.players.map(({ id, name }) => `${id} ${name}`);
  assert.deepEqual(
    names,
    then.room.players.map((text) => text.split(' ').slice(0, 2).join(' ')),
  );
}

/** It is started again at once, as far as its clock says, or now: what had a time is over then, the rest is not. */
const moments = { 'opened at once': true, 'opened long after': false };

for (const version of versions) {
  const then = JSON.parse(readFileSync(join(import.meta.dirname, version, 'facts.json'), 'utf8'));
  for (const [moment, atOnce] of Object.entries(moments))
    describe(`a store of version ${version}, ${moment}`, () => {
      let server;
      before(async () => {
        const data = unpack(version);
        const clock = join(data, 'clock');
        writeFileSync(clock, String(then.written + 5000 - Date.now()));
        const env = atOnce && { LD_PRELOAD: resolve(build, 'test/site/moved_clock.so'), MOVED_CLOCK: clock };
        server = await startServer({ data, env, args: ['--forget-days', '0', '--bot-pause-ms', '0'] });
      });
      after(async () => {
        await server.stop();
        server.remove();
      });

      it('replays as it was played', { skip: OVER.size > 0 }, () => {
        const says = execFileSync(join(build, 'ludoteca'), ['verify', '--data', server.data]);
        assert.match(says.toString(), / 0 differ, 0 broken, 0 of other rules/);
      });

      for (const room of then.rooms)
        it(`${room.what}: everybody is back, and it goes on`, async () => {
          const over = OVER.has(`${room.seats[0].room.game} ${version}`) && room.seats[0].table;
          const seats = await comeBack(server, room);
          for (const [i, seat] of seats.entries()) {
            const { token, ...known } = room.seats[i];
            const view = await seat.view();
            if (over) politelyOver(view, known);
            else if (atOnce) assert.deepEqual(factsOf(view), known, `seat ${i}, ${token}`);
            else assert.deepEqual(factsOf(view).room, known.room, `seat ${i}, ${token}`);
          }
          const history = await seats[0].ask('history');
          const finished = history.games?.filter(({ isFinished }) => isFinished).length ?? 0;
          assert.equal(finished, room.history, 'finished games');
          if (over) return;
          if (known(room).paused) await seats[0].does('resume_game');
          if (known(room).state === 'PLAYING') assert.ok(await moveOn(seats), 'somebody has a legal move');
          else if (known(room).state === 'GAME_OVER') await seats[0].does('play_again');
          else await seats[0].does('rename', { playerName: 'Ana again' });
        });

      it('what has ended stays readable', () => {
        const log = execFileSync(join(build, 'ludoteca'), ['log', '--data', server.data, then.ended]);
        assert.match(log.toString(), /^1 \{.*"create"/);
      });

      it('complains about nothing', () => assert.equal(server.stderr, ''));
    });
}

function known(room) {
  return room.seats[0].room;
}
