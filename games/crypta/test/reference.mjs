// The generation procedure of rules.md once more, with plain lists instead of bit sets, so that two
// separate implementations have to agree line by line.

const COUNTS = {
  2: { M: 4, C: 5, K: 5, W: 4, O: 5, T: 3, P: 2, S: 2, '.': 6 },
  3: { M: 6, C: 7, K: 7, W: 6, O: 6, T: 4, P: 2, S: 2, '.': 9 },
  4: { M: 8, C: 9, K: 9, W: 8, O: 7, T: 5, P: 2, S: 2, '.': 14 },
};

/** @param {number} seed */
function mulberry32(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
}

const steps = (a, b) => Math.abs(a.c - b.c) + Math.abs(a.r - b.r);
const reach = (a, b) => Math.max(Math.abs(a.c - b.c), Math.abs(a.r - b.r));

/** One attempt; undefined at a dead end. */
function attempt(seed, players) {
  const size = players + 4;
  const wanted = COUNTS[players];
  const next = mulberry32(seed);
  const cells = [];
  for (let r = 0; r < size; r++) for (let c = 0; c < size; c++) cells.push({ c, r, is: '' });
  const of = (letter) => cells.filter((x) => x.is === letter);
  const put = (letter, legal) => {
    const among = cells.filter((x) => !x.is && legal(x));
    if (!among.length) return undefined;
    const cell = among[next() % among.length];
    cell.is = letter;
    return cell;
  };

  const sphere = put('S', (x) => cells.some((y) => y !== x && y.c - y.r === x.c - x.r));
  if (!put('S', (x) => x.c - x.r === sphere.c - sphere.r)) return undefined;

  let left = wanted['.'];
  for (; left >= 4; left -= 4) {
    const block = [put('.', () => true)];
    for (let i = 0; i < 3; i++) {
      const more = put('.', (x) => block.some((y) => steps(x, y) === 1));
      if (!more) return undefined;
      block.push(more);
    }
  }
  for (; left > 0; left--) if (!put('.', (x) => of('.').some((y) => steps(x, y) === 1))) return undefined;

  const apart = (x, y) => reach(x, y) > 1;
  const inside = (x) => x.c > 0 && x.r > 0 && x.c < size - 1 && x.r < size - 1;
  const rules = [
    ['P', () => true, (x, y) => steps(x, y) >= 4],
    ['O', () => true, (x, y) => x.c !== y.c && x.r !== y.r],
    ['T', inside, apart],
    ['C', () => true, apart],
    ['M', () => true, apart],
  ];
  for (const [letter, where, together] of rules)
    for (let i = 0; i < wanted[letter]; i++)
      if (!put(letter, (x) => where(x) && of(letter).every((y) => together(x, y)))) return undefined;

  const clusters = [];
  const rest = new Set(of(''));
  for (const first of rest) {
    const cluster = [first];
    rest.delete(first);
    for (const x of cluster) for (const y of rest) if (reach(x, y) === 1) (cluster.push(y), rest.delete(y));
    clusters.push(cluster);
  }
  let keys = wanted.K;
  while (clusters.length) {
    const [cluster] = clusters.splice(next() % clusters.length, 1);
    const reachable = cluster.every((x) => of('C').some((y) => reach(x, y) <= 3));
    const fits = cluster.length <= keys && reachable;
    if (fits) keys -= cluster.length;
    for (const x of cluster) x.is = fits ? 'K' : 'W';
  }
  if (keys) return undefined;
  return Array.from({ length: size }, (_, r) =>
    cells
      .slice(r * size, (r + 1) * size)
      .map((x) => x.is)
      .join(''),
  ).join('/');
}

/** The rows of a code, joined by `/`. */
export function referenceRows(code, players = 2 + (code % 3)) {
  for (let a = 0; a < 1000; a++) {
    const rows = attempt(code + 1000000 * a, players);
    if (rows) return rows;
  }
  throw new Error(`no dungeon for ${code}`);
}
