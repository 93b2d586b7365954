/* Cards as they are drawn, one by one. */
import { cardName, LETTER, nameOf } from './words.js';

/** @typedef {import('./santase.js').Scene} Scene */

const art = new URL('./art/cards.svg', import.meta.url).href;

/** @param {Scene} scene @param {string} symbol */
export const picture = ({ h }, symbol) =>
  h(
    'svg',
    { class: 'face', viewBox: '0 0 250 350', 'aria-hidden': 'true' },
    h('use', { href: `${art}#${symbol}` }),
  );

/** @param {Scene} scene @param {string} suit */
export const pip = (scene, suit) =>
  scene.h('span', { class: `pip ${suit}`, 'aria-hidden': 'true' }, picture(scene, `suit-${LETTER[suit]}`));

/** @param {Scene} scene @param {string} card @param {string} [extra] */
export const shown = (scene, card, extra = '') =>
  scene.h(
    'span',
    { class: `playing-card ${extra}`, key: card, role: 'img', 'aria-label': cardName(scene.lang, card) },
    picture(scene, `card-${card}`),
  );

/** @param {Scene} scene @param {number} count @param {string} label */
export const backs = (scene, count, label) =>
  scene.h(
    'span',
    { class: 'backs', role: 'img', 'aria-label': label },
    Array.from({ length: count }, (_, i) =>
      scene.h('span', { class: 'playing-card', key: `back${i}` }, picture(scene, 'card-back')),
    ),
  );

/** @param {Scene} scene @param {number} seat */
export const nameTag = (scene, seat) =>
  scene.h(
    'figcaption',
    {},
    seat === scene.view.you?.seat ? scene.lang.t('lobby.you') : scene.h('bdi', {}, nameOf(scene, seat)),
  );

/** A card with the name of who played it. @param {Scene} scene @param {any} one @param {string} extra @param {number | null} winner */
export const laid = (scene, one, extra, winner) =>
  scene.h(
    'figure',
    { key: one.card, class: `laid ${extra}${winner === one.seat ? ' took' : ''}` },
    shown(scene, one.card, winner !== null && winner !== one.seat ? 'beaten' : ''),
    nameTag(scene, one.seat),
  );
