/* A host's own words, as the lobby's editor shows them. */

/** @typedef {import('../../web/js/deck-editor.js').Card} Card */

/** @type {import('../../web/js/deck-editor.js').Shape['fields']} */
export const fields = () => [{ name: 'word', label: 'codenames.edit.word' }];

/** @type {import('../../web/js/deck-editor.js').Shape['kinds']} */
export const kinds = [{ label: 'codenames.cards.editor.new', make: () => ({ values: { word: '' } }) }];

/** @param {any} deck @returns {Card[]} */
export const cardsOf = (deck) => deck.words.map((/** @type {string} */ word) => ({ values: { word } }));

/** @param {any} deck @param {Card[]} cards */
export const deckOf = (deck, cards) => ({ ...deck, words: cards.map(({ values }) => values.word) });
