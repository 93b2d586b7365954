// @ts-check
// What people do, and what follows from it. Every intention changes the state, keeps it, renders it.
import { allFound, ask, cellName, codeFor, codeFrom, contentOf, gameOf, known, remaining } from './game.js';
import { dungeonsFrom } from './dungeon.js';
import { endingOf, fanfare, throwPaper } from './finale.js';
import { keep, onKept, recall, revive, settled } from './keep.js';
import { say } from './texts.js';
import { byId, lineOf, render, setPictures } from './view.js';

const parts = JSON.parse(byId('parts').textContent);

/** @type {import('./view.js').State} */
const state = {
  language: 'it',
  shortcuts: true,
  sounds: true,
  screen: 'start',
  again: false,
  codeBad: false,
  typed: '',
  say: (key, values) => say(state.language, key, values),
};

/** @type {import('./dungeon.js').Dungeons} */
let dungeons;

/** @param {Partial<import('./view.js').State>} change */
function become(change) {
  Object.assign(state, change);
  keep(state, 'game' in change);
  render(state);
}

/** Says something to those who listen; a clean slate first, so that the same words are said twice.
 * @param {string} text */
function announce(text) {
  byId('live').textContent = '';
  setTimeout(() => {
    byId('live').textContent = text;
  }, 60);
}

/** @type {number | undefined} */
let toastEnds;

/** The same for everybody: read out and shown for a moment. @param {string} text */
function tell(text) {
  announce(text);
  byId('toast').textContent = text;
  byId('toast').classList.add('up');
  clearTimeout(toastEnds);
  toastEnds = window.setTimeout(() => byId('toast').classList.remove('up'), 2600);
}

/** @param {'start' | 'players' | 'enter' | 'game'} screen @param {{ game?: import('./game.js').Game }} [more] */
function go(screen, more = {}) {
  become({ ...more, screen, column: undefined, row: undefined, shown: undefined, codeBad: false });
  window.scrollTo(0, 0);
  const first = { start: 'title', players: 'players-title', enter: 'code-input', game: 'game-title' };
  byId(first[screen]).focus({ preventScroll: true });
}

/** @param {number} below */
function draw(below) {
  const unfair = 2 ** 32 - (2 ** 32 % below);
  const words = new Uint32Array(1);
  do crypto.getRandomValues(words);
  while (words[0] >= unfair);
  return words[0] % below;
}

/** @param {string} code */
function begin(code) {
  const game = gameOf(code, dungeons.rows(code));
  go('game', { game });
  const n = game.players;
  announce(`${state.say('code')} ${code}. ${state.say('gridLong', { n, s: n + 4 })}`);
}

/** @param {'column' | 'row'} axis @param {number} index */
function choose(axis, index) {
  if (index >= (state.game?.rows.length ?? 0)) return;
  become({ [axis]: state[axis] === index ? undefined : index });
  if (state.column !== undefined && state.row !== undefined)
    announce(state.say('selectedIs', { cell: cellName(state.column, state.row) }));
}

/** A cell of the map: a first tap chooses it, a second one asks. @param {number} column @param {number} row */
function tap(column, row) {
  if (state.column === column && state.row === row) return confirm();
  become({ column, row });
  announce(state.say('selectedIs', { cell: cellName(column, row) }));
}

function undo() {
  if (state.column === undefined && state.row === undefined) return;
  become({ column: undefined, row: undefined });
  announce(state.say('undone'));
}

/** The end has just come: it is brought into sight, seen and heard. The words for who listens. */
function celebrate() {
  const how = state.game && endingOf(state.game);
  if (!how) return '';
  const still = recall().still || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (state.sounds) fanfare(how);
  if (how === 'won' && !still) throwPaper();
  byId('finale').parentElement.scrollIntoView({ block: 'start' }); // itself it still grows
  const honours = [...byId('honours').children].map((item) => [...item.children].slice(1));
  return [byId('finale-title'), byId('finale-line'), ...honours.flat()]
    .map(({ textContent }) => textContent)
    .join('. ');
}

function confirm() {
  const { game, column, row } = state;
  if (!game) return;
  if (column === undefined || row === undefined) return announce(state.say('incomplete'));
  const cell = cellName(column, row);
  const again = known(game).has(cell);
  const was = allFound(game);
  const next = ask(game, cell);
  become({ game: next, column: undefined, row: undefined, shown: cell, again });
  const said = [lineOf(state, next, next.asked[next.asked.length - 1])];
  const count = remaining(next).find(({ letter }) => letter === contentOf(next, cell));
  if (again) said.push(state.say('again'));
  else if (count)
    said.push(state.say('leftIs', { name: state.say(`${count.letter}s`), n: count.left, all: count.all }));
  const ends = !was && !next.mapShown && allFound(next);
  if (ends) said.push(state.say('allFound'), celebrate());
  announce(said.join('. '));
  if (ends) return;
  const stage = byId('stage').getBoundingClientRect();
  if (stage.top < 0 || stage.bottom > window.innerHeight) byId('stage').scrollIntoView({ block: 'start' });
}

function toggleSphere() {
  if (!state.game) return;
  become({ game: { ...state.game, sphere: !state.game.sphere } });
  announce(state.say(state.game.sphere ? 'sphereOn' : 'sphereOff'));
}

/** Clears the list, or brings back what was cleared; what is known stays known. */
function clearHistory() {
  const { game } = state;
  if (!game) return;
  const restore = game.cleared === game.asked.length;
  become({ game: { ...game, cleared: restore ? 0 : game.asked.length } });
  announce(state.say(restore ? 'restored' : 'cleared'));
}

async function copyCode() {
  const code = state.game?.code ?? '';
  try {
    await navigator.clipboard.writeText(code);
    tell(state.say('copied', { code }));
  } catch {
    // No clipboard on this address: the old way, through a selection.
    const field = document.createElement('textarea');
    field.value = code;
    document.body.append(field);
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    byId('copy').focus();
    tell(state.say(done ? 'copied' : 'notCopied', { code }));
  }
}

function shareCode() {
  const code = state.game?.code ?? '';
  const url = location.protocol.startsWith('http')
    ? `${location.origin}${location.pathname}#${code}`
    : undefined;
  navigator.share({ title: 'Crypta', text: state.say('shareText', { code }), url }).catch(() => {});
}

/** Asks in a dialog; the answer comes when it closes, and focus returns to the button by itself.
 * @param {string} id @param {() => void} then */
function confirmed(id, then) {
  const dialog = byId(id);
  dialog.returnValue = '';
  dialog.onclose = () => {
    if (dialog.returnValue === 'yes') then();
  };
  dialog.showModal();
}

function showMap() {
  if (!state.game) return;
  become({ game: { ...state.game, mapShown: true } });
  byId('map-title').focus({ preventScroll: true });
  const won = endingOf(state.game) === 'won'; // that was the end already
  if (won) byId('map-panel').scrollIntoView({ block: 'start' });
  announce([state.say('mapShown'), won ? '' : celebrate()].join('. '));
}

function previewCode() {
  const code = codeFrom(byId('code-input').value);
  const n = code && dungeons.players(code);
  byId('code-preview').textContent = n ? state.say('gridLong', { n, s: n + 4 }) : '';
  if (state.codeBad) become({ codeBad: false });
}

/** @param {Event} event */
function enterCode(event) {
  event.preventDefault();
  const field = byId('code-input');
  const code = codeFrom(field.value);
  if (code) return begin(code);
  become({ codeBad: true });
  field.focus();
  field.select();
}

/** Who dictates, or whose hands tremble, may do without keys that act by themselves. */
function toggleShortcuts() {
  become({ shortcuts: !state.shortcuts });
  announce(state.say(state.shortcuts ? 'shortcutsOn' : 'shortcutsOff'));
}

function toggleSounds() {
  become({ sounds: !state.sounds });
  announce(state.say(state.sounds ? 'soundsOn' : 'soundsOff'));
}

/** Letters and digits choose, Enter confirms, Escape and Backspace undo, S is the sphere.
 * @param {KeyboardEvent} event */
function onKey(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (state.screen !== 'game' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.closest('dialog, input')) return;
  const key = event.key.toUpperCase();
  document.body.dataset.keyboard = 'yes'; // a tablet may have one: then it is told about
  if (key.length === 1 && !state.shortcuts) return;
  const column = key.length === 1 ? 'ABCDEFGH'.indexOf(key) : -1;
  const row = key.length === 1 ? '12345678'.indexOf(key) : -1;
  /* Enter belongs to the button that has focus, except on the letters and numbers: there a complete
     choice is confirmed instead of pressing the same letter again. */
  const whole = state.column !== undefined && state.row !== undefined;
  const free = !target.closest('button, a') || (whole && target.closest('.keys'));
  if (column >= 0) choose('column', column);
  else if (row >= 0) choose('row', row);
  else if (key === 'ENTER' && free) confirm();
  else if (key === 'ESCAPE' || key === 'BACKSPACE') undo();
  else if (key === 'S') toggleSphere();
  else return;
  event.preventDefault();
}

/** @param {string} id @param {() => void} then */
const onClick = (id, then) => byId(id).addEventListener('click', then);

function listen() {
  for (const language of /** @type {const} */ (['it', 'en']))
    onClick(language, () => {
      become({ language });
      if (state.screen === 'enter') previewCode();
    });
  onClick('continue', () => go('game'));
  onClick('new-game', () => go('players'));
  onClick('enter-code', () => go('enter'));
  for (const back of document.querySelectorAll('.back')) back.addEventListener('click', () => go('start'));
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-players]')))
    button.addEventListener('click', () => begin(codeFor(Number(button.dataset.players), draw)));
  byId('code-form').addEventListener('submit', enterCode);
  byId('code-input').addEventListener('input', previewCode);
  for (const [list, axis] of /** @type {const} */ ([
    ['columns', 'column'],
    ['rows', 'row'],
  ]))
    byId(list).addEventListener('click', (/** @type {any} */ { target }) => {
      if (target.dataset.index) choose(axis, Number(target.dataset.index));
    });
  byId('map').addEventListener('click', (/** @type {any} */ { target }) => {
    const spot = target.closest('.spot');
    if (spot) tap(Number(spot.dataset.column), Number(spot.dataset.row));
  });
  onClick('confirm', confirm);
  onClick('undo', undo);
  onClick('sphere', toggleSphere);
  onClick('shortcuts', toggleShortcuts);
  onClick('sounds', toggleSounds);
  onClick('clear', clearHistory);
  onClick('copy', copyCode);
  onClick('share', shareCode);
  onClick('show-map', () => confirmed('map-dialog', showMap));
  onClick('leave', () => confirmed('leave-dialog', () => go('start')));
  document.addEventListener('keydown', onKey);
}

/** The game to continue is the one that was kept last, in whichever tab. */
function takeUp() {
  state.game = revive(recall().game, dungeons.rows);
  render(state);
}

async function start() {
  await settled();
  const { language, shortcuts, sounds } = recall();
  Object.assign(state, { language, shortcuts, sounds });
  setPictures(parts.images);
  byId('share').hidden = !('share' in navigator);
  byId('home').hidden = location.pathname !== '/crypta'; // only there other games are next door
  byId('offline').hidden = !location.protocol.startsWith('http');
  byId('offline').href = location.pathname;
  listen();
  render(state);
  try {
    dungeons = await dungeonsFrom(parts.wasm);
  } catch {
    byId('no-wasm').hidden = false;
    byId('new-game').disabled = byId('enter-code').disabled = true;
    return;
  }
  takeUp();
  onKept(() => {
    if (state.screen !== 'game') takeUp();
  });
  const linked = codeFrom(location.hash.slice(1));
  if (linked) {
    byId('code-input').value = linked;
    go('enter');
    previewCode();
  }
  document.body.dataset.ready = 'yes';
}

// For the curious, and for tests: crypta.line('000007') is what `ludoteca crypta 000007` prints.
Object.assign(window, {
  crypta: {
    /** @param {string} code @param {number} [players] */
    line: (code, players = dungeons.players(code)) =>
      `${code} ${players} ${dungeons.rows(code, players).join('/')}`,
  },
});
start();
