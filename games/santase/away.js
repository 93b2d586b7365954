/* Somebody has lost the connection: until when the seat is kept, and what the other may do about it. */

/** @typedef {import('./santase.js').Scene} Scene */

/** Who is away and would be gone some time; undefined if nobody. @param {import('../../web/js/parts.js').View} view */
export const awayFrom = (view) =>
  view.room.state === 'PLAYING'
    ? view.room.players.find((player) => player.seat !== null && player.leavesAt !== undefined)
    : undefined;

/** @param {Scene} scene @param {number} leavesAt */
const secondsTo = ({ frame }, leavesAt) => Math.max(0, Math.ceil((leavesAt - frame.now()) / 1000));

/** What those hear who do not see the seconds pass: once for each absence. @param {Scene} scene */
export function sayAway(scene) {
  const away = awayFrom(scene.view);
  if (!away) return;
  scene.frame.say(awayText(scene, away), { urgent: true, id: `away-${away.id}-${away.leavesAt}` });
}

/** @param {Scene} scene @param {import('../../web/js/parts.js').Player} away */
const awayText = (scene, { name, leavesAt }) =>
  leavesAt
    ? scene.lang.n('santase.leaves', secondsTo(scene, leavesAt), { name })
    : scene.lang.t('santase.waited', { name });

/** @param {Scene} scene */
export function drawAway(scene) {
  const { frame, h, lang, view } = scene;
  const away = awayFrom(view);
  if (!away) return false;
  const plays = view.you && view.you.seat !== null && view.you.seat !== away.seat && !frame.tv;
  const waits = away.leavesAt === null;
  return h(
    'section',
    { class: 'card absent', key: 'absent', 'aria-label': lang.t('lobby.isAway') },
    h('p', {}, frame.icon('away'), h('span', {}, awayText(scene, away))),
    plays &&
      h(
        'p',
        { class: 'actions' },
        h(
          'button',
          {
            type: 'button',
            class: waits ? '' : 'primary',
            key: 'wait',
            on: { click: () => frame.send('wait_for', { id: away.id, wait: !waits }, { ignore: ['STALE'] }) },
          },
          frame.icon(waits ? 'door' : 'clock'),
          lang.t(waits ? 'santase.waitNoMore' : 'santase.wait'),
        ),
        h(
          'button',
          {
            type: 'button',
            key: 'bot',
            on: { click: () => frame.send('seat_bot', { id: away.id, level: 2 }) },
          },
          frame.icon('bot'),
          lang.t('table.seatBot'),
        ),
      ),
  );
}
