/* Which cards are in play, for games whose decks are not hundreds of packs: subjects and difficulties of
 * Taboo's cards, lists of Codenames's words. What is ticked goes into the decks; `changed` hears of it. */
import { h } from './dom.js';

/** @typedef {import('./lang.js').Lang} Lang */
/** @typedef {import('./packs.js').Pack} Pack */
/** @typedef {import('./packs.js').Deck} Deck */
/** @typedef {{ lang: Lang, game: string, decks: Deck[], changed: (deck: Deck) => void }} Choice */

const LEVELS = ['easy', 'medium', 'hard'];
/** What the reader has off while nothing of a deck is chosen, by its hash. @type {Map<string, Set<string>>} */
const levelsOf = new Map();

/** @param {Deck} deck */
export const hasLevels = (deck) => deck.packs.some((pack) => pack.level);
/** @param {Deck} deck */
export const isList = (deck) => deck.packs.length === 1 && deck.packs[0].black === 0;

/** @param {string} key @param {boolean} checked @param {(checked: boolean) => void} change @param {(import('./dom.js').Described | string)[]} text */
function tick(key, checked, change, ...text) {
  return h(
    'li',
    { key },
    h(
      'label',
      { class: 'pack' },
      h('input', {
        type: 'checkbox',
        checked,
        on: { change: (/** @type {any} */ event) => change(event.target.checked) },
      }),
      h('span', {}, ...text),
    ),
  );
}

/** @param {Deck} deck @returns {Set<string>} */
function levels(deck) {
  const on = new Set(deck.packs.filter((pack) => pack.chosen).map((pack) => String(pack.level)));
  if (on.size) levelsOf.set(deck.hash, on);
  return levelsOf.get(deck.hash) ?? new Set(LEVELS);
}

/** @param {Deck} deck */
const subjects = (deck) => [...new Set(deck.packs.map((pack) => pack.name))];
/** @param {Deck} deck @param {string} name */
const isOn = (deck, name) => deck.packs.some((pack) => pack.name === name && pack.chosen);

/** @param {Choice} choice @param {Deck} deck @param {Set<string>} on @param {(name: string) => boolean} wanted */
function choose({ changed }, deck, on, wanted) {
  levelsOf.set(deck.hash, on);
  const names = new Set(subjects(deck).filter(wanted));
  for (const pack of deck.packs) pack.chosen = on.has(String(pack.level)) && names.has(pack.name);
  changed(deck);
}

/** @param {Choice} choice @param {Deck} deck @param {string} level */
function levelTick(choice, deck, level) {
  const on = levels(deck);
  return tick(
    level,
    on.has(level),
    (checked) => {
      const next = new Set(on);
      if (checked) next.add(level);
      else next.delete(level);
      // with no difficulty left nothing would remember which subjects were on
      const names = new Set(subjects(deck).filter((name) => isOn(deck, name)));
      choose(choice, deck, next, (name) => (names.size ? names.has(name) : true));
    },
    h('b', {}, choice.lang.t(`${choice.game}.packs.levels.${level}`)),
  );
}

/** @param {Choice} choice @param {Deck} deck @param {string} name */
function subjectTick(choice, deck, name) {
  const on = levels(deck);
  const packs = deck.packs.filter((pack) => pack.name === name && on.has(String(pack.level)));
  const count = packs.reduce((sum, pack) => sum + pack.white, 0);
  return tick(
    name,
    isOn(deck, name),
    (checked) => choose(choice, deck, on, (other) => (other === name ? checked : isOn(deck, other))),
    h('b', {}, name),
    h('small', {}, choice.lang.n(`${choice.game}.packs.cards`, count)),
  );
}

/** @param {Choice} choice @param {Deck} deck */
function subjectGroup(choice, deck) {
  const { lang, game } = choice;
  const all = (/** @type {boolean} */ yes) =>
    choose(choice, deck, new Set(yes ? LEVELS : levels(deck)), () => yes);
  const there = LEVELS.filter((level) => deck.packs.some((pack) => pack.level === level));
  return h(
    'fieldset',
    { class: 'packs subjects', key: deck.hash },
    h('legend', {}, deck.name, ' ', h('small', {}, lang.t(deck.own ? 'packs.own' : 'packs.house'))),
    h(
      'div',
      { class: 'actions' },
      h(
        'button',
        { key: 'all', type: 'button', class: 'quiet', on: { click: () => all(true) } },
        lang.t('packs.all'),
      ),
      h(
        'button',
        { key: 'none', type: 'button', class: 'quiet', on: { click: () => all(false) } },
        lang.t('packs.none'),
      ),
    ),
    there.length > 1 && h('p', { class: 'hint', key: 'level-title' }, lang.t(`${game}.packs.levels`)),
    there.length > 1 &&
      h(
        'ul',
        { class: 'levels', key: 'levels', 'aria-label': lang.t(`${game}.packs.levels`) },
        there.map((level) => levelTick(choice, deck, level)),
      ),
    h(
      'ul',
      { key: 'subjects', 'aria-label': lang.t(`${game}.packs.subjects`) },
      subjects(deck).map((name) => subjectTick(choice, deck, name)),
    ),
  );
}

/** One row a list. @param {Choice} choice */
function lists({ lang, game, decks, changed }) {
  return h(
    'ul',
    { key: 'lists', class: 'packs', 'aria-label': lang.t(`${game}.packs.title`) },
    [...decks]
      .sort((a, b) => Number(a.extra) - Number(b.extra))
      .map((deck) =>
        tick(
          deck.hash,
          deck.packs[0].chosen,
          (checked) => {
            deck.packs[0].chosen = checked;
            changed(deck);
          },
          h('b', {}, h('bdi', {}, deck.name)),
          h(
            'small',
            {},
            lang.n(`${game}.packs.cards`, deck.cards),
            deck.own ? ` · ${lang.t('packs.own')}` : '',
          ),
        ),
      ),
  );
}

/** @param {Choice} choice */
export function drawChoice(choice) {
  if (choice.decks.every(isList) && !choice.decks.some(hasLevels)) return [lists(choice)];
  return choice.decks.map((deck) => subjectGroup(choice, deck));
}
