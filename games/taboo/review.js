/* After a turn: what it brought, card by card. What was judged wrongly is struck if both teams ask. */

/** @typedef {import('./taboo.js').Scene} Scene */
/** @typedef {import('./taboo.js').Played} Played */

const worth = { correct: 1, buzz: -1, skip: 0, timeout: 0, interrupted: 0 };
export const signs = {
  correct: 'check',
  buzz: 'close',
  skip: 'right',
  timeout: 'clock',
  interrupted: 'away',
};

/** @param {number} points */
export const signed = (points) => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '0');

/** @param {Played[]} review */
export const turnPoints = (review) =>
  review.reduce((sum, played) => sum + (played.struck ? 0 : worth[played.result]), 0);

/** @param {import('./taboo.js').Taboo} taboo @param {Played} played */
const askedByUs = (taboo, played) => taboo.team !== null && played.askedBy.includes(taboo.team);

/** Asked by one team, and not yet by the other. @param {Played} played */
export const halfAsked = (played) => played.askedBy.length > 0 && !played.struck;

/** For whoever is about to begin: what is still asked for, and the way to agree at once. @param {Scene} scene */
export function drawAsked(scene) {
  const { frame, taboo } = scene;
  const { h, icon, lang } = frame;
  const open = taboo.review.filter(halfAsked);
  if (taboo.phase !== 'WAITING_FOR_DESCRIBER' || taboo.role !== 'describer' || !open.length) return false;
  return h(
    'div',
    { class: 'asked-note', key: 'asked' },
    h(
      'ul',
      { id: 'asked-note' },
      open.map((played) =>
        h(
          'li',
          { key: played.card.id },
          icon('hand'),
          h(
            'span',
            {},
            lang.t('taboo.strikeAskedCard', {
              team: played.askedBy.map(frame.team).join(', '),
              word: played.card.word,
            }),
          ),
          drawStrike(scene, played),
        ),
      ),
    ),
    h('p', {}, lang.t('taboo.strikeOpen')),
  );
}

/** The button, or how far the agreement has come. @param {Scene} scene @param {Played} played */
function drawStrike({ frame, view, taboo, act }, played) {
  const { h, icon, lang } = frame;
  if (played.struck) return h('span', { class: 'struck-note', key: 'struck' }, lang.t('taboo.struck'));
  const missing = view.room.teams.find((team) => !played.askedBy.includes(team));
  if (askedByUs(taboo, played))
    return h(
      'span',
      { class: 'asked', key: 'waits' },
      icon('clock'),
      lang.t('taboo.strikeWaits', { team: frame.team(missing ?? '') }),
    );
  if (!played.mayStrike || frame.tv || view.room.paused) return false;
  const agree = played.askedBy.length > 0;
  return h(
    'button',
    {
      type: 'button',
      class: agree ? 'strike agree' : 'strike',
      key: 'strike',
      on: { click: () => act('strike_card', { cardId: played.card.id }) },
    },
    lang.t(agree ? 'taboo.strikeAgree' : 'taboo.strike'),
    h('span', { class: 'hidden-text' }, ` ${played.card.word}`),
  );
}

/** @param {Scene} scene @param {Played} played @param {number} i */
function drawPlayed(scene, played, i) {
  const { h, icon, lang } = scene.frame;
  const asked =
    halfAsked(played) &&
    !askedByUs(scene.taboo, played) &&
    h(
      'span',
      { class: 'asked-by' },
      lang.t('taboo.strikeAsked', { team: played.askedBy.map(scene.frame.team).join(', ') }),
    );
  return h(
    'li',
    {
      class: played.struck ? 'played struck' : 'played',
      'data-result': played.result,
      key: `${played.card.id}-${i}`,
    },
    h('span', { class: 'sign' }, icon(signs[played.result])),
    h(
      'span',
      { class: 'played-text' },
      h('bdi', { class: 'played-word' }, played.card.word),
      h('span', { class: 'played-result' }, lang.t(`taboo.result.${played.result}`), asked && ' · ', asked),
    ),
    drawStrike(scene, played),
    h('b', { class: 'played-points' }, played.struck ? '0' : signed(worth[played.result])),
  );
}

/** @param {Scene} scene */
export function drawReview(scene) {
  const { frame, taboo } = scene;
  const { h, lang } = frame;
  const { review } = taboo;
  if (!review.length)
    return (
      taboo.phase === 'TURN_ENDED' && h('p', { class: 'review-none', key: 'none' }, lang.t('taboo.noCards'))
    );
  const points = turnPoints(review);
  const open = review.some((played) => played.mayStrike || halfAsked(played));
  return h(
    'section',
    { class: 'card review', key: 'review', 'aria-labelledby': 'review-title' },
    h(
      'h2',
      { id: 'review-title' },
      h('span', {}, lang.t(taboo.phase === 'TURN_ENDED' ? 'taboo.thisTurn' : 'taboo.lastTurn')),
      h('b', { class: points < 0 ? 'sum minus' : points > 0 ? 'sum plus' : 'sum' }, signed(points)),
    ),
    h(
      'ul',
      {},
      review.map((played, i) => drawPlayed(scene, played, i)),
    ),
    open && !frame.tv && h('p', { class: 'hint' }, lang.t('taboo.strikeHint')),
  );
}
