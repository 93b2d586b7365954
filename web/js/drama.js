/* A second in which the whole screen holds its breath: one picture, one word. What comes after it waits. */
import { h, render } from './dom.js';
import { assetUrl } from './parts.js';

/** @typedef {{ kind: string, art: import('./dom.js').Described, title: string, text?: string, ms?: number }} Drama */

/** @type {Promise<void>} */
let playing = Promise.resolve();

/** @type {Promise<void> | undefined} */
let styled;
function style() {
  styled ??= new Promise((resolve) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = assetUrl('css/drama.css');
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
  return styled;
}

/** The curtain is seen by eyes alone: what happened is said by the table. @param {Drama} what */
async function show({ kind, art, title, text, ms = 2000 }) {
  await style();
  const curtain = document.createElement('div');
  curtain.className = 'drama';
  curtain.dataset.kind = kind;
  curtain.setAttribute('aria-hidden', 'true');
  render(curtain, [art, h('b', {}, title), text && h('p', {}, text)]);
  document.body.append(curtain);
  await new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
  curtain.remove();
}

/** @param {Drama} what */
export function drama(what) {
  playing = show(what);
  return playing;
}

/** When nothing is held any more. */
export const settled = () => playing;
