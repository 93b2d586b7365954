/* The room on a television: the crowd's view, large, with the code for those who still want in. */
import { announce } from './announce.js';
import { clockText, createClock } from './clock.js';
import { h, render } from './dom.js';
import { createFrame, mountTable } from './frame.js';
import { loadLang } from './lang.js';
import { isWhole, later } from './later.js';
import { closedPanel, loadFinale, overPanel, winnerText } from './over.js';
import { avatar, codeTokens, gameTitle, icon, readGames, settingsButton } from './parts.js';
import { playersList } from './players.js';
import { prefs } from './prefs.js';
import { connectRoom } from './room.js';
import './shell.js';
import { sound } from './sound.js';

/** @typedef {import('./parts.js').View} View */

const main = /** @type {HTMLElement} */ (document.getElementById('main'));
if (!isWhole(main?.dataset.replay === undefined ? 'io' : 'document')) await new Promise(() => {});
const { room: code = '', link = '' } = main.dataset;
const games = readGames(main.dataset.games);
const replay = main.dataset.replay === undefined ? null : await later(() => import('./replay.js'));
const lang = await loadLang();

/** @type {View | null} */
let view = null;
/** What stands on the table: the game, its frame, and once it is loaded what draws it. @type {{ game: string, after: number, frame: import('./frame.js').Frame, table: import('./frame.js').Table | null } | null} */
let mounted = null;
/** @type {import('./frame.js').Around} */
let around = {};
/** @type {number | null} */
let left = null;
let connected = true;
/** Loaded when the shelf is first shown. @type {typeof import('./next.js') | null} */
let next = null;
/** Nothing is drawn after this. */
let closed = false;

const side = document.createElement('aside');
const top = document.createElement('header');
const lobby = document.createElement('div');
side.className = 'tv-side';
top.className = 'tv-top';
lobby.className = 'tv-lobby';

const current = () => /** @type {View} */ (view);
const connect = replay?.connectReplay ?? connectRoom;
const room = connect(
  { code, watch: true },
  {
    async onView(now) {
      const before = view;
      view = now;
      draw();
      welcome(before, now);
      if (now.room.state === 'GAME_OVER' && before?.room.state !== 'GAME_OVER') end(before !== null);
      if (!now.room.shelf || next) return;
      next = await later(() => import('./next.js'));
      draw();
    },
    onEvent(event, payload) {
      if (event === 'announcement') announce(lang, payload);
      else if (event === 'reaction') react(payload);
      else mounted?.table?.announce?.(event, payload);
    },
    onConnection(up) {
      if (closed) return;
      connected = up;
      draw();
    },
    onClosed(reason) {
      closed = true;
      clear();
      delete main.dataset.state;
      render(main, closedPanel(lang, reason));
    },
  },
);
const clock = createClock(
  room.now,
  (now) => {
    left = now;
    drawTop();
  },
  () => {},
);
/** @param {HTMLElement} root */
const makeFrame = (root) =>
  createFrame({
    root,
    lang,
    tv: true,
    now: room.now,
    view: current,
    send: async () => ({ error: { code: 'NOT_SEATED' } }),
    around(what) {
      if (closed || mounted?.frame.root !== root) return; // of a table that is gone
      around = what;
      clock.set(current().room.paused ? null : (what.deadline ?? null), what.total);
      drawSide();
      drawLobby();
    },
  });

/** Somebody comes in: it is heard. @param {View | null} before @param {View} now */
function welcome(before, now) {
  const known = before?.room.players.map((player) => player.id);
  if (known && now.room.players.some((player) => !known.includes(player.id))) sound('join');
}

/** Loaded with the first one, once, so that they stay in order. @type {Promise<typeof import('./reactions.js')> | null} */
let reactions = null;
/** @param {import('./reactions.js').Reaction} reaction */
async function react(reaction) {
  if (!prefs.reactions) return;
  const { showReaction } = await (reactions ??= later(() => import('./reactions.js')));
  if (!closed) showReaction(lang, current(), reaction, { tv: true });
}

/** The show; `now` if the game was running a moment ago. @param {boolean} now */
async function end(now) {
  const finale = await loadFinale();
  if (closed || current().room.state !== 'GAME_OVER') return;
  drawLobby();
  if (!now) return;
  const seen = { ...current(), you: null };
  finale.celebrate(lang, seen, { outcome: around.outcome ?? winnerText(lang, seen), tv: true });
}

/** Between two games nothing of the first is left: its last picture, its stylesheet, its clock. */
function clear() {
  mounted?.frame.discard();
  mounted = null;
  around = {};
  clock.set(null);
}

/** @param {string} game */
async function mount(game) {
  clear();
  const root = document.createElement('div');
  root.className = 'table-root';
  lobby.after(root);
  const mine = {
    game,
    after: current().room.gamesPlayed - (current().room.state === 'GAME_OVER' ? 1 : 0),
    frame: makeFrame(root),
    table: /** @type {import('./frame.js').Table | null} */ (null),
  };
  mounted = mine;
  mine.table = await mountTable(mine.frame, game);
  if (mounted === mine && !closed) draw();
}

const joinBox = () =>
  h(
    'section',
    { class: 'card tv-join', key: 'join' },
    h('h2', {}, lang.t('tv.join')),
    h('img', {
      class: 'qr',
      width: 240,
      height: 240,
      src: `/rooms/${code}/qr.svg`,
      alt: lang.t('share.qrAlt', { link }),
    }),
    codeTokens(lang, code),
    h('p', { class: 'invite-link' }, link.replace(/^https?:\/\//, '')),
  );

/** A browser is silent until somebody has pressed something. */
const soundsOff = () => prefs.sound && navigator.userActivation?.hasBeenActive === false;

function drawTop() {
  if (!view || closed) return;
  render(top, [
    h(
      'a',
      { class: 'tv-home', key: 'home', href: '/', 'aria-label': lang.t('answer.home') },
      icon('ludoteca'),
    ),
    h('h1', {}, gameTitle(lang, view.room.game)),
    settingsButton(lang),
    soundsOff() &&
      h(
        'button',
        { type: 'button', class: 'quiet', key: 'sound', on: { click: () => drawTop() } },
        icon('speaker'),
        lang.t('tv.sound'),
      ),
    view.room.state === 'GAME_OVER' &&
      !view.room.shelf && // beside the shelf the invitation is back
      h('b', { class: 'tv-code', key: 'code' }, code),
    !connected && h('span', { class: 'pill', key: 'lost' }, icon('away'), lang.t('table.reconnecting')),
    view.room.paused && h('span', { class: 'pill', key: 'paused' }, icon('pause'), lang.t('table.paused')),
    left !== null &&
      h(
        'span',
        { class: left <= 10000 ? 'clock low' : 'clock', key: 'clock', role: 'timer' },
        icon('clock'),
        clockText(left),
      ),
  ]);
}

function drawSide() {
  const { state } = current().room;
  render(side, state === 'LOBBY' ? [] : [!replay && joinBox(), ...playersList(lang, current(), around)]);
}

/** Instead of the table, or above it at the end. */
function drawLobby() {
  const { room: now } = current();
  render(
    lobby,
    now.state === 'PLAYING'
      ? []
      : now.state === 'GAME_OVER'
        ? now.shelf && next
          ? [next.shelfPanel({ lang, view: { ...current(), you: null }, games })]
          : [overPanel(lang, { ...current(), you: null }, () => {}, undefined, around)]
        : [
            joinBox(),
            h(
              'ul',
              { class: 'tv-people', key: 'people' },
              now.players.map((player) =>
                h(
                  'li',
                  { key: player.id },
                  avatar(player.name),
                  h('bdi', { class: 'person-name' }, player.name),
                ),
              ),
            ),
            h('p', { class: 'lead', key: 'waiting' }, lang.t('tv.waiting')),
          ],
  );
}

function draw() {
  if (!view || closed) return; // until then the page says that it connects
  if (!top.isConnected) main.replaceChildren(top, lobby, side);
  const { room: now } = view;
  main.dataset.state = now.state;
  drawTop();
  drawSide();
  drawLobby();
  if (now.state === 'LOBBY') clear();
  else if (mounted?.game !== now.game || (now.state === 'PLAYING' && mounted.after !== now.gamesPlayed))
    mount(now.game);
  else mounted.table?.render(view);
}
