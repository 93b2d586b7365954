/* Arrow keys walk among cards as they lie on the screen. */

/** The one in the row above or below that lies nearest. @param {HTMLElement[]} cards @param {HTMLElement} from @param {number} step */
function inNextRow(cards, from, step) {
  const here = from.getBoundingClientRect();
  const middle = here.left + here.width / 2;
  /** @param {DOMRect} box */
  const away = (box) => Math.abs(box.top - here.top) * 100 + Math.abs(box.left + box.width / 2 - middle);
  return cards
    .map((card) => ({ card, box: card.getBoundingClientRect() }))
    .filter(({ box }) => (box.top - here.top) * step > 4)
    .sort((a, b) => away(a.box) - away(b.box))[0]?.card;
}

/** @param {KeyboardEvent} event @param {string} selector of all cards among which to walk */
export function walk(event, selector) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const cards = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)]);
  const here = /** @type {HTMLElement} */ (event.currentTarget);
  const at = cards.indexOf(here);
  const next = {
    ArrowRight: cards[at + 1],
    ArrowLeft: cards[at - 1],
    ArrowDown: inNextRow(cards, here, 1),
    ArrowUp: inNextRow(cards, here, -1),
    Home: cards[0],
    End: cards[cards.length - 1],
  }[event.key];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
