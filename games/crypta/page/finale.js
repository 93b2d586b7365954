// @ts-check
// How a game ends, and the moment that is made of it: everything was found, or the map was laid open.
import { contentOf, known, remaining } from './game.js';

/** @typedef {{ key: string, letter: string, n: number }} Honour */

/** «won»: all is found; «shown»: the map was laid open before; '' while it goes on.
 * @param {import('./game.js').Game} game @returns {'won' | 'shown' | ''} */
export function endingOf(game) {
  if (stillHidden(game) === 0) return 'won';
  return game.mapShown ? 'shown' : '';
}

/** Cells that hold something and were never seen. @param {import('./game.js').Game} game */
export function stillHidden(game) {
  return remaining(game).reduce((sum, { letter, left }) => sum + (letter === '.' ? 0 : left), 0);
}

/** The longest run of finds without an empty cell; what was known already does not count.
 * @param {import('./game.js').Game} game */
function longestRun(game) {
  const seen = new Set();
  let run = 0;
  let longest = 0;
  for (const { cell } of game.asked) {
    if (seen.has(cell)) continue;
    seen.add(cell);
    run = contentOf(game, cell) === '.' ? 0 : run + 1;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** What stood out, at most three. @param {import('./game.js').Game} game @returns {Honour[]} */
export function honoursOf(game) {
  const cells = [...known(game)];
  /** @param {string} letter */
  const found = (letter) => cells.filter(([cell]) => contentOf(game, cell) === letter).length;
  return [
    { key: 'Run', letter: 'W', n: longestRun(game), from: 4 },
    { key: 'Sphere', letter: 'S', n: cells.filter(([, sphere]) => sphere).length, from: 2 },
    { key: 'Again', letter: 'O', n: game.asked.length - cells.length, from: 2 },
    { key: 'Monsters', letter: 'M', n: found('M'), from: 3 },
    { key: 'Chests', letter: 'C', n: found('C'), from: 3 },
  ]
    .filter(({ n, from }) => n >= from)
    .slice(0, 3)
    .map(({ key, letter, n }) => ({ key, letter, n }));
}

/** Notes as [hertz, start, length] in seconds. @type {Record<string, [number, number, number][]>} */
const TUNES = {
  won: [
    [392, 0, 0.14],
    [523, 0.15, 0.14],
    [659, 0.3, 0.14],
    [784, 0.45, 0.7],
    [523, 0.45, 0.7],
  ],
  shown: [
    [196, 0, 0.35],
    [147, 0.3, 0.6],
  ],
};

/** @param {'won' | 'shown'} how */
export function fanfare(how) {
  if (typeof AudioContext === 'undefined') return;
  const audio = new AudioContext();
  for (const [frequency, start, length] of TUNES[how]) {
    const at = audio.currentTime + start;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = 'triangle';
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.0001, at);
    volume.gain.exponentialRampToValueAtTime(0.16, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length);
  }
  setTimeout(() => audio.close(), 2500);
}

const PAPER = ['#d4a843', '#f3e2ad', '#9b6bd3', '#4aa3a0', '#c4483c'];
const PAPER_MS = 3800;

/** One piece, at that age in seconds. @param {CanvasRenderingContext2D} pen @param {number} i
 * @param {number[]} dice four numbers below 1 @param {number} age */
function drawPaper(pen, i, [place, reach, lift, turn], age) {
  const { width, height } = pen.canvas;
  const side = i % 2 ? 1 : -1;
  const size = Math.max(8, Math.min(width, height) / 60) * (0.6 + place);
  const far = (1 - Math.exp(-1.5 * age)) * (0.2 + reach * 0.8) * Math.min(width, height);
  pen.save();
  pen.translate(
    (side > 0 ? 0 : width) + side * far,
    height * (0.9 - place * 0.4 - (1 - Math.exp(-1.5 * age)) * (0.3 + lift * 0.6) + 0.12 * age * age),
  );
  pen.rotate((turn - 0.5) * 12 * age + turn * 6);
  pen.scale(1, Math.cos(turn * 6 + age * 7));
  pen.fillStyle = PAPER[i % PAPER.length];
  pen.fillRect(-size / 2, -size / 3, size, size * 0.66);
  pen.restore();
}

/** Bits of paper over everything, gone by themselves. Not for who wants no motion. */
export function throwPaper() {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (!pen || document.querySelector('.paper')) return;
  canvas.className = 'paper';
  canvas.setAttribute('aria-hidden', 'true');
  canvas.width = window.innerWidth;
  canvas.height = window.innerHeight;
  document.body.append(canvas);
  const dice = Array.from({ length: 80 }, () => [0, 0, 0, 0].map(() => Math.random()));
  const began = performance.now();
  /** @param {number} now */
  const next = (now) => {
    const age = Math.max(0, now - began);
    if (age > PAPER_MS) return canvas.remove();
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.globalAlpha = Math.min(1, (PAPER_MS - age) / 800);
    dice.forEach((four, i) => drawPaper(pen, i, four, age / 1000));
    requestAnimationFrame(next);
    return undefined;
  };
  requestAnimationFrame(next);
  setTimeout(() => canvas.remove(), PAPER_MS + 1000); // a page in the background draws no frames
}
