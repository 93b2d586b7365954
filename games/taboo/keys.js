/* Space is the big button's, whatever it is now; P passes. Only who has gone to another button by Tab
 * presses that one with Space; a button that was clicked does not keep the key. Never while somebody
 * types, never behind a dialog. */

const busy = 'button, a, summary';
const written = 'input, textarea, select, [contenteditable]';

/** Somebody has a keyboard here: a desk, or a key was pressed. */
let pressed = false;
export const hasKeys = () => pressed || window.matchMedia('(hover: hover) and (pointer: fine)').matches;

/** @param {HTMLElement} stage */
export function listenToKeys(stage) {
  /** What a finger or a mouse was last put on. @type {Element | null} */
  let clicked = null;
  document.addEventListener('pointerdown', (event) => {
    clicked = /** @type {Element} */ (event.target).closest(busy);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Tab') clicked = null;
    const name = event.key === ' ' ? 'main' : event.key.toLowerCase() === 'p' ? 'pass' : '';
    if (!name || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = /** @type {Element} */ (event.target);
    if (document.querySelector('dialog[open]') || target.closest(written)) return;
    pressed = true;
    const chosen = target.closest(busy);
    if (name === 'main' && chosen && chosen !== clicked) return;
    const button = /** @type {HTMLElement | null} */ (stage.querySelector(`[data-shortcut="${name}"]`));
    if (!button) return;
    event.preventDefault();
    button.click();
  });
  // A button presses itself when Space comes up: not the one that lost the key to the big one.
  document.addEventListener('keyup', (event) => {
    const chosen = /** @type {Element} */ (event.target).closest(busy);
    if (event.key === ' ' && chosen && chosen === clicked && stage.querySelector('[data-shortcut="main"]'))
      event.preventDefault();
  });
}
