/* A host's own cards, as the lobby's editor shows them: black and white ones, each in its pack. */

/** @typedef {import('../../web/js/deck-editor.js').Card} Card */
/** @typedef {'black' | 'white'} Colour */

/** @type {Colour[]} */
const colours = ['black', 'white'];

/** @param {Card} card */
const colourOf = (card) => /** @type {Colour} */ (Object.keys(card.values)[0]);

/** @type {import('../../web/js/deck-editor.js').Shape['fields']} */
export const fields = (card) => [{ name: colourOf(card), label: `cah.edit.${colourOf(card)}`, long: true }];

/** @type {import('../../web/js/deck-editor.js').Shape['kinds']} */
export const kinds = colours.map((colour) => ({
  label: `cah.edit.new.${colour}`,
  make: () => ({ values: { [colour]: '' }, group: '0' }),
}));

/** @param {any} deck @returns {Card[]} */
export const cardsOf = (deck) =>
  deck.packs.flatMap((/** @type {any} */ pack, /** @type {number} */ place) =>
    colours.flatMap((colour) =>
      pack[colour].map((/** @type {any} */ card) => ({
        values: { [colour]: card.text },
        group: String(place),
        of: card,
      })),
    ),
  );

/** What was written anew says itself how many cards it takes: as many as it has blanks. @param {Card} card */
const written = (card) =>
  card.of && !card.changed ? card.of : { text: Object.values(card.values)[0], rating: card.of?.rating };

/** @param {any} deck @param {Card[]} cards */
export const deckOf = (deck, cards) => ({
  ...deck,
  packs: deck.packs.map((/** @type {any} */ pack, /** @type {number} */ place) => ({
    ...pack,
    ...Object.fromEntries(
      colours.map((colour) => [
        colour,
        cards.filter((card) => card.group === String(place) && colourOf(card) === colour).map(written),
      ]),
    ),
  })),
});
