/* Taboo on Node, Express and Socket.IO, as the specification's own stack has it: rooms in memory,
 * nothing kept on disk. The same events to the same audiences, the same cards. */
import { randomInt, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import express from 'express';
import { Server } from 'socket.io';

const config = {
  turnSeconds: Number(process.env.TURN_DURATION_SECONDS ?? 60),
  scoreLimit: Number(process.env.DEFAULT_SCORE_LIMIT ?? 15),
  turnEndPauseMs: Number(process.env.TURN_END_PAUSE_MS ?? 3000),
  teams: ['Equipo A', 'Equipo B'],
  minPerTeam: 2,
  maxPerTeam: 6,
};
const deck = JSON.parse(readFileSync(new URL('../../games/taboo/cards/es.json', import.meta.url))).cards;

const app = express();
const http = createServer(app);
const io = new Server(http);
/** @type {Map<string, Room>} */
const rooms = new Map();
app.get('/healthz', (request, response) => response.json({ ok: true, rooms: rooms.size }));

class GameError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

const CODE_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
function newCode() {
  let code;
  do code = Array.from({ length: 6 }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');
  while (rooms.has(code));
  return code;
}

function shuffled(cards) {
  const copy = [...cards];
  for (let i = copy.length - 1; i > 0; i--) {
    const j = randomInt(i + 1);
    [copy[i], copy[j]] = [copy[j], copy[i]];
  }
  return copy;
}

class Room {
  constructor(code) {
    this.code = code;
    this.state = 'LOBBY';
    this.players = [];
    this.settings = { mode: 'score', scoreLimit: config.scoreLimit, turnSeconds: config.turnSeconds };
    this.hostId = null;
    this.deck = [];
  }

  add(socket, name, team) {
    if (this.state !== 'LOBBY') throw new GameError('GAME_ALREADY_STARTED', 'The game has already started.');
    if (!config.teams.includes(team)) throw new GameError('INVALID_TEAM', 'There is no team of that name.');
    if (this.team(team).length >= config.maxPerTeam) throw new GameError('TEAM_FULL', 'That team is full.');
    const player = {
      id: randomUUID(),
      socketId: socket.id,
      name,
      team,
      online: true,
      stats: { cardsDescribed: 0, cardsGuessed: 0 },
    };
    this.players.push(player);
    this.hostId ??= player.id;
    socket.join(this.code);
    socket.data.room = this;
    socket.data.player = player;
    return player;
  }

  remove(player) {
    this.players = this.players.filter((p) => p !== player);
    if (this.players.length === 0) {
      this.stopTimers();
      rooms.delete(this.code);
      return;
    }
    if (this.hostId === player.id) this.hostId = this.players[0].id;
    if (this.phase === 'TURN_ACTIVE' && this.describer === player) this.endTurn();
    this.emit('room_updated', { roomState: this.view() });
  }

  team(name) {
    return this.players.filter((p) => p.team === name);
  }
  emit(event, payload) {
    io.to(this.code).emit(event, payload);
  }

  view() {
    return {
      roomCode: this.code,
      state: this.state,
      settings: this.settings,
      teams: config.teams,
      hostId: this.hostId,
      players: this.players.map(({ id, name, team, online }) => ({
        id,
        name,
        team,
        online,
        isHost: id === this.hostId,
      })),
    };
  }

  start(player) {
    if (player.id !== this.hostId) throw new GameError('NOT_HOST', 'Only the host can do that.');
    if (config.teams.some((t) => this.team(t).length < config.minPerTeam))
      throw new GameError('NEED_MORE_PLAYERS', 'More players are needed.');
    this.state = 'PLAYING';
    this.scores = Object.fromEntries(config.teams.map((t) => [t, 0]));
    this.teamStats = Object.fromEntries(
      config.teams.map((t) => [t, { correct: 0, buzz: 0, skip: 0, turns: 0 }]),
    );
    this.next = Object.fromEntries(config.teams.map((t) => [t, 0]));
    for (const p of this.players) p.stats = { cardsDescribed: 0, cardsGuessed: 0 };
    this.turnNumber = 0;
    this.activeTeam = config.teams[1];
    this.emit('game_started', { roomState: this.view() });
    this.startTurn();
  }

  otherTeam() {
    return config.teams.find((t) => t !== this.activeTeam);
  }
  nextDescriber(team) {
    const members = this.team(team);
    return members[this.next[team] % members.length];
  }

  startTurn() {
    this.activeTeam = this.otherTeam();
    this.describer = this.nextDescriber(this.activeTeam);
    this.next[this.activeTeam]++;
    this.turnNumber++;
    this.phase = 'WAITING_FOR_DESCRIBER';
    this.emit('turn_started', {
      activeTeam: this.activeTeam,
      describerName: this.describer.name,
      turnNumber: this.turnNumber,
    });
  }

  ready(player) {
    if (this.phase !== 'WAITING_FOR_DESCRIBER' || player !== this.describer)
      throw new GameError('NOT_YOUR_TURN', 'It is not your turn.');
    this.phase = 'TURN_ACTIVE';
    this.teamStats[this.activeTeam].turns++;
    let seconds = this.settings.turnSeconds;
    this.emit('timer_tick', { secondsRemaining: seconds });
    this.timer = setInterval(() => {
      this.emit('timer_tick', { secondsRemaining: --seconds });
      if (seconds <= 0) this.endTurn();
    }, 1000);
    this.reveal();
  }

  reveal() {
    if (this.deck.length === 0) this.deck = shuffled(deck);
    this.card = this.deck.pop();
    const seeing = this.players.filter((p) => p === this.describer || p.team !== this.activeTeam);
    io.to(seeing.map((p) => p.socketId)).emit('card_revealed', { card: this.card });
  }

  judge(player, result, cardId) {
    const active = player.team === this.activeTeam;
    const may = { correct: active, buzz: !active, skip: player === this.describer }[result];
    if (this.phase !== 'TURN_ACTIVE' || !may) throw new GameError('NOT_YOUR_TURN', 'It is not your turn.');
    if (cardId && cardId !== this.card.id) return; /* somebody was quicker */
    this.scores[this.activeTeam] += { correct: 1, buzz: -1, skip: 0 }[result];
    this.teamStats[this.activeTeam][result]++;
    if (result === 'correct')
      for (const p of this.team(this.activeTeam))
        p.stats[p === this.describer ? 'cardsDescribed' : 'cardsGuessed']++;
    this.emit('card_scored', {
      cardId: this.card.id,
      result,
      scores: this.scores,
      teamStats: this.teamStats,
    });
    if (this.scores[this.activeTeam] >= this.settings.scoreLimit) this.gameOver();
    else this.reveal();
  }

  endTurn() {
    clearInterval(this.timer);
    this.phase = 'TURN_ENDED';
    this.card = null;
    const nextTeam = this.otherTeam();
    this.emit('turn_ended', {
      scores: this.scores,
      teamStats: this.teamStats,
      nextTeam,
      nextDescriberName: this.nextDescriber(nextTeam).name,
    });
    this.pause = setTimeout(() => this.startTurn(), config.turnEndPauseMs);
  }

  gameOver() {
    this.stopTimers();
    this.state = 'GAME_OVER';
    this.phase = null;
    const [a, b] = config.teams.map((t) => this.scores[t]);
    this.emit('game_over', {
      finalScores: this.scores,
      teamStats: this.teamStats,
      playerStats: this.players.map(({ id, name, team, stats }) => ({ id, name, team, ...stats })),
      winner: a === b ? 'tie' : config.teams[a > b ? 0 : 1],
    });
  }

  again(player) {
    if (player.id !== this.hostId) throw new GameError('NOT_HOST', 'Only the host can do that.');
    this.state = 'LOBBY';
    this.emit('room_updated', { roomState: this.view() });
  }

  stopTimers() {
    clearInterval(this.timer);
    clearTimeout(this.pause);
  }
}

const handlers = {
  create_room(socket, { playerName }) {
    const room = new Room(newCode());
    rooms.set(room.code, room);
    const player = room.add(socket, playerName, config.teams[0]);
    socket.emit('room_created', { roomCode: room.code, roomState: room.view(), playerId: player.id });
    room.emit('room_updated', { roomState: room.view() });
  },
  join_room(socket, { roomCode, playerName, teamName }) {
    const room = rooms.get(roomCode);
    if (!room) throw new GameError('ROOM_NOT_FOUND', 'There is no room with that code.');
    const player = room.add(socket, playerName, teamName);
    socket.emit('room_joined', { roomState: room.view(), playerId: player.id });
    room.emit('room_updated', { roomState: room.view() });
  },
  start_game: (socket) => socket.data.room.start(socket.data.player),
  play_again: (socket) => socket.data.room.again(socket.data.player),
  describer_ready: (socket) => socket.data.room.ready(socket.data.player),
  card_correct: (socket, { cardId }) => socket.data.room.judge(socket.data.player, 'correct', cardId),
  card_buzz: (socket, { cardId }) => socket.data.room.judge(socket.data.player, 'buzz', cardId),
  card_skip: (socket, { cardId }) => socket.data.room.judge(socket.data.player, 'skip', cardId),
  leave_room(socket) {
    const { room, player } = socket.data;
    socket.leave(room.code);
    room.remove(player);
  },
};

io.on('connection', (socket) => {
  for (const [event, handle] of Object.entries(handlers))
    socket.on(event, (payload = {}) => {
      try {
        handle(socket, payload);
      } catch (error) {
        const { code = 'BAD_REQUEST', message } = error;
        socket.emit('error', { code, message });
      }
    });
  socket.on('disconnect', () => {
    const { room, player } = socket.data;
    if (room?.players.includes(player)) room.remove(player);
  });
});

http.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () =>
  console.log(`listening on http://127.0.0.1:${http.address().port}`),
);
