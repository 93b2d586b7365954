/* The fields in which somebody says who that is are filled in with what this browser used last. */
import { lastFace, wear } from './avatar.js';

/** @param {Element} who */
function fill(who) {
  const name = /** @type {HTMLInputElement} */ (who.querySelector('[name=playerName]'));
  const avatar = /** @type {HTMLInputElement} */ (who.querySelector('[name=avatar]'));
  const button = /** @type {HTMLElement} */ (who.querySelector('.face-button'));
  const show = () => {
    const word = avatar.value || name.value.trim();
    if (word) wear(button, word);
  };
  if (!avatar.value) avatar.value = lastFace();
  show();
  name.addEventListener('change', show);
}

for (const who of document.querySelectorAll('form.shelf .who, .late-form .who')) fill(who);
