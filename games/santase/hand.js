/* One's own cards: by finger, by key, by pointer, and what is asked of whoever holds them. */
import { picture } from './pieces.js';
import { cardName, listed, nameOf } from './words.js';

/** @typedef {import('./santase.js').Scene} Scene */

const DRAG_TO_PLAY = 70; // pixels upwards
let dragged = false; // the click that may follow plays nothing

/** @param {Scene} scene @param {any} one a card of the hand */
function play(scene, one) {
  const { frame, lang } = scene;
  if (one.legal) return frame.send('play_card', { card: one.card });
  const reason = whyNot(scene, one) ?? lang.t('error.NOT_YOUR_TURN');
  frame.toast(reason);
  return frame.say(reason, { urgent: true });
}

/** @param {Scene} scene @param {any} one */
const whyNot = (scene, one) =>
  one.why ? scene.lang.t(`santase.why.${one.why}`, { cards: listed(scene.lang, legalCards(scene)) }) : null;

/** @param {Scene} scene */
const legalCards = ({ table }) =>
  table.hand.filter((/** @type {any} */ one) => one.legal).map((/** @type {any} */ one) => one.card);

/** A card follows the finger; let go far enough up, it is played. @param {Scene} scene @param {PointerEvent} event @param {any} one */
function drag(scene, event, one) {
  const card = /** @type {HTMLElement} */ (event.currentTarget);
  const { clientX: x, clientY: y } = event;
  dragged = false;
  if (!one.legal || event.button > 0) return;
  card.setPointerCapture(event.pointerId);
  /** @param {PointerEvent} move */
  const follow = (move) => {
    if (Math.hypot(move.clientX - x, move.clientY - y) > 8) dragged = true;
    if (dragged) card.style.transform = `translate(${move.clientX - x}px, ${move.clientY - y}px)`;
  };
  /** @param {PointerEvent} end */
  const drop = (end) => {
    card.removeEventListener('pointermove', follow);
    card.style.transform = '';
    if (dragged && end.type === 'pointerup' && y - end.clientY > DRAG_TO_PLAY) play(scene, one);
    window.setTimeout(() => {
      dragged = false;
    }); // after the click that may follow
  };
  card.addEventListener('pointermove', follow);
  card.addEventListener('pointerup', drop, { once: true });
  card.addEventListener('pointercancel', drop, { once: true });
}

/** @param {KeyboardEvent} event */
function arrows(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const cards = /** @type {HTMLElement[]} */ ([
    .../** @type {HTMLElement} */ (event.currentTarget).querySelectorAll('button'),
  ]);
  const at = cards.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  if (step && at >= 0) cards[(at + step + cards.length) % cards.length].focus();
}

/** @param {Scene} scene */
export function drawHand(scene) {
  const { h, lang, table } = scene;
  const turn = table.turn === table.you;
  return h(
    'div',
    {
      class: turn ? 'hand own' : 'hand own waiting',
      key: 'hand',
      role: 'group',
      'aria-label': lang.t('santase.yourHand'),
      on: { keydown: arrows },
    },
    table.hand.map((/** @type {any} */ one) =>
      h(
        'button',
        {
          type: 'button',
          key: one.card,
          class: `playing-card${one.legal ? ' legal' : ''}${one.card === table.drawn ? ' drawn' : ''}`,
          'aria-disabled': one.legal ? null : 'true',
          'aria-label': cardName(lang, one.card),
          title: whyNot(scene, one),
          on: {
            click: () => {
              if (!dragged) play(scene, one);
            },
            pointerdown: (/** @type {PointerEvent} */ event) => drag(scene, event, one),
          },
        },
        picture(scene, `card-${one.card}`),
      ),
    ),
  );
}

/** What holds the hand back, the strictest first. @param {Scene} scene */
const duty = ({ table }) =>
  ['marriage', 'beat', 'follow', 'trump'].find((why) =>
    table.hand.some((/** @type {any} */ one) => one.why === why),
  );
/** What is asked of the player, or whom everybody waits for. @param {Scene} scene */
export function prompt(scene) {
  const { lang } = scene;
  const { turn, you, table, players } = scene.table;
  if (turn === null) return ' '; // a deal has just ended
  if (turn !== you || you === null)
    return lang.t(players[turn].away ? 'santase.away' : 'santase.waits', { name: nameOf(scene, turn) });
  const why = duty(scene);
  if (why) return lang.t(`santase.must.${why}`);
  return table.length ? lang.t('santase.answer') : lang.t('santase.lead');
}

/** The same for whoever does not see which cards are dark. @param {Scene} scene */
export const spoken = (scene) =>
  duty(scene)
    ? `${prompt(scene)}. ${scene.lang.t('santase.mayPlay', { cards: listed(scene.lang, legalCards(scene)) })}`
    : prompt(scene);
