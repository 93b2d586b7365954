/* Santase's table: the opponent above, stock and trick in the middle, the own hand below. The server
 * says which cards may be played and why others may not; here they are only shown, and sent. */
import { awayFrom, drawAway, sayAway } from './away.js';
import { drawChoices } from './choices.js';
import { drawOpponent, drawStock, drawTrick, drawTricks } from './felt.js';
import { drawHand, prompt, spoken } from './hand.js';
import { createHold } from './hold.js';
import { backs } from './pieces.js';
import { drawReview } from './review.js';
import { sentences, sounds } from './said.js';
import { drawTools } from './tools.js';
import { nameOf } from './words.js';

/** @typedef {import('../../web/js/frame.js').Frame} Frame */
/** @typedef {import('../../web/js/parts.js').View} View */
/** What is drawn: `news` is what was exchanged or closed in this trick. @typedef {{ frame: Frame, h: Frame['h'], lang: Frame['lang'], view: View, table: any, news: string[], fourColours: boolean, recolour: () => void }} Scene */

const COLOURS = 'santase_four_colours';

/** @param {import('../../web/js/lang.js').Lang} lang */
export const slides = (lang) =>
  [1, 2, 3, 4, 5].map((n) => ({ title: lang.t(`santase.help.${n}`), text: lang.t(`santase.helpText.${n}`) }));

/** @param {Frame} frame */
export async function mount(frame) {
  await frame.css(new URL('./santase.css', import.meta.url));
  const { h, lang } = frame;
  let fourColours = window.localStorage.getItem(COLOURS) === 'true';
  /** @type {View} */
  let view;
  let saidSeq = 0;
  let tick = 0; // the seconds of somebody who is away
  /** @type {boolean | undefined} */
  let led; // a card lies on the table: the next one answers it
  /** @type {string[]} */
  let news = []; // exchanged, closed: until the trick is played, so that nobody misses it

  function recolour() {
    fourColours = !fourColours;
    window.localStorage.setItem(COLOURS, String(fourColours));
    draw();
  }
  /** @returns {Scene} */
  const scene = () => ({ frame, h, lang, view, table: view.table, news, fourColours, recolour });

  function draw() {
    const now = scene();
    const { table } = now;
    const own = view.you?.seat ?? 0;
    const playing = table.phase === 'play';
    const mine = playing && table.you !== null;
    const turn = mine && table.turn === table.you;
    frame.root.className = `table-root santase-cards${fourColours ? ' four-colours' : ''}${frame.tv ? ' on-tv' : ''}`;
    frame.render(frame.root, [
      () => drawAway(now),
      !playing && (() => drawReview(now)),
      playing && (() => drawOpponent(now, 1 - own)),
      playing &&
        h(
          'section',
          { class: 'felt', key: 'felt', 'aria-label': lang.t('santase.table') },
          () => drawStock(now),
          () => drawTrick(now),
        ),
      playing &&
        h(
          'section',
          {
            class: 'side self',
            key: 'self',
            'aria-label': mine ? lang.t('santase.yourSide') : nameOf(now, own),
          },
          h('p', { class: turn ? 'prompt turn' : 'prompt', key: 'prompt' }, () => prompt(now)),
          mine && (() => drawChoices(now)),
          mine
            ? () => drawHand(now)
            : h(
                'div',
                { class: 'hand small', key: 'closed-hand' },
                backs(
                  now,
                  table.players[own].cards,
                  lang.t('santase.cardsLeft', { name: nameOf(now, own), count: table.players[own].cards }),
                ),
              ),
          () => drawTricks(now, own),
        ),
      !frame.tv && (() => drawTools(now)),
    ]);
    frame.show({
      deadline: table.deadline,
      total: playing ? table.settings.turnSeconds * 1000 : 30000,
      turn: table.turn === null ? [] : [table.players[table.turn].id],
      scores: Object.fromEntries(table.players.map((/** @type {any} */ one) => [one.id, one.score])),
    });
    window.clearTimeout(tick);
    if (awayFrom(view)?.leavesAt) tick = window.setTimeout(draw, 1000);
    sayAway(now);
    // The events of a step are said first; then, once, what is asked of the player.
    if (turn && view.seq !== saidSeq) {
      saidSeq = view.seq;
      frame.say(spoken(now), { id: `turn${view.seq}` });
      frame.sound('turn');
    }
  }

  const hold = createHold(frame, (next) => {
    view = next;
    draw();
  });

  return {
    /** @param {View} next */
    render(next) {
      if (!next.table) return;
      led ??= next.table.table.length > 0;
      hold.take(next);
    },
    /** @param {string} event @param {any} payload */
    announce(event, payload) {
      if (!view?.table) return;
      const text = sentences[event]?.(scene(), payload, led ?? false);
      if (text) frame.say(text, { id: `${payload.seq}.${payload.part}` });
      if (event === 'card_played') led = !led;
      if (event === 'deal_started') led = false;
      if (event === 'trick_won' || event === 'deal_started') news = [];
      if (event === 'nine_exchanged' || event === 'stock_closed') news.push(text);
      if (sounds[event]) frame.sound(sounds[event]);
      if (event === 'trick_won' && view.you) frame.sound(payload.seat === view.you.seat ? 'good' : 'card');
    },
  };
}
