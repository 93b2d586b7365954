/* How large a word can be on its card: on one line, or on more if that makes it easier to read. Measured
 * with the page's own letters before anything is drawn, so the layout is never asked twice. */

/** @typedef {{ lines: string[], size: number }} Fitted size in pixels */
/** @typedef {{ width: number, height: number }} Space pixels inside a card */

/** Ends a line within a word; a hyphen to look at, no letter of the word. */
export const cut = '\u2010';
const lineHeight = 1.08;
/** At this size nobody minds; pixels. Below, a word is broken if that makes it so much larger that it is worth the hyphen. */
const easy = 11;
const hyphensWorth = [1, 0.87, 0.6];
const vowel = /[aeiouyаеиоуъюя]/;

const pen = document.createElement('canvas').getContext('2d');
/** Width of a text at a size of one pixel, by font and text. @type {Map<string, number>} */
const widths = new Map();

/** When fonts arrive, what was measured with others is worth nothing. */
export const forgetWidths = () => widths.clear();

/** @param {string} text @param {string} family */
function widthOf(text, family) {
  const key = `${family}|${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    if (pen) pen.font = `700 100px ${family}`;
    width = (pen?.measureText(text.replace(cut, '-')).width ?? text.length * 70) / 100;
    widths.set(key, width);
  }
  return width;
}

/** Past the end of a word there is none. @param {string | undefined} letter */
const isVowel = (letter = '') => vowel.test(letter.normalize('NFD').charAt(0).toLowerCase());

/** Consonants that open a syllable together, in any of the four languages; Spanish never parts the last two. */
const together = /^([BCDFGPTVБВГДКПТФХ][LRЛР]|CH|QU|GU|SC|СТ)$/i;
const spanish = /^(LL|RR)$/i;

/** May a line end before this letter? @param {string[]} letters @param {number} i @param {string} language */
function opensSyllable(letters, i, language) {
  const pair = (/** @type {number} */ at) => (letters[at] ?? '') + (letters[at + 1] ?? '');
  const bound = (/** @type {number} */ at) =>
    together.test(pair(at)) || (language === 'es' && spanish.test(pair(at)));
  if (isVowel(letters[i]) || bound(i - 1)) return false;
  return isVowel(letters[i + 1]) || (bound(i) && isVowel(letters[i + 2]));
}

/** Where a line may end: after a space or a hyphen, before a syllable; anywhere in what has none. @param {string[]} letters @param {string} language */
function endsOf(letters, language) {
  const all = letters.map((_, i) => i).slice(2, -1);
  const good = all.filter(
    (i) =>
      ' -'.includes(letters[i - 1]) ||
      (![letters[i - 2], letters[i], letters[i + 1]].includes(' ') && opensSyllable(letters, i, language)),
  );
  return good.length ? good : all;
}

/** All ways to write a word on two or three lines. @param {string} word @param {string} language @returns {string[][]} */
export function waysToBreak(word, language) {
  const letters = [...word.normalize('NFC')];
  const ends = endsOf(letters, language);
  const line = (/** @type {number} */ from, /** @type {number} */ to) => {
    const text = letters.slice(from, to).join('');
    return to === letters.length || text.endsWith('-')
      ? text
      : text.endsWith(' ')
        ? text.trimEnd()
        : text + cut;
  };
  const last = letters.length;
  const two = ends.map((i) => [line(0, i), line(i, last)]);
  const three = ends.flatMap((i, n) =>
    ends
      .slice(n + 1)
      .filter((j) => j > i + 1)
      .map((j) => [line(0, i), line(i, j), line(j, last)]),
  );
  return [...two, ...three];
}

/** @param {string} word @param {Space} space @param {number} most pixels @param {string} family @param {string} language @returns {Fitted} */
export function fitWord(word, space, most, family, language) {
  /** @param {string[]} lines */
  const sizeOf = (lines) =>
    Math.min(
      most,
      space.width / Math.max(...lines.map((line) => widthOf(line, family))),
      space.height / lines.length / lineHeight,
    );
  const size = sizeOf([word]);
  let best = { lines: [word], size, worth: size };
  if (size >= Math.min(easy, most)) return best;
  for (const lines of waysToBreak(word, language)) {
    const larger = sizeOf(lines);
    const worth = larger * hyphensWorth[lines.filter((line) => line.endsWith(cut)).length];
    if (worth > best.worth) best = { lines, size: larger, worth };
  }
  return best;
}
