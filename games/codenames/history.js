/* What was said and turned over, the latest turn first. */
import { shapeOf } from './board.js';
import { countText } from './head.js';
import { iconOf, numberOf } from './scores.js';
import { computer } from './setup.js';

/** @typedef {import('./codenames.js').Scene} Scene */
/** @typedef {import('./codenames.js').Turn} Turn */

/** @param {Scene} scene @param {Turn} turn @param {number} i */
function drawTurn({ frame, view, game, language }, turn, i) {
  const { h, icon, lang } = frame;
  const clue = turn.clue === null ? null : game.clueHistory[turn.clue];
  return h(
    'li',
    { class: 'cn-past', key: i, 'data-team': numberOf(turn.team) },
    h(
      'p',
      { class: 'cn-past-clue' },
      icon(iconOf(turn.team)),
      h('span', { class: 'hidden-text' }, `${frame.team(view.room.teams[numberOf(turn.team)])}: `),
      clue
        ? [
            h('bdi', { lang: language }, clue.text.toLocaleUpperCase(language)),
            h('b', {}, countText(clue.count)),
            h(
              'small',
              {},
              frame.seated(clue.by)?.name ?? '—',
              frame.seated(clue.by)?.bot ? computer(frame) : false,
            ),
          ]
        : h('i', {}, lang.t('codenames.noClue')),
    ),
    (turn.guesses.length > 0 || turn.why) &&
      h(
        'ul',
        { class: 'cn-guesses' },
        turn.guesses.map((guess) =>
          h(
            'li',
            { key: guess.position, 'data-type': guess.type },
            shapeOf(frame, guess.type),
            h('bdi', { lang: language }, game.board[guess.position]?.word ?? ''),
            h(
              'span',
              { class: 'hidden-text' },
              `: ${lang.t(`codenames.type.${guess.type}`)}, ${frame.seated(guess.by)?.name ?? '—'}`,
            ),
          ),
        ),
        turn.why &&
          ['time', 'stopped'].includes(turn.why) &&
          h('li', { key: 'why', class: 'cn-why' }, lang.t(`codenames.why.${turn.why}`)),
      ),
    turn.meant &&
      h(
        'p',
        { class: 'cn-meant' },
        lang.t('codenames.meant', {
          words: turn.meant.map((position) => game.board[position]?.word ?? '').join(', '),
        }),
      ),
  );
}

/** @param {Scene} scene */
export function drawHistory(scene) {
  const { frame, game, wide } = scene;
  const { h, lang } = frame;
  if (frame.tv || !game.clueHistory.length) return false;
  const list = h(
    'ol',
    { class: 'cn-past-list' },
    game.turnHistory
      .map((turn, i) => (turn.clue !== null || turn.why) && (() => drawTurn(scene, turn, i)))
      .reverse(),
  );
  if (wide)
    return h(
      'section',
      { class: 'cn-history', key: 'history', tabindex: '0', 'aria-labelledby': 'cn-history-title' },
      h('h3', { id: 'cn-history-title' }, lang.t('codenames.history')),
      list,
    );
  return h(
    'details',
    { class: 'cn-history', key: 'history-folded' },
    h(
      'summary',
      {},
      lang.t('codenames.history'),
      h('span', { class: 'count' }, String(game.clueHistory.length)),
    ),
    list,
  );
}
