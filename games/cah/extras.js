/* What happens besides the round: a «never have I ever», and cards of their own that the host looks at first. */
import { faceOf, nameOf, namesOf } from './people.js';

/** @typedef {import('./cah.js').Scene} Scene */

/** @param {Scene} scene */
export function drawNever(scene) {
  const { frame, game, me, language, act } = scene;
  const { h, icon, lang } = frame;
  const never = game.never;
  if (!never) return false;
  const own = never.playerId === me;
  return h(
    'section',
    { class: 'cah-never', key: 'never', 'aria-labelledby': 'cah-never-title' },
    h(
      'h2',
      { id: 'cah-never-title' },
      faceOf(scene, never.playerId),
      h(
        'span',
        {},
        own ? lang.t('cah.neverYou') : lang.t('cah.neverOf', { name: nameOf(scene, never.playerId) }),
      ),
    ),
    h('p', { class: 'cah-quote', lang: language, dir: 'auto' }, never.cards[0]?.text ?? ''),
    never.confessed.length > 0 &&
      h(
        'p',
        { key: 'confessed' },
        icon('check'),
        lang.t('cah.confessed', { names: namesOf(scene, never.confessed) }),
      ),
    game.may.has('confess') &&
      h(
        'button',
        { type: 'button', key: 'confess', 'data-act': 'confess', on: { click: () => act('confess') } },
        icon('hand'),
        lang.t('cah.confess'),
      ),
  );
}

/** Written cards that wait for the host's word. @param {Scene} scene */
export function drawPending(scene) {
  const { frame, game, language, act } = scene;
  const { h, icon, lang } = frame;
  if (!game.pending.length || !game.may.has('approve')) return false;
  return h(
    'section',
    { class: 'cah-pending', key: 'pending', 'aria-labelledby': 'cah-pending-title' },
    h('h2', { id: 'cah-pending-title' }, lang.t('cah.pending')),
    h(
      'ul',
      {},
      game.pending.map(({ id, cards }) => {
        const text = cards.map((card) => card.text).join(' / ');
        return h(
          'li',
          { key: id },
          h('span', { class: 'cah-quote', lang: language, dir: 'auto' }, text),
          [
            { verb: 'approve', sign: 'check', label: lang.t('cah.approve') },
            { verb: 'reject', sign: 'close', label: lang.t('cah.reject') },
          ].map(({ verb, sign, label }) =>
            h(
              'button',
              {
                type: 'button',
                key: verb,
                'aria-label': `${label}: ${text}`,
                on: { click: () => act(verb, { responseId: id }) },
              },
              icon(sign),
              h('span', {}, label),
            ),
          ),
        );
      }),
    ),
  );
}
