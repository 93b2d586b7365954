// @ts-check
// From the state to the page. May run at any time and as often as wanted: it changes what differs
// and never replaces a button, so focus stays where it is.
import { LETTERS, PICTURES, allFound, cellName, contentOf, known, remaining } from './game.js';
import { endingOf, honoursOf, stillHidden } from './finale.js';
import { say } from './texts.js';

/**
 * @typedef {object} State
 * @property {'it' | 'en'} language
 * @property {boolean} shortcuts  letters and digits act by themselves
 * @property {boolean} sounds     the end is heard
 * @property {'start' | 'players' | 'enter' | 'game'} screen
 * @property {import('./game.js').Game} [game]   the one at hand, or the one to continue
 * @property {number} [column]  chosen and not yet confirmed
 * @property {number} [row]
 * @property {string} [shown]   the cell whose content is on the stage
 * @property {boolean} again    it had been explored before
 * @property {boolean} codeBad  the code last entered was none
 * @property {string} typed     what is in the code's field
 * @property {(key: string, values?: Record<string, string | number>) => string} say
 */

/** @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);

/** @type {Record<string, string>} pictures by name, as data addresses */
let pictures = {};

/** @param {Record<string, string>} given */
export function setPictures(given) {
  pictures = given;
  for (const img of /** @type {NodeListOf<HTMLImageElement>} */ (
    document.querySelectorAll('img[data-picture]')
  ))
    img.src = pictures[img.dataset.picture ?? ''];
  const icon = document.querySelector('link[rel=icon]');
  if (icon) icon.setAttribute('href', pictures.sfera);
}

/** @param {Element} element @param {string} text */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** An element's picture of a kind of cell; empty cells are a ring drawn by the style.
 * @param {string} letter @param {string} alt */
function pictureOf(letter, alt) {
  if (!PICTURES[letter]) {
    const ring = document.createElement('span');
    ring.className = 'ring';
    if (alt) (ring.setAttribute('role', 'img'), ring.setAttribute('aria-label', alt));
    return ring;
  }
  const img = document.createElement('img');
  img.src = pictures[PICTURES[letter]];
  img.alt = alt;
  return img;
}

/** Gives a list as many children as wanted, made once. @param {Element} list @param {number} count
 * @param {(index: number) => Element} make */
function fit(list, count, make) {
  while (list.children.length > count) list.lastElementChild?.remove();
  while (list.children.length < count) list.append(make(list.children.length));
}

/** @param {State} state */
function renderWords(state) {
  document.documentElement.lang = state.language;
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-text]')))
    setText(element, state.say(element.dataset.text ?? ''));
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-label]')))
    element.setAttribute('aria-label', state.say(element.dataset.label ?? ''));
  for (const language of ['it', 'en'])
    byId(language).setAttribute('aria-pressed', String(language === state.language));
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-players]'))) {
    const n = Number(button.dataset.players);
    setText(button.children[1], say(state.language, 'players', { n }).replace(/^\d /, ''));
    setText(button.children[3], state.say('grid', { n: n + 4 }));
  }
}

/** @param {State} state */
function renderScreens(state) {
  document.body.dataset.screen = state.screen;
  for (const screen of ['start', 'players', 'enter', 'game']) byId(screen).hidden = screen !== state.screen;
  byId('continue').hidden = !state.game;
  if (state.game) {
    const { code, players: n } = state.game;
    setText(byId('continue-what'), `${code} · ${state.say('gridLong', { n, s: n + 4 })}`);
  }
  const field = byId('code-input');
  field.setAttribute('aria-invalid', String(state.codeBad));
  setText(byId('code-error'), state.codeBad ? state.say('codeBad') : '');
}

/** @param {State} state @param {string} id @param {string} names @param {number} count
 * @param {number | undefined} chosen */
function renderKeys(state, id, names, count, chosen) {
  const list = byId(id);
  list.dataset.count = count;
  fit(list, count, (i) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = names[i];
    button.dataset.index = String(i);
    return button;
  });
  [...list.children].forEach((button, i) => button.setAttribute('aria-pressed', String(i === chosen)));
}

/** The cell chosen so far: «C4», «C·», «·4» or nothing. @param {State} state */
function choice({ column, row }) {
  if (column === undefined && row === undefined) return '';
  return (column === undefined ? '·' : 'ABCDEFGH'[column]) + (row === undefined ? '·' : row + 1);
}

/** @param {State} state @param {import('./game.js').Game} game */
function renderStage(state, game) {
  const chosen = choice(state);
  const letter = !chosen && state.shown ? contentOf(game, state.shown) : '';
  const picture = byId('picture');
  const key = letter ? state.shown + letter + game.asked.length : '';
  if (picture.dataset.key !== key) {
    picture.dataset.key = key;
    picture.replaceChildren(...(letter ? [pictureOf(letter, '')] : []));
  }
  byId('niche').dataset.kind = letter || (chosen ? 'choice' : 'none');
  setText(byId('cell'), letter ? '' : chosen || '?');
  const sphere = game.asked.at(-1)?.sphere ? ` ${state.say('sphereMark')}` : '';
  const found = letter ? `${state.shown}: ${state.say(letter)}${sphere}` : '';
  setText(
    byId('caption'),
    found
      ? found + (state.again ? ` · ${state.say('again')}` : '')
      : state.say(chosen ? 'selected' : 'choose'),
  );
  const whole = state.column !== undefined && state.row !== undefined;
  setText(byId('confirm'), whole ? state.say('confirmCell', { cell: chosen }) : state.say('confirm'));
  byId('confirm').setAttribute('aria-disabled', String(!whole));
  byId('undo').setAttribute('aria-disabled', String(!chosen));
}

/** @param {State} state @param {import('./game.js').Game} game */
function renderCounts(state, game) {
  const list = byId('counts');
  fit(list, LETTERS.length, (i) => {
    const item = document.createElement('li');
    const count = document.createElement('b');
    const name = document.createElement('span');
    const whole = document.createElement('span');
    whole.className = 'unseen';
    count.setAttribute('aria-hidden', 'true');
    name.setAttribute('aria-hidden', 'true');
    item.append(pictureOf(LETTERS[i], ''), count, name, whole);
    return item;
  });
  remaining(game).forEach(({ letter, left, all }, i) => {
    const item = list.children[i];
    item.classList.toggle('none', left === 0);
    setText(item.children[1], String(left));
    setText(item.children[2], state.say(`${letter}s`));
    setText(item.children[3], state.say('leftIs', { name: state.say(`${letter}s`), n: left, all }));
  });
  byId('all-found').hidden = !allFound(game);
}

/** @param {string} text @param {string} scope */
function header(text, scope) {
  const th = document.createElement('th');
  th.textContent = text;
  if (scope) th.scope = scope;
  return th;
}

/** Letters above, numbers at the left. @param {number} size */
function emptyTable(size) {
  const head = document.createElement('thead');
  const letters = head.insertRow();
  letters.append(document.createElement('td'));
  for (let c = 0; c < size; c++) letters.append(header('ABCDEFGH'[c], 'col'));
  const body = document.createElement('tbody');
  for (let r = 0; r < size; r++) {
    const tr = document.createElement('tr');
    tr.append(header(String(r + 1), 'row'));
    for (let c = 0; c < size; c++) {
      // Letters and numbers do the same: whoever goes by Tab need not pass through all cells.
      const spot = document.createElement('button');
      spot.type = 'button';
      spot.className = 'spot';
      spot.tabIndex = -1;
      spot.dataset.column = String(c);
      spot.dataset.row = String(r);
      tr.append(document.createElement('td'));
      tr.lastElementChild?.append(spot);
    }
    body.append(tr);
  }
  return [head, body];
}

/** @param {State} state @param {import('./game.js').Game} game */
function renderMap(state, game) {
  const table = byId('map');
  const size = game.rows.length;
  if (table.dataset.size !== String(size)) {
    table.dataset.size = String(size);
    table.replaceChildren(...emptyTable(size));
  }
  byId('map-panel').classList.toggle('whole', game.mapShown);
  setText(byId('map-title'), state.say(game.mapShown ? 'fullMap' : 'map'));
  const cells = known(game);
  [...table.tBodies[0].rows].forEach((tr, row) =>
    [...tr.querySelectorAll('.spot')].forEach((spot, column) => {
      const cell = cellName(column, row);
      const letter = game.mapShown || cells.has(cell) ? contentOf(game, cell) : '';
      const sphere = cells.get(cell) === true;
      const alt = letter
        ? state.say(letter) + (sphere ? ` ${state.say('sphereMark')}` : '')
        : state.say('unknown');
      spot.classList.toggle('asked', cells.has(cell));
      spot.classList.toggle('sphere', sphere);
      spot.classList.toggle('chosen', column === state.column && row === state.row);
      spot.classList.toggle('line', (column === state.column) !== (row === state.row));
      if (spot.dataset.key === letter + alt) return;
      spot.dataset.key = letter + alt;
      spot.title = `${cell}: ${alt}`;
      spot.setAttribute('aria-label', spot.title);
      const hidden = document.createElement('span');
      hidden.className = 'unseen';
      hidden.textContent = alt;
      spot.replaceChildren(letter ? pictureOf(letter, alt) : hidden);
    }),
  );
}

/** One line of the history: «A3: Mostro», «C2: Chiave (sfera)».
 * @param {State} state @param {import('./game.js').Game} game @param {import('./game.js').Question} q */
export function lineOf(state, game, q) {
  const name = `${q.cell}: ${state.say(contentOf(game, q.cell))}`;
  return q.sphere ? `${name} ${state.say('sphereMark')}` : name;
}

/** @param {State} state @param {import('./game.js').Game} game */
function renderHistory(state, game) {
  const list = byId('history');
  const listed = game.asked.slice(game.cleared).reverse();
  const key = game.code + state.language + game.cleared + '/' + game.asked.length;
  if (list.dataset.key !== key) {
    list.dataset.key = key;
    list.start = listed.length;
    list.replaceChildren(
      ...listed.map((q) => {
        const item = document.createElement('li');
        const text = document.createElement('span');
        text.textContent = lineOf(state, game, q);
        item.classList.toggle('sphere', q.sphere);
        item.append(pictureOf(contentOf(game, q.cell), ''), text);
        return item;
      }),
    );
  }
  // A list that scrolls must be reachable for those who scroll with keys.
  if (list.scrollHeight > list.clientHeight) list.tabIndex = 0;
  else list.removeAttribute('tabindex');
  byId('history-empty').hidden = listed.length > 0;
  const restorable = listed.length === 0 && game.cleared > 0;
  setText(byId('clear'), state.say(restorable ? 'restore' : 'clear'));
  byId('clear').hidden = game.asked.length === 0;
}

/** What it came to, in a sentence. @param {State} state @param {import('./game.js').Game} game */
function endingLine(state, game) {
  const left = stillHidden(game);
  if (left) return state.say(left === 1 ? 'finaleLeft1' : 'finaleLeft', { n: left });
  return state.say('finaleAll', { n: known(game).size, all: game.rows.length ** 2 });
}

/** The end, with what the eyes are on: the last find, or the open map.
 * @param {State} state @param {import('./game.js').Game} game */
function renderFinale(state, game) {
  const how = endingOf(game);
  const panel = byId('finale');
  panel.hidden = !how;
  if (!how) return;
  const where = byId(how === 'won' ? 'stage' : 'map-panel');
  if (panel.parentElement !== where) where.prepend(panel);
  panel.dataset.how = how;
  setText(byId('finale-title'), state.say(how === 'won' ? 'finaleWon' : 'finaleShown'));
  setText(byId('finale-line'), endingLine(state, game));
  const honours = honoursOf(game);
  const list = byId('honours');
  const key = JSON.stringify([state.language, honours]);
  list.hidden = !honours.length;
  if (list.dataset.key === key) return;
  list.dataset.key = key;
  list.replaceChildren(
    ...honours.map(({ key: name, letter, n }) => {
      const item = document.createElement('li');
      const title = document.createElement('b');
      const text = document.createElement('span');
      title.textContent = state.say(`honour${name}`);
      text.textContent = state.say(`honour${name}For`, { n });
      item.append(pictureOf(letter, ''), title, text);
      return item;
    }),
  );
}

/** @param {State} state */
export function render(state) {
  renderWords(state);
  renderScreens(state);
  const { game } = state;
  if (state.screen !== 'game' || !game) return;
  const size = game.rows.length;
  setText(byId('code'), game.code);
  setText(byId('size'), state.say('gridLong', { n: game.players, s: size }));
  setText(byId('copy'), state.say('copy'));
  byId('copy').setAttribute('aria-label', state.say('copyCode', { code: game.code }));
  renderKeys(state, 'columns', 'ABCDEFGH', size, state.column);
  renderKeys(state, 'rows', '12345678', size, state.row);
  renderStage(state, game);
  byId('sphere').setAttribute('aria-checked', String(game.sphere));
  byId('stage').classList.toggle('by-sphere', game.sphere);
  renderCounts(state, game);
  renderFinale(state, game);
  renderMap(state, game);
  renderHistory(state, game);
  byId('show-map').hidden = game.mapShown;
  byId('shortcuts').setAttribute('aria-checked', String(state.shortcuts));
  byId('sounds').setAttribute('aria-checked', String(state.sounds));
  setText(
    byId('keys'),
    state.say(state.shortcuts ? 'keys' : 'keysOff', { letter: 'ABCDEFGH'[size - 1], digit: size }),
  );
}
