// The tables of all games in the middle of a game, as views that a server would send.
import { cahView } from '../../games/cah/test/samples.mjs';
import { codenamesView, sampleView } from './samples.mjs';

/** Taboo, as `role` sees it. */
export function tabooView({ role = 'describer', phase = 'TURN_ACTIVE', room = {}, ...more } = {}) {
  const teams = ['Equipo A', 'Equipo B'];
  const host = role !== 'buzzer';
  const stats = { correct: 2, buzz: 1, skip: 1, turns: 3 };
  const card = {
    id: 'c',
    category: 'naturaleza',
    difficulty: 'medium',
    word: 'PLÁTANO',
    tabooWords: ['fruta', 'amarillo', 'mono', 'cáscara', 'canarias'],
  };
  const sample = sampleView({ game: 'taboo', host, ...room });
  const may = { describer: ['card_correct', 'card_skip'], buzzer: ['card_buzz'], guesser: ['card_correct'] };
  return {
    ...sample,
    table: {
      phase,
      mode: 'score',
      scoreLimit: 15,
      turnSeconds: 60,
      role,
      team: teams[host ? 0 : 1],
      turnNumber: 5,
      activeTeam: teams[0],
      describer: role === 'describer' ? { id: 'p1', name: 'Ana' } : { id: 'p3', name: 'Калина' },
      nextTeam: teams[1],
      nextDescriber: { id: 'p2', name: '<b>Luca</b> & co' },
      deadline: Date.now() + 600000,
      cardNumber: 7,
      card: role === 'guesser' || phase !== 'TURN_ACTIVE' ? null : card,
      may: phase === 'TURN_ACTIVE' ? may[role] : role === 'describer' ? ['describer_ready'] : [],
      scores: { 'Equipo A': 60, 'Equipo B': -13 },
      teamStats: { 'Equipo A': stats, 'Equipo B': stats },
      playerStats: [],
      review: [],
      cardsLeft: 300,
      suddenDeath: false,
      winner: null,
      ...more,
    },
  };
}

const trick = {
  cards: [
    { seat: 1, card: '9S' },
    { seat: 0, card: 'AS' },
  ],
  winner: 0,
  points: 11,
};

/** Santase in its second deal; `you` is the seat, null for the crowd. */
export function santaseView({
  you = 0,
  names = ['Ana', 'Martina'],
  phase = 'play',
  room = {},
  ...more
} = {}) {
  const sample = sampleView({ game: 'santase', teams: [] });
  const players = sample.room.players.slice(0, 2).map((player, seat) => ({
    ...player,
    name: names[seat],
    team: null,
    seat,
  }));
  const hand = ['JS', 'QC', 'JC', '10D', 'QD', 'KD'].map((card) => ({ card, legal: true }));
  const review = {
    winner: 0,
    points: 2,
    reason: 'claimed',
    totals: [70, 40],
    tricks: [trick],
    hands: [['JS', 'QC'], ['KH']],
    stock: ['9C'],
  };
  return {
    ...sample,
    you:
      you === null ? null : { id: `p${you + 1}`, seat: you, team: null, isHost: you === 0, watching: false },
    room: { ...sample.room, players, ...room },
    table: {
      phase,
      you,
      deal: 2,
      dealer: 0,
      leader: 0,
      turn: phase === 'play' ? 0 : null,
      deadline: null,
      winner: null,
      forfeit: false,
      players: players.map(({ id, name, seat }) => ({
        seat,
        name,
        id,
        away: false,
        score: 2 - seat,
        cards: 6,
        tricks: 1 - seat,
        ready: false,
        shown: [],
      })),
      trump: { suit: 'hearts', card: 'AH' },
      stock: { count: 10, closed: false, closedBy: null },
      strict: false,
      hand: you === null ? [] : hand,
      drawn: 'QD',
      points: 11,
      table: [],
      declared: null,
      lastTrick: trick,
      marriages: [],
      can: {
        play: true,
        exchange: true,
        close: true,
        claim: true,
        confirm: phase === 'review',
        marriages: ['diamonds'],
      },
      paper: [{ winner: 0, points: 2, reason: 'claimed' }],
      settings: { nextDeal: 'winner', matchTo: 11, turnSeconds: 0 },
      ...(phase === 'play' ? {} : { review }),
      events: [],
      ...more,
    },
  };
}

export { cahView, codenamesView };
