/* A finished trick is looked at before the next card covers it: a computer answers faster than anybody
 * reads. What comes meanwhile waits; a tap ends it. */

/** @typedef {import('../../web/js/parts.js').View} View */

/** How long, by the reader's choice; milliseconds. @type {Record<string, number>} */
const paces = { quick: 0, normal: 1500, slow: 3000 };

/** @param {View} view */
const tricksOf = ({ table }) => table.players[0].tricks + table.players[1].tricks;

/** Is a trick finished in it that was not before? @param {View} before @param {View} next */
const finishes = (before, next) =>
  before.table.phase === 'play' &&
  before.table.deal === next.table.deal &&
  tricksOf(next) > tricksOf(before) &&
  next.table.lastTrick !== null;

/** Would it hide the last trick? @param {View} next */
const covers = ({ table }) => table.phase !== 'play' || table.table.length > 0;

/** The table as it was, with the trick that ended the deal. @param {View} before @param {View} next @returns {View} */
function closing(before, next) {
  const { lastTrick } = next.table;
  const played = new Set(lastTrick.cards.map((/** @type {{ card: string }} */ { card }) => card));
  const hand = before.table.hand
    .filter((/** @type {{ card: string }} */ { card }) => !played.has(card))
    .map((/** @type {object} */ one) => ({ ...one, legal: false }));
  const { players } = next.table;
  const still = { players, turn: null, can: { marriages: [] }, declared: null, deadline: null };
  return { ...next, table: { ...before.table, ...still, table: [], lastTrick, hand } };
}

/**
 * @param {import('../../web/js/frame.js').Frame} frame
 * @param {(view: View) => void} show
 */
export function createHold(frame, show) {
  /** What is on the table. @type {View | null} */
  let shown = null;
  /** What comes after it. @type {View | null} */
  let waiting = null;
  let timer = 0;

  function release() {
    window.clearTimeout(timer);
    timer = 0;
    if (!waiting) return;
    const next = waiting;
    waiting = null;
    take(next); // another trick may have been finished meanwhile
  }

  /** @param {View} next */
  function put(next) {
    shown = next;
    show(next);
  }

  const pause = () => paces[frame.prefs.pace] ?? paces.normal;
  function begin() {
    timer = window.setTimeout(release, pause());
  }

  /** @param {View} next */
  function take(next) {
    if (next === waiting) return;
    if (timer && covers(next) && !next.room.paused) {
      waiting = next;
      return;
    }
    const before = shown;
    const done = pause() > 0 && before && before !== next && !next.room.paused && finishes(before, next);
    if (done && covers(next)) {
      waiting = next;
      put(closing(before, next));
      begin();
      return;
    }
    waiting = null;
    put(next);
    // Who leads the next trick looks as long as he likes.
    if (done && next.table.turn !== next.table.you) begin();
  }

  // The tap that ends it does nothing else: nobody plays a card to a trick that he has not seen.
  frame.root.addEventListener(
    'click',
    (event) => {
      if (!waiting) return;
      event.stopPropagation();
      release();
    },
    true,
  );

  return { take };
}
