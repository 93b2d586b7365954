/* The cards game at the table: the black card always there, below it the reader's hand, the answers or the
 * winner, and under the thumb what can be done. One draw() from the last view to the document. */
import { drawAnswers, wordsOf } from './answers.js';
import { drawBar } from './bar.js';
import { drawBlack } from './black.js';
import { drawNever, drawPending } from './extras.js';
import { bringIntoSight, fitTelevision } from './fit.js';
import { drawHand, drawPartner } from './hand.js';
import { drawHistory } from './history.js';
import { doneBy, drawPeople } from './people.js';
import { readGame } from './reading.js';
import { announce, follow } from './said.js';
import { drawScores, drawTournament, drawWinner, outcomeText } from './winner.js';

export { slides } from './tutorial.js';

/** @typedef {import('../../web/js/frame.js').Frame} Frame */
/** @typedef {import('../../web/js/parts.js').View} View */
/** @typedef {import('../../web/js/dom.js').Kid} Kid */
/** @typedef {import('./reading.js').White} White */
/** @typedef {import('./reading.js').Response} Response */
/** @typedef {import('./reading.js').Past} Past */
/** @typedef {import('./reading.js').Game} Game */
/** What a scene is drawn from. `chosen`: the reader's cards, in their order; `texts`: written on blank ones; `picked`: an answer, not yet
 * decided on; `complete`: the chosen cards could be played.
 * @typedef {{ frame: Frame, view: View, game: Game, language: string, me: string | null, chosen: string[], texts: Record<string, string>,
 *   picked: string | null, complete: boolean, act: (verb: string, payload?: object) => Promise<import('../../web/js/room.js').Answer>,
 *   press: (id: string, byKey: boolean) => void, write: (id: string, text: string) => void, submit: () => void,
 *   choose: (id: string, byKey: boolean) => void, decide: () => void, safely: (what: string, make: () => Kid) => Kid }} Scene */

/** Whoever presses twice in a hurry has chosen, not decided; milliseconds. */
const armAfter = 400;

/** @param {Frame} frame @returns {Promise<import('../../web/js/frame.js').Table>} */
export async function mount(frame) {
  await frame.css(new URL('./cah.css', import.meta.url));
  const stage = document.createElement('div');
  stage.className = frame.tv ? 'cah on-tv' : 'cah';
  frame.root.append(stage);

  /** @type {View | null} */
  let view = null;
  /** @type {Game | null} */
  let game = null;
  /** @type {string[]} */
  let chosen = [];
  /** @type {Record<string, string>} */
  let texts = {};
  /** @type {string | null} */
  let picked = null;
  let armedAt = 0;
  let sending = false;

  const arm = () => {
    armedAt = Date.now() + armAfter;
  };
  const now = () => /** @type {Game} */ (game);
  const isBlank = (/** @type {string} */ id) => now().hand.find((card) => card.id === id)?.blank;
  const isComplete = () =>
    chosen.length >= now().pickMin &&
    chosen.length <= now().pickMax &&
    chosen.every((id) => !isBlank(id) || texts[id]?.trim());

  /** @param {string} verb @param {object} [payload] */
  function act(verb, payload) {
    return frame.send(verb, { roundId: now().roundId, ...payload }, { ignore: ['STALE'] });
  }

  /** One decision at a time. @param {() => Promise<any>} what */
  async function once(what) {
    if (sending || Date.now() < armedAt) return;
    sending = true;
    await what();
    sending = false;
    arm();
    draw();
  }

  const submit = () =>
    now().may.has('submit_response') &&
    isComplete() &&
    once(() => {
      const written = Object.fromEntries(chosen.filter(isBlank).map((id) => [id, texts[id].trim()]));
      return act('submit_response', {
        cardIds: chosen,
        ...(Object.keys(written).length ? { texts: written } : {}),
      });
    });

  /** A first press chooses, a second one takes back, or by Enter plays. @param {string} id @param {boolean} byKey */
  function press(id, byKey) {
    if (view?.room.paused) return;
    const plays = now().may.has('submit_response');
    const had = chosen.includes(id);
    if (byKey && plays && isComplete() && (had || now().pickMax > 1)) return void submit();
    if (had) chosen = chosen.filter((one) => one !== id);
    else chosen = [...chosen.slice(0, (plays ? now().pickMax : 1) - 1), id];
    arm();
    draw();
    if (!had && isBlank(id))
      /** @type {HTMLElement | null} */ (stage.querySelector('.chosen .cah-field'))?.focus();
    // A partner sees where the finger is.
    if (now().may.has('point_at')) act('point_at', { cardId: had ? null : id });
  }

  const decide = () =>
    picked &&
    once(() => act(now().may.has('judge_winner') ? 'judge_winner' : 'vote', { responseId: picked }));

  /** @param {string} id @param {boolean} byKey */
  function choose(id, byKey) {
    if (picked === id && byKey) return void decide();
    picked = picked === id ? null : id;
    arm();
    draw();
  }

  /** A card that cannot be drawn takes nothing else with it. @param {string} what @param {() => Kid} make */
  function safely(what, make) {
    try {
      return make();
    } catch (error) {
      console.error(`cah cannot draw ${what}:`, error);
      return false;
    }
  }

  /** @returns {Scene} */
  const scene = () => ({
    frame,
    view: /** @type {View} */ (view),
    game: now(),
    language: view?.room.settings.language ?? frame.lang.code,
    me: view?.you?.watching ? null : (view?.you?.id ?? null),
    chosen,
    texts,
    picked,
    complete: isComplete(),
    act,
    press,
    write(id, text) {
      texts = { ...texts, [id]: text };
      draw();
    },
    submit,
    choose,
    decide,
    safely,
  });

  /** What the black card is filled in with. @param {Game} table @returns {string[]} */
  function filling({ phase, responses, winningResponse, yourResponse, may, hand }) {
    const response =
      responses.find(({ id }) => id === picked) ||
      (phase === 'completed' && winningResponse) ||
      (phase === 'waiting_for_responses' && yourResponse);
    if (response) return wordsOf(response);
    if (!may.has('submit_response')) return [];
    return chosen.map((id) => (isBlank(id) ? texts[id] : hand.find((card) => card.id === id)?.text) ?? '');
  }

  /** @param {Scene} one @returns {Kid[]} */
  function parts(one) {
    const table = one.game;
    const playing = table.phase === 'waiting_for_responses';
    const over = table.phase === 'completed';
    const { paused, state } = one.view.room;
    const votes = over && frame.tv && table.voting; // a television has room for the points or for what to vote about
    const never = () => drawNever(one);
    const others = table.responses.filter(({ id }) => !over || id !== table.winningResponse?.id);
    /** @type {[string, false | (() => Kid)][]} */
    const all = [
      ['people', !frame.tv && (() => drawPeople(one))],
      ['winner', over && !table.over && (() => drawWinner(one))], // at the end the frame has one
      ['tournament', table.over && (() => drawTournament(one))], // after a game it is what they ask for
      ['black', () => drawBlack(one, filling(table))],
      ['pending', !frame.tv && (() => drawPending(one))],
      ['never', playing && never],
      ['hand', playing && !frame.tv && !paused && (() => drawHand(one))],
      ['partner', playing && !frame.tv && !paused && (() => drawPartner(one))],
      ['answers', !playing && (votes || !(over && frame.tv)) && (() => drawAnswers(one, others))],
      ['never', !playing && never], // what is to be decided comes first
      ['scores', over && !votes && (() => drawScores(one))],
      ['tournament', over && !table.over && !frame.tv && (() => drawTournament(one))],
      ['history', () => drawHistory(one)],
      ['bar', !frame.tv && !paused && state === 'PLAYING' && (() => drawBar(one))],
    ];
    return all.map(([name, make]) => make && safely(name, make));
  }

  function draw() {
    if (!game || !view) return;
    const one = scene();
    stage.dataset.phase = game.phase;
    stage.toggleAttribute('data-over', game.over);
    stage.dataset.role = one.me === null ? 'watcher' : game.czars.includes(one.me) ? 'czar' : 'player';
    frame.render(stage, parts(one));
    if (frame.tv) fitTelevision(stage);
  }

  /** What was chosen and is no longer there. @param {Game | null} before */
  function forget(before) {
    if (before?.roundId !== now().roundId || before?.phase !== now().phase) {
      picked = null;
      arm();
    }
    if (before?.roundId !== now().roundId) texts = {};
    chosen = chosen.filter((id) => now().hand.some((card) => card.id === id));
    if (before?.may.has('submit_response') && !now().may.has('submit_response')) chosen = [];
    if (!now().responses.some(({ id }) => id === picked)) picked = null;
  }

  return {
    render(next) {
      const before = game;
      const isNew = view !== next;
      view = next;
      game = readGame(next);
      if (!game) return;
      if (isNew) forget(before);
      draw();
      if (isNew && !frame.tv) bringIntoSight(stage, before, game);
      const one = scene();
      if (isNew)
        safely('what is said', () => {
          follow(one, before ?? undefined);
          return false;
        });
      const hurried = next.room.settings.speedSeconds > 0 || game.phase === 'completed';
      frame.show({
        deadline: hurried && !game.over ? game.deadline : null, // elsewhere it is far away, and only for the forgotten
        turn: game.waitingFor,
        scores: game.scores,
        outcome: outcomeText(one),
        marks: Object.fromEntries(
          next.room.players.map(({ id }) => [id, doneBy(one, id)]).filter(([, mark]) => mark),
        ),
      });
    },
    announce(event, payload) {
      if (game) announce(scene(), event, payload);
    },
  };
}
