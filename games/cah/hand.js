/* White cards: the reader's, which pressed are chosen in this order, a blank one written on in place; and a
 * partner's, at which one can only point. */
import { walk } from './keys.js';
import { faceOf, nameOf } from './people.js';
import { sizeOf } from './sentence.js';

/** @typedef {import('./cah.js').Scene} Scene */
/** @typedef {import('./cah.js').White} White */
/** @typedef {import('../../web/js/dom.js').Kid} Kid */

/** @param {Scene} scene @param {White} card */
function drawField({ frame, texts, language, write, submit }, card) {
  const { h, lang } = frame;
  return h('textarea', {
    key: 'field',
    class: 'cah-field',
    lang: language,
    dir: 'auto',
    rows: 2,
    maxlength: 140,
    'aria-label': lang.t('cah.write'),
    placeholder: lang.t('cah.write'),
    value: texts[card.id] ?? '',
    on: {
      input: (/** @type {any} */ event) => write(card.id, event.target.value),
      keydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== 'Enter' || event.isComposing) return;
        event.preventDefault();
        submit();
      },
    },
  });
}

/** Somebody's finger on a card. @param {Scene} scene @param {string} id */
function drawFinger(scene, id) {
  const { h, icon, lang } = scene.frame;
  return h(
    'span',
    { class: 'cah-finger', key: 'finger' },
    faceOf(scene, id),
    icon('hand'),
    h('span', { class: 'hidden-text' }, lang.t('cah.points', { name: nameOf(scene, id) })),
  );
}

/** @param {Scene} scene @param {White} card @param {{ pressed: boolean, press: (byKey: boolean) => void, text?: string }} how @param {...Kid} kids */
function drawWhite({ frame, language }, card, { pressed, press, text = card.text }, ...kids) {
  const { h } = frame;
  return h(
    'button',
    {
      type: 'button',
      class: card.blank ? 'cah-white blank' : 'cah-white',
      'data-card': card.id,
      'data-size': sizeOf(text),
      'aria-pressed': String(pressed),
      on: {
        click: () => press(false),
        keydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            if (!event.repeat) press(true);
          } else walk(event, '.cah-white');
        },
      },
    },
    h('span', { class: 'cah-text', lang: language, dir: 'auto' }, text),
    ...kids,
  );
}

/** @param {Scene} scene @param {White} card */
function drawOwn(scene, card) {
  const { frame, game, chosen, texts, press } = scene;
  const { h, icon, lang } = frame;
  const place = chosen.indexOf(card.id) + 1;
  const text = card.blank ? texts[card.id] || lang.t('cah.blank') : card.text;
  const order = game.pickMax > 1 ? String(place) : icon('check');
  return h(
    'div',
    { key: card.id, class: place ? 'cah-slot chosen' : 'cah-slot' },
    drawWhite(
      scene,
      card,
      { pressed: place > 0, press: (byKey) => press(card.id, byKey), text },
      place > 0 && h('span', { class: 'cah-order', key: 'order' }, order),
      game.partner?.pointing === card.id && drawFinger(scene, game.partner.id),
    ),
    card.blank && place > 0 && game.may.has('submit_response') && drawField(scene, card),
  );
}

/** @param {Scene} scene @param {White} card */
function drawPartners(scene, card) {
  const { frame, game, me, act } = scene;
  const { h, lang } = frame;
  const mine = game.pointing === card.id;
  const text = card.blank ? lang.t('cah.blankOther') : card.text;
  const point = () => game.may.has('point_at') && act('point_at', { cardId: mine ? null : card.id });
  return h(
    'div',
    { key: card.id, class: 'cah-slot' },
    drawWhite(
      scene,
      card,
      { pressed: mine, press: point, text },
      mine && me && drawFinger(scene, me),
      game.partner?.pointing === card.id && drawFinger(scene, game.partner.id),
    ),
  );
}

/** @param {Scene} scene @param {string} key @param {string} label @param {string} kind @param {White[]} cards @param {(scene: Scene, card: White) => Kid} drawOne */
const drawGroup = (scene, key, label, kind, cards, drawOne) =>
  scene.frame.h(
    'div',
    { class: `cah-hand ${kind}`, key, role: 'group', 'aria-label': label },
    cards.map((card) => scene.safely(`card ${card.id}`, () => drawOne(scene, card))),
  );

/** @param {Scene} scene */
export function drawHand(scene) {
  const { frame, game } = scene;
  if (!game.hand.length) return false;
  const kind = game.may.has('submit_response') ? '' : 'still';
  return drawGroup(scene, 'hand', frame.lang.t('cah.hand'), kind, game.hand, drawOwn);
}

/** @param {Scene} scene */
export function drawPartner(scene) {
  const { frame, game } = scene;
  const { h, lang } = frame;
  if (!game.partner?.hand?.length) return false;
  const label = lang.t('cah.handOf', { name: nameOf(scene, game.partner.id) });
  return h(
    'section',
    { class: 'cah-partner', key: 'partner' },
    h('h2', {}, faceOf(scene, game.partner.id), label),
    drawGroup(scene, 'cards', label, 'partners', game.partner.hand, drawPartners),
  );
}
