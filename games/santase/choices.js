/* What a player may do besides playing a card. */
import { pip } from './pieces.js';
import { suitName } from './words.js';

/** @typedef {import('./santase.js').Scene} Scene */

/** @param {Scene} scene @param {string} verb @param {string} title @param {string} yes */
async function sure({ frame, lang }, verb, title, yes) {
  if (await frame.confirmDialog({ title, yes, no: lang.t('site.cancel') })) frame.send(verb);
}

/** @param {Scene} scene */
export function drawChoices(scene) {
  const { frame, h, lang, table } = scene;
  const { can } = table;
  return h(
    'div',
    { class: 'actions choices', key: 'choices' },
    can.marriages.map((/** @type {string} */ suit) =>
      h(
        'button',
        { type: 'button', key: `m-${suit}`, on: { click: () => frame.send('declare_marriage', { suit }) } },
        pip(scene, suit),
        lang.t('santase.declare', { points: suit === table.trump.suit ? 40 : 20 }),
        h('span', { class: 'hidden-text' }, suitName(lang, suit)),
      ),
    ),
    can.exchange &&
      h(
        'button',
        { type: 'button', key: 'exchange', on: { click: () => frame.send('exchange_nine') } },
        frame.icon('again'),
        lang.t('santase.exchange'),
      ),
    can.close &&
      h(
        'button',
        {
          type: 'button',
          key: 'close',
          on: {
            click: () => sure(scene, 'close_stock', lang.t('santase.closeSure'), lang.t('santase.close')),
          },
        },
        frame.icon('stop'),
        lang.t('santase.close'),
      ),
    can.claim &&
      h(
        'button',
        {
          type: 'button',
          class: table.points >= 66 ? 'primary' : '',
          key: 'claim',
          on: {
            click: () =>
              sure(
                scene,
                'claim',
                lang.t('santase.claimSure', { points: table.points }),
                lang.t('santase.claim'),
              ),
          },
        },
        lang.t('santase.claim'),
      ),
  );
}
