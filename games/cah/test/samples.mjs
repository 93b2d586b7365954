// Views of the cards game as a server would send them.
import { sampleView } from '../../../test/web/samples.mjs';

const person = (i, name, more = {}) => ({
  id: `p${i}`,
  name,
  team: null,
  seat: i - 1,
  isHost: i === 1,
  online: true,
  gone: false,
  watching: false,
  bot: 0,
  evening: 0,
  ...more,
});
export const people = () => [
  person(1, 'Ana', { evening: 2 }),
  person(2, '<b>Luca</b> & co'),
  person(3, 'Калина', { online: false }),
  person(4, 'Señor de las Nueve Casas'),
  person(5, '🦊🎲'),
];
const whites = [
  'Una abuela con prisa.',
  'El silencio incómodo del ascensor.',
  'Abejas.',
  'Un máster en excusas.',
  'La tortilla, pero sin cebolla.',
  'Aplaudir cuando aterriza el avión.',
  'Un grupo de WhatsApp llamado «Solo avisos» en el que nadie ha avisado jamás de nada.',
  'Mi contraseña de 2009.',
  'Tres cuñados y un destino.',
  '',
];
const card = (text, i) => ({ id: `w${i + 1}`, text, ...(text ? {} : { blank: true }) });
export const blacks = {
  1: { id: 'b1', text: 'El médico me ha prohibido el café, el tabaco y _.', pick: 1 },
  2: { id: 'b2', text: 'Cuando sea millonaria levantaré una estatua de _ encima de _.', pick: 2 },
  3: { id: 'b3', text: 'Paso 1: _. Paso 2: _. Paso 3: _. Paso 4: ganancias.', pick: 3 },
};
const answer = (i, words, more = {}) => ({
  id: `r${i}`,
  cards: words.map((text, n) => ({ id: `a${i}-${n}`, text })),
  ...more,
});
const sentences = [
  ['Abejas.', 'Un máster en excusas.', 'Mi contraseña de 2009.'],
  ['Una abuela con prisa.', 'La tortilla, pero sin cebolla.', 'Abejas.'],
  ['Tres cuñados y un destino.', 'Abejas.', 'El silencio incómodo del ascensor.'],
  ['Aplaudir cuando aterriza el avión.', 'Mi contraseña de 2009.', 'Una abuela con prisa.'],
];
export const answers = (pick, count = 4) =>
  sentences.slice(0, count).map((words, i) => answer(i + 1, words.slice(0, pick)));

let seq = 100;
const author = ['p4', 'p1', 'p3', 'rando1'];

/** What each may do, by phase. */
const mays = {
  player: { waiting_for_responses: ['submit_response'], judging: [], completed: ['next_round'] },
  czar: { waiting_for_responses: [], judging: ['reveal', 'judge_winner'], completed: ['next_round'] },
  watcher: { waiting_for_responses: [], judging: [], completed: [] },
};

/** A table in the middle of round 3. `as`: player (Ana, the host), czar (Luca) or watcher. */
export function cahView({
  as = 'player',
  phase = 'waiting_for_responses',
  pick = 1,
  room = {},
  ...more
} = {}) {
  seq += 1;
  const players = people();
  const you = as === 'watcher' ? null : players[as === 'czar' ? 1 : 0];
  const base = sampleView({ game: 'cah' });
  const laid = answers(pick).map((one, i) => ({
    ...one,
    revealed: i < 2,
    ...(as === 'player' && i === 1 ? { own: true, playerId: 'p1' } : {}),
  }));
  const responses = {
    waiting_for_responses: [],
    judging: as === 'czar' ? laid : laid.slice(0, 2),
    completed: laid.map((one, i) => ({ ...one, revealed: true, playerId: author[i], votes: 0 })),
  }[phase];
  return {
    ...base,
    seq,
    you: you && { id: you.id, seat: you.seat, team: null, isHost: you.isHost, watching: false },
    room: { ...base.room, seq, teams: [], players, settings: { language: 'es' }, ...room },
    table: {
      phase,
      round: 3,
      roundId: '00000000000000c3',
      blackCard: blacks[pick],
      czarId: 'p2',
      packingHeat: false,
      scoreLimit: 5,
      endsAt: null,
      deadline: null,
      hand: you ? whites.map(card) : [],
      yourResponse: null,
      submitted:
        phase === 'waiting_for_responses' ? ['p3', 'p5', 'rando1'] : ['p1', 'p3', 'p4', 'p5', 'rando1'],
      waitingFor: { waiting_for_responses: ['p1', 'p4'], judging: ['p2'], completed: [] }[phase],
      responses,
      responseCount: phase === 'waiting_for_responses' ? 0 : 4,
      revealed: { waiting_for_responses: 0, judging: 2, completed: 4 }[phase],
      voting: false,
      voted: [],
      yourVote: null,
      winningResponse: phase === 'completed' ? { ...answers(pick)[0], playerId: 'p4' } : null,
      happyResponse: null,
      scores: { p1: 2, p2: 1, p3: 0, p4: 3, p5: 1, rando1: 1 },
      players: players.map(({ id }) => id),
      may: mays[as][phase],
      history: [
        { round: 1, blackCard: blacks[1], winnerId: 'p1', cards: [card('Abejas.', 40)] },
        { round: 2, blackCard: blacks[2], winnerId: null, cards: [] },
      ],
      over: false,
      ...more,
    },
  };
}

/** God is dead, everybody votes. */
export const voting = {
  phase: 'judging',
  czarId: null,
  voting: true,
  voted: ['p3'],
  waitingFor: ['p1', 'p4', 'p5'],
  revealed: 4,
  responses: answers(1).map((one, i) => ({ ...one, revealed: true, ...(i === 1 ? { own: true } : {}) })),
  may: ['vote'],
};
/** Two play as one: the partner's cards, and a finger each. */
export const paired = {
  pairs: [['p1', 'p4'], ['p2', 'p3'], ['p5']],
  pointing: 'm2',
  partner: {
    id: 'p4',
    hand: ['Un dragón vegetariano.', 'La siesta.', 'Un primo lejano.'].map((text, i) => ({
      id: `m${i + 1}`,
      text,
    })),
    pointing: 'w3',
  },
  may: ['submit_response', 'point_at'],
};
/** Besides the round: a confession, a card to approve, a hand to give back. */
export const besides = {
  never: {
    playerId: 'p4',
    cards: [{ id: 'n1', text: 'Aplaudir cuando aterriza el avión.' }],
    confessed: ['p3'],
  },
  pending: [{ id: 'r9', cards: [{ id: 'blank-1', text: 'Un gato con opiniones.', blank: true }] }],
  may: ['submit_response', 'confess', 'approve', 'reboot_hand', 'never_have_i_ever'],
};
/** The end of the game, in a tournament. */
export const ended = {
  phase: 'completed',
  over: true,
  winnerIds: ['p4'],
  tournament: { game: 2, wins: { p1: 1, p4: 1 } },
  may: [],
  room: { state: 'GAME_OVER', winners: ['p4'] },
};
