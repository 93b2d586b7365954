/* The winner's moment: whose it was, with some joy, and how everybody stands. */
import { faceOf, namesOf, sayOf } from './people.js';
import { authorsOf, sideOf } from './reading.js';

/** @typedef {import('./cah.js').Scene} Scene */

/** Bits of paper; where motion is not wanted they are not there. @param {Scene} scene */
const drawConfetti = ({ frame: { h } }) =>
  h(
    'span',
    { class: 'cah-confetti', key: 'confetti', 'aria-hidden': 'true' },
    Array.from({ length: 24 }, (_, i) => h('i', { key: i })),
  );

/** Who won the round, as a sentence. @param {Scene} scene */
export function winnerText(scene) {
  const { frame, game, me } = scene;
  const { lang } = frame;
  const winners = authorsOf(game, game.winningResponse);
  if (!winners.length) return lang.t('cah.tie');
  if (winners.includes(me ?? '')) return lang.t('cah.youWin');
  if (game.randos.some((id) => winners.includes(id))) return lang.t('cah.randoWins');
  return sayOf(scene, winners, 'cah.wins', 'cah.wins.both');
}

/** Who has won the game, where that is no person: the room knows of people alone. @param {Scene} scene */
export function outcomeText(scene) {
  const { frame, game } = scene;
  if (!game.over || !game.winnerIds.some((id) => game.randos.includes(id))) return undefined;
  return game.winnerIds.length === 1
    ? frame.lang.t('cah.randoOutcome')
    : frame.lang.t('table.winners', { names: namesOf(scene, game.winnerIds) });
}

/** @param {Scene} scene */
export function drawWinner(scene) {
  const { frame, game } = scene;
  const { h, lang } = frame;
  const winners = authorsOf(game, game.winningResponse);
  const favourites = authorsOf(game, game.happyResponse);
  const won = winners.length > 0;
  return h(
    'div',
    { class: won ? 'cah-winner' : 'cah-winner tie', key: 'winner' },
    won && drawConfetti(scene),
    h(
      'p',
      { class: 'cah-winner-faces' },
      winners.map((id) => h('span', { key: id }, faceOf(scene, id))),
    ),
    h('h2', {}, winnerText(scene)),
    favourites.length > 0 &&
      h(
        'p',
        { class: 'cah-favourite', key: 'favourite' },
        lang.t('cah.favourite', { name: namesOf(scene, favourites) }),
      ),
    frame.tv && game.voting && h('p', { class: 'cah-favourite', key: 'voting' }, lang.t('cah.todo.happy')), // phones say it in their bar
  );
}

/** Everybody by points, the best first; who has the same stands as high. Who plays together stands there once. @param {Scene} scene @param {Record<string, number>} points @param {string[][]} [pairs] @returns {[string[], number][]} */
export const ranked = ({ game }, points, pairs = game.pairs) =>
  Object.entries(points)
    .map(([id, score]) => /** @type {[string[], number]} */ ([sideOf(pairs, id), score]))
    .filter(([side], i, all) => all.findIndex(([other]) => other[0] === side[0]) === i)
    .sort(([, a], [, b]) => b - a);

/** @param {Scene} scene @param {string} title @param {string} key @param {Record<string, number>} points @param {string[][]} [pairs] */
function drawList(scene, title, key, points, pairs) {
  const { h } = scene.frame;
  const now = authorsOf(scene.game, scene.game.winningResponse);
  const best = Math.max(1, ...Object.values(points));
  return h(
    'section',
    { class: 'cah-scores', key, 'aria-labelledby': `cah-${key}` },
    h('h3', { id: `cah-${key}` }, title),
    h(
      'ol',
      {},
      ranked(scene, points, pairs).map(([side, score]) =>
        h(
          'li',
          { key: side[0], class: now.includes(side[0]) ? 'now' : '' },
          h(
            'span',
            { class: 'cah-side' },
            side.map((id) => h('span', { key: id }, faceOf(scene, id))),
          ),
          h('bdi', {}, namesOf(scene, side)),
          h('meter', { min: 0, max: best, value: Math.max(0, score), 'aria-hidden': 'true' }),
          h('b', {}, String(score)),
        ),
      ),
    ),
  );
}
/** @param {Scene} scene */
export function drawScores(scene) {
  const { frame, game } = scene;
  const { lang } = frame;
  const title = game.scoreLimit ? lang.n('cah.scoresTo', game.scoreLimit) : lang.t('cah.scores');
  return drawList(scene, title, 'scores', game.scores);
}

/** Games won, over several of them, by everybody alone: partners change. Who has won none stands there too, once somebody has. @param {Scene} scene */
export function drawTournament(scene) {
  const { frame, game } = scene;
  const wins = game.tournament?.wins ?? {};
  if (!Object.keys(wins).length) return false;
  const none = Object.fromEntries(game.players.map((id) => [id, 0]));
  return drawList(scene, frame.lang.t('cah.tournament'), 'tournament', { ...none, ...wins }, []);
}
