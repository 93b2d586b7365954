/* A black card and the white ones that fill it: as pieces to draw, and as one text to read. */

/** `slot`: which white card it is, null for the black card's own words; a slot without text is a gap.
 * @typedef {{ text: string, slot: number | null }} Piece */

/** Cards come from everywhere: whatever is not a text is none. @param {unknown} text */
const tidy = (text) => (typeof text === 'string' ? text.trim() : '');
/** In the middle of a sentence a white card gives up its full stop. @param {string} text */
const unstopped = (text) => text.replace(/(?<!\.)\.$/u, '');

/** Where a sentence begins, so does a capital letter. @param {string} text @param {string} before what stands in front of it */
const begun = (text, before) =>
  /^[\s"'«“„¿¡(]*$|[.!?…]["'»”]?\s+["'«“„¿¡(]*$/u.test(before)
    ? text.replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase())
    : text;

/** @param {string} black @param {string[]} whites @returns {Piece[]} */
export function pieces(black, whites) {
  const parts = (typeof black === 'string' ? black : '').split(/_+/u);
  const gaps = parts.length - 1;
  /** @type {Piece[]} */
  const out = [];
  parts.forEach((part, i) => {
    if (part) out.push({ text: part, slot: null });
    if (i < gaps) out.push({ text: begun(unstopped(tidy(whites[i])), part), slot: i });
  });
  for (let i = gaps; i < whites.length; i++)
    if (tidy(whites[i])) out.push({ text: ' ', slot: null }, { text: begun(tidy(whites[i]), ''), slot: i });
  return out;
}

/** @param {string} black @param {string[]} whites @param {string} gap what is said for a gap */
export const sentence = (black, whites, gap) =>
  pieces(black, whites)
    .map(({ text, slot }) => (slot !== null && !text ? gap : text))
    .join('')
    .replace(/\s+/gu, ' ')
    .trim();

/** How large letters can be: l, m, s or xs. @param {string} text */
export function sizeOf(text) {
  const { length } = typeof text === 'string' ? text : '';
  return length < 46 ? 'l' : length < 90 ? 'm' : length < 160 ? 's' : 'xs';
}
