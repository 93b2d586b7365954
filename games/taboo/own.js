/* A host's own card, as the lobby's editor shows it: its word, and the forbidden ones with commas. */

/** @typedef {import('../../web/js/deck-editor.js').Card} Card */

/** @type {import('../../web/js/deck-editor.js').Shape['fields']} */
export const fields = () => [
  { name: 'word', label: 'taboo.edit.word' },
  { name: 'forbidden', label: 'taboo.edit.forbidden' },
];

/** @type {import('../../web/js/deck-editor.js').Shape['kinds']} */
export const kinds = [{ label: 'cards.editor.new', make: () => ({ values: { word: '', forbidden: '' } }) }];

/** @param {any} deck @returns {Card[]} */
export const cardsOf = (deck) =>
  deck.cards.map((/** @type {any} */ card) => ({
    values: { word: card.word, forbidden: card.tabooWords.join(', ') },
    of: card,
  }));

/** A card that was not touched stays as it is, with its subject and its difficulty. @param {any} deck @param {Card[]} cards */
export const deckOf = (deck, cards) => ({
  ...deck,
  cards: cards.map(({ values, of, changed }) =>
    of && !changed
      ? of
      : {
          ...of,
          word: values.word,
          tabooWords: values.forbidden
            .split(/[,;]/)
            .map((word) => word.trim())
            .filter(Boolean),
        },
  ),
});
