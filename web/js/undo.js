/* Somebody asks for the last move to be taken back: who, and what the others say to it. Nobody has to
 * answer: whoever plays on has done so. */
import { h } from './dom.js';
import { say } from './live.js';
import { icon } from './parts.js';
import { toast } from './toast.js';

/** @typedef {import('./parts.js').View} View */
/** @typedef {import('./lang.js').Lang} Lang */

/** @param {View} view @param {string} id */
const nameOf = (view, id) => view.room.players.find((player) => player.id === id)?.name ?? '';

/** @param {Lang} lang @param {View} view */
function question(lang, view) {
  const { asker, by } = /** @type {NonNullable<View['room']['undo']>} */ (view.room.undo);
  if (asker === view.you?.id) return lang.t('undo.you');
  if (asker === by) return lang.t('undo.own', { name: nameOf(view, by) });
  return lang.t('undo.other', { asker: nameOf(view, asker), name: nameOf(view, by) });
}

/** @param {Lang} lang @param {View} view */
export const sayUndo = (lang, view) => say(question(lang, view), { urgent: true });

/** What became of it. @param {Lang} lang @param {View} view @param {string} event @param {{ playerId?: string }} payload */
export const tellUndo = (lang, view, event, { playerId = '' }) =>
  toast(lang.t(event === 'move_undone' ? 'undo.done' : 'undo.stays', { name: nameOf(view, playerId) }));

/** @param {Lang} lang @param {View} view @param {(event: string, payload?: object) => Promise<any>} send */
export function undoPanel(lang, view, send) {
  const undo = /** @type {NonNullable<View['room']['undo']>} */ (view.room.undo);
  const me = view.you?.id ?? '';
  /** @param {boolean} agree */
  const answer = (agree) => () => send('agree_undo', { of: undo.of, agree });
  return h(
    'section',
    { class: 'card paused undo-card', key: `undo-${undo.of}`, 'aria-labelledby': 'undo-title' },
    h('h2', { id: 'undo-title' }, icon('again'), lang.t('undo.title')),
    h('p', {}, question(lang, view)),
    undo.needed > 1 &&
      h('p', { class: 'muted' }, lang.t('undo.said', { agreed: undo.agreed.length, needed: undo.needed })),
    undo.asked.includes(me) &&
      ![...undo.agreed, ...undo.refused].includes(me) &&
      h(
        'div',
        { class: 'actions' },
        h(
          'button',
          { type: 'button', class: 'primary', on: { click: answer(true) } },
          icon('check'),
          lang.t('undo.agree'),
        ),
        h('button', { type: 'button', on: { click: answer(false) } }, icon('close'), lang.t('undo.no')),
      ),
  );
}
