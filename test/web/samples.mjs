// Views as a server would send them.
export function samplePlayers() {
  const person = (id, name, team, more = {}) => ({
    id,
    name,
    team,
    seat: Number(id.slice(1)) - 1,
    isHost: false,
    online: true,
    gone: false,
    watching: false,
    bot: 0,
    evening: 0,
    ...more,
  });
  return [
    person('p1', 'Ana', 'Equipo A', { isHost: true, evening: 2 }),
    person('p2', '<b>Luca</b> & co', 'Equipo B', { evening: 1 }),
    person('p3', 'Калина', 'Equipo A', { online: false }),
    person('p4', 'Señor de las Nueve Casas', 'Equipo B', { bot: 2 }),
    person('p5', '🦊🎲', null, { seat: null, watching: true }),
  ];
}

export function sampleView({ game = 'nothing', host = true, state = 'PLAYING', ...more } = {}) {
  const players = samplePlayers();
  const you = players[host ? 0 : 1];
  return {
    seq: 18,
    now: 0,
    room: {
      roomCode: 'XTBK92',
      game,
      state,
      seq: 18,
      paused: false,
      hostId: 'p1',
      gamesPlayed: 3,
      teams: ['Equipo A', 'Equipo B'],
      settings: {},
      missing: null,
      players,
      winners: [],
      notice: null,
      ...more,
    },
    you: { id: you.id, seat: you.seat, team: you.team, isHost: host, watching: false },
    table: {},
  };
}

const words = [
  'LEÓN',
  'NUEVA YORK',
  'ENCICLOPEDIA',
  'PLAYA',
  'OJO',
  'DINOSAURIO',
  'BANCO',
  'PUENTE',
  'LIMÓN',
  'PARACAÍDAS',
  'RAYO',
  'CASTILLO',
  'MURCIÉLAGO',
  'FLAUTA',
  'SOL',
  'ASTRONAUTA',
  'PIRÁMIDE',
  'GATO',
  'HELICÓPTERO',
  'TÉ',
  'REINA',
  'MICROSCOPIO',
  'HIELO',
  'CARTA',
  'ORQUESTA',
];
const types = 'rbnrb rnrba nrbrn bnrnb rbnrb'
  .replaceAll(' ', '')
  .split('')
  .map((letter) => ({ r: 'red', b: 'blue', n: 'neutral', a: 'assassin' })[letter]);
const open = [1, 6, 7, 13, 17, 21];

/** Codenames in the middle of a game, as `role` of `team` sees it; 'watcher' for the crowd. */
export function codenamesView({
  role = 'operative',
  team = 'red',
  phase = 'AwaitingGuesses',
  room = {},
  ...more
} = {}) {
  const players = samplePlayers().map((player, i) => ({
    ...player,
    team: player.team === null ? null : i % 2 ? 'blue' : 'red',
  }));
  const spymasters = { red: 0, blue: 1 };
  const seat = role === 'watcher' ? null : role === 'spymaster' ? spymasters[team] : team === 'red' ? 2 : 3;
  const you = players.find((player) => player.seat === seat) ?? players[4];
  const sees = role === 'spymaster' || phase === 'Complete';
  const turn = seat !== null && team === 'red' && phase !== 'Setup' && phase !== 'Complete';
  const clues = [
    { team: 'red', text: 'selva', count: 2, by: 0, at: 1 },
    { team: 'blue', text: 'vuelo', count: 3, by: 1, at: 2 },
    { team: 'red', text: 'corona', count: 2, by: 0, at: 3 },
  ];
  const guess = (position, by) => ({ position, type: types[position], by });
  const table = {
    phase,
    startingTeam: 'red',
    currentTeam: 'red',
    you: seat === null ? null : { team, role },
    spymasters,
    ready: { red: false, blue: true },
    board: words.map((word, position) => ({
      position,
      word,
      isRevealed: phase !== 'Setup' && open.includes(position),
      type: sees || (phase !== 'Setup' && open.includes(position)) ? types[position] : null,
    })),
    redAgentsRemaining: 6,
    blueAgentsRemaining: 7,
    clue: phase === 'AwaitingGuesses' ? clues[2] : null,
    guesses: 1,
    guessesLeft: 2,
    can: {
      takeSpymaster: phase === 'Setup' && role === 'operative',
      ready: phase === 'Setup' && role === 'spymaster',
      clue: turn && role === 'spymaster' && phase === 'AwaitingClue',
      guess: turn && role === 'operative' && phase === 'AwaitingGuesses',
      endTurn: turn && role === 'operative' && phase === 'AwaitingGuesses',
    },
    pointing: phase === 'AwaitingGuesses' ? [{ seat: 2, position: 20 }] : [],
    clueHistory: clues,
    turnHistory: [
      { team: 'red', clue: 0, guesses: [guess(7, 2), guess(17, 2)], why: 'neutral' },
      { team: 'blue', clue: 1, guesses: [guess(1, 3), guess(13, 3)], why: 'neutral' },
      { team: 'red', clue: 2, guesses: [guess(21, 2)], why: null },
    ],
    winner: null,
    wonBy: null,
    deadline: null,
    ...more,
  };
  return {
    ...sampleView({ game: 'codenames' }),
    table,
    you: { id: you.id, seat, team: you.team, isHost: you.isHost, watching: seat === null },
    room: {
      ...sampleView({ game: 'codenames' }).room,
      teams: ['red', 'blue'],
      players,
      settings: { language: 'es' },
      ...room,
    },
  };
}
