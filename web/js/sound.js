/* Small sounds made on the spot, and vibration. Silent until the first tap, as browsers want it. */
import { prefs } from './prefs.js';

/** Notes as [frequency, start, length] in hertz and seconds. @type {Record<string, [number, number, number][]>} */
const tunes = {
  join: [
    [523, 0, 0.08],
    [784, 0.09, 0.12],
  ],
  start: [
    [392, 0, 0.1],
    [523, 0.1, 0.1],
    [659, 0.2, 0.2],
  ],
  turn: [
    [659, 0, 0.1],
    [880, 0.12, 0.18],
  ],
  good: [
    [784, 0, 0.08],
    [1047, 0.08, 0.16],
  ],
  bad: [[196, 0, 0.28]],
  tick: [[1200, 0, 0.03]],
  card: [
    [300, 0, 0.03],
    [420, 0.03, 0.03],
  ],
  hurry: [
    [988, 0, 0.07],
    [988, 0.14, 0.07],
  ],
  time: [
    [330, 0, 0.18],
    [262, 0.2, 0.18],
    [196, 0.4, 0.35],
  ],
  win: [
    [523, 0, 0.12],
    [523, 0.14, 0.08],
    [523, 0.24, 0.08],
    [784, 0.34, 0.22],
    [659, 0.58, 0.12],
    [784, 0.72, 0.12],
    [1047, 0.86, 0.55],
    [659, 0.86, 0.55],
    [784, 0.86, 0.55],
  ],
  lose: [
    [392, 0, 0.2],
    [370, 0.24, 0.2],
    [349, 0.48, 0.2],
    [330, 0.72, 0.5],
  ],
  doom: [
    [98, 0, 0.5],
    [65, 0.05, 0.5],
    [98, 0.75, 0.5],
    [65, 0.8, 0.5],
    [73, 1.4, 0.7],
    [110, 1.4, 0.7],
  ],
  pop: [
    [660, 0, 0.05],
    [990, 0.05, 0.1],
  ],
  end: [
    [523, 0, 0.14],
    [659, 0.14, 0.14],
    [784, 0.28, 0.14],
    [1047, 0.42, 0.3],
  ],
};

/** @type {AudioContext | undefined} */
let audio;
let leaving = false;
window.addEventListener('beforeunload', () => {
  leaving = true;
});
window.addEventListener('pageshow', () => {
  leaving = false;
});

/** @param {keyof typeof tunes | string} name */
export function sound(name) {
  if (leaving || !prefs.sound || !tunes[name] || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  if (audio.state === 'suspended') audio.resume();
  for (const [frequency, start, length] of tunes[name]) {
    const at = audio.currentTime + start;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = name === 'bad' ? 'sawtooth' : 'triangle';
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.0001, at);
    volume.gain.exponentialRampToValueAtTime(0.16, at + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length + 0.02);
  }
}

/** @param {number | number[]} pattern milliseconds */
export function vibrate(pattern) {
  if (prefs.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}
