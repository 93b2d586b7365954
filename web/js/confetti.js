/* Bits of paper, drawn on one canvas for a few seconds and then gone. None where motion is not wanted. */
import { prefs } from './prefs.js';

const colours = ['#cf3a16', '#f7b733', '#12705e', '#6c3fa0', '#24619f', '#f6b8cf'];
const lasts = 4200;
const still = () => prefs.still || window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** @typedef {{ x: number, y: number, vx: number, vy: number, size: number, turn: number, spin: number, colour: string, round: boolean }} Bit */

/** From both lower corners, upwards and inwards. @param {number} i @param {number} width @param {number} height @returns {Bit} */
function bit(i, width, height) {
  const left = i % 2 === 0;
  const reach = Math.min(width, height * 1.4);
  return {
    x: left ? -10 : width + 10,
    y: height * (0.55 + Math.random() * 0.35),
    vx: (left ? 1 : -1) * reach * (0.15 + Math.random() * 0.75),
    vy: -height * (0.55 + Math.random() * 0.75),
    size: Math.max(6, reach / 90) * (0.7 + Math.random() * 0.8),
    turn: Math.random() * 7,
    spin: (Math.random() - 0.5) * 14,
    colour: colours[i % colours.length],
    round: i % 5 === 0,
  };
}

/** @param {CanvasRenderingContext2D} pen @param {Bit} b @param {number} age seconds */
function draw(pen, b, age) {
  const drag = 1 - Math.exp(-1.4 * age);
  pen.save();
  pen.translate(
    b.x + (b.vx * drag) / 1.4,
    b.y + (b.vy * drag) / 1.1 + pen.canvas.clientHeight * 0.11 * age * age,
  );
  pen.rotate(b.turn + b.spin * age);
  pen.scale(1, Math.cos(b.turn + b.spin * age * 0.7)); // a sheet that tumbles
  pen.fillStyle = b.colour;
  pen.beginPath();
  if (b.round) pen.arc(0, 0, b.size / 2, 0, 7);
  else pen.rect(-b.size / 2, -b.size / 3, b.size, b.size * 0.66);
  pen.fill();
  pen.restore();
}

/** @param {{ many?: boolean }} [options] */
export function rain({ many = false } = {}) {
  if (still() || document.querySelector('.confetti')) return;
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (!pen) return;
  canvas.className = 'confetti';
  canvas.setAttribute('aria-hidden', 'true');
  document.body.append(canvas);
  const { clientWidth: width, clientHeight: height } = canvas;
  const dense = Math.min(2, window.devicePixelRatio || 1);
  canvas.width = width * dense;
  canvas.height = height * dense;
  const bits = Array.from({ length: many ? 170 : 90 }, (_, i) => bit(i, width, height));
  const began = performance.now();
  /** @param {number} now */
  function frame(now) {
    const age = Math.max(0, now - began);
    if (!pen || age > lasts) return canvas.remove();
    pen.setTransform(dense, 0, 0, dense, 0, 0);
    pen.clearRect(0, 0, width, height);
    pen.globalAlpha = Math.min(1, (lasts - age) / 900);
    for (const one of bits) draw(pen, one, age / 1000);
    requestAnimationFrame(frame);
    return undefined;
  }
  requestAnimationFrame(frame);
  setTimeout(() => canvas.remove(), lasts + 1000); // a page in the background draws no frames
}
