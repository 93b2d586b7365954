// The plain way, for comparison: place everything in the order of the printed rules, look at the
// empty cells at the end, and begin again on the same random stream, at most 1000 times.

const COUNTS = {
  2: { S: 2, P: 2, O: 5, T: 3, C: 5, K: 5, W: 4, M: 4 },
  3: { S: 2, P: 2, O: 6, T: 4, C: 7, K: 7, W: 6, M: 6 },
  4: { S: 2, P: 2, O: 7, T: 5, C: 9, K: 9, W: 8, M: 8 },
};

function mulberry32(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const near = (a, b, size) =>
  Math.max(Math.abs((a % size) - (b % size)), Math.abs(Math.floor(a / size) - Math.floor(b / size)));
const walk = (a, b, size) =>
  Math.abs((a % size) - (b % size)) + Math.abs(Math.floor(a / size) - Math.floor(b / size));

function attempt(random, players) {
  const size = players + 4;
  const grid = new Array(size * size).fill('.');
  const placed = { S: [], P: [], O: [], T: [], C: [], K: [], W: [], M: [] };
  const apart = (letter) => (cell) => placed[letter].every((other) => near(cell, other, size) > 1);
  const diagonal = (cell) => (cell % size) - Math.floor(cell / size);
  const edge = (cell) =>
    [0, size - 1].includes(cell % size) || [0, size - 1].includes(Math.floor(cell / size));
  const legal = {
    S: (cell) => placed.S.every((other) => diagonal(cell) === diagonal(other)),
    P: (cell) => placed.P.every((other) => walk(cell, other, size) >= 4),
    O: (cell) =>
      placed.O.every(
        (other) => cell % size !== other % size && Math.floor(cell / size) !== Math.floor(other / size),
      ),
    T: (cell) => !edge(cell) && apart('T')(cell),
    C: apart('C'),
    K: (cell) => placed.C.some((other) => near(cell, other, size) <= 3),
    W: apart('K'),
    M: apart('M'),
  };
  for (const letter of 'SPOTCKWM')
    for (let i = 0; i < COUNTS[players][letter]; i++) {
      const among = [];
      for (let cell = 0; cell < grid.length; cell++)
        if (grid[cell] === '.' && legal[letter](cell)) among.push(cell);
      if (!among.length) return undefined;
      const cell = among[Math.floor(random() * among.length)];
      grid[cell] = letter;
      placed[letter].push(cell);
    }
  const rest = new Set(grid.keys());
  for (const first of rest) {
    if (grid[first] !== '.') continue;
    const block = [first];
    rest.delete(first);
    for (const a of block)
      for (const b of rest) if (grid[b] === '.' && walk(a, b, size) === 1) (block.push(b), rest.delete(b));
    if (block.length < 4) return undefined;
  }
  return grid.join('');
}

/** The dungeon, or undefined after 1000 attempts. */
export function retryRows(code, players) {
  const random = mulberry32(code);
  for (let i = 0; i < 1000; i++) {
    const rows = attempt(random, players);
    if (rows) return rows;
  }
  return undefined;
}
