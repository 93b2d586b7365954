/* A countdown to a deadline of the server. One timer serves every clock on the page; what is shown
 * comes from the deadline each time, so a sleeping phone wakes up with the right number. */
import { sound } from './sound.js';

/** @param {number} ms @returns {string} */
export function clockText(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return seconds >= 60
    ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    : String(seconds);
}

/**
 * @param {() => number} now the server's clock
 * @param {(left: number | null, share: number) => void} show milliseconds left, share of the whole
 * @param {(seconds: number) => void} warn called once at 10 seconds
 */
export function createClock(now, show, warn) {
  /** @type {number | null} */
  let deadline = null;
  let total = 0;
  let shown = -1;
  let timer = 0;

  function tick() {
    clearTimeout(timer);
    if (deadline === null) return show(null, 0);
    const left = Math.max(0, deadline - now());
    const seconds = Math.ceil(left / 1000);
    show(left, total ? left / total : 0);
    if (seconds !== shown && shown >= 0) {
      if (seconds <= 10 && shown > 10) warn(seconds); // a busy phone may be late
      if (seconds <= 5 && seconds > 0) sound('tick');
    }
    shown = seconds;
    if (left > 0) timer = window.setTimeout(tick, left % 1000 || 1000);
    return undefined;
  }

  document.addEventListener('visibilitychange', tick);
  return {
    /** @param {number | null} to Unix milliseconds, or null for no clock @param {number} [whole] the length it started with */
    set(to, whole = 0) {
      if (to !== deadline) {
        deadline = to;
        shown = -1;
      }
      total = whole || total || (to ? to - now() : 0);
      tick();
    },
  };
}
