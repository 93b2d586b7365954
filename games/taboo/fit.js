/* Makes the card fit between what stands around it: first what is only nice to have goes, then the letters
 * get smaller, and only when they would become hard to read does the card itself scroll. */

/** How much is left out around the card, and the size of the letters on it; in the order people mind. */
const tries = [
  [0, 1],
  [0, 0.9],
  [1, 1.15],
  [1, 1],
  [1, 0.9],
  [1, 0.8],
  [2, 0.9],
  [2, 0.8],
  [2, 0.7],
  [2, 0.62],
  [2, 0.54],
];
/** Of the title alone: a long word is set smaller before it is broken. */
const titles = [1, 0.92, 0.84, 0.76, 0.68, 0.6, 0.54, 0.5];
/** Nobody reads less from a phone in the hand; pixels. */
const smallest = 13;

/** @param {Element} element */
const tooWide = (element) => element.scrollWidth > element.clientWidth + 1;

/** All of this is asked of the layout, which does not know that the card is just sliding in. @param {HTMLElement} stage @param {HTMLElement} card */
function fits(stage, card) {
  if (card.scrollHeight > card.clientHeight + 1) return false;
  const end = stage.offsetTop + stage.offsetHeight + 1;
  if (
    [.../** @type {HTMLCollectionOf<HTMLElement>} */ (stage.children)].some(
      (part) => part.offsetTop + part.offsetHeight > end,
    )
  )
    return false;
  return ![...stage.querySelectorAll('.word, .forbidden-words li, .big, .taboo-actions, .sides')].some(
    tooWide,
  );
}

/** @param {HTMLElement} stage @param {number} tight @param {number} letters */
function attempt(stage, tight, letters) {
  const card = /** @type {HTMLElement} */ (stage.querySelector('.taboo-card'));
  const word = stage.querySelector('.word');
  stage.dataset.tight = String(tight);
  stage.classList.toggle('tight', tight > 0);
  stage.style.setProperty('--letters', String(letters));
  for (const title of word ? titles : [1]) {
    stage.style.setProperty('--title', String(title));
    if (!word || !tooWide(word)) break;
  }
  return fits(stage, card);
}

/** @param {HTMLElement} stage */
export function createFit(stage) {
  /** For what it was done last: nothing is measured while nothing has changed. */
  let done = '';

  function fit() {
    const card = stage.querySelector('.taboo-card');
    const root = getComputedStyle(document.documentElement).fontSize;
    const { width, height } = stage.getBoundingClientRect();
    const now =
      document.body.classList.contains('taboo-turn') && card
        ? [
            card.getAttribute('data-key'),
            stage.dataset.role,
            stage.querySelectorAll('.big, .making, .lost').length,
            root,
            width,
            height,
            window.innerWidth,
            window.innerHeight,
          ].join()
        : '';
    if (now === done) return;
    done = now;
    delete stage.dataset.broken;
    delete stage.dataset.tight;
    stage.classList.remove('tight');
    if (!now) return;
    const least = smallest / (1.55 * parseFloat(root));
    if (tries.some(([tight, letters]) => letters >= least && attempt(stage, tight, letters))) return;
    stage.dataset.broken = 'yes'; // a word that is too long for one line, or more than one screen
  }
  /** Whatever the last measure was worth, it is not worth it any more. */
  function again() {
    done = '';
    fit();
  }
  new ResizeObserver(fit).observe(stage);
  document.fonts?.addEventListener('loadingdone', again);
  return fit;
}
