/* The two event tables of the Taboo specification, as checks: which fields an event carries, and
 * what may not be in it. */
import assert from 'node:assert/strict';

export const TEAMS = ['Equipo A', 'Equipo B'];
export const CODES = [
  'ROOM_NOT_FOUND',
  'GAME_ALREADY_STARTED',
  'TEAM_FULL',
  'INVALID_TEAM',
  'NOT_YOUR_TURN',
  'NOT_HOST',
  'NEED_MORE_PLAYERS',
  'DECK_EMPTY',
  'CARD_API_FAILED',
];
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const is = (pattern) => (v) => assert.match(v, pattern);
const oneOf =
  (...words) =>
  (v) =>
    assert.ok(words.includes(v), `«${v}» is none of ${words}`);
const text = (v) => assert.equal(typeof v, 'string');
const filled = (v) => assert.ok(typeof v === 'string' && v.length > 0);
const count = (v) => assert.ok(Number.isInteger(v) && v >= 0, `${v} is no count`);
const whole = (v) => assert.ok(Number.isInteger(v), `${v} is no whole number`);
const object = (fields) => (v) => {
  assert.equal(typeof v, 'object');
  for (const [key, check] of Object.entries(fields)) {
    assert.ok(key in v, `«${key}» is missing in ${JSON.stringify(v)}`);
    check(v[key]);
  }
};
const byTeam = (check) => (v) => {
  assert.deepEqual(Object.keys(v), TEAMS);
  for (const team of TEAMS) check(v[team]);
};
const list = (check) => (v) => {
  assert.ok(Array.isArray(v));
  v.forEach(check);
};

const roomCode = is(/^[2-9A-HJ-NP-Z]{6}$/);
const roomState = object({
  roomCode,
  state: oneOf('LOBBY', 'PLAYING', 'GAME_OVER'),
  settings: object({ mode: oneOf('score', 'deck'), scoreLimit: count, turnSeconds: count }),
  players: list(object({ name: filled, team: oneOf(...TEAMS, null) })),
});
const card = object({
  id: is(UUID),
  word: (v) => assert.equal(v, v.toUpperCase()),
  tabooWords: (v) => {
    assert.equal(new Set(v).size, 5);
    v.forEach((w) => assert.equal(w, w.toLowerCase()));
  },
  category: filled,
  difficulty: oneOf('easy', 'medium', 'hard'),
});
const scores = byTeam(whole);
const teamStats = byTeam(object({ correct: count, buzz: count, skip: count, turns: count }));
const team = oneOf(...TEAMS);

const events = {
  room_created: { roomCode, roomState },
  room_joined: { roomState },
  room_updated: { roomState },
  game_started: { roomState },
  turn_started: { activeTeam: team, describerName: filled, turnNumber: count },
  card_revealed: { card },
  timer_tick: { secondsRemaining: count },
  card_scored: { cardId: is(UUID), result: oneOf('correct', 'buzz', 'skip'), scores, teamStats },
  turn_ended: { scores, teamStats, nextTeam: team, nextDescriberName: filled },
  game_over: {
    finalScores: scores,
    teamStats,
    winner: oneOf(...TEAMS, 'tie'),
    playerStats: list(object({ name: filled, team, cardsDescribed: count, cardsGuessed: count })),
  },
  error: { code: filled, message: filled },
  cards_generating: {},
  cards_ready: { totalCards: count },
  /* beyond the specification */
  room_closed: { reason: text },
  cards_failed: {},
  strike_asked: { cardId: is(UUID), askedBy: list(team) },
  strike_lapsed: { cardId: is(UUID), askedBy: list(team) },
  card_struck: { cardId: is(UUID), result: oneOf('correct', 'buzz'), scores, teamStats },
  describer_lost: { describerName: filled, until: whole },
  describer_back: { describerName: filled },
  turn_notice: { kind: filled, turnNumber: count, team },
};
/** Every event goes to all players of a room, but these. */
export const PRIVATE = ['room_created', 'room_joined', 'card_revealed', 'error', 'room_closed'];

export function checkEvent(name, data) {
  assert.ok(name in events, `the specification has no event «${name}»`);
  object(events[name])(data);
}

function* strings(value) {
  if (typeof value === 'string') yield value;
  else if (value && typeof value === 'object') for (const v of Object.values(value)) yield* strings(v);
}

/** The word, a forbidden word or the id of a card, anywhere in a payload. */
export function givesAway(secret, data) {
  const inside = (s, word) => ` ${s.split(/[^\p{L}\p{N}]+/u).join(' ')} `.includes(` ${word} `);
  for (const s of strings(data))
    if (s.includes(secret.id) || secret.tabooWords.includes(s) || inside(s, secret.word)) return true;
  return false;
}
