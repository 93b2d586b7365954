// @ts-check
// One game as a value: its dungeon, and the list of what was asked. All else follows from these.

/**
 * @typedef {{ cell: string, sphere: boolean }} Question
 * @typedef {object} Game
 * @property {string} code       six digits
 * @property {number} players
 * @property {string[]} rows     the secret: one letter a cell, see LETTERS
 * @property {Question[]} asked  in order; the same cell may come again
 * @property {number} cleared    how many of `asked` the history no longer lists
 * @property {boolean} sphere    sphere mode is on
 * @property {boolean} mapShown  the whole map was revealed, for good
 */

/** The kinds of cells, with the names of their pictures, in the order the counters show them. */
export const PICTURES = /** @type {Record<string, string>} */ ({
  M: 'mostro',
  C: 'scrigno',
  K: 'chiave',
  W: 'spada',
  O: 'pozione',
  T: 'trappola',
  P: 'passaggio',
  S: 'sfera',
  '.': '',
});
export const LETTERS = Object.keys(PICTURES);

/** What a person typed or pasted as a code; undefined if it is not six digits.
 * @param {string} typed */
export function codeFrom(typed) {
  const digits = typed.replace(/[\s-]/g, '');
  return /^[0-9]{6}$/.test(digits) ? digits : undefined;
}

/** A code for that many players: those with the remainder that means them.
 * @param {number} players @param {(below: number) => number} draw */
export function codeFor(players, draw) {
  const remainder = players - 2;
  const count = Math.floor((999999 - remainder) / 3) + 1;
  return String(3 * draw(count) + remainder).padStart(6, '0');
}

/** @param {string} code @param {string[]} rows @returns {Game} */
export function gameOf(code, rows) {
  return { code, players: rows.length - 4, rows, asked: [], cleared: 0, sphere: false, mapShown: false };
}

/** @param {number} column @param {number} row */
export function cellName(column, row) {
  return 'ABCDEFGH'[column] + (row + 1);
}

/** The letter in a cell like «C4». @param {Game} game @param {string} cell */
export function contentOf(game, cell) {
  return game.rows[Number(cell[1]) - 1]?.['ABCDEFGH'.indexOf(cell[0])];
}

/** @param {Game} game @param {string} cell @returns {Game} */
export function ask(game, cell) {
  return { ...game, asked: [...game.asked, { cell, sphere: game.sphere }] };
}

/** Cells known so far; true if only the sphere saw them. @param {Game} game */
export function known(game) {
  /** @type {Map<string, boolean>} */
  const cells = new Map();
  for (const { cell, sphere } of game.asked) cells.set(cell, sphere && cells.get(cell) !== false);
  return cells;
}

/** For each kind how many there are and how many are still hidden. @param {Game} game */
export function remaining(game) {
  const counts = LETTERS.map((letter) => ({ letter, all: 0, left: 0 }));
  const found = known(game);
  game.rows.forEach((cells, row) =>
    [...cells].forEach((letter, column) => {
      const count = counts[LETTERS.indexOf(letter)];
      count.all++;
      if (!found.has(cellName(column, row))) count.left++;
    }),
  );
  return counts;
}

/** Nothing but empty cells is hidden any more. @param {Game} game */
export function allFound(game) {
  return remaining(game).every(({ letter, left }) => letter === '.' || left === 0);
}
