/* What is known of a stored room, and one legal move for whoever has one: by HTTP and token alone, as any
 * version of the program understands it. Used when a store is written for later, and when it is opened. */

/** Somebody with a token. */
export class Seat {
  constructor(server, code, token) {
    Object.assign(this, { server, code, token });
  }

  async ask(path, body) {
    const answer = await fetch(`${this.server.url}/rooms/${this.code}/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${this.token}`,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    });
    return answer.json();
  }

  async does(event, payload = {}) {
    const answer = await this.ask(`do/${event}`, payload);
    if (!answer.ok) throw new Error(`${event} in ${this.code}: ${JSON.stringify(answer)}`);
    return answer;
  }

  view() {
    return this.ask('state');
  }
}

/* For each game the move of this seat, [event, payload], if it has one. */
const moves = {
  taboo({ may }) {
    const verb = may.find((one) => one !== 'strike_card');
    return verb && [verb, {}];
  },
  codenames({ can, board, currentTeam }, number) {
    if (can.takeSpymaster) return ['take_spymaster', {}];
    if (can.ready) return ['ready', {}];
    if (can.clue)
      return ['submit_clue', { text: `zz${'abcdefghijklmnopqrstuvwxyz'[number % 26]}`, count: 2 }];
    const hidden = board.findIndex(({ isRevealed, type }) => !isRevealed && (!type || type === currentTeam));
    return can.guess && ['make_guess', { position: hidden }];
  },
  santase({ can, hand }) {
    if (can.confirm) return ['next_deal', {}];
    return can.play && ['play_card', { card: hand.find(({ legal }) => legal).card }];
  },
  cah({ may, hand, blackCard, responses, roundId }) {
    if (may.includes('submit_response'))
      return [
        'submit_response',
        { roundId, cardIds: hand.slice(0, blackCard.pick).map(({ id }) => id), texts: {} },
      ];
    if (may.includes('judge_winner')) return ['judge_winner', { roundId, responseId: responses[0].id }];
    return may.includes('next_round') && ['next_round', { roundId }];
  },
};

/** The move that this view allows, if there is one. */
export const moveOf = ({ room, table }, number = 0) =>
  (room.state === 'PLAYING' && table && moves[room.game](table, number)) || null;

/** The first of these seats that has a move makes it; says which event it was, null if nobody has one. */
export async function moveOn(seats, number = 0) {
  for (const seat of seats) {
    const move = moveOf(await seat.view(), number);
    if (!move) continue;
    await seat.does(...move);
    return move[0];
  }
  return null;
}

/* Of each game what may not change however its view is written: no times, no texts of the interface. */
const facts = {
  taboo: (t) => ({
    phase: t.phase,
    team: t.team,
    role: t.role,
    turn: [t.turnNumber, t.activeTeam, t.describer?.id],
    card: t.card?.id ?? null,
    cardsLeft: t.cardsLeft,
    scores: t.scores,
    winner: t.winner,
  }),
  codenames: (t) => ({
    phase: t.phase,
    you: [t.you?.team, t.you?.role],
    turn: t.currentTeam,
    board: t.board.map(({ word, type, isRevealed }) => `${word} ${type} ${isRevealed}`),
    clues: t.clueHistory.map(({ team, text, count }) => `${team} ${text} ${count}`),
    winner: t.winner,
  }),
  santase: (t) => ({
    phase: t.phase,
    hand: t.hand.map(({ card }) => card),
    trump: t.trump?.suit,
    table: t.table.map(({ card }) => card),
    players: t.players.map(({ score, cards, tricks }) => [score, cards, tricks]),
  }),
  cah: (t) => ({
    phase: t.phase,
    round: t.round,
    czar: t.czarId,
    black: t.blackCard?.text,
    hand: t.hand.map(({ text }) => text),
    submitted: [...t.submitted].sort(),
    scores: t.scores,
  }),
};

/** What one person knows of the room, as plain data. */
export function factsOf({ room, you, table }) {
  return {
    room: {
      game: room.game,
      state: room.state,
      paused: room.paused,
      host: room.hostId,
      gamesPlayed: room.gamesPlayed,
      ownCards: room.ownCards ?? 0,
      winners: room.winners,
      players: room.players.map(({ id, name, team, seat, bot, evening, watching, gone }) =>
        [id, name, team, seat, bot, evening, watching, gone].join(' '),
      ),
    },
    you: you.id,
    table: table && facts[room.game](table),
  };
}
