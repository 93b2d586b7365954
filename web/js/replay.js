/* A game that is over, watched again: in the place of a room's connection (room.js) stands this player
 * of views. The table draws them as it drew them then; what it sends goes nowhere. */
import { rememberFaces } from './avatar.js';
import { h, render } from './dom.js';
import { loadLang } from './lang.js';
import { createFilm } from './film.js';
import { later } from './later.js';
import { say } from './live.js';
import { assetUrl, gameTitle, icon, refusalText, settingsButton } from './parts.js';
import './shell.js';

/** @typedef {import('./parts.js').View} View */
/** @typedef {import('./room.js').Listener} Listener */
/** @typedef {import('./film.js').Film} Film */
/** @typedef {{ id: string, name: string, winner: boolean, open: boolean }} Seen */
/** @typedef {{ game: string, from: number, to: number, began: number, finished: boolean, secret: boolean, players: Seen[], times: number[], turning: number[] }} Game */
/** @typedef {{ roomCode: string, open: boolean, you?: string, games: Game[] }} Games */

const speeds = [1, 2, 4];
/** How long a step is looked at, whatever it took then. */
const shortest = 450;
const longest = 2600;

/** Where the views are; those of a file belong to no room. */
const path = document.getElementById('main')?.dataset.replay ?? '';
const ofFile = path.startsWith('/replay/');

/** Loaded once, like the finale's. */
const ready = new Promise((resolve) => {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = assetUrl('css/replay.css');
  link.onload = link.onerror = () => resolve(undefined);
  document.head.append(link);
});

/** As it was seen, but for what one could do then: nobody is the host of a replay. @param {View} view @returns {View} */
const quiet = ({ room, you, ...rest }) => ({
  ...rest,
  room: { ...room, replay: true, shelf: false, undo: undefined, latecomers: false },
  you: you && { ...you, isHost: false, mayReact: false, mayResume: false, mayUndo: undefined },
});

/** What stands at the top of a table that is watched again: the way back instead of a menu. @param {import('./lang.js').Lang} lang @param {View} view */
export const replayBar = (lang, view) => [
  h(
    'a',
    {
      class: 'button quiet',
      key: 'back',
      href: ofFile ? '/replay' : `/rooms/${view.room.roomCode}`,
      'aria-label': lang.t('past.back'),
    },
    icon('left'),
  ),
  h('h1', { class: 'bar-title', key: 'title' }, gameTitle(lang, view.room.game)),
  h('span', { class: 'pill', key: 'replay' }, icon('again'), lang.t('replay.title')),
  settingsButton(lang),
];

/** Which of the evening's games: the one that the address names, else the last. @param {Game[]} games */
function chosenGame(games) {
  const wanted = Number(new URLSearchParams(window.location.search).get('game'));
  return games[wanted - 1] ? wanted - 1 : games.length - 1;
}

/** The same page with another game. @param {number} number */
function openGame(number) {
  const address = new URL(window.location.href);
  address.searchParams.set('game', String(number + 1));
  window.location.assign(address);
}

/**
 * @param {{ code: string, watch?: boolean }} room
 * @param {Listener} listener
 */
export function connectReplay({ watch = false }, listener) {
  /** @type {View | null} */
  let shown = null;
  let pressed = -Infinity;
  document.addEventListener('click', () => (pressed = performance.now()), { capture: true });

  start(watch, listener, (view) => (shown = view)).catch((error) => {
    console.error('replay:', error);
    listener.onClosed('ended');
  });
  return {
    /** It is as late as it was then. */
    now: () => shown?.now ?? Date.now(),
    /** Only who pressed something reads why nothing happens. @returns {Promise<import('./room.js').Answer>} */
    send: async () => (performance.now() - pressed < 1000 ? { error: { code: 'REPLAY' } } : { ok: true }),
  };
}

/** What there is to watch, or why there is nothing. */
async function listGames() {
  const answer = await fetch(`${path}.json`, { headers: { Accept: 'application/json' } });
  return { ok: answer.ok, found: await answer.json() };
}

/** @param {boolean} watch @param {Listener} listener @param {(view: View) => void} remember */
async function start(watch, listener, remember) {
  const [lang, { ok, found }] = await Promise.all([
    loadLang(),
    later(listGames, { onAway: () => listener.onConnection(false) }),
    ready,
  ]);
  if (!ok) return listener.onClosed(found.error?.code ?? 'ended');
  const { games, you } = /** @type {Games} */ (found);
  const number = chosenGame(games);
  const game = games[number];
  const mine = !watch && game.players.find(({ id, open }) => id === you && open);
  const film = createFilm({ path, game, as: mine ? mine.id : '' });
  const main = /** @type {HTMLElement} */ (document.getElementById('main'));
  main.dataset.game = game.game;
  const dock = document.createElement('nav');
  dock.className = 'replay-dock';
  dock.setAttribute('aria-label', lang.t('replay.title'));
  main.after(dock);
  document.body.classList.add('replaying');
  const player = createPlayer({
    lang,
    film,
    games,
    number,
    keep: Boolean(you) && !watch,
    dock,
    listener,
    remember,
  });
  listener.onConnection(true);
  return player.go(game.from);
}

/**
 * @param {{ lang: import('./lang.js').Lang, film: Film, games: Game[], number: number, keep: boolean, dock: HTMLElement, listener: Listener, remember: (view: View) => void }} parts
 */
function createPlayer({ lang, film, games, number, keep, dock, listener, remember }) {
  const game = games[number];
  let at = game.from;
  let playing = false;
  let speed = speeds[0];
  let timer = 0;
  /** Of several wishes the last counts. */
  let wish = 0;

  /** @param {number} seq @param {{ heard?: boolean }} [how] heard: with its sounds, as the next step */
  async function go(seq, { heard = false } = {}) {
    const mine = ++wish;
    clearTimeout(timer);
    const to = Math.min(game.to, Math.max(game.from, seq));
    let step;
    try {
      step = await film.step(to);
    } catch (error) {
      playing = false;
      listener.onConnection(false);
      say(refusalText(lang, { code: 'OFFLINE' }), { urgent: true });
      draw();
      return;
    }
    if (mine !== wish) return;
    at = to;
    const view = quiet(step.view);
    remember(view);
    rememberFaces(view.room.players);
    listener.onConnection(true);
    if (heard) for (const { event, payload } of step.events) listener.onEvent(event, payload);
    listener.onView(view);
    draw();
    if (playing) goOn();
  }

  /** The next one comes when it came then, but nobody waits for long. */
  function goOn() {
    if (at >= game.to) {
      playing = false;
      return draw();
    }
    const gap = game.times[at + 1 - game.from] - game.times[at - game.from];
    const rest = Math.min(longest, Math.max(shortest, gap)) / speed;
    timer = window.setTimeout(() => go(at + 1, { heard: true }), rest);
    return undefined;
  }

  function toggle() {
    playing = !playing;
    clearTimeout(timer);
    if (playing && at >= game.to) return go(game.from);
    if (playing) goOn();
    return draw();
  }

  /** @param {number} seq */
  function stopAt(seq) {
    playing = false;
    return go(seq);
  }

  const turnBefore = () => game.turning.filter((seq) => seq < at).pop() ?? game.from;
  const turnAfter = () => game.turning.find((seq) => seq > at) ?? game.to;

  /** @param {string} name @param {string} key @param {() => void} click @param {object} [more] */
  const button = (name, key, click, more = {}) =>
    h(
      'button',
      { type: 'button', key, 'aria-label': lang.t(key), title: lang.t(key), on: { click }, ...more },
      icon(name),
    );

  const buttons = () =>
    h(
      'div',
      { class: 'replay-buttons', key: 'buttons' },
      button('turn-back', 'replay.turnBefore', () => stopAt(turnBefore()), { disabled: at <= game.from }),
      button('left', 'replay.stepBack', () => stopAt(at - 1), { disabled: at <= game.from }),
      h(
        'button',
        {
          type: 'button',
          class: 'primary',
          key: 'play',
          'aria-label': lang.t(playing ? 'replay.pause' : 'replay.play'),
          on: { click: toggle },
        },
        icon(playing ? 'pause' : 'go'),
      ),
      button('right', 'replay.stepOn', () => stopAt(at + 1), { disabled: at >= game.to }),
      button('turn-on', 'replay.turnAfter', () => stopAt(turnAfter()), { disabled: at >= game.to }),
      h(
        'button',
        {
          type: 'button',
          class: 'replay-speed',
          key: 'speed',
          'aria-label': lang.t('replay.speed', { times: speed }),
          on: {
            click: () => {
              speed = speeds[(speeds.indexOf(speed) + 1) % speeds.length];
              draw();
            },
          },
        },
        `${speed}×`,
      ),
    );

  const line = () =>
    h(
      'div',
      { class: 'replay-line', key: 'line' },
      h(
        'span',
        { class: 'replay-marks', key: 'marks', 'aria-hidden': 'true' },
        game.turning.map((seq) =>
          h('i', { key: seq, 'data-at': (seq - game.from) / Math.max(1, game.to - game.from) }),
        ),
      ),
      h('input', {
        type: 'range',
        key: 'where',
        min: game.from,
        max: game.to,
        value: at,
        'aria-label': lang.t('replay.where'),
        'aria-valuetext': lang.t('replay.step', { step: at - game.from + 1, steps: game.to - game.from + 1 }),
        on: {
          input: (/** @type {Event} */ event) =>
            stopAt(Number(/** @type {HTMLInputElement} */ (event.target).value)),
        },
      }),
    );

  /** Who is watched, and which game. @param {string} key @param {string} label @param {[string, string][]} options @param {string} value @param {(value: string) => void} choose */
  const choice = (key, label, options, value, choose) =>
    h(
      'label',
      { key },
      icon(key === 'eyes' ? 'eye' : 'shelf'),
      h('span', { class: 'hidden-text' }, label),
      h(
        'select',
        {
          title: label,
          on: {
            change: (/** @type {Event} */ event) =>
              choose(/** @type {HTMLSelectElement} */ (event.target).value),
          },
        },
        options.map(([id, name]) => h('option', { key: id, value: id, selected: id === value }, name)),
      ),
    );

  /** @returns {[string, string][]} */
  const eyes = () => [
    ['', lang.t('replay.crowd')],
    ...game.players
      .filter(({ open }) => open)
      .map(({ id, name }) => /** @type {[string, string]} */ ([id, name])),
  ];

  const choices = () =>
    h(
      'div',
      { class: 'replay-choices', key: 'choices' },
      games.length > 1 &&
        choice(
          'game',
          lang.t('replay.game'),
          games.map((each, i) => [String(i), `${i + 1}. ${gameTitle(lang, each.game)}`]),
          String(number),
          (value) => openGame(Number(value)),
        ),
      eyes().length > 1 &&
        choice('eyes', lang.t('replay.whose'), eyes(), film.as(), (id) => {
          film.watchAs(id);
          go(at);
        }),
      h('span', { class: 'replay-step', key: 'step' }, `${at - game.from + 1} / ${game.to - game.from + 1}`),
      keep &&
        !game.secret &&
        h(
          'a',
          { class: 'button quiet', key: 'keep', href: `${path}/${game.from}.jsonl` },
          icon('shelf'),
          lang.t('saved.keep'),
        ),
      game.secret && h('small', { key: 'secret' }, lang.t('replay.secret')),
    );

  function draw() {
    render(dock, [line(), buttons(), choices()]);
    const where = dock.querySelector('input');
    if (where && where.value !== String(at)) where.value = String(at); // it was dragged elsewhere
    for (const mark of dock.querySelectorAll('i'))
      mark.style.insetInlineStart = `${Number(mark.dataset.at) * 100}%`;
  }

  /** @type {Record<string, () => void>} */
  const keys = {
    ' ': toggle,
    ArrowLeft: () => stopAt(at - 1),
    ArrowRight: () => stopAt(at + 1),
    PageUp: () => stopAt(turnBefore()),
    PageDown: () => stopAt(turnAfter()),
    Home: () => stopAt(game.from),
    End: () => stopAt(game.to),
  };
  document.addEventListener('keydown', (event) => {
    const on = /** @type {HTMLElement} */ (event.target);
    const busy =
      on.closest('input, select, textarea, dialog') || (event.key === ' ' && on.closest('button, a'));
    if (busy || event.altKey || event.ctrlKey || event.metaKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  document.addEventListener('ludoteca:language', draw);

  return { go };
}
