/* What this browser has kept of a host's decks, in the lobby: to use in this room, to take away as a file,
 * to delete. */
import { bring, cardsForm, cardsKey, roomDeck, yieldText } from './cards.js';
import { confirmDialog } from './dialog.js';
import { h, render } from './dom.js';
import { forgetDeck, keepDeck, keptCount, keptDecks } from './kept.js';
import { loadLang } from './lang.js';
import { refusalText } from './parts.js';
import { toast } from './toast.js';

/** @typedef {import('./lang.js').Lang} Lang */
/** @typedef {import('./kept.js').KeptDeck} KeptDeck */

const place = () => /** @type {HTMLElement | null} */ (document.querySelector('[data-kept-decks]'));

/** How many cards a deck of ours has, whatever the game calls them. @param {any} deck */
export const cardsIn = (deck) =>
  (deck.cards ?? deck.words)?.length ??
  (deck.packs ?? []).reduce(
    (/** @type {number} */ sum, /** @type {any} */ pack) => sum + pack.black.length + pack.white.length,
    0,
  );

/** A deck of the room, in our own shape. @param {string} hash @returns {Promise<string>} */
export async function deckText(hash) {
  const answer = await fetch(
    `${cardsForm()
      ?.getAttribute('action')
      ?.replace(/cards$/, '')}decks/${hash}.json`,
  );
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.text();
}

/** Not every game's words are played in one language alone. */
export const asksLanguage = () => Boolean(cardsForm()?.querySelector('[name="language"]'));

/** What was brought is here the next time. @param {string} hash */
export async function keepFromRoom(hash) {
  const lang = await loadLang();
  const game = cardsForm()?.dataset.cardsGame ?? '';
  try {
    const text = await deckText(hash);
    const deck = JSON.parse(text);
    const gone = await keepDeck({
      game,
      name: deck.name,
      language: asksLanguage() ? deck.language : '',
      cards: cardsIn(deck),
      text,
    });
    for (const { name } of gone) toast(lang.t('cards.kept.full', { name }));
  } catch {
    toast(lang.t('cards.kept.failed'), { bad: true });
  }
  await showKept();
}

/** @param {KeptDeck} deck */
async function use(deck) {
  const lang = await loadLang();
  const form = cardsForm();
  const { name, language, text } = deck;
  const result = await bring(text, { name, language, instead: roomDeck(name, language)?.hash });
  if (!result) return;
  const { error } = result;
  if (error && !('kept' in result)) toast(refusalText(lang, error), { bad: true });
  else toast(yieldText(lang, result, form?.dataset.cards || undefined), { bad: Boolean(error) });
}

/** @param {KeptDeck} deck */
function save({ name, text }) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = `${name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'ludoteca'}.json`;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

/** @param {KeptDeck} deck */
async function forget({ id, name }) {
  const lang = await loadLang();
  const title = lang.t('cards.kept.forgetAsk', { name });
  if (!(await confirmDialog({ title, yes: lang.t('cards.kept.forget'), no: lang.t('site.cancel') }))) return;
  await forgetDeck(id);
  toast(lang.t('cards.kept.forgotten', { name }));
  await showKept();
  /** @type {HTMLElement | null} */ (document.querySelector('#own-cards > summary'))?.focus();
}

/** @param {Lang} lang @param {string} key @param {string} named @param {string} name @param {() => void} click */
const action = (lang, key, named, name, click) =>
  h(
    'button',
    { key, type: 'button', class: 'quiet', 'aria-label': lang.t(named, { name }), on: { click } },
    lang.t(key),
  );

/** @param {Lang} lang @param {KeptDeck} deck */
function row(lang, deck) {
  const language = deck.language && lang.t(`${deck.game}.setting.language.${deck.language}`);
  const here = roomDeck(deck.name, deck.language);
  return h(
    'li',
    { key: deck.id },
    h(
      'p',
      {},
      h('b', {}, deck.name),
      ' ',
      h('small', {}, lang.n(cardsKey(lang, 'cards.count'), deck.cards), language ? ` · ${language}` : ''),
    ),
    h(
      'div',
      { class: 'actions' },
      here
        ? h('span', { key: 'here', class: 'badge' }, lang.t('cards.kept.inRoom'))
        : action(lang, 'cards.kept.use', 'cards.kept.useNamed', deck.name, () => use(deck)),
      action(lang, 'cards.save', 'cards.saveNamed', deck.name, () => save(deck)),
      action(lang, 'cards.kept.forget', 'cards.kept.forgetNamed', deck.name, () => forget(deck)),
    ),
  );
}

/** Draws the list, if the lobby has a place for it. */
export async function showKept() {
  const game = place()?.dataset.keptDecks ?? '';
  const [lang, decks] = await Promise.all([loadLang(), keptDecks(game)]);
  const box = place();
  const count = document.querySelector('[data-kept-count]');
  if (!box || box.dataset.keptDecks !== game) return; // another game is on the table by now
  if (count) {
    const number = keptCount(game);
    render(count, number ? lang.n(cardsKey(lang, 'cards.kept.count'), number) : null);
  }
  if (!(/** @type {HTMLDetailsElement} */ (box.closest('details')).open)) return;
  render(box, [
    decks.length > 0 && h('h3', { key: 'title', id: 'kept-decks-title' }, lang.t('cards.kept.title')),
    decks.length > 0 &&
      h(
        'ul',
        { key: 'list', class: 'own-decks', 'aria-labelledby': 'kept-decks-title' },
        decks.map((deck) => row(lang, deck)),
      ),
    h('p', { key: 'hint', class: 'hint' }, lang.t('cards.kept.hint')),
  ]);
}
