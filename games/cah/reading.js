/* From the server's view to what the table draws: whatever is absent, because it is secret or because that
 * rule is not played, is there as nothing. Decides no rule. */

/** @typedef {{ id: string, text: string, blank?: boolean }} White */
/** @typedef {{ id: string, text: string, pick: number }} Black */
/** `revealed: false`: only the czar sees it yet. @typedef {{ id: string, cards: White[], revealed?: boolean, own?: boolean, playerId?: string | null, votes?: number }} Response */
/** @typedef {{ round: number, blackCard: Black | null, winnerId: string | null, cards: White[] }} Past */
/** @typedef {{ phase: 'waiting_for_responses' | 'judging' | 'completed', over: boolean, round: number, roundId: string, blackCard: Black | null,
 *   czarId: string | null, czars: string[], hand: White[], yourResponse: { cards: White[], pending: boolean } | null, submitted: string[],
 *   waitingFor: string[], voting: boolean, voted: string[], yourVote: string | null, responses: Response[], responseCount: number, revealed: number,
 *   scores: Record<string, number>, scoreLimit: number, pickMin: number, pickMax: number, may: Set<string>, pairs: string[][],
 *   pointing: string | null, partner: { id: string, hand: White[], pointing: string | null } | null, players: string[], randos: string[],
 *   winnerIds: string[], winningResponse: Response | null, happyResponse: Response | null, never: { playerId: string, cards: White[], confessed: string[] } | null,
 *   pending: { id: string, cards: White[] }[], tournament: { wins: Record<string, number> } | null, history: Past[],
 *   deadline: number | null }} Game */

const list = (/** @type {any} */ value) => (Array.isArray(value) ? value.filter(Boolean) : []);
const withCards = (/** @type {any} */ value) => value && { ...value, cards: list(value.cards) };

/** Whoever plays together with somebody, he himself included. @param {string[][]} pairs @param {string | null | undefined} id @returns {string[]} */
export const sideOf = (pairs, id) => (id ? (pairs.find((pair) => pair.includes(id)) ?? [id]) : []);

/** Those to whom a response belongs. @param {Game} game @param {Response | null} response */
export const authorsOf = (game, response) => sideOf(game.pairs, response?.playerId);

/** @param {import('../../web/js/parts.js').View} view @returns {Game | null} */
export function readGame(view) {
  const { table } = view;
  if (!table?.roundId) return null;
  const pick = table.blackCard?.pick ?? 1;
  const pairs = list(table.pairs);
  const scores = table.scores ?? {};
  return {
    ...table,
    pairs,
    scores,
    hand: list(table.hand),
    czars: sideOf(pairs, table.czarId),
    submitted: list(table.submitted),
    waitingFor: list(table.waitingFor),
    voting: table.voting === true,
    voted: list(table.voted),
    yourVote: table.yourVote ?? null,
    yourResponse: withCards(table.yourResponse),
    responses: list(table.responses).map(withCards),
    may: new Set(list(table.may)),
    pickMin: pick,
    pickMax: table.packingHeat ? pick + 1 : pick,
    pointing: table.pointing ?? null,
    partner: table.partner ?? null,
    players: list(table.players),
    randos: Object.keys(scores).filter((id) => id.startsWith('rando')),
    winnerIds: list(table.winnerIds),
    winningResponse: withCards(table.winningResponse),
    happyResponse: withCards(table.happyResponse),
    never: withCards(table.never),
    pending: list(table.pending).map(withCards),
    tournament: table.tournament ?? null,
    history: list(table.history).map(withCards),
    deadline: table.deadline ?? null,
  };
}
