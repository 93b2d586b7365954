/* After a deal: who won it and how, all its cards, the score on paper. */
import { shown } from './pieces.js';
import { nameOf, who } from './words.js';

/** @typedef {import('./santase.js').Scene} Scene */

/** @param {Scene} scene @param {any} review */
function reviewText(scene, review) {
  const { lang } = scene;
  if (review.winner === null) return lang.t('santase.end.drawn');
  if (review.reason === 'forfeit') return ''; // said below
  return `${lang.t(`santase.end.${review.reason}`, { name: nameOf(scene, review.winner), other: nameOf(scene, 1 - review.winner) })} ${who(scene, 'scores', review.winner, { points: review.points })}`;
}

/** Why there is no match any more. @param {Scene} scene */
function forfeitText(scene) {
  const { lang, view, table } = scene;
  const loser = view.room.players.find(({ seat }) => seat === 1 - table.winner);
  return lang.t(`santase.forfeit.${loser?.goneWhy ?? 'left'}`, {
    name: nameOf(scene, 1 - table.winner),
    winner: nameOf(scene, table.winner),
  });
}

/** @param {Scene} scene */
export function drawReview(scene) {
  const { frame, h, lang, view, table } = scene;
  const { review: end, can, phase, players } = table;
  const own = view.you?.seat ?? 0;
  return h(
    'section',
    { class: 'card review', key: 'review' },
    h(
      'div',
      { class: 'outcome', key: 'outcome' },
      h('h2', {}, end.winner === null ? lang.t('santase.dealDrawn') : who(scene, 'dealWon', end.winner)),
      h('p', {}, reviewText(scene, end)),
      table.forfeit && h('p', { class: 'forfeit', key: 'forfeit' }, forfeitText(scene)),
      h(
        'dl',
        { class: 'totals', 'aria-label': lang.t('santase.counted') },
        [own, 1 - own].map((seat) =>
          h(
            'div',
            { key: seat, class: seat === end.winner ? 'best' : '' },
            h('dt', {}, nameOf(scene, seat)),
            h('dd', {}, String(end.totals[seat])),
          ),
        ),
      ),
      can.confirm &&
        h(
          'p',
          { class: 'actions', key: 'next' },
          h(
            'button',
            { type: 'button', class: 'primary', on: { click: () => frame.send('next_deal') } },
            lang.t('santase.nextDeal'),
          ),
        ),
      phase === 'review' &&
        view.you &&
        !can.confirm &&
        players.some((/** @type {any} */ one) => !one.ready) &&
        h('p', { class: 'hint', key: 'waits' }, lang.t('santase.waits', { name: nameOf(scene, 1 - own) })),
      drawSheet(scene),
    ),
    tricksOf(scene, end, own),
  );
}

/** All cards of the deal: trick by trick, then what was not played. @param {Scene} scene @param {any} end @param {number} own */
function tricksOf(scene, end, own) {
  const { h, lang } = scene;
  /** @param {string} title @param {string[]} cards */
  const rest = (title, cards) =>
    cards.length > 0 &&
    h(
      'div',
      { key: title, class: 'rest' },
      h('h4', {}, title),
      h(
        'p',
        { class: 'row' },
        cards.map((card) => shown(scene, card)),
      ),
    );
  return h(
    'div',
    { class: 'deal-cards', key: 'cards' },
    h('h3', {}, lang.t('santase.allTricks')),
    h(
      'ol',
      { class: 'trick-list' },
      end.tricks.map((/** @type {any} */ one, /** @type {number} */ i) =>
        h(
          'li',
          { key: i },
          one.cards.map((/** @type {any} */ put) =>
            shown(scene, put.card, put.seat === one.winner ? '' : 'beaten'),
          ),
          h('span', {}, nameOf(scene, one.winner), ' ', h('b', {}, String(one.points))),
        ),
      ),
    ),
    rest(lang.t('santase.handOf', { name: nameOf(scene, own) }), end.hands[own]),
    rest(lang.t('santase.handOf', { name: nameOf(scene, 1 - own) }), end.hands[1 - own]),
    rest(lang.t('santase.stockLeft'), end.stock),
  );
}

/** The score as it is kept on paper: a column each, points added up deal by deal. @param {Scene} scene */
export function drawSheet(scene) {
  const { h, lang, table } = scene;
  const own = scene.view.you?.seat ?? 0;
  const sums = [0, 0];
  return h(
    'div',
    { class: 'paper', key: 'paper' },
    h(
      'table',
      {},
      h('caption', {}, lang.t('santase.firstTo', { points: table.settings.matchTo })),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          [own, 1 - own].map((seat) => h('th', { key: seat, scope: 'col' }, nameOf(scene, seat))),
        ),
      ),
      h(
        'tbody',
        {},
        table.paper.map((/** @type {any} */ deal, /** @type {number} */ i) => {
          if (deal.winner !== null) sums[deal.winner] += deal.points;
          return h(
            'tr',
            { key: i },
            [own, 1 - own].map((seat) =>
              h('td', { key: seat }, deal.winner === seat ? String(sums[seat]) : '–'),
            ),
          );
        }),
      ),
    ),
  );
}
