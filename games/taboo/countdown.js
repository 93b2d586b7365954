/* Whole seconds to a deadline of the server, and the share of the time that is left. */

/**
 * @param {() => number} now the server's clock
 * @param {(seconds: number, share: number, before: number | null) => void} show each second once, with the one shown before
 */
export function createCountdown(now, show) {
  /** @type {number | null} */
  let deadline = null;
  let total = 1;
  let timer = 0;
  /** @type {number | null} */
  let shown = null;

  function tick() {
    clearTimeout(timer);
    if (deadline === null) return;
    const left = Math.max(0, deadline - now());
    const seconds = Math.ceil(left / 1000);
    if (seconds !== shown) {
      const before = shown;
      shown = seconds;
      show(seconds, Math.min(1, left / total), before);
    }
    if (left > 0) timer = window.setTimeout(tick, left % 1000 || 1000);
  }
  document.addEventListener('visibilitychange', tick);

  return {
    /** @param {number | null} to Unix milliseconds, or null @param {number} whole the length it began with */
    set(to, whole) {
      if (to === deadline) return;
      deadline = to;
      total = whole;
      shown = null;
      tick();
    },
    seconds: () => shown,
  };
}
