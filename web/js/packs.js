/* Which packs are in play: the host's list, with a search, for hundreds of them. It is asked for when
 * it is opened, and again when the server says that the decks are others. What is ticked is sent a
 * moment later, all of a deck at once. */
import { h, render } from './dom.js';
import { loadLang } from './lang.js';
import { say } from './live.js';
import { refusalText } from './parts.js';
import { drawChoice, hasLevels, isList } from './subjects.js';
import { toast } from './toast.js';

/** @typedef {import('./lang.js').Lang} Lang */
/** @typedef {{ name: string, black: number, white: number, mature: number, level?: string, chosen: boolean }} Pack */
/** @typedef {{ hash: string, name: string, cards: number, extra: boolean, own: boolean, fits: boolean, packs: Pack[] }} Deck */

const SEND_AFTER_MS = 400;

/** @type {{ box: HTMLElement, mark: string, game: string, decks: Deck[], wanted: string, lang: Lang } | null} */
let shown = null;
/** Decks that were changed here and not sent yet. @type {Map<string, ReturnType<typeof setTimeout>>} */
const unsent = new Map();

/** @param {string} text */
const plain = (text) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
/** @param {Pack} pack */
const size = (pack) => pack.black + pack.white;
/** A few of its cards may be mature: those are dealt only where the room's rating allows it. @param {Pack} pack */
const isFamily = (pack) => 2 * pack.mature < size(pack);
const address = () => `/rooms/${shown?.box.dataset.packs}`;

/** @param {Deck} deck */
function visible(deck) {
  const words = plain(shown?.wanted ?? '')
    .split(/\s+/)
    .filter(Boolean);
  return deck.packs.filter((pack) => words.every((word) => plain(pack.name).includes(word)));
}

/** @param {Deck} deck */
async function send(deck) {
  unsent.delete(deck.hash);
  const places = deck.packs.flatMap((pack, place) => (pack.chosen ? [place] : []));
  const packs = places.length === deck.packs.length ? undefined : places;
  const answer = await fetch(`${address()}/do/choose_packs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ deck: deck.hash, packs }),
  }).catch(() => null);
  if (answer?.ok) return;
  const lang = await loadLang();
  const { error } = (await answer?.json().catch(() => null)) ?? {};
  toast(error ? refusalText(lang, error) : lang.t('error.OFFLINE'), { bad: true });
  if (shown) fill(shown.box);
}

/** @param {Deck} deck */
function sendSoon(deck) {
  clearTimeout(unsent.get(deck.hash));
  unsent.set(
    deck.hash,
    setTimeout(() => send(deck), SEND_AFTER_MS),
  );
  draw();
}

/** Of what the search shows, in every deck. @param {(pack: Pack) => boolean} wanted */
function chooseAll(wanted) {
  if (!shown) return;
  for (const deck of shown.decks) {
    for (const pack of visible(deck)) pack.chosen = wanted(pack);
    sendSoon(deck);
  }
  say(tally(shown.lang, shown.decks));
}

/** @param {Lang} lang @param {Deck[]} decks */
function tally(lang, decks) {
  const packs = decks.flatMap((deck) => deck.packs);
  const chosen = packs.filter((pack) => pack.chosen);
  if (!chosen.length) return lang.t('packs.nobody');
  const cards = chosen.reduce((sum, pack) => sum + size(pack), 0).toLocaleString(lang.code);
  return lang.t('packs.chosen', { chosen: chosen.length, total: packs.length, cards });
}

/** @param {Lang} lang @param {Pack} pack */
function rating(lang, pack) {
  if (pack.mature === 0) return '';
  return ` · ${lang.t(pack.mature < size(pack) ? 'packs.partly' : 'packs.mature')}`;
}

/** @param {Lang} lang @param {Deck} deck @param {Pack} pack */
function row(lang, deck, pack) {
  return h(
    'li',
    { key: deck.packs.indexOf(pack) },
    h(
      'label',
      { class: 'pack' },
      h('input', {
        type: 'checkbox',
        checked: pack.chosen,
        on: {
          change: (/** @type {any} */ event) => {
            pack.chosen = event.target.checked;
            sendSoon(deck);
          },
        },
      }),
      h(
        'span',
        {},
        h('b', {}, pack.name),
        h('small', {}, lang.t('packs.counts', { black: pack.black, white: pack.white }) + rating(lang, pack)),
      ),
    ),
  );
}

/** @param {Lang} lang @param {Deck} deck */
function group(lang, deck) {
  const file = `${address()}/decks/${deck.hash}.json`;
  const found = visible(deck);
  return h(
    'fieldset',
    { class: 'packs', key: deck.hash },
    h('legend', {}, deck.name, ' ', h('small', {}, lang.t(deck.own ? 'packs.own' : 'packs.house'))),
    h(
      'ul',
      {},
      found.map((pack) => row(lang, deck, pack)),
    ),
    h(
      'p',
      { class: 'hint' },
      lang.t('packs.export'),
      ': ',
      h('a', { key: 'ours', href: file, download: true }, 'Ludoteca'),
      ', ',
      h('a', { key: 'jah', href: `${file}?format=jah`, download: true }, 'JSON Against Humanity'),
    ),
  );
}

/** @param {Lang} lang @param {string} key @param {(pack: Pack) => boolean} wanted */
const chooser = (lang, key, wanted) =>
  h('button', { key, type: 'button', class: 'quiet', on: { click: () => chooseAll(wanted) } }, lang.t(key));

/** @param {string} wanted */
function search(wanted) {
  if (!shown) return;
  shown.wanted = wanted;
  draw();
  const found = shown.decks.reduce((sum, deck) => sum + visible(deck).length, 0);
  say(shown.lang.n('packs.found', found));
}

function draw() {
  if (!shown) return;
  const { box, lang, decks, game } = shown;
  if (decks.some(hasLevels) || decks.every(isList)) {
    render(box, drawChoice({ lang, game, decks, changed: sendSoon }));
    return;
  }
  render(box, [
    h(
      'label',
      { key: 'search', class: 'pack-search' },
      lang.t('packs.search'),
      h('input', {
        type: 'search',
        autocomplete: 'off',
        on: { input: (/** @type {any} */ event) => search(event.target.value) },
      }),
    ),
    h(
      'div',
      { key: 'choose', class: 'actions' },
      chooser(lang, 'packs.all', () => true),
      chooser(lang, 'packs.none', () => false),
      chooser(lang, 'packs.family', isFamily),
    ),
    h('p', { key: 'tally', class: 'pack-tally' }, tally(lang, decks)),
    ...decks.filter((deck) => visible(deck).length).map((deck) => group(lang, deck)),
  ]);
}

/** @param {HTMLElement} box */
async function fill(box) {
  const mark = box.dataset.mark ?? '';
  const [lang, answer] = await Promise.all([
    loadLang(),
    fetch(`/rooms/${box.dataset.packs}/decks`, { headers: { accept: 'application/json' } }).catch(() => null),
  ]);
  if (!answer?.ok) return;
  /** @type {{ game: string, decks: Deck[] }} */
  const { game, decks } = await answer.json();
  // The reader was quicker: what was ticked meanwhile goes out first, and the lobby comes again.
  if (shown?.box === box && unsent.size) return;
  const wanted = shown?.box === box ? shown.wanted : '';
  shown = { box, mark, game, lang, wanted, decks: decks.filter((deck) => deck.fits && deck.packs.length) };
  draw();
}

/** Called when the lobby has changed: the list may be there, be gone, or be another one. */
export function lookAtPacks() {
  const box = /** @type {HTMLElement | null} */ (document.querySelector('[data-packs]'));
  if (!box || !(/** @type {HTMLDetailsElement} */ (box.closest('details')).open)) return;
  if (shown?.box === box && shown.mark === box.dataset.mark) return;
  if (!unsent.size) fill(box);
}

document.addEventListener(
  'toggle',
  (event) => {
    if (/** @type {Element} */ (event.target).querySelector?.('[data-packs]')) lookAtPacks();
  },
  true,
);
lookAtPacks();
