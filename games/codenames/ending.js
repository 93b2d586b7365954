/* The end: who won and why, above the whole key. */
import { numberOf, otherOf, sentence, theTeam } from './scores.js';

/** @typedef {import('./codenames.js').Scene} Scene */

/** @param {import('../../web/js/frame.js').Frame} frame @param {import('./codenames.js').Team} winner @param {string | null} wonBy */
export function whyText(frame, winner, wonBy) {
  return sentence(
    frame.lang.t(`codenames.won.${wonBy ?? 'agents'}`, {
      team: theTeam(frame, winner),
      other: theTeam(frame, otherOf(winner)),
    }),
  );
}

/** @param {Scene} scene */
export function drawEnding({ frame, game }) {
  const { h, lang } = frame;
  if (!game.winner)
    return h('section', { class: 'cn-head cn-ending', key: 'ending' }, h('h2', {}, lang.t('table.draw')));
  const team = numberOf(game.winner);
  return h(
    'section',
    { class: 'cn-head cn-ending', key: 'ending', 'data-team': team },
    h('h2', { class: 'cn-todo', key: 'why' }, whyText(frame, game.winner, game.wonBy)),
  );
}
