/* Below the table: the last trick, the paper, cards in four colours. */
import { laid } from './pieces.js';
import { drawSheet } from './review.js';
import { who } from './words.js';

/** @typedef {import('./santase.js').Scene} Scene */

/** @param {Scene} scene */
function openPaper(scene) {
  const { frame, h, lang } = scene;
  const dialog = frame.openDialog({ title: lang.t('santase.paper'), closeLabel: lang.t('site.close') });
  frame.render(dialog.body, h('div', { class: 'santase-cards' }, drawSheet(scene)));
}

/** @param {Scene} scene */
function openLastTrick(scene) {
  const { frame, h, lang, fourColours } = scene;
  const last = scene.table.lastTrick;
  const dialog = frame.openDialog({ title: lang.t('santase.lastTrick'), closeLabel: lang.t('site.close') });
  frame.render(
    dialog.body,
    h(
      'div',
      { class: `santase-cards trick-list${fourColours ? ' four-colours' : ''}` },
      last.cards.map((/** @type {any} */ one) => laid(scene, one, '', last.winner)),
      h('p', {}, who(scene, 'won', last.winner, { points: last.points })),
    ),
  );
}

/** @param {Scene} scene */
export function drawTools(scene) {
  const { h, lang, fourColours, recolour } = scene;
  const { lastTrick: last, phase, paper: deals } = scene.table;
  return h(
    'div',
    { class: 'tools', key: 'tools' },
    last &&
      phase === 'play' &&
      h(
        'button',
        { type: 'button', class: 'quiet', key: 'last', on: { click: () => openLastTrick(scene) } },
        lang.t('santase.lastTrick'),
      ),
    h(
      'button',
      {
        type: 'button',
        class: 'quiet',
        key: 'colours',
        'aria-pressed': String(fourColours),
        on: { click: recolour },
      },
      lang.t('santase.fourColours'),
    ),
    phase === 'play' &&
      deals.length > 0 &&
      h(
        'button',
        { type: 'button', class: 'quiet', key: 'paper', on: { click: () => openPaper(scene) } },
        lang.t('santase.paper'),
      ),
  );
}
