/* How cards, suits and people are called. */

/** @typedef {import('./santase.js').Scene} Scene */
/** @typedef {import('../../web/js/lang.js').Lang} Lang */

/** @type {Record<string, string>} */
export const LETTER = { hearts: 'H', diamonds: 'D', clubs: 'C', spades: 'S' };

/** @param {Lang} lang @param {string} card */
export const cardName = (lang, card) =>
  lang.t('santase.card', {
    rank: lang.t(`santase.rank.${card.slice(0, -1)}`),
    suit: lang.t(`santase.suit.${card.slice(-1)}`),
  });

/** @param {Lang} lang @param {string} suit */
export const suitName = (lang, suit) => lang.t(`santase.suit.${LETTER[suit]}`);

/** «the ace of hearts or the ten of hearts» @param {Lang} lang @param {string[]} cards */
export const listed = (lang, cards) =>
  new Intl.ListFormat(lang.code, { type: 'disjunction' }).format(cards.map((card) => cardName(lang, card)));

/** @param {Scene} scene @param {number} seat */
export const nameOf = ({ table }, seat) => table.players[seat].name;

/** Says «You …» or «Ana …». @param {Scene} scene @param {string} key @param {number} seat @param {object} [values] */
export const who = (scene, key, seat, values) =>
  seat === scene.view.you?.seat
    ? scene.lang.t(`santase.you.${key}`, { ...values })
    : scene.lang.t(`santase.other.${key}`, { name: nameOf(scene, seat), ...values });
