/* The Taboo specification, played: every event of its tables, every field, who gets it and who must
 * not, every error code, on every transport of the official client. Rooms play side by side. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startServer } from '../../../test/site/server.mjs';
import { givesAway } from './spec-events.mjs';
import { Player, openTable, unsaid } from './spec-player.mjs';

const TRANSPORTS = { websocket: ['websocket'], polling: ['polling'], upgraded: ['polling', 'websocket'] };
const together = { concurrency: 16 };

/** The seconds a player was told, turn by turn. */
function ticksByTurn(player) {
  const turns = [];
  for (const { name, data } of player.events) {
    if (name === 'turn_started') turns.push([]);
    if (name === 'timer_tick') turns.at(-1).push(data.secondsRemaining);
  }
  return turns.filter((ticks) => ticks.length);
}

/** All seconds from the whole turn down to 0; a machine that stood still may have swallowed one. */
function checkTicks(ticks, seconds) {
  const said = `ticks were ${ticks.join(' ')}`;
  assert.ok(ticks[0] <= seconds && ticks[0] >= seconds - 1, said);
  assert.equal(ticks.at(-1), 0, said);
  for (let i = 1; i < ticks.length; i++)
    assert.ok(ticks[i - 1] - ticks[i] <= 2 && ticks[i] <= ticks[i - 1], said);
  assert.ok(ticks.length >= seconds && ticks.length <= seconds + 1, said);
}

describe('the Taboo specification', together, () => {
  /** One server as the specification has it, one with short turns, one where everything is quick. */
  let usual, short, quick;
  before(async () => {
    usual = await startServer();
    short = await startServer({ env: { TURN_DURATION_SECONDS: '1', TURN_END_PAUSE_MS: '100' } });
    quick = await startServer({
      env: {
        TURN_DURATION_SECONDS: '1',
        TURN_END_PAUSE_MS: '100',
        RECONNECT_GRACE_MS: '700',
        DEFAULT_SCORE_LIMIT: '5',
      },
    });
  });
  after(async () => {
    for (const server of [usual, short, quick]) {
      assert.equal((await server.stop())[0], 0);
      assert.equal(server.stderr, '');
      server.remove();
    }
  });

  for (const [way, transports] of Object.entries(TRANSPORTS))
    describe(`by ${way}`, together, () => {
      it('plays a game to the score limit, and another', async () => {
        const t = await openTable(usual, { people: 5, transports });
        const [ana, ben, carla, dino, eva] = t.players;
        const { roomState } = ana.got('room_created')[0];
        assert.deepEqual(
          roomState.players.map((p) => [p.name, p.team]),
          [['Ana', 'Equipo A']],
        );
        assert.equal(roomState.state, 'LOBBY');
        const { mode, scoreLimit, turnSeconds, turnEndPauseMs } = roomState.settings;
        assert.deepEqual([mode, scoreLimit, turnSeconds, turnEndPauseMs], ['score', 15, 60, 3000]);
        assert.equal(await ben.refused('start_game'), 'NOT_HOST');
        ana.send('configure_room', { scoreLimit: 3 });
        const set = await t.all('room_updated', (e) => e.roomState.settings.scoreLimit === 3);
        assert.deepEqual(
          set.roomState.players.map((p) => p.team),
          ['Equipo A', 'Equipo B', 'Equipo A', 'Equipo B', 'Equipo A'],
        );
        ana.send('start_game');
        assert.equal((await t.all('game_started')).roomState.state, 'PLAYING');
        const turn = await t.turn();
        assert.deepEqual([turn.activeTeam, turn.describerName, turn.turnNumber], ['Equipo A', 'Ana', 1]);

        for (const p of [ben, carla]) assert.equal(await p.refused('describer_ready'), 'NOT_YOUR_TURN');
        assert.equal(await ana.refused('card_correct'), 'NOT_YOUR_TURN', 'no card yet');
        const first = await t.ready(turn);
        for (const [p, event] of [
          [ben, 'card_correct'],
          [ben, 'card_skip'],
          [carla, 'card_skip'],
          [carla, 'card_buzz'],
          [ana, 'card_buzz'],
        ])
          assert.equal(await p.refused(event, { cardId: first.id }), 'NOT_YOUR_TURN', `${p.name} ${event}`);

        carla.send('card_correct'); /* a guesser cannot know the cardId */
        const correct = await t.judged(first, 'correct');
        assert.deepEqual(correct.scores, { 'Equipo A': 1, 'Equipo B': 0 });
        const second = await t.card(turn);
        dino.send('card_buzz', { cardId: second.id });
        assert.deepEqual((await t.judged(second, 'buzz')).scores, { 'Equipo A': 0, 'Equipo B': 0 });
        const third = await t.card(turn);
        ana.send('card_skip', { cardId: third.id });
        const skipped = await t.judged(third, 'skip');
        assert.deepEqual(skipped.scores, { 'Equipo A': 0, 'Equipo B': 0 });
        assert.deepEqual(skipped.teamStats['Equipo A'], { correct: 1, buzz: 1, skip: 1, turns: 1 });
        assert.deepEqual(skipped.teamStats['Equipo B'], { correct: 0, buzz: 0, skip: 0, turns: 0 });

        const fourth = await t.card(turn); /* three click at once */
        const errors = t.players.map((p) => p.got('error').length);
        ben.send('card_buzz', { cardId: fourth.id });
        dino.send('card_buzz', { cardId: fourth.id });
        ana.send('card_skip', { cardId: fourth.id });
        const settled = await t.all('card_scored', (e) => e.cardId === fourth.id);
        let score = settled.scores['Equipo A'];
        assert.equal(score, settled.result === 'buzz' ? -1 : 0, 'below zero, and once');
        const seen = [first, second, third, fourth];
        while (score < 3) {
          seen.push(await t.card(turn));
          eva.send('card_correct');
          score = (await t.judged(seen.at(-1), 'correct')).scores['Equipo A'];
        }
        const over = await t.all('game_over');
        assert.equal(new Set(seen.map((c) => c.id)).size, seen.length, 'no card comes twice');
        assert.deepEqual(over.finalScores, { 'Equipo A': 3, 'Equipo B': 0 });
        assert.equal(over.winner, 'Equipo A');
        const right = over.teamStats['Equipo A'].correct;
        const stats = Object.fromEntries(
          over.playerStats.map((s) => [s.name, [s.cardsDescribed, s.cardsGuessed]]),
        );
        assert.deepEqual(stats, {
          Ana: [right, 0],
          Ben: [0, 0],
          Carla: [0, right],
          Dino: [0, 0],
          Eva: [0, right],
        });
        for (const [i, p] of t.players.entries()) {
          assert.equal(p.got('error').length, errors[i], 'who was late hears no error');
          assert.equal(p.got('card_scored').filter((e) => e.cardId === fourth.id).length, 1);
          assert.equal(
            p.got('card_revealed').length,
            turn.guessers.includes(p) ? 0 : seen.length,
            'the game ended at once, without another card',
          );
        }

        assert.equal(await ben.refused('play_again'), 'NOT_HOST');
        ana.send('play_again');
        const lobby = await t.all('room_updated', (e) => e.roomState.state === 'LOBBY' && e.seq > over.seq);
        assert.deepEqual(
          lobby.roomState.players.map((p) => [p.name, p.team]),
          t.players.map((p) => [p.name, p.team]),
        );
        const again = await t.start();
        const fresh = await t.ready(again);
        assert.ok(!seen.some((c) => c.id === fresh.id), 'cards that were seen do not come back');
        again.guessers[0].send('card_correct', { cardId: fresh.id });
        assert.deepEqual((await t.judged(fresh, 'correct')).scores, { 'Equipo A': 1, 'Equipo B': 0 });
        assert.ok(t.check() >= seen.length * 2);
        for (const p of t.players)
          assert.equal(p.socket.io.engine.transport.name, way === 'polling' ? 'polling' : 'websocket');
        t.close();
      });

      it('takes turns: teams, describers, the clock', async () => {
        const t = await openTable(quick, { people: 5, transports });
        assert.equal(t.host.got('room_created')[0].roomState.settings.turnSeconds, 1);
        let turn = await t.start();
        const names = [];
        for (let number = 1; number <= 6; number++) {
          assert.equal(turn.turnNumber, number);
          assert.equal(turn.activeTeam, number % 2 ? 'Equipo A' : 'Equipo B');
          names.push(turn.describerName);
          await t.ready(turn);
          const ended = await t.all('turn_ended');
          assert.deepEqual(ended.scores, { 'Equipo A': 0, 'Equipo B': 0 });
          assert.equal(ended.teamStats[turn.activeTeam].turns, Math.ceil(number / 2));
          turn = await t.turn();
          assert.deepEqual([turn.activeTeam, turn.describerName], [ended.nextTeam, ended.nextDescriberName]);
        }
        assert.deepEqual(names, ['Ana', 'Ben', 'Carla', 'Dino', 'Eva', 'Ben']);
        for (const p of t.players) for (const ticks of ticksByTurn(p)) checkTicks(ticks, 1);
        t.check();
        t.close();
      });

      it('tells every second of a turn', async () => {
        const t = await openTable(usual, { transports, settings: { turnSeconds: 4 } });
        const turn = await t.start();
        await t.ready(turn);
        await t.all('turn_ended');
        for (const p of t.players) {
          const ticks = p.events.filter((e) => e.name === 'timer_tick');
          checkTicks(ticksByTurn(p)[0], 4);
          const took = ticks.at(-1).at - ticks[0].at;
          assert.ok(took > 2500 && took < 15000, `four seconds took ${took} ms`);
          assert.equal(
            p.events.findIndex((e) => e.name === 'turn_ended') > p.events.indexOf(ticks.at(-1)),
            true,
          );
        }
        t.check();
        t.close();
      });

      it('refuses who comes in wrongly, and tells nobody else', async () => {
        const t = await openTable(usual, { people: 3, transports });
        const { roomCode, host } = t;
        const stranger = new Player(usual, 'Zoe', transports);
        const join = (code, teamName) =>
          stranger.refused('join_room', { roomCode: code, playerName: 'Zoe', teamName });
        assert.equal(await join('ZZZZZZ', 'Equipo A'), 'ROOM_NOT_FOUND');
        assert.equal(await join(undefined, 'Equipo A'), 'ROOM_NOT_FOUND');
        for (const team of ['Equipo C', '', 'equipo', 7])
          assert.equal(await join(roomCode, team), 'INVALID_TEAM');
        assert.equal(await host.refused('start_game'), 'NEED_MORE_PLAYERS', 'two and one');
        for (let i = 0; i < 5; i++) {
          const p = new Player(usual, `B${i}`, transports);
          await p.join(roomCode, 'Equipo B');
          t.players.push(p);
        }
        assert.equal(await join(roomCode, 'Equipo B'), 'TEAM_FULL');
        assert.equal(stranger.got('room_joined').length, 0);
        assert.equal(await stranger.refused('start_game', { roomCode }), 'NOT_HOST');
        await t.start();
        assert.equal(await join(roomCode, 'Equipo A'), 'GAME_ALREADY_STARTED');
        assert.equal(await host.refused('start_game'), 'GAME_ALREADY_STARTED');
        for (const p of t.players) assert.equal(p.got('error').length, p === host ? 2 : 0, p.name);
        assert.deepEqual(stranger.problems, []);
        stranger.close();
        t.check();
        t.close();
      });

      it('ends the turn at once when the describer is gone, and takes them back', async () => {
        const t = await openTable(usual, { people: 5, transports });
        const turn = await t.start();
        const card = await t.ready(turn);
        turn.guessers[0].send('card_correct');
        await t.judged(card, 'correct');
        const lost = await t.card(turn);
        t.players = t.players.filter((p) => p !== turn.describer);
        turn.describer.close();
        const ended = await t.all('turn_ended');
        assert.deepEqual(ended.scores, { 'Equipo A': 1, 'Equipo B': 0 }, 'the points made stay');
        const [back, next] = await Promise.all([turn.describer.comeBack(usual, transports), t.turn()]);
        t.players.push(back);
        next.buzzers.push(back);
        const again = back.joined.roomState.players.find((p) => p.name === 'Ana');
        assert.deepEqual([again.team, back.joined.roomState.players.length], ['Equipo A', 5]);
        assert.equal(back.joined.roomState.state, 'PLAYING');
        await t.all('room_updated', (e) => e.roomState.players[0].online && e.seq > ended.seq);
        assert.equal(next.activeTeam, 'Equipo B');
        const [a, b] = ['turn_ended', 'turn_started'].map((name) =>
          turn.buzzers[0].events.findLast((e) => e.name === name),
        );
        assert.ok(b.at - a.at > 2500, `the pause of three seconds was ${b.at - a.at} ms`);
        const shown = await t.ready(next); /* who came back sees it too, as a buzzer */
        assert.ok(shown.id !== card.id && shown.id !== lost.id);
        t.check();
        t.close();
      });
    });

  describe('people', together, () => {
    it('are removed when they do not come back in time', async () => {
      const t = await openTable(quick, { people: 5 });
      const dino = t.players.splice(3, 1)[0];
      dino.close();
      const without = await t.all('room_updated', (e) => e.roomState.players.length === 4);
      assert.ok(!without.roomState.players.some((p) => p.name === 'Dino'));
      const again = await dino.comeBack(quick); /* the seat was gone; its owner gets it again */
      assert.equal(again.joined.roomState.players.length, 5);
      assert.equal(again.joined.playerId, dino.playerId);
      t.players.push(again);
      const eva = t.players[3];
      await t.start();
      t.players.splice(3, 1);
      eva.close();
      await t.all('room_updated', (e) => e.roomState.players.find((p) => p.name === 'Eva')?.online === false);
      await t.all('room_updated', (e) => e.roomState.players.find((p) => p.name === 'Eva')?.gone);
      t.check();
      t.close();
    });

    it('keep their place if they do', async () => {
      const t = await openTable(usual, { people: 4 });
      await t.start();
      const ben = t.players[1];
      ben.close();
      await t.host.next('room_updated', (e) => e.roomState.players[1]?.online === false);
      const back = await ben.comeBack(usual);
      await t.host.next('room_updated', (e) => e.roomState.players[1]?.online);
      assert.deepEqual(
        back.joined.roomState.players.map((p) => [p.name, p.team]),
        [
          ['Ana', 'Equipo A'],
          ['Ben', 'Equipo B'],
          ['Carla', 'Equipo A'],
          ['Dino', 'Equipo B'],
        ],
      );
      assert.ok(!JSON.stringify(t.host.events).includes(ben.playerId), "the playerId is its owner's");
      assert.ok(!JSON.stringify(back.events).includes(t.host.playerId));
      back.close();
      t.close();
    });

    it("may leave, and the host's role goes on", async () => {
      const t = await openTable(usual, { people: 5 });
      const [ana, ben, carla, dino, eva] = t.players;
      t.players = [ana, ben, carla, dino];
      eva.send('leave_room');
      await t.all('room_updated', (e) => e.roomState.players.length === 4);
      t.players = [ben, carla, dino];
      ana.send('leave_room');
      const alone = await t.all('room_updated', (e) => e.roomState.players.length === 3);
      assert.deepEqual(
        alone.roomState.players.filter((p) => p.isHost).map((p) => p.name),
        ['Ben'],
      );
      assert.equal(await ben.refused('start_game'), 'NEED_MORE_PLAYERS');
      const gala = new Player(usual, 'Gala');
      await gala.join(t.roomCode, 'Equipo A');
      t.players.push(gala);
      t.host = ben;
      await t.start();
      t.players = [carla, dino, gala];
      ben.send('leave_room');
      await t.all('room_updated', (e) => e.roomState.players.some((p) => p.name === 'Ben' && p.gone));
      t.players = [carla, gala];
      dino.send('leave_room'); /* the last of Equipo B */
      const over = await t.all('game_over');
      assert.equal(over.winner, 'Equipo A');
      assert.equal(ana.got('game_started').length, 0, 'who left hears no more');
      t.check();
      for (const p of [ana, ben, dino, eva]) p.close();
      t.close();
    });

    it('describe before anybody does twice, also when one was away', async () => {
      const t = await openTable(short, { people: 6 });
      const names = { 'Equipo A': [], 'Equipo B': [] };
      let turn = await t.start();
      for (let number = 1; number <= 6; number++) {
        names[turn.activeTeam].push(turn.describerName);
        if (number === 2) {
          /* Carla would be next: a reload, in Ben's turn */
          const carla = t.players[2];
          carla.close();
          t.players[2] = await carla.comeBack(short);
          turn.buzzers[turn.buzzers.indexOf(carla)] = t.players[2];
        }
        await t.ready(turn);
        await t.all('turn_ended');
        turn = await t.turn();
      }
      for (const team of Object.values(names)) assert.equal(new Set(team).size, 3, team.join());
      t.close();
    });
  });

  describe('deck mode', together, () => {
    const deck = (deckSize) => ({ mode: 'deck', deckSize, turnSeconds: 60 });
    /** Skips every card of a turn until it ends. */
    const skipTurn = async (t, turn, cards) => {
      let card = await t.ready(turn);
      for (let i = 1; ; i++) {
        turn.describer.send('card_skip', { cardId: card.id });
        await t.judged(card, 'skip');
        if (i === cards) break;
        card = await t.card(turn);
      }
    };

    it('is over when the last card was judged', async () => {
      const t = await openTable(quick, { settings: deck(3) });
      const turn = await t.start();
      const ids = [];
      for (const event of ['card_correct', 'card_skip', 'card_correct']) {
        const card = ids.length ? await t.card(turn) : await t.ready(turn);
        ids.push(card.id);
        turn.describer.send(event, { cardId: card.id });
      }
      const over = await t.all('game_over');
      assert.deepEqual(over.finalScores, { 'Equipo A': 2, 'Equipo B': 0 });
      assert.equal(over.winner, 'Equipo A');
      assert.equal(new Set(ids).size, 3);
      assert.equal(turn.describer.got('card_revealed').length, 3);
      t.check();
      t.close();
    });

    it('loses the last card when the time runs out', async () => {
      const t = await openTable(quick, { settings: { ...deck(2), turnSeconds: 6 } });
      const turn = await t.start();
      const card = await t.ready(turn);
      turn.buzzers[0].send('card_buzz', { cardId: card.id });
      const over = await t.all('game_over'); /* nobody judges the second one */
      assert.deepEqual(over.finalScores, { 'Equipo A': -1, 'Equipo B': 0 });
      assert.equal(over.winner, 'Equipo B');
      t.check();
      t.close();
    });

    it('goes on with one extra card a turn after a draw: the first to score wins', async () => {
      const t = await openTable(quick, { settings: deck(2) });
      const turn = await t.start();
      await skipTurn(t, turn, 2);
      await t.all('turn_ended');
      const extra = await t.turn();
      assert.equal(extra.activeTeam, 'Equipo B');
      await skipTurn(t, extra, 1);
      await t.all('turn_ended');
      const last = await t.turn();
      assert.equal(last.activeTeam, 'Equipo A');
      const card = await t.ready(last);
      last.guessers[0].send('card_correct');
      await t.judged(card, 'correct');
      const over = await t.all('game_over');
      assert.deepEqual([over.winner, over.finalScores['Equipo A']], ['Equipo A', 1]);
      for (const p of t.players) assert.deepEqual(p.got('error'), [], 'no DECK_EMPTY on the way');
      t.check();
      t.close();
    });

    it('is a draw when nobody scores in sudden death', async () => {
      const t = await openTable(quick, { settings: deck(1) });
      let turn = await t.start();
      for (let i = 0; i < 7; i++) {
        await skipTurn(t, turn, 1);
        await t.all('turn_ended');
        if (i < 6) turn = await t.turn();
      }
      const over = await t.all('game_over');
      assert.equal(over.winner, 'tie');
      assert.deepEqual(over.finalScores, { 'Equipo A': 0, 'Equipo B': 0 });
      t.check();
      t.close();
    });
  });

  describe('the card', together, () => {
    it('is in nothing a guesser or a watcher can ask for', async () => {
      const t = await openTable(usual, { people: 5 });
      const turn = await t.start();
      const card = await t.ready(turn);
      const ask = async (path, player) =>
        (
          await fetch(
            `${usual.url}/rooms/${t.roomCode}${path}`,
            player ? { headers: { authorization: `Bearer ${player.playerId}` } } : {},
          )
        ).json();
      for (const path of ['/state', '/events?since=0']) {
        assert.ok(givesAway(card, await ask(path, turn.describer)), 'the describer may');
        assert.ok(givesAway(card, await ask(path, turn.buzzers[0])), 'a buzzer may');
        for (const p of [...turn.guessers, null]) assert.ok(!givesAway(card, await ask(path, p)), path);
      }
      const watcher = new Player(usual, 'TV');
      watcher.send('watch_room', { roomCode: t.roomCode, lastSeq: 0 });
      await watcher.next('turn_started');
      const [guesser] = turn.guessers;
      guesser.close();
      const back = await guesser.comeBack(usual);
      t.players[t.players.indexOf(guesser)] = back;
      turn.describer.send('card_correct', { cardId: card.id });
      await t.judged(card, 'correct');
      await watcher.next('card_scored');
      for (const p of [watcher, back]) {
        assert.equal(p.got('card_revealed').length, 0);
        assert.equal(p.got('card_scored')[0].word, card.word, 'it was said aloud');
        assert.ok(!givesAway({ ...card, id: 'none' }, p.events.map(unsaid)), 'and nothing else of it');
      }
      watcher.close();
      t.check();
      t.close();
    });
  });

  describe('the review', together, () => {
    it('strikes what both teams ask for; what one asks for lapses with the next turn', async () => {
      const t = await openTable(short, { settings: { turnSeconds: 60 } });
      const turn = await t.start();
      const first = await t.ready(turn);
      turn.guessers[0].send('card_correct');
      await t.judged(first, 'correct');
      const second = await t.card(turn);
      turn.buzzers[0].send('card_buzz', { cardId: second.id });
      await t.judged(second, 'buzz');
      await t.card(turn);
      t.players = t.players.filter((p) => p !== turn.describer);
      turn.describer.close(); /* and with that the turn is over */
      const ended = await t.all('turn_ended');
      assert.deepEqual(ended.scores, { 'Equipo A': 0, 'Equipo B': 0 });
      const next = await t.turn();
      turn.guessers[0].send('strike_card', { cardId: second.id });
      assert.deepEqual((await t.all('strike_asked')).askedBy, ['Equipo A']);
      turn.buzzers[1].send('strike_card', { cardId: second.id });
      assert.deepEqual((await t.all('strike_asked')).askedBy, ['Equipo A', 'Equipo B']);
      const struck = await t.all('card_struck');
      assert.deepEqual([struck.cardId, struck.result, struck.scores['Equipo A']], [second.id, 'buzz', 1]);
      turn.buzzers[0].send('strike_card', { cardId: first.id });
      assert.deepEqual((await t.all('strike_asked')).askedBy, ['Equipo B']);
      await t.ready(next); /* it holds nobody up */
      const lapsed = await t.all('strike_lapsed');
      assert.deepEqual([lapsed.cardId, lapsed.askedBy], [first.id, ['Equipo B']]);
      for (const p of t.players)
        assert.equal(p.got('strike_lapsed').length, 1, 'what was agreed did not lapse');
      next.describer.send('card_correct');
      assert.deepEqual((await t.all('card_scored', (e) => e.seq > lapsed.seq)).scores, {
        'Equipo A': 1,
        'Equipo B': 1,
      });
      t.check();
      t.close();
    });
  });

  describe('a room', together, () => {
    it('expires when nothing happens in it', async () => {
      const server = await startServer({ env: { ROOM_EXPIRY_MS: '5000' } });
      const t = await openTable(server, { people: 2 });
      for (const p of t.players) await p.next('room_closed');
      assert.equal(
        await t.players[1].refused('join_room', { playerName: 'Ben', teamName: 'Equipo B' }),
        'ROOM_NOT_FOUND',
      );
      t.close();
      assert.equal((await server.stop())[0], 0);
      server.remove();
    });
  });
});
