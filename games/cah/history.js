/* The rounds that are over: each black card with the sentence that won it. */
import { drawSentence } from './black.js';
import { faceOf, namesOf } from './people.js';
import { sideOf } from './reading.js';

/** @typedef {import('./cah.js').Scene} Scene */
/** @typedef {import('./cah.js').Past} Past */

/** @param {Scene} scene @param {Past} past */
function drawPast(scene, past) {
  const { h, lang } = scene.frame;
  const words = past.cards.map((card) => card?.text ?? '');
  const winners = sideOf(scene.game.pairs, past.winnerId);
  return h(
    'li',
    { key: past.round, class: 'cah-past' },
    h('span', { class: 'cah-past-round' }, lang.t('cah.round', { number: past.round })),
    drawSentence(scene, past.blackCard?.text ?? '', words),
    h(
      'span',
      { class: 'cah-author' },
      winners.map((id) => h('span', { key: id }, faceOf(scene, id))),
      h('bdi', {}, winners.length ? namesOf(scene, winners) : lang.t('cah.nobody')),
    ),
  );
}

/** @param {Scene} scene */
export function drawHistory(scene) {
  const { frame, game } = scene;
  const { h, lang } = frame;
  const past = game.history;
  if (frame.tv || !past.length) return false;
  return h(
    'details',
    { class: 'cah-history', key: 'history' },
    h('summary', {}, lang.t('cah.history'), h('span', { class: 'count' }, String(past.length))),
    h(
      'ol',
      { reversed: true },
      [...past].reverse().map((one) => scene.safely(`round ${one?.round}`, () => drawPast(scene, one))),
    ),
  );
}
