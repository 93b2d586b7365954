/* One key for the big button, whatever it is now, and P to pass. Never while somebody types, never
 * behind a dialog, and never instead of the button that has focus. */

const busy = 'input, textarea, select, button, a, summary, [contenteditable]';

/** @param {HTMLElement} stage */
export function listenToKeys(stage) {
  document.addEventListener('keydown', (event) => {
    const name = event.key === ' ' ? 'main' : event.key.toLowerCase() === 'p' ? 'pass' : '';
    if (!name || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = /** @type {Element} */ (event.target);
    if (
      document.querySelector('dialog[open]') ||
      target.closest('input, textarea, select, [contenteditable]')
    )
      return;
    if (name === 'main' && target.closest(busy)) return;
    const button = /** @type {HTMLElement | null} */ (stage.querySelector(`[data-shortcut="${name}"]`));
    if (!button) return;
    event.preventDefault();
    button.click();
  });
}
