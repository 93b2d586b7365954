/* Codenames at the table: the board in the middle, above it what is asked, below it what the reader can do.
 * One draw() from the last view to the document; what moves comes from comparing it with the view before. */
import { drawActions } from './actions.js';
import { drawBoard, sizeWords } from './board.js';
import { drawClueForm, newDraft } from './clue.js';
import { drawEnding } from './ending.js';
import { forgetWidths } from './fit.js';
import { drawHead } from './head.js';
import { drawHistory } from './history.js';
import { createVoice } from './said.js';
import { drawScores, numberOf, teams } from './scores.js';
import { drawSetup } from './setup.js';

export { slides } from './tutorial.js';

/** @typedef {import('../../web/js/frame.js').Frame} Frame */
/** @typedef {import('../../web/js/parts.js').View} View */
/** @typedef {'red' | 'blue'} Team */
/** @typedef {'red' | 'blue' | 'neutral' | 'assassin'} Type */
/** @typedef {{ position: number, word: string, type: Type | null, isRevealed: boolean }} Card */
/** @typedef {{ team: Team, text: string, count: number, by: number, at: number }} Clue a count of −1: unlimited */
/** @typedef {{ team: Team, clue: number | null, guesses: { position: number, type: Type, by: number }[], why: string | null, meant?: number[] }} Turn `clue`: which of clueHistory; `meant`: at the end, what a computer had in mind */
/** @typedef {{ phase: 'Setup' | 'AwaitingClue' | 'AwaitingGuesses' | 'Complete', startingTeam: Team, currentTeam: Team,
 *   you: { team: Team, role: 'spymaster' | 'operative' } | null, spymasters: Record<Team, number>, ready: Record<Team, boolean>, board: Card[],
 *   redAgentsRemaining: number, blueAgentsRemaining: number, clue: Clue | null, guesses: number, guessesLeft: number | null,
 *   can: { takeSpymaster: boolean, ready: boolean, clue: boolean, guess: boolean, endTurn: boolean }, pointing: { seat: number, position: number }[],
 *   clueHistory: Clue[], turnHistory: Turn[], winner: Team | null, wonBy: string | null, deadline: number | null }} Codenames */
/** What a scene is drawn from. `chosen`: where the reader points; `cursor`: where the arrow keys are; `fresh`: just turned over;
 * `cell`: pixels inside a card, and how much larger than usual the reader wants letters.
 * @typedef {{ frame: Frame, view: View, game: Codenames, language: string, family: string, cell: { width: number, height: number, root: number }, wide: boolean,
 *   chosen: number | null, cursor: number, fresh: Set<number>, draft: import('./clue.js').Draft, draw: () => void,
 *   act: (verb: string, payload?: object) => void, point: (position: number | null) => void, guess: (position: number) => void,
 *   press: (card: Card, byKey: boolean) => void, moveTo: (position: number) => void }} Scene */

/** Whoever presses Enter twice in a hurry has pointed, not revealed; milliseconds. */
const armAfter = 400;

/** @param {Frame} frame @returns {Promise<import('../../web/js/frame.js').Table>} */
export async function mount(frame) {
  await frame.css(new URL('./codenames.css', import.meta.url));
  const stage = document.createElement('div');
  stage.className = frame.tv ? 'codenames on-tv' : 'codenames';
  frame.root.append(stage);

  /** @type {View | null} */
  let view = null;
  let cursor = 0;
  /** Where the reader pointed, until the server's view says so too. @type {number | null | undefined} */
  let pending;
  let armedAt = 0;
  /** @type {Set<number>} */
  let fresh = new Set();
  let draft = newDraft();
  let cell = { width: 60, height: 60, root: 1 };
  const wideEnough = window.matchMedia('(min-width: 60rem)');
  const voice = createVoice(frame, () => /** @type {View} */ (view));

  const chosenNow = () => {
    const seat = view?.you?.seat ?? -1;
    const there = view?.table.pointing.find((/** @type {{ seat: number }} */ finger) => finger.seat === seat);
    return pending === undefined ? (there?.position ?? null) : pending;
  };

  /** @param {number | null} position */
  async function point(position) {
    pending = position;
    armedAt = Date.now() + armAfter;
    draw();
    const { error } = await frame.send('point_at', { position }, { ignore: ['STALE'] });
    if (error) {
      pending = undefined;
      draw();
    }
  }

  /** @param {number} position */
  async function guess(position) {
    if (draft.sending) return;
    draft.sending = true;
    await frame.send('make_guess', { position }, { ignore: ['ALREADY_REVEALED'] });
    draft.sending = false;
    draw();
  }

  /** A first press points. A second one takes the finger back, or by keyboard turns the card over. @param {Card} card @param {boolean} byKey */
  function press(card, byKey) {
    if (!view?.table.can.guess || view.room.paused || card.isRevealed) return;
    if (chosenNow() !== card.position) point(card.position);
    else if (!byKey) point(null);
    else if (Date.now() >= armedAt) guess(card.position);
  }

  /** @param {number} position */
  function moveTo(position) {
    if (cursor === position) return;
    cursor = position;
    draw();
  }

  /** @returns {Scene} */
  const scene = () => ({
    frame,
    view: /** @type {View} */ (view),
    game: view?.table,
    language: view?.room.settings.language ?? frame.lang.code,
    family: getComputedStyle(stage).fontFamily,
    cell,
    wide: wideEnough.matches,
    chosen: chosenNow(),
    cursor,
    fresh,
    draft,
    draw,
    act: (verb, payload) => {
      frame.send(verb, payload);
    },
    point,
    guess,
    press,
    moveTo,
  });

  /** The inside of a card; true if it has changed. */
  function measure() {
    const card = /** @type {HTMLElement | null} */ (stage.querySelector('.cn-card'));
    if (!card) return false;
    const next = {
      width: card.clientWidth,
      height: card.clientHeight,
      root: parseFloat(getComputedStyle(document.documentElement).fontSize) / 16,
    };
    if (next.width === cell.width && next.height === cell.height && next.root === cell.root) return false;
    cell = next;
    return true;
  }

  /** @param {Scene} now @returns {import('../../web/js/dom.js').Kid[]} */
  function parts(now) {
    const { phase, can } = now.game;
    const playing = !frame.tv && !now.view.room.paused;
    const drawers = {
      Setup: [drawSetup],
      Complete: [drawEnding, drawScores, drawBoard, drawHistory],
      AwaitingClue: [drawScores, drawHead, drawBoard, playing && can.clue && drawClueForm, drawHistory],
      AwaitingGuesses: [drawScores, drawHead, drawBoard, playing && can.guess && drawActions, drawHistory],
    }[phase];
    // Each for itself: what cannot be drawn takes nothing else with it.
    return drawers.map((one) => one && (() => one(now)));
  }

  function draw() {
    if (!view?.table) return;
    const now = scene();
    stage.dataset.phase = now.game.phase;
    stage.dataset.role = now.game.you?.role ?? 'watcher';
    frame.render(stage, parts(now));
    if (now.game.phase === 'Setup') return;
    if (measure()) frame.render(stage, parts({ ...now, cell }));
    sizeWords(stage);
  }

  new ResizeObserver(() => {
    if (measure()) draw();
  }).observe(stage);
  wideEnough.addEventListener('change', draw);
  document.fonts?.addEventListener('loadingdone', () => {
    forgetWidths();
    draw();
  });

  /** What the view before does not have. @param {Codenames | undefined} before @param {Codenames} game */
  function follow(before, game) {
    fresh = new Set(
      before?.board.length
        ? game.board
            .filter((card, i) => card.isRevealed && !before.board[i]?.isRevealed && before.phase !== 'Setup')
            .map((card) => card.position)
        : [],
    );
    if (before?.phase !== game.phase || before?.currentTeam !== game.currentTeam) {
      pending = undefined;
      draft = newDraft();
    }
  }

  return {
    render(next) {
      if (!next.table?.phase) return;
      const game = /** @type {Codenames} */ (next.table);
      if (view !== next) follow(view?.table, game);
      view = next;
      if (
        pending !== undefined &&
        (pending === null ||
          game.board[pending]?.isRevealed ||
          game.pointing.some((finger) => finger.seat === next.you?.seat && finger.position === pending))
      )
        pending = undefined;
      draw();
      const waiting = game.phase === 'AwaitingClue';
      const turns = next.room.players.filter(
        (player) =>
          player.seat !== null &&
          player.team === next.room.teams[numberOf(game.currentTeam)] &&
          !player.gone &&
          (player.seat === game.spymasters[game.currentTeam]) === waiting,
      );
      const ours = next.you?.team === next.room.teams[numberOf(game.currentTeam)];
      frame.show({
        deadline: game.deadline,
        awake: (game.phase === 'AwaitingClue' || game.phase === 'AwaitingGuesses') && ours,
        turn:
          game.phase === 'AwaitingClue' || game.phase === 'AwaitingGuesses'
            ? turns.map((player) => player.id)
            : [],
        teamScores:
          game.phase === 'Setup' || game.phase === 'Complete' // what was not found is no score
            ? undefined
            : Object.fromEntries(
                teams.map((team, i) => [
                  next.room.teams[i],
                  i ? game.blueAgentsRemaining : game.redAgentsRemaining,
                ]),
              ),
        marks: Object.fromEntries(
          next.room.players
            .filter((player) => player.seat !== null && Object.values(game.spymasters).includes(player.seat))
            .map((player) => [player.id, frame.lang.t('codenames.role.spymaster')]),
        ),
      });
    },
    announce(event, payload) {
      if (view?.table) voice(event, payload);
    },
  };
}
