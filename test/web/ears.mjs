// For addInitScript, from a page's first script on: what a test hears of it.

/** What comes into the elements of these ids, to be read aloud, is in `said`. @param {string[]} ids */
export function hearWords(ids) {
  globalThis.said = [];
  document.addEventListener('DOMContentLoaded', () => {
    const listen = new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) globalThis.said.push(node.textContent);
    });
    for (const id of ids) listen.observe(document.getElementById(id), { childList: true });
  });
}

/** The pitch of every sound is in `tones`. */
export function hearTones() {
  globalThis.tones = [];
  const tone = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function createOscillator() {
    const made = tone.call(this);
    queueMicrotask(() => globalThis.tones.push(made.frequency.value));
    return made;
  };
}

/** Every vibration is in `buzzes`. */
export function feelBuzzes() {
  globalThis.buzzes = [];
  navigator.vibrate = (pattern) => {
    globalThis.buzzes.push(pattern);
    return true;
  };
}
