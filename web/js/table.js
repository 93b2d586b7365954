/* The table frame: everything around a game that is the same for all of them. One state (the last
 * view), one draw() from it to the document. */
import { clockText, createClock } from './clock.js';
import { h, render } from './dom.js';
import { createFrame, mountTable } from './frame.js';
import { changeLang, loadLang } from './lang.js';
import { asked, isWhole, later } from './later.js';
import { say } from './live.js';
import { leave, mayPause, openEvening, openMenu, openShare, pausedText } from './menu.js';
import { closedPanel, loadFinale, overPanel, showEnding, winnerText } from './over.js';
import { gameTitle, icon, readGames, refusalText } from './parts.js';
import { playersList } from './players.js';
import { prefs } from './prefs.js';
import { connectRoom } from './room.js';
import './shell.js';
import { toast } from './toast.js';

/** @typedef {import('./parts.js').View} View */

const main = /** @type {HTMLElement} */ (document.getElementById('main'));
if (!isWhole(main?.dataset.replay === undefined ? 'io' : 'document')) await new Promise(() => {});
const { room: code = '', link = '' } = main.dataset;
const games = readGames(main.dataset.games);
/** A game that is over, watched again: views from its log, and no menu. */
const replay = main.dataset.replay === undefined ? null : await later(() => import('./replay.js'));
const lang = await loadLang();

/** @type {View | null} */
let view = null;
/** @type {import('./frame.js').Around} */
let around = {};
/** @type {import('./frame.js').Table | null} */
let table = null;
let mounting = false;
let connected = true;
/** @type {string | null} */
let closed = null;
/** @type {{ left: number | null, share: number }} */
let time = { left: null, share: 0 };

function makeRoot() {
  const made = document.createElement('div');
  made.id = 'table';
  made.className = 'table-root';
  return made;
}
let root = makeRoot();
/** The game whose words are here. */
let spoken = main.dataset.game;
/** Loaded when the shelf is first shown. @type {typeof import('./next.js') | null} */
let next = null;
/** Loaded when somebody first asks for a move to be taken back. @type {typeof import('./undo.js') | null} */
let undo = null;

const current = () => /** @type {View} */ (view);
const help = async () =>
  table?.help
    ? table.help()
    : (await asked(() => import('./slides.js'))).openGameHelp(lang, current().room.game);
/** @param {any} announcement */
const announce = async (announcement) =>
  (await later(() => import('./announce.js'))).announce(lang, announcement);
/** This phone's part in the chance of the next game. @param {View} now */
const mix = async (now) => (await later(() => import('./proof.js'))).takePart(code, now);
/** @param {string} event @param {object} [payload] */
async function send(event, payload) {
  const answer = await room.send(event, payload);
  if (answer.error) toast(refusalText(lang, answer.error), { bad: true });
  return answer;
}
let wantsOther = false;
/** Everybody sees the shelf; in the middle of a game back to the lobby with the choice open. @param {string} event */
function anotherGame(event) {
  if (current().room.state === 'GAME_OVER') return send('show_shelf');
  wantsOther = true;
  return send(event);
}
const desk = { lang, code, link, view: current, send, help, anotherGame };

const connect = replay?.connectReplay ?? connectRoom;
const room = connect(
  { code },
  {
    onView(now) {
      const before = view;
      view = now;
      if (now.room.state === 'GAME_OVER' && !replay) mix(now);
      if (now.room.state === 'LOBBY') return toLobby();
      if (before && isAnotherGame(before, now)) clear();
      if (before && before.room.paused !== now.room.paused)
        say(lang.t(now.room.paused ? 'table.paused' : 'table.resumed'), { urgent: true });
      draw();
      if (now.room.shelf && !before?.room.shelf) showShelf();
      if (now.room.undo && now.room.undo.of !== before?.room.undo?.of) askAboutUndo();
      if (now.room.state === 'GAME_OVER' && before?.room.state !== 'GAME_OVER') end(before !== null);
    },
    onEvent(event, payload) {
      // What we send is answered; an error by itself is news for the host, of cards that did not come.
      if (event === 'announcement') return announce(payload);
      if (event === 'move_undone' || event === 'move_stays') return tellUndo(event, payload);
      if (event === 'error') return toast(refusalText(lang, payload), { bad: true });
      if (event === 'reaction') return react(payload);
      return table?.announce?.(event, payload);
    },
    onConnection(up) {
      if (closed) return;
      if (connected && !up) say(lang.t('table.reconnecting'));
      connected = up;
      draw();
    },
    onClosed(reason) {
      closed = reason;
      if (view) stayAwake({});
      clock.set(null);
      frame.discard();
      for (const open of document.querySelectorAll('dialog')) open.close(); // none of them is of use now
      main.className = 'frame';
      render(main, closedPanel(lang, reason));
    },
  },
);

const clock = createClock(
  room.now,
  (left, share) => {
    time = { left, share };
    drawBar();
  },
  (seconds) => say(lang.t('table.secondsLeft', { seconds })),
);
const house = {
  share: () => openShare(desk),
  evening: () => openEvening(desk),
  leave: () => leave(desk),
  anotherGame,
};
/** @param {HTMLElement} on */
const makeFrame = (on) =>
  createFrame({
    root: on,
    lang,
    house,
    tv: false,
    now: room.now,
    view: current,
    send: room.send,
    around(what) {
      if (closed || on !== root) return; // a table that is gone may still tick
      around = what;
      clock.set(current().room.paused ? null : (what.deadline ?? null), what.total);
      stayAwake(what);
      drawPlayers();
      drawOver();
    },
  });
let frame = makeFrame(root);

/** The next game has begun; a phone that slept may have missed the end of the last one. @param {View} before @param {View} now */
const isAnotherGame = (before, now) =>
  before.room.game !== now.room.game ||
  (now.room.state === 'PLAYING' &&
    (before.room.state !== 'PLAYING' || before.room.gamesPlayed !== now.room.gamesPlayed));

/** Nothing of the last game is left for the next one. */
function clear() {
  frame.discard();
  root = makeRoot();
  body.append(root);
  frame = makeFrame(root);
  table = null;
  mounting = false;
  around = {};
  clock.set(null);
  const { game } = current().room;
  const { mood } = games.find(({ name }) => name === game) ?? {};
  Object.assign(main.dataset, { game, mood: mood ?? '' });
  document.title = `${gameTitle(lang, game)} · ${code}`;
}

/** The host has asked what to play next: nobody has to look for it. */
async function showShelf() {
  next ??= await later(() => import('./next.js'));
  drawOver();
  say(lang.t('next.title'), { urgent: true });
  document.getElementById('next-title')?.focus({ preventScroll: true });
  document.querySelector('.next-shelf')?.scrollIntoView({ block: 'start' });
}

async function askAboutUndo() {
  undo ??= await later(() => import('./undo.js'));
  if (closed || !current().room.undo) return;
  drawOver();
  undo.sayUndo(lang, current());
}

/** @param {string} event @param {{ playerId?: string }} payload */
async function tellUndo(event, payload) {
  undo ??= await later(() => import('./undo.js'));
  undo.tellUndo(lang, current(), event, payload);
}

let awake = false;
/** The screen stays on while it is the reader's turn, or as long as the table wants it. @param {import('./frame.js').Around} what */
async function stayAwake({ turn = [], awake: wanted }) {
  const { room: state, you } = current();
  const now =
    state.state === 'PLAYING' &&
    !state.paused &&
    !closed &&
    (wanted ?? (you !== null && turn.includes(you.id)));
  if (now === awake) return;
  awake = now;
  const { keepAwake } = await later(() => import('./awake.js'));
  keepAwake(awake);
}

/** Loaded when the first one is sent or comes, once, so that they stay in order. @type {Promise<typeof import('./reactions.js')> | null} */
let reactions = null;
/** @param {import('./reactions.js').Reaction} reaction */
async function react(reaction) {
  if (!prefs.reactions) return;
  const { showReaction } = await (reactions ??= later(() => import('./reactions.js')));
  if (!closed) showReaction(lang, current(), reaction);
}
const mayReact = () => prefs.reactions && !!view?.you?.mayReact;
/** @param {Event} event */
async function chooseReaction({ currentTarget }) {
  const button = /** @type {HTMLElement} */ (currentTarget);
  const { openReactions } = await (reactions ??= asked(() => import('./reactions.js')));
  if (mayReact()) openReactions(lang, button, (kind) => send('react', { kind }));
}

/** The game is over; `now` if it was running a moment ago on this very page. @param {boolean} now */
async function end(now) {
  if (now) showEnding();
  const finale = await loadFinale();
  if (closed || current().room.state !== 'GAME_OVER') return;
  drawOver();
  if (!now) return;
  if (!current().room.shelf) showEnding();
  finale.celebrate(lang, current(), { outcome: around.outcome ?? winnerText(lang, current()) });
}

function toLobby() {
  const lobby = current().you?.isHost ? `/rooms/${code}/lobby` : `/rooms/${code}`;
  window.location.assign(wantsOther ? `${lobby}#other-games` : lobby);
}

async function mount() {
  if (table || mounting || !view) return;
  mounting = true;
  const mine = frame;
  const { game } = view.room;
  if (game !== spoken) await changeLang(lang.code);
  spoken = game;
  const made = await mountTable(mine, game);
  if (mine !== frame) return; // the next game began meanwhile
  table = made;
  draw();
}

const bar = document.createElement('header');
const body = document.createElement('div');
const over = document.createElement('div');
const seats = document.createElement('aside');
bar.className = 'bar';
body.className = 'frame-body';
over.className = 'frame-over';
seats.className = 'frame-players';
body.append(over, root);

function drawBar() {
  if (!view || closed) return undefined;
  const { left, share } = time;
  const low = left !== null && left <= 10000;
  if (replay) return render(bar, replay.replayBar(lang, view));
  if (!mayReact()) reactions?.then(({ closeReactions }) => closeReactions());
  return render(bar, [
    h(
      'button',
      {
        type: 'button',
        class: 'quiet',
        key: 'menu',
        'aria-haspopup': 'dialog',
        'aria-label': lang.t('table.menu'),
        on: { click: () => openMenu(desk) },
      },
      icon('menu'),
      h('span', { class: 'wide' }, lang.t('table.menu')),
    ),
    h('h1', { class: 'bar-title', key: 'title' }, gameTitle(lang, view.room.game)),
    !connected &&
      h('span', { class: 'pill', key: 'lost', role: 'status' }, icon('away'), lang.t('table.reconnecting')),
    left !== null &&
      h(
        'span',
        { class: low ? 'clock low' : 'clock', key: 'clock', role: 'timer' },
        h('meter', { class: 'hidden-text', min: 0, max: 1, value: share.toFixed(3), 'aria-hidden': 'true' }),
        icon('clock'),
        clockText(left),
      ),
    mayPause(view) &&
      h(
        'button',
        {
          type: 'button',
          class: 'quiet',
          key: 'pause',
          'aria-label': lang.t('table.pause'),
          on: { click: () => send('pause_game') },
        },
        icon('pause'),
      ),
    mayReact() &&
      h(
        'button',
        {
          type: 'button',
          class: 'quiet',
          key: 'react',
          'aria-label': lang.t('reaction.title'),
          on: { click: chooseReaction },
        },
        icon('smile'),
      ),
    h(
      'button',
      {
        type: 'button',
        class: 'quiet code-chip',
        key: 'code',
        'aria-haspopup': 'dialog',
        on: { click: () => openShare(desk) },
      },
      h('span', { class: 'hidden-text' }, `${lang.t('share.title')}: `),
      code,
    ),
    h(
      'button',
      {
        type: 'button',
        class: 'quiet',
        key: 'help',
        'aria-label': lang.t('help.title'),
        on: { click: help },
      },
      icon('help'),
    ),
  ]);
}

function drawPlayers() {
  if (!view || closed) return;
  const label = lang.t('table.players');
  if (seats.getAttribute('aria-label') !== label) seats.setAttribute('aria-label', label);
  render(seats, playersList(lang, view, around));
  // A row that can be scrolled must be reachable by keyboard.
  const scrolls = seats.scrollWidth > seats.clientWidth;
  if (scrolls !== seats.hasAttribute('tabindex')) {
    if (scrolls) seats.tabIndex = 0;
    else seats.removeAttribute('tabindex');
  }
}
window.addEventListener('resize', drawPlayers);
document.addEventListener('ludoteca:language', () => draw());

/** Who only looks on reads so, and how to come in where that is possible. */
function watchNote() {
  const { room: state, you } = current();
  return h(
    'p',
    { class: 'note', key: 'watching' },
    icon('eye'),
    h('span', {}, lang.t('table.watching')),
    !you && h('a', { class: 'button', key: 'in', href: `/rooms/${code}` }, lang.t('lobby.enter')),
    you &&
      state.latecomers &&
      h(
        'button',
        { type: 'button', key: 'sit', on: { click: () => send('choose_team', { watch: false }) } },
        lang.t('table.sitDown'),
      ),
  );
}

/** What lies over or above the table: a pause, the end, a closed door. */
function drawOver() {
  const { room: state, you } = current();
  const pauser = state.players.find((player) => player.id === state.pausedBy);
  render(over, [
    (!you || you.watching) && state.state === 'PLAYING' && !replay && watchNote(),
    state.paused &&
      h(
        'section',
        { class: 'card paused', key: 'paused' },
        h('h2', {}, icon('pause'), lang.t('table.paused')),
        h('p', {}, pausedText(lang, pauser, you)),
        you?.mayResume &&
          h(
            'button',
            { type: 'button', class: 'primary', on: { click: () => send('resume_game') } },
            icon('go'),
            lang.t('table.resume'),
          ),
      ),
    state.undo && undo?.undoPanel(lang, current(), send),
    state.state === 'GAME_OVER' &&
      state.shelf &&
      next &&
      next.shelfPanel({ lang, view: current(), games, send }),
    state.state === 'GAME_OVER' && overPanel(lang, current(), send, anotherGame, around),
  ]);
}

function draw() {
  if (!view || closed) return; // until then the page says that it connects
  if (!bar.isConnected) main.replaceChildren(bar, seats, body);
  main.classList.toggle('lost', !connected);
  drawBar();
  drawOver();
  if (table) table.render(view);
  else mount();
  drawPlayers();
}
