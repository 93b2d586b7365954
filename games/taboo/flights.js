/* What happened to a card, shown: it flies to the team that won it, is stamped and falls, or is put
 * aside. The copy that flies is not part of the scene and is gone after a moment. */

/** @typedef {import('./taboo.js').Taboo} Taboo */
/** @typedef {'correct' | 'buzz' | 'skip'} Result */

const flightTime = 750;
/** @type {Result[]} */
const results = ['correct', 'buzz', 'skip'];

/** How the one card between two views was judged, or undefined. @param {Taboo} before @param {Taboo} after @returns {Result | undefined} */
export function judged(before, after) {
  if (before.phase !== 'TURN_ACTIVE' || before.turnNumber !== after.turnNumber) return undefined;
  const old = before.teamStats[before.activeTeam];
  const now = after.teamStats[before.activeTeam];
  return results.find((result) => now[result] === old[result] + 1);
}

/** @param {import('../../web/js/frame.js').Frame} frame */
export function createFlights(frame) {
  const sky = document.createElement('div');
  sky.className = 'taboo-sky';
  sky.setAttribute('aria-hidden', 'true');
  frame.root.append(sky);
  const still = () => frame.prefs.still || window.matchMedia('(prefers-reduced-motion: reduce)').matches;

  /** @param {HTMLElement} element */
  function show(element) {
    sky.append(element);
    setTimeout(() => element.remove(), flightTime);
  }

  /** @param {HTMLElement} stage @param {HTMLElement} card @param {Result} result */
  function fly(stage, card, result) {
    const target = stage.querySelector('.side.active .points');
    const from = card.getBoundingClientRect();
    const to = target?.getBoundingClientRect() ?? from;
    const copy = /** @type {HTMLElement} */ (card.cloneNode(true));
    copy.className = `${card.className} flight`;
    copy.dataset.result = result;
    copy.removeAttribute('aria-live');
    sky.dataset.tight = stage.dataset.tight ?? '';
    sky.classList.toggle('tight', stage.classList.contains('tight'));
    for (const name of ['--letters', '--title'])
      copy.style.setProperty(name, stage.style.getPropertyValue(name));
    for (const name of /** @type {const} */ (['left', 'top', 'width', 'height']))
      copy.style[name] = `${from[name]}px`;
    copy.style.setProperty('--dx', `${to.left + to.width / 2 - from.left - from.width / 2}px`);
    copy.style.setProperty('--dy', `${to.top + to.height / 2 - from.top - from.height / 2}px`);
    show(copy);
  }

  return {
    /** Call before the new view is drawn. @param {HTMLElement} stage @param {Taboo} before @param {Taboo} after */
    launch(stage, before, after) {
      const result = judged(before, after);
      const card = /** @type {HTMLElement | null} */ (stage.querySelector('.taboo-card'));
      if (!result || !card || still()) return;
      fly(stage, card, result);
      if (result !== 'buzz') return;
      const flash = document.createElement('div');
      flash.className = 'flash';
      show(flash);
    },
  };
}
