/* Why it does not go on as expected: who lost the connection and how long they are waited for, and what
 * has happened meanwhile. It is all in the view, so a phone that comes late reads it too. */

/** @typedef {import('./taboo.js').Scene} Scene */
/** @typedef {import('./taboo.js').Taboo} Taboo */
/** @typedef {import('./taboo.js').Notice} Notice */

/** A describer who is not ready by then is passed over. */
export const readySeconds = 60;

/** @param {import('../../web/js/frame.js').Frame} frame @param {Notice} notice */
export const noticeText = (frame, { kind, who, next, team }) =>
  frame.lang.t(`taboo.notice.${kind}`, {
    name: who?.name ?? '—',
    next: next?.name ?? '—',
    team: frame.team(team),
    seconds: readySeconds,
  });

/** The one that explains what is on the table now. @param {Taboo} taboo @returns {Notice | undefined} */
export function currentNotice({ phase, turnNumber, notices }) {
  const last = notices.at(-1);
  if (!last || phase === 'TURN_ACTIVE') return undefined;
  if (phase === 'GAME_OVER') return last.kind === 'forfeit' ? last : undefined;
  const before = phase === 'WAITING_FOR_DESCRIBER' && /^turn/.test(last.kind) ? 1 : 0;
  return last.turnNumber === turnNumber - before ? last : undefined;
}

/** The describer is gone for the moment. @param {Scene} scene */
export function drawLost({ frame, view, taboo, lost }) {
  const { h, icon, lang } = frame;
  if (taboo.lostUntil === null || lost === null || view.room.paused) return false;
  return h(
    'p',
    { class: 'taboo-note lost', key: 'lost' },
    icon('away'),
    h('span', {}, lang.n('taboo.lost', lost, { name: taboo.describer?.name ?? '—' })),
  );
}

/** @param {Scene} scene */
export function drawNotice({ frame, taboo }) {
  const { h, icon } = frame;
  const now = currentNotice(taboo);
  return (
    now && h('p', { class: 'taboo-note', key: 'notice' }, icon('hand'), h('span', {}, noticeText(frame, now)))
  );
}

/** All that is remembered, for who wants to know. @param {Scene} scene */
export function drawNotices({ frame, taboo }) {
  const { h, lang } = frame;
  const { notices } = taboo;
  if (frame.tv || notices.length < (currentNotice(taboo) ? 2 : 1)) return false;
  return h(
    'details',
    { class: 'taboo-notices', key: 'notices' },
    h('summary', {}, lang.n('taboo.notices', notices.length)),
    h(
      'ol',
      {},
      notices.map((notice, i) =>
        h(
          'li',
          { key: i },
          h('span', { class: 'notice-turn' }, lang.t('taboo.turn', { number: notice.turnNumber })),
          ` ${noticeText(frame, notice)}`,
        ),
      ),
    ),
  );
}
