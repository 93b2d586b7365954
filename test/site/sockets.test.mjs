/* Every event of docs/protocol.md with the official client, and every refusal of the Taboo table. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { closedAfterEach, connect, openRoom, openServer, pause } from './server.mjs';

const server = await openServer();
const kept = closedAfterEach();
const client = (options) => kept(connect(server, options));
const room = async (options) => kept(await openRoom(server, options));
const code = (answer) => answer.error?.code;

describe('coming in', () => {
  it('creates a Taboo room as its specification writes it', async () => {
    const ana = client();
    ana.socket.emit('create_room', { playerName: 'Ana' });
    const made = await ana.next('room_created');
    assert.match(made.roomCode, /^[2-9A-HJ-NP-Z]{6}$/);
    assert.equal(made.roomState.game, 'taboo');
    assert.equal(made.roomState.state, 'LOBBY');
    assert.equal(made.roomState.players[0].team, 'Equipo A');
    assert.equal(made.roomState.players[0].isHost, true);
    const ben = client();
    ben.socket.emit('join_room', {
      roomCode: made.roomCode.toLowerCase(),
      playerName: 'Ben',
      teamName: 'Equipo B',
    });
    const joined = await ben.next('room_joined');
    assert.equal(joined.roomState.players.length, 2);
    assert.equal((await ana.next('room_updated', (e) => e.roomState.players.length === 2)).seq, 2);
    assert.ok(!JSON.stringify(ana.events).includes(joined.playerId), 'a token is for its owner only');
    assert.ok(!JSON.stringify(ben.events).includes(made.playerId));
  });

  it('numbers a second Ana, and cleans names', async () => {
    const { code: roomCode } = await room({ game: 'taboo', people: 1 });
    const second = await client().ask('join_room', { roomCode, playerName: ' \u202eANA ' });
    assert.equal(second.roomState.players[1].name, 'ANA 2');
    const third = await client().ask('join_room', { roomCode, playerName: '<b>"&</b>' });
    assert.equal(third.roomState.players[2].name, '<b>"&</b>');
  });

  const refusals = [
    ['BAD_NAME', 'create_room', {}],
    ['BAD_NAME', 'create_room', { playerName: 7 }],
    ['UNKNOWN_GAME', 'create_room', { game: 'chess', playerName: 'Ana' }],
    ['UNKNOWN_GAME', 'create_room', { game: 3, playerName: 'Ana' }],
    ['BAD_SETTING', 'create_room', { playerName: 'Ana', settings: [] }],
    ['BAD_SETTING', 'create_room', { playerName: 'Ana', settings: { turnSeconds: -1 } }],
    ['ROOM_NOT_FOUND', 'join_room', { roomCode: 'ZZZZZZ', playerName: 'Ana' }],
    ['ROOM_NOT_FOUND', 'join_room', { roomCode: 5, playerName: 'Ana' }],
    ['ROOM_NOT_FOUND', 'watch_room', {}],
    ['NOT_IN_ROOM', 'start_game', {}],
    ['NOT_IN_ROOM', 'anything', { roomCode: 'ZZZZZZ' }],
    ['BAD_REQUEST', 'create_room', 'text'],
    ['BAD_REQUEST', 'create_room', [1]],
  ];
  for (const [expected, event, payload] of refusals)
    it(`${event} ${JSON.stringify(payload)} is ${expected}`, async () => {
      const c = client();
      assert.equal(code(await c.ask(event, payload)), expected);
      c.socket.emit(event, payload); /* without acknowledgement: the error event */
      const error = await c.next('error');
      assert.equal(error.code, expected);
      assert.equal(typeof error.message, 'string');
    });

  it('refuses by the table of the Taboo specification', async () => {
    const r = await room({ game: 'taboo', people: 1 });
    const roomCode = r.code;
    assert.equal(
      code(await client().ask('join_room', { roomCode, playerName: 'X', teamName: 'Equipo C' })),
      'INVALID_TEAM',
    );
    assert.equal(code(await r.people[0].ask('start_game', { roomCode })), 'NEED_MORE_PLAYERS');
    for (let i = 0; i < 6; i++)
      await client().ask('join_room', { roomCode, playerName: `B${i}`, teamName: 'Equipo B' });
    assert.equal(
      code(await client().ask('join_room', { roomCode, playerName: 'X', teamName: 'Equipo B' })),
      'TEAM_FULL',
    );
    const guest = client();
    await guest.ask('join_room', { roomCode, playerName: 'Last', teamName: 'Equipo A' });
    assert.equal(code(await guest.ask('start_game', { roomCode })), 'NOT_HOST');
    assert.deepEqual(await r.people[0].ask('start_game', { roomCode }), { ok: true });
    assert.equal(
      code(await client().ask('join_room', { roomCode, playerName: 'Late', teamName: 'Equipo A' })),
      'GAME_ALREADY_STARTED',
    );
    assert.equal(code(await guest.ask('describer_ready', { roomCode })), 'NOT_YOUR_TURN');
    for (const stranger of [
      r.people[0],
      client(),
    ] /* the same answer for a room that is there and one that is not */)
      assert.equal(code(await stranger.ask('start_game', { roomCode: 'ZZZZZZ' })), 'NOT_HOST');
    assert.equal(code(await client().ask('start_game', { roomCode })), 'NOT_HOST');
    assert.equal(code(await r.people[0].ask('describer_ready', { roomCode: 'ZZZZZZ' })), 'NOT_IN_ROOM');
  });

  it('lets anybody watch as the crowd, without a name', async () => {
    const r = await room({ game: 'taboo', people: 4 });
    const tv = client();
    const seen = await tv.ask('watch_room', { roomCode: r.code, views: true });
    assert.equal(seen.you, null);
    assert.equal(seen.roomState.players.length, 4);
    assert.equal(code(await tv.ask('start_game', {})), 'NOT_IN_ROOM');
    assert.equal(code(await tv.ask('start_game', { roomCode: r.code })), 'NOT_HOST');
    assert.equal(code(await tv.ask('describer_ready', { roomCode: r.code })), 'NOT_IN_ROOM');
    await r.people[0].ask('start_game', {});
    await tv.next('game_started');
    await r.people[0].ask('describer_ready', {});
    const view = await tv.next('view', (v) => v.table?.phase === 'TURN_ACTIVE' || v.seq >= 6);
    assert.equal(view.you, null);
    await pause(100);
    assert.ok(!tv.events.some((e) => e.name === 'card_revealed'), 'the crowd does not see the card');
  });

  it('gives no seat in a running game to whoever comes to watch', async () => {
    const r = await room({ game: 'santase', people: 2 });
    await r.people[0].ask('start_game', {});
    const late = await client().ask('join_room', { roomCode: r.code, playerName: 'Late', watch: true });
    assert.equal(late.you.seat, null);
    assert.equal(late.you.watching, true);
  });
});

describe('the lobby', () => {
  it('renames, changes teams, stands aside', async () => {
    const r = await room({ game: 'taboo', people: 2 });
    const [ana, ben] = r.people;
    await ben.ask('rename', { playerName: 'Benito' });
    await ana.next('room_updated', (e) => e.roomState.players[1]?.name === 'Benito');
    await ben.ask('choose_team', { teamName: 'Equipo A' });
    await ana.next('room_updated', (e) => e.roomState.players[1]?.team === 'Equipo A');
    await ben.ask('choose_team', { watch: true });
    await ana.next('room_updated', (e) => e.roomState.players[1]?.watching);
    await ben.ask('choose_team', { watch: false });
    await ana.next('room_updated', (e) => e.roomState.players[1]?.watching === false);
    assert.equal(code(await ben.ask('choose_team', {})), 'INVALID_TEAM');
    assert.equal(code(await ben.ask('rename', { playerName: '' })), 'BAD_NAME');
  });

  it('obeys the host alone', async () => {
    const r = await room({ game: 'taboo', people: 3 });
    const [ana, ben, carla] = r.people;
    for (const [event, payload] of [
      ['configure_room', { scoreLimit: 5 }],
      ['choose_game', { game: 'santase' }],
      ['kick', { id: 'p1' }],
      ['hand_over', { id: 'p2' }],
      ['add_bot', { level: 1 }],
      ['end_game', {}],
      ['more_time', {}],
      ['play_again', {}],
      ['next_game', {}],
      ['show_shelf', {}],
      ['shuffle_teams', {}],
      ['balance_teams', {}],
      ['move_player', { id: 'p1', teamName: 'Equipo B' }],
      ['name_team', { teamName: 'Equipo A', name: 'Lobos' }],
    ])
      assert.equal(code(await ben.ask(event, payload)), 'NOT_HOST', event);
    await ana.ask('configure_room', { scoreLimit: 5, mode: 'score' });
    const set = await ben.next('room_updated', (e) => e.roomState.settings.scoreLimit === 5);
    assert.equal(set.roomState.settings.mode, 'score');
    await ana.ask('kick', { id: 'p3' });
    assert.deepEqual(await carla.next('room_closed'), { reason: 'kicked' });
    assert.equal(code(await carla.ask('rename', { playerName: 'C' })), 'NOT_IN_ROOM');
    assert.equal(
      code(await carla.ask('join_room', { roomCode: r.code, playerId: carla.playerId })),
      'PUT_OUT',
    );
    await ana.ask('hand_over', { id: 'p2' });
    await ben.next('room_updated', (e) => e.roomState.hostId === 'p2');
    assert.equal(code(await ana.ask('start_game', {})), 'NOT_HOST');
  });

  it('puts another game on the table with the same people', async () => {
    const r = await room({ game: 'taboo', people: 2 });
    assert.deepEqual(await r.people[0].ask('choose_game', { game: 'santase' }), { ok: true });
    const seen = await r.people[1].next('room_updated', (e) => e.roomState.game === 'santase');
    assert.equal(seen.roomState.players.length, 2);
    assert.equal(code(await r.people[0].ask('choose_game', { game: 'go' })), 'UNKNOWN_GAME');
    await r.people[0].ask('start_game', {});
    await r.people[1].next('game_started');
    assert.equal(code(await r.people[0].ask('choose_game', { game: 'taboo' })), 'GAME_ALREADY_STARTED');
  });

  it('passes the host role on when the host leaves', async () => {
    const r = await room({ game: 'taboo', people: 3 });
    assert.deepEqual(await r.people[0].ask('leave_room', {}), { ok: true });
    await r.people[1].next('room_updated', (e) => e.roomState.hostId === 'p2');
    assert.equal(code(await r.people[0].ask('rename', { playerName: 'X' })), 'NOT_IN_ROOM');
  });

  it('tells all connections of somebody who leaves by one of them', async () => {
    const r = await room({ game: 'taboo', people: 2 });
    const phone = client();
    await phone.ask('join_room', { roomCode: r.code, playerId: r.people[1].playerId });
    await r.people[1].ask('leave_room', {});
    assert.deepEqual(await phone.next('room_closed'), { reason: 'left' });
  });
});

describe('a game', () => {
  it('of Taboo reveals the card to describer and buzzers, ticks, scores once', async () => {
    const r = await room({ game: 'taboo', people: 4, settings: { turnSeconds: 30 } });
    const [ana, ben, carla, dino] = r.people;
    await ana.ask('start_game', { roomCode: r.code });
    for (const p of r.people) {
      await p.next('game_started');
      const turn = await p.next('turn_started');
      assert.equal(turn.activeTeam, 'Equipo A');
      assert.equal(turn.describerName, 'Ana');
    }
    await ana.ask('describer_ready', { roomCode: r.code });
    const { card } = await ana.next('card_revealed');
    assert.equal(card.tabooWords.length, 5);
    assert.equal((await ben.next('card_revealed')).card.id, card.id);
    assert.equal((await dino.next('card_revealed')).card.id, card.id);
    const first = await carla.next('timer_tick');
    const second = await carla.next('timer_tick');
    assert.ok(first.secondsRemaining > second.secondsRemaining);
    assert.ok(!carla.events.some((e) => e.name === 'card_revealed'));
    const answers = await Promise.all([
      ben.ask('card_buzz', { roomCode: r.code, cardId: card.id }),
      dino.ask('card_buzz', { roomCode: r.code, cardId: card.id }),
    ]);
    assert.deepEqual(
      answers.filter((a) => a.ok),
      [{ ok: true }],
    );
    assert.deepEqual(
      answers.filter((a) => !a.ok),
      [{ ok: false, stale: true }],
    );
    for (const p of r.people) {
      const scored = await p.next('card_scored');
      assert.equal(scored.result, 'buzz');
      assert.equal(scored.cardId, card.id);
    }
    dino.socket.emit('card_buzz', { roomCode: r.code, cardId: card.id });
    await pause(200);
    assert.ok(!dino.events.some((e) => e.name === 'error'), 'who is late hears no error');
  });

  it('can be paused, prolonged, ended, and played again', async () => {
    const r = await room({ game: 'taboo', people: 4 });
    const [ana, ben] = r.people;
    assert.equal(code(await ana.ask('pause_game', {})), 'GAME_NOT_STARTED');
    await ana.ask('start_game', {});
    await ana.ask('describer_ready', {});
    await ben.next('timer_tick');
    const before = (await ben.next('timer_tick')).secondsRemaining;
    assert.deepEqual(await ana.ask('more_time', {}), { ok: true });
    const tick = await ben.next('timer_tick', (t) => t.secondsRemaining > before);
    assert.ok(tick.secondsRemaining > before + 25);
    await ana.ask('pause_game', {});
    await ben.next('room_updated', (e) => e.roomState.paused);
    await pause(50);
    const ticks = ben.events.filter((e) => e.name === 'timer_tick').length;
    await pause(1300);
    assert.equal(ben.events.filter((e) => e.name === 'timer_tick').length, ticks, 'a pause is silent');
    assert.equal(code(await ana.ask('card_skip', {})), 'GAME_PAUSED');
    await ana.ask('resume_game', {});
    await ben.next('timer_tick');
    await ana.ask('end_game', {});
    await ben.next('room_updated', (e) => e.roomState.state === 'LOBBY' && e.roomState.seq > 6);
    assert.equal(code(await ana.ask('play_again', {})), 'WRONG_PHASE');
  });

  it('sends one view after every step to whoever wants views', async () => {
    const r = await room({ game: 'santase', people: 1 });
    const ben = client();
    await ben.ask('join_room', { roomCode: r.code, playerName: 'Ben', views: true });
    await ben.next('view', (v) => v.seq === 2);
    await r.people[0].ask('start_game', {});
    const view = await ben.next('view', (v) => v.seq === 3);
    assert.equal(view.you.id, 'p2');
    assert.equal(view.you.seat, 1);
    assert.equal(view.room.state, 'PLAYING');
    assert.ok(Math.abs(view.now - Date.now()) < 2000, 'milliseconds since 1970');
    assert.ok(view.table);
    await pause(100);
    assert.equal(ben.events.filter((e) => e.name === 'view').length, 2);
    assert.ok(!r.people[0].events.some((e) => e.name === 'view'));
  });

  it('that is over is still shown when players leave', async () => {
    const r = await room({ game: 'taboo', people: 4 });
    const [ana, ben, carla, dino] = r.people;
    await ana.ask('start_game', {});
    for (const p of [ben, dino]) assert.deepEqual(await p.ask('leave_room', {}), { ok: true });
    await ana.next('game_over');
    assert.deepEqual(await carla.ask('leave_room', {}), { ok: true });
    const late = client();
    await late.ask('watch_room', { roomCode: r.code, views: true });
    const view = await late.next('view');
    assert.equal(view.room.state, 'GAME_OVER');
    assert.deepEqual(
      view.room.players.map((p) => [p.name, p.gone]),
      [
        ['Ana', false],
        ['Ben', true],
        ['Carla', true],
        ['Dino', true],
      ],
    );
    assert.deepEqual(await ana.ask('play_again', {}), { ok: true });
    await ana.next('room_updated', (e) => e.roomState.state === 'LOBBY' && e.roomState.players.length === 1);
  });

  it('survives nonsense', async () => {
    const r = await room({ game: 'santase', people: 2 });
    await r.people[0].ask('start_game', {});
    for (const payload of [{ card: null }, { card: 'XX' }, { card: ['10H'] }, { card: 'A'.repeat(9000) }, {}])
      for (const p of r.people)
        assert.ok(code(await p.ask('play_card', payload)), JSON.stringify(payload).slice(0, 40));
    const c = client();
    c.socket.emit('join_room', Buffer.from('x'));
    assert.equal((await c.next('error')).code, 'BAD_REQUEST');
  });
});
