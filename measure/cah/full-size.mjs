/* A file of cards as large as the largest that is known of the form JSON Against Humanity, compact:
 * 22,441 white and 6,308 black cards in 205 packs, about 3 MB, the same every time. */

const words =
  'the of and a to in my your grandma cat lawyer sandwich without pants while during quiet enormous tiny suspicious accidental Tuesday moon committee goat spreadsheet wedding elevator apology trombone nephew queue password ghost umbrella pension volcano dentist karaoke midnight cheese'.split(
    ' ',
  );

/** Numbers that look drawn and are not. */
function draws(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function sentence(draw, count) {
  return Array.from({ length: count }, () => words[draw(words.length)]).join(' ');
}

/** One black card in eight has no blank; picks up to 10 occur. */
function black(draw, i) {
  const pick = i % 997 === 0 ? 10 : i % 499 === 0 ? 4 : i % 40 === 0 ? 3 : i % 9 === 0 ? 2 : 1;
  const blanks = i % 8 === 0 ? '?' : ' _'.repeat(Math.min(pick, 4));
  return { text: `${i}: ${sentence(draw, 8 + draw(10))}${blanks}`, pick };
}

export function fullSize({ whites = 22441, blacks = 6308, packs = 205 } = {}) {
  const draw = draws(205);
  const white = Array.from({ length: whites }, (_, i) => `${i}: ${sentence(draw, 6 + draw(16))}`);
  const deal = (count) => {
    const lists = Array.from({ length: packs }, () => []);
    for (let i = 0; i < count; i++) lists[i % packs].push(i);
    return lists;
  };
  const [inWhite, inBlack] = [deal(whites), deal(blacks)];
  return {
    white,
    black: Array.from({ length: blacks }, (_, i) => black(draw, i)),
    packs: Array.from({ length: packs }, (_, i) => ({
      name: `Pack ${i + 1}: ${sentence(draw, 3)}`,
      official: i % 3 === 0,
      white: inWhite[i],
      black: inBlack[i],
    })),
  };
}
