/* What people make of it while others play: six small drawings, sent with two taps, seen for a moment on
 * every screen and large on the television. Loaded when the first one is sent or comes. */
import { h, render } from './dom.js';
import { say } from './live.js';
import { assetUrl, avatar } from './parts.js';
import { prefs } from './prefs.js';
import { sound } from './sound.js';

/** @typedef {import('./lang.js').Lang} Lang */
/** @typedef {import('./parts.js').View} View */
/** Of whom, and which of the six. @typedef {{ id: string, kind: string }} Reaction */

const kinds = ['clap', 'laugh', 'wow', 'heart', 'fire', 'sad'];
/** Milliseconds; as long as the animation. */
const lasts = 2600;
const atOnce = 8;
const lanes = 5;
/** Ears get fewer than eyes. */
const sayEvery = 10000;
const soundEvery = 400;

/** @param {number} ms */
function seldom(ms) {
  let last = -Infinity;
  return () => {
    const now = performance.now();
    if (now - last < ms) return false;
    last = now;
    return true;
  };
}
const maySay = seldom(sayEvery);
const maySound = seldom(soundEvery);

/** The stylesheet, once; drawn only when it is there. */
const styled = new Promise((resolve) => {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = assetUrl('css/reactions.css');
  link.onload = link.onerror = () => resolve(undefined);
  document.head.append(link);
});

/** @param {string} kind */
const drawing = (kind) =>
  h(
    'svg',
    { class: 'reaction-art', 'aria-hidden': 'true' },
    h('use', { href: `${assetUrl('icons/reactions.svg')}#${kind}` }),
  );

/** For eyes alone, in nobody's way. @type {HTMLElement | undefined} */
let sky;
function openSky() {
  if (sky) return sky;
  sky = document.createElement('div');
  sky.className = 'reaction-sky';
  sky.setAttribute('aria-hidden', 'true');
  document.body.append(sky);
  return sky;
}
let lane = 0;

/** Somebody's reaction floats by. @param {Lang} lang @param {View} view @param {Reaction} reaction @param {{ tv?: boolean }} [options] */
export async function showReaction(lang, view, { id, kind }, { tv = false } = {}) {
  const player = view.room.players.find((one) => one.id === id);
  if (!prefs.reactions || !player || !kinds.includes(kind)) return;
  await styled;
  const place = openSky();
  if (place.childElementCount >= atOnce) place.firstElementChild?.remove();
  const bubble = document.createElement('div');
  bubble.className = tv ? 'reaction large' : 'reaction';
  bubble.dataset.kind = kind;
  lane = (lane + 1) % lanes;
  bubble.style.setProperty('--lane', String(lane));
  render(bubble, [avatar(player.name), drawing(kind), tv && h('bdi', {}, player.name)]);
  place.append(bubble);
  setTimeout(() => bubble.remove(), lasts);
  if (tv && maySound()) sound('pop');
  if (id !== view.you?.id && maySay()) say(`${player.name}: ${lang.t(`reaction.${kind}`)}`);
}

/** Below the button, within the screen. @param {HTMLElement} row @param {HTMLElement} button */
function place(row, button) {
  const at = button.getBoundingClientRect();
  const left = at.left + at.width / 2 - row.offsetWidth / 2;
  row.style.top = `${at.bottom + 8}px`;
  row.style.left = `${Math.max(8, Math.min(left, document.documentElement.clientWidth - row.offsetWidth - 8))}px`;
}

/** Closes the row that is open. @type {((back: boolean) => void) | null} */
let closeRow = null;

/** The six, under the button that was pressed; closed by a choice, by Escape and by looking elsewhere. @param {Lang} lang @param {HTMLElement} button @param {(kind: string) => void} send */
export async function openReactions(lang, button, send) {
  await styled;
  if (closeRow) return closeRow(true);
  const row = document.createElement('div');
  row.className = 'reaction-row';
  row.setAttribute('role', 'group');
  row.setAttribute('aria-label', lang.t('reaction.title'));
  const elsewhere = (/** @type {Event} */ event) => {
    const to = /** @type {Node} */ (event.target);
    if (!row.contains(to) && !button.contains(to)) closeRow?.(false);
  };
  closeRow = (back) => {
    closeRow = null;
    document.removeEventListener('pointerdown', elsewhere);
    document.removeEventListener('focusin', elsewhere);
    row.remove();
    if (back) button.focus();
  };
  render(
    row,
    kinds.map((kind) =>
      h(
        'button',
        {
          type: 'button',
          class: 'quiet',
          key: kind,
          'aria-label': lang.t(`reaction.${kind}`),
          on: {
            click: (/** @type {PointerEvent} */ event) => {
              closeRow?.(event.pointerType !== 'mouse'); // whose keys are the table's
              send(kind);
            },
          },
        },
        drawing(kind),
      ),
    ),
  );
  row.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    closeRow?.(true);
  });
  document.getElementById('main')?.append(row);
  place(row, button);
  document.addEventListener('pointerdown', elsewhere);
  document.addEventListener('focusin', elsewhere);
  return row.querySelector('button')?.focus();
}

/** Who was choosing may not any more. */
export const closeReactions = () => closeRow?.(false);
