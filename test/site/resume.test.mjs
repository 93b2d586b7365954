/* A seat is yours: coming back gives exactly what was missed, also when the server was killed. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { io } from 'socket.io-client';
import { closeAtEnd, connect, openRoom, pause, placeOf, startServer } from './server.mjs';

const build = process.env.LUDOTECA_BUILD || 'build';
const pairs = (events) =>
  events
    .filter((e) => e.data?.seq !== undefined && e.name !== 'view')
    .map((e) => `${e.data.seq}.${e.data.part} ${e.name}`);

describe('coming back', () => {
  for (const transports of [['websocket'], ['polling'], ['polling', 'websocket']])
    it(`gives exactly the rest, by ${transports.join(' then ')}`, async () => {
      const server = await startServer();
      const r = await openRoom(server, { game: 'taboo', people: 4, options: { transports } });
      const [ana, , carla, dino] = r.people;
      await ana.ask('start_game', {});
      await dino.next('turn_started');
      const seen = pairs(dino.events);
      const last = dino.events.at(-1).data;
      dino.close();
      carla.close();
      await ana.next('room_updated', (e) => e.roomState.players[3]?.online === false);
      await ana.ask('describer_ready', {});
      const { card } = await ana.next('card_revealed');
      await ana.ask('card_correct', { cardId: card.id });
      await ana.next('card_scored');
      const back = connect(server, { transports });
      const joined = await back.ask('join_room', {
        roomCode: r.code,
        playerId: dino.playerId,
        lastSeq: last.seq,
        lastPart: last.part,
      });
      assert.equal(joined.you.id, 'p4');
      assert.equal(joined.playerId, undefined, 'the token is given once');
      await back.next('room_updated', (e) => e.roomState.players[3]?.online);
      const all = await (
        await fetch(`${server.url}/rooms/${r.code}/events`, {
          headers: { authorization: `Bearer ${dino.playerId}` },
        })
      ).json();
      const wanted = pairs(all.events).filter((p) => Number(p.split('.')[0]) >= 4);
      assert.deepEqual([...seen, ...pairs(back.events)], wanted);
      assert.ok(
        wanted.some((p) => p.endsWith('card_revealed')),
        'a buzzer sees the card',
      );
      /* a guesser's rest has no card in it */
      const other = connect(server, { transports });
      await other.ask('join_room', { roomCode: r.code, playerId: carla.playerId, lastSeq: 0 });
      await other.next('card_scored');
      assert.ok(!other.events.some((e) => e.name === 'card_revealed'));
      back.close();
      other.close();
      r.close();
      assert.equal((await server.stop())[0], 0);
      assert.equal(server.stderr, '');
      server.remove();
    });

  it('within a step: the second half, if the first was seen', async () => {
    const server = await startServer();
    const r = await openRoom(server, { game: 'taboo', people: 4 });
    await r.people[0].ask('start_game', {});
    await r.people[1].next('turn_started');
    const again = connect(server);
    await again.ask('join_room', {
      roomCode: r.code,
      playerId: r.people[1].playerId,
      lastSeq: 5,
      lastPart: 0,
    });
    await again.next('turn_started');
    assert.deepEqual(pairs(again.events), ['5.1 turn_started']);
    const watcher = connect(server);
    await watcher.ask('watch_room', { roomCode: r.code, lastSeq: 4 });
    await watcher.next('turn_started');
    assert.deepEqual(pairs(watcher.events), ['5.0 game_started', '5.1 turn_started']);
    for (const c of [again, watcher, r]) c.close();
    await server.stop();
    server.remove();
  });

  it('by the cookie that our pages carry', async () => {
    const server = await startServer();
    const made = await fetch(`${server.url}/rooms`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ playerName: 'Ana' }),
    });
    const cookie = made.headers
      .getSetCookie()
      .map((c) => c.split(';')[0])
      .join('; ');
    const roomCode = made.headers.get('location').split('/')[2];
    for (const transports of [['websocket'], ['polling']]) {
      const page = connect(server, { transports, extraHeaders: { cookie } });
      const joined = await page.ask('join_room', { roomCode, views: true });
      assert.equal(joined.you.id, 'p1');
      assert.equal((await page.next('view')).you.isHost, true);
      page.close();
    }
    const stranger = connect(server);
    assert.equal((await stranger.ask('join_room', { roomCode })).error.code, 'BAD_NAME');
    stranger.close();
    await server.stop();
    server.remove();
  });
});

describe('a seat', () => {
  it('is away when its connection closes, and left after the grace time', async () => {
    const server = await startServer({ args: ['--reconnect-grace-ms', '600'] });
    const r = await openRoom(server, { game: 'taboo', people: 4 });
    const [ana] = r.people;
    await ana.ask('start_game', {});
    r.people[3].close();
    await ana.next('room_updated', (e) => e.roomState.players[3]?.online === false);
    await ana.next('room_updated', (e) => e.roomState.players[3]?.gone);
    const back = connect(server);
    await back.ask('join_room', { roomCode: r.code, playerId: r.people[3].playerId });
    await ana.next(
      'room_updated',
      (e) => e.roomState.players[3]?.gone === false && e.roomState.players[3]?.online,
    );
    back.close();
    r.close();
    await server.stop();
    server.remove();
  });
});

/* ---- killing ---- */

/** A client as a player has one: reconnects by itself and says what it saw last. */
class Player {
  constructor(server, roomCode, playerId, transports) {
    this.roomCode = roomCode;
    this.playerId = playerId;
    this.events = [];
    this.acked = [];
    this.errors = [];
    this.comebacks = 0;
    this.socket = io(server.url, {
      transports,
      forceNew: true,
      reconnectionDelay: 30,
      reconnectionDelayMax: 100,
      timeout: 20000,
    });
    closeAtEnd(() => this.socket.close());
    this.socket.on('connect', () => this.comeBack());
    this.socket.onAny((name, data) => {
      if (data?.seq !== undefined) this.events.push({ name, data });
    });
  }

  comeBack() {
    const last = this.events.at(-1)?.data;
    this.joined = false;
    this.socket.emit(
      'join_room',
      {
        roomCode: this.roomCode,
        playerId: this.playerId,
        lastSeq: last ? last.seq : 0,
        lastPart: last ? last.part : 1000,
      },
      (answer) => {
        if (answer?.error) {
          this.errors.push(answer.error);
          return;
        }
        this.joined = true;
        this.comebacks++;
      },
    );
  }

  /** Keeps renaming itself; what was acknowledged must never be lost. */
  async play(number, stop) {
    for (let i = 0; !stop.now; i++) {
      const playerName = `N${number}.${i}`;
      try {
        if (this.joined) {
          const answer = await this.socket.timeout(1000).emitWithAck('rename', { playerName });
          if (answer.ok) this.acked.push(playerName);
        }
      } catch {
        /* killed in between */
      }
      await pause(15);
    }
  }
}

/** One line of JSON more than a verb needs, as anybody may send it. */
const oddPayloads = {
  'a zero byte': { x: 'a\u0000b', deeper: [{ y: '\u0000' }] },
  'as many arrays in each other as there may be': { x: JSON.parse('['.repeat(31) + ']'.repeat(31)) },
  'numbers of all kinds': { x: [-7, -1.5e300, 0.1, 9007199254740991] },
  escapes: { 'a "key"\\': 'line\n\u2028\u007f' },
};

describe('killed after a step with', () => {
  for (const [what, payload] of Object.entries(oddPayloads))
    it(`${what} in it: the room is there again`, async () => {
      const server = await startServer();
      const r = await openRoom(server, { game: 'taboo', people: 4 });
      await r.people[0].ask('start_game', {});
      assert.deepEqual(await r.people[0].ask('describer_ready', payload), { ok: true });
      await server.stop('SIGKILL');
      r.close();
      const again = await startServer({ data: server.data });
      const seen = await (
        await fetch(`${again.url}/rooms/${r.code}/events`, {
          headers: { authorization: `Bearer ${r.people[0].playerId}` },
        })
      ).json();
      assert.ok(
        seen.events.some((e) => e.name === 'card_revealed'),
        JSON.stringify(seen).slice(0, 200),
      );
      assert.equal((await again.stop())[0], 0);
      assert.equal(again.stderr, '');
      again.remove();
    });
});

describe('killed under live traffic', () => {
  it('nobody misses an event or sees one twice; nothing acknowledged is lost', async () => {
    let server = await startServer();
    const { port, data } = server;
    const ways = [['websocket'], ['polling'], ['polling', 'websocket']];
    const players = [];
    for (let i = 0; i < 6; i++) {
      const r = await openRoom(server, { game: i % 2 ? 'santase' : 'taboo', people: i % 2 ? 2 : 4 });
      if (i % 3 === 0) await r.people[0].ask('start_game', {});
      for (const p of r.people)
        players.push(new Player(server, r.code, p.playerId, ways[players.length % 3]));
      await pause(100);
      r.close();
    }
    const stop = { now: false };
    const playing = players.map((p, i) => p.play(i, stop));
    const allBack = async (times) => {
      for (let i = 0; i < 600 && players.some((p) => p.comebacks < times); i++) await pause(100);
    };
    for (const [kills, signal] of ['SIGKILL', 'SIGKILL', 'SIGTERM', 'SIGKILL'].entries()) {
      await allBack(kills + 1);
      await pause(500 + Math.random() * 400);
      const began = Date.now();
      const [code] = await server.stop(signal);
      if (signal === 'SIGTERM') {
        assert.equal(code, 0);
        assert.ok(Date.now() - began < 5000, 'gone within five seconds');
      }
      server = await startServer({ port, data });
    }
    await allBack(5);
    const count = () => players.reduce((sum, p) => sum + p.acked.length, 0);
    for (let i = 0; i < 600 && count() <= 100; i++) await pause(100);
    stop.now = true;
    await Promise.all(playing);
    let total = 0,
      acked = 0;
    for (const p of players) {
      assert.deepEqual(p.errors, []);
      assert.ok(p.comebacks >= 5, `came ${p.comebacks} times`);
      let truth;
      for (let i = 0; i < 200 && truth?.events.length !== p.events.length; i++) {
        // what is on its way still
        if (truth) await pause(100);
        truth = await (
          await fetch(`${server.url}/rooms/${p.roomCode}/events`, {
            headers: { authorization: `Bearer ${p.playerId}` },
          })
        ).json();
      }
      assert.deepEqual(pairs(p.events), pairs(truth.events));
      assert.deepEqual(
        p.events.map((e) => e.data),
        truth.events.map((e) => e.data),
      );
      const log = JSON.stringify(truth.events);
      for (const name of p.acked) assert.ok(log.includes(`"${name}"`), `${name} was acknowledged`);
      total += p.events.length;
      acked += p.acked.length;
    }
    assert.ok(acked > 100, `${acked} renames acknowledged`);
    players.forEach((p) => p.socket.close());
    const [code] = await server.stop();
    assert.equal(code, 0);
    const verdict = execFileSync(join(build, 'ludoteca'), ['verify', ...placeOf(data)], { encoding: 'utf8' });
    assert.match(verdict, /: 0 differ, 0 broken/);
    server.remove();
    console.log(
      `# ${players.length} clients, ${total} events delivered, ${acked} renames acknowledged, 3 kills`,
    );
  });
});
