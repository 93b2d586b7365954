/* The twenty-five cards: a grid that can be walked with the arrow keys. What is secret is not in the view
 * of those who may not know it, so nothing here hides anything. */
import { cut, fitWord } from './fit.js';

/** @typedef {import('./codenames.js').Scene} Scene */
/** @typedef {import('./codenames.js').Card} Card */

const side = 5;
const sprite = new URL('./art/people.svg', import.meta.url).href;
/** Colour is never alone: each kind of card has a shape too. */
const shapes = { red: 'team-a', blue: 'team-b' };

/** @param {import('../../web/js/frame.js').Frame} frame @param {string} name @param {string} [kind] */
export const picture = ({ h }, name, kind = 'cn-art') =>
  h('svg', { class: kind, 'aria-hidden': 'true' }, h('use', { href: `${sprite}#${name}` }));

/** @param {import('../../web/js/frame.js').Frame} frame @param {string} type */
export function shapeOf(frame, type) {
  if (type === 'red' || type === 'blue') return frame.icon(shapes[type]);
  return picture(frame, type === 'assassin' ? 'skull' : 'nobody', 'icon');
}

/** Who points there. @param {Scene} scene @param {number} position */
const fingersOn = ({ frame, game }, position) =>
  game.pointing
    .filter((finger) => finger.position === position)
    .map(({ seat }) => frame.seated(seat)?.name ?? '—');

/** @param {Scene} scene @param {Card} card @param {string[]} names */
function spoken({ frame, chosen }, card, names) {
  const { lang } = frame;
  const parts = [card.word];
  if (card.type) parts.push(lang.t(`codenames.type.${card.type}`));
  if (card.isRevealed || !card.type)
    parts.push(lang.t(card.isRevealed ? 'codenames.revealed' : 'codenames.covered'));
  if (names.length) parts.push(lang.t('codenames.pointedBy', { names: names.join(', ') }));
  if (chosen === card.position) parts.push(lang.t('codenames.chosen'));
  return parts.join(', ');
}

/** The word as large as it can be. @param {Scene} scene @param {Card} card */
function lettersOf({ cell, family, language, frame }, card) {
  const word = card.word.toLocaleUpperCase(language);
  const open = card.isRevealed && !frame.tv; // from the sofa the word counts, the face behind it is decoration
  const height = cell.height * (open ? 0.38 : card.type ? 0.62 : 0.8);
  const most = Math.min(cell.width * 0.22, height * 0.6, frame.tv ? 72 : 22 * cell.root) * (open ? 0.8 : 1);
  return fitWord(word, { width: cell.width - Math.max(9, cell.width * 0.1), height }, most, family, language);
}

/** @param {Scene} scene @param {Card} card */
function drawCard(scene, card) {
  const { frame, game, cursor, chosen, fresh } = scene;
  const { h } = frame;
  const names = fingersOn(scene, card.position);
  const { lines, size } = lettersOf(scene, card);
  const mayPress = game.can.guess && !card.isRevealed && !scene.view.room.paused;
  const classes = [
    'cn-card',
    card.isRevealed ? 'open' : 'shut',
    card.type && !card.isRevealed && 'key',
    chosen === card.position && 'chosen',
    names.length && 'pointed',
    fresh.has(card.position) && 'fresh',
  ]
    .filter(Boolean)
    .join(' ');
  const inside = [
    card.isRevealed && card.type && picture(frame, card.type),
    card.type &&
      h('span', { class: 'cn-shape', key: 'shape', 'aria-hidden': 'true' }, shapeOf(frame, card.type)),
    h(
      'span',
      { class: 'cn-word', key: 'word', 'aria-hidden': 'true' },
      lines.map((line, i) =>
        h(
          'span',
          { key: i, class: line.endsWith(cut) ? 'cn-cut' : null },
          line.endsWith(cut) ? line.slice(0, -1) : line,
          i < lines.length - 1 && !line.endsWith(cut) && ' ',
        ),
      ),
    ),
    names.length > 0 &&
      h(
        'span',
        { class: names.length > 2 ? 'cn-fingers many' : 'cn-fingers', key: 'fingers', 'aria-hidden': 'true' },
        names.slice(0, 3).map((name) => h('span', { key: name }, frame.avatar(name))),
        names.length > 3 && h('b', {}, `+${names.length - 3}`),
      ),
  ];
  const attrs = {
    class: classes,
    key: card.position,
    'data-type': card.type,
    'data-position': card.position,
    'data-letters': Math.floor(size * 10) / 10,
  };
  if (frame.tv) return h('div', { ...attrs, role: 'img', 'aria-label': spoken(scene, card, names) }, inside);
  return h(
    'button',
    {
      ...attrs,
      type: 'button',
      tabindex: cursor === card.position ? '0' : '-1',
      'aria-label': spoken(scene, card, names),
      'aria-disabled': mayPress ? null : 'true',
      'aria-pressed': mayPress ? String(chosen === card.position) : null,
      on: {
        click: (/** @type {MouseEvent} */ event) => scene.press(card, event.detail === 0),
        focus: () => scene.moveTo(card.position),
      },
    },
    inside,
  );
}

/** Where an arrow leads, or undefined. @param {number} from @param {string} key @param {boolean} far */
export function stepFrom(from, key, far) {
  const column = from % side;
  switch (key) {
    case 'ArrowLeft':
      return column > 0 ? from - 1 : undefined;
    case 'ArrowRight':
      return column < side - 1 ? from + 1 : undefined;
    case 'ArrowUp':
      return from >= side ? from - side : undefined;
    case 'ArrowDown':
      return from < side * (side - 1) ? from + side : undefined;
    case 'Home':
      return far ? 0 : from - column;
    case 'End':
      return far ? side * side - 1 : from - column + side - 1;
    default:
      return undefined;
  }
}

/** @param {Scene} scene @param {KeyboardEvent} event */
function walk(scene, event) {
  if (event.key === 'Enter' && event.repeat) event.preventDefault(); // a key that is held reveals nothing
  if (event.key === 'Escape' && scene.chosen !== null) scene.point(null);
  const to = stepFrom(scene.cursor, event.key, event.ctrlKey);
  if (to === undefined) return;
  event.preventDefault();
  const next = /** @type {HTMLElement} */ (event.currentTarget).querySelector(`[data-position="${to}"]`);
  if (next instanceof HTMLElement) next.focus();
}

/** @param {Scene} scene */
export function drawBoard(scene) {
  const { frame, game, language } = scene;
  const { h, lang } = frame;
  const rows = Array.from({ length: Math.ceil(game.board.length / side) }, (_, row) =>
    game.board.slice(row * side, row * side + side),
  );
  return h(
    'div',
    {
      class: 'cn-board',
      key: 'board',
      role: frame.tv ? 'group' : 'grid',
      'aria-label': lang.t('codenames.board'),
      lang: language,
      on: frame.tv ? {} : { keydown: (/** @type {KeyboardEvent} */ event) => walk(scene, event) },
    },
    rows.map((row, i) =>
      h(
        'div',
        { class: 'cn-row', key: i, role: frame.tv ? null : 'row' },
        row.map((card) =>
          h('div', { class: 'cn-cell', key: card.position, role: frame.tv ? null : 'gridcell' }, () =>
            drawCard(scene, card),
          ),
        ),
      ),
    ),
  );
}

/** Sizes are set from here: the page's policy allows no style in what is described. @param {HTMLElement} stage */
export function sizeWords(stage) {
  for (const card of /** @type {NodeListOf<HTMLElement>} */ (stage.querySelectorAll('.cn-card')))
    card.style.setProperty('--letters', `${card.dataset.letters}px`);
}
