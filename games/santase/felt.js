/* The middle of the table and the other side of it: stock, trick, what everybody has won. */
import { backs, laid, nameTag, picture, pip, shown } from './pieces.js';
import { nameOf, suitName, who } from './words.js';

/** @typedef {import('./santase.js').Scene} Scene */

/** @param {Scene} scene @param {number} seat */
export function drawOpponent(scene, seat) {
  const { h, lang, table } = scene;
  const player = table.players[seat];
  const hidden = player.cards - player.shown.length;
  return h(
    'section',
    { class: 'side other', key: 'other', 'aria-label': player.name },
    h(
      'div',
      { class: 'hand small' },
      backs(scene, hidden, lang.t('santase.cardsLeft', { name: player.name, count: player.cards })),
      player.shown.map((/** @type {string} */ card) => shown(scene, card, 'raised')),
    ),
    drawTricks(scene, seat),
  );
}

/** @param {Scene} scene @param {number} seat */
export function drawTricks(scene, seat) {
  const { h, lang, table } = scene;
  const player = table.players[seat];
  const married = table.marriages.filter((/** @type {any} */ one) => one.seat === seat);
  return h(
    'p',
    { class: 'won' },
    seat !== table.you && h('bdi', { class: 'who', key: 'who' }, player.name),
    h('span', { class: 'tag', key: 'tricks' }, lang.n('santase.tricks', player.tricks)),
    married.map((/** @type {any} */ one) =>
      h(
        'span',
        { class: 'tag', key: one.suit },
        pip(scene, one.suit),
        h('span', { class: 'hidden-text' }, `${lang.t('santase.marriage')}: ${suitName(lang, one.suit)} `),
        String(one.points),
      ),
    ),
    seat === table.you &&
      h('span', { class: 'tag points', key: 'points' }, lang.t('santase.points', { points: table.points })),
  );
}

/** @param {Scene} scene */
export function drawStock(scene) {
  const { h, lang } = scene;
  const { trump, stock: pile } = scene.table;
  const state = pile.closed
    ? lang.t('santase.closed', { name: nameOf(scene, pile.closedBy) })
    : pile.count
      ? lang.n('santase.stock', pile.count)
      : lang.t('santase.stockOut');
  return h(
    'div',
    { class: pile.closed ? 'stock closed' : 'stock', key: 'stock' },
    h(
      'div',
      { class: 'pile' },
      trump.card && shown(scene, trump.card, pile.closed ? 'trump covered' : 'trump'),
      pile.count > 1 &&
        h('span', { class: 'playing-card', key: 'back', 'aria-hidden': 'true' }, picture(scene, 'card-back')),
      !trump.card && pip(scene, trump.suit),
    ),
    h(
      'p',
      { class: 'caption' },
      h('strong', {}, pip(scene, trump.suit), lang.t('santase.trump', { suit: suitName(lang, trump.suit) })),
      ' ',
      state,
    ),
  );
}

/** What lies on the table: the other one's card higher, one's own lower, each with its name, and a
 * place for the one that is awaited. The last trick stays until somebody leads. @param {Scene} scene */
export function drawTrick(scene) {
  const { h } = scene;
  const { table, lastTrick, turn } = scene.table;
  const own = scene.view.you?.seat ?? 0;
  const done = !table.length && lastTrick;
  const placed = done ? lastTrick.cards : table;
  /** @param {number} seat @param {string} [extra] */
  const side = (seat, extra = '') => `${seat === own ? 'mine' : 'theirs'}${extra}`;
  return h(
    'div',
    { class: done ? 'trick done' : 'trick', key: 'trick' },
    h(
      'div',
      { class: 'placed' },
      placed.map((/** @type {any} */ one) =>
        laid(scene, one, side(one.seat), done ? lastTrick.winner : null),
      ),
      !done &&
        h(
          'figure',
          { key: 'place', class: side(turn, ' place'), 'aria-hidden': 'true' },
          h('span', { class: 'outline' }),
          nameTag(scene, turn),
        ),
    ),
    h('p', { class: 'caption' }, trickText(scene, done)),
  );
}

/** @param {Scene} scene @param {boolean} done */
function trickText(scene, done) {
  const { lang, news } = scene;
  const { lastTrick, declared, leader, trump } = scene.table;
  if (declared)
    return who(scene, 'declares', leader, {
      suit: suitName(lang, declared),
      points: declared === trump.suit ? 40 : 20,
    });
  if (news.length) return news.join(' ');
  return done ? who(scene, 'won', lastTrick.winner, { points: lastTrick.points }) : ' ';
}
