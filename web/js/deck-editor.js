/* One of the room's own decks, card by card: to look at, to mend, to take out, to add to. What a card
 * consists of says its game (games/NAME/own.js). Nothing is sent before «save»; who closes the dialog finds
 * the changes again until then. */
import { bring, cardsForm, cardsKey, problemList, yieldText } from './cards.js';
import { openDialog } from './dialog.js';
import { h, render } from './dom.js';
import { loadLang } from './lang.js';
import { gameModule } from './later.js';
import { say } from './live.js';
import { asksLanguage, deckText } from './own.js';
import { refusalText } from './parts.js';
import { toast } from './toast.js';

/** @typedef {import('./lang.js').Lang} Lang */
/** A card as fields of text; `of` is what it was made from. @typedef {{ values: Record<string, string>, group?: string, of?: any, changed?: boolean, key?: number }} Card */
/** @typedef {{ name: string, label: string, long?: boolean }} Field */
/** What a game says of its decks. @typedef {{ fields: (card: Card) => Field[], kinds?: { label: string, make: () => Card }[], cardsOf: (deck: any) => Card[], deckOf: (deck: any, cards: Card[]) => any }} Shape */
/** @typedef {{ hash: string, deck: any, cards: Card[], shape: Shape, wanted: string, shown: number, changed: boolean, result: import('./cards.js').Yield | null, body: HTMLElement, lang: Lang }} Editor */

const AT_A_TIME = 40;
/** What was changed and not saved, by the deck's hash. @type {Map<string, { deck: any, cards: Card[] }>} */
const drafts = new Map();
let made = 0;

/** @param {string} text */
const plain = (text) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
/** @param {Card} card */
const textOf = (card) => Object.values(card.values).join(' ');

/** @param {Editor} editor */
function change(editor) {
  editor.changed = true;
  drafts.set(editor.hash, { deck: editor.deck, cards: editor.cards });
}

/** @param {Editor} editor @param {Card} card @param {Field} field */
function input(editor, card, { name, label, long }) {
  return h(
    'label',
    { key: name },
    h('span', {}, editor.lang.t(label)),
    h(long ? 'textarea' : 'input', {
      name,
      rows: long ? 2 : null,
      autocomplete: 'off',
      spellcheck: 'false',
      'data-text': card.values[name],
      value: long ? null : card.values[name],
      on: {
        input: (/** @type {any} */ event) => {
          card.values[name] = event.target.value;
          card.changed = true;
          if (!editor.changed) {
            change(editor);
            draw(editor);
          } else change(editor);
        },
      },
    }),
  );
}

/** @param {Editor} editor @param {Card} card */
function remove(editor, card) {
  editor.cards.splice(editor.cards.indexOf(card), 1);
  change(editor);
  draw(editor);
  say(editor.lang.n(cardsKey(editor.lang, 'cards.count'), editor.cards.length));
}

/** @param {Editor} editor @param {Card} card */
function row(editor, card) {
  const { lang, shape } = editor;
  const name = Object.values(card.values)[0];
  return h(
    'li',
    { key: card.key },
    h(
      'div',
      { class: 'deck-fields' },
      shape.fields(card).map((field) => input(editor, card, field)),
    ),
    h(
      'button',
      {
        type: 'button',
        class: 'quiet',
        'aria-label': name ? lang.t('cards.editor.remove', { name }) : lang.t('cards.editor.removeBlank'),
        on: { click: () => remove(editor, card) },
      },
      lang.t('cards.remove'),
    ),
  );
}

/** @param {Editor} editor @param {Card} card */
function add(editor, card) {
  editor.cards.unshift({ ...card, changed: true, key: ++made });
  editor.wanted = '';
  change(editor);
  draw(editor);
  /** @type {HTMLElement | null} */ (
    editor.body.querySelector('.deck-cards input, .deck-cards textarea')
  )?.focus();
}

/** @param {Editor} editor */
const found = ({ cards, wanted }) =>
  wanted ? cards.filter((card) => plain(textOf(card)).includes(plain(wanted))) : cards;

/** @param {Editor} editor */
function draw(editor) {
  const { lang, body, shape } = editor;
  const cards = found(editor);
  render(body, [
    h(
      'div',
      { key: 'head', class: 'deck-head' },
      h(
        'label',
        { key: 'search' },
        h('span', {}, lang.t('cards.editor.search')),
        h('input', {
          type: 'search',
          autocomplete: 'off',
          value: editor.wanted,
          on: {
            input: (/** @type {any} */ event) => {
              editor.wanted = event.target.value;
              editor.shown = AT_A_TIME;
              draw(editor);
            },
          },
        }),
      ),
      h('p', { key: 'count', class: 'hint' }, lang.n(cardsKey(lang, 'cards.count'), editor.cards.length)),
      h(
        'div',
        { key: 'add', class: 'actions' },
        (shape.kinds ?? []).map(({ label, make }) =>
          h(
            'button',
            { key: label, type: 'button', on: { click: () => add(editor, make()) } },
            lang.t(label),
          ),
        ),
      ),
    ),
    h(
      'div',
      { key: 'result' },
      editor.result && problemList(lang, { ...editor.result, error: /** @type {any} */ ({}) }),
    ),
    h(
      'ul',
      { key: 'cards', class: 'deck-cards' },
      cards.slice(0, editor.shown).map((card) => row(editor, card)),
    ),
    cards.length > editor.shown &&
      h(
        'button',
        {
          key: 'more',
          type: 'button',
          class: 'quiet',
          on: {
            click: () => {
              editor.shown += AT_A_TIME;
              draw(editor);
            },
          },
        },
        lang.t('cards.editor.more'),
      ),
    h(
      'div',
      { key: 'end', class: 'deck-end' },
      editor.changed && h('span', { key: 'draft', class: 'hint' }, lang.t('cards.editor.draft')),
      h(
        'button',
        {
          key: 'save',
          type: 'button',
          class: 'primary',
          'aria-disabled': editor.changed ? null : 'true',
          on: { click: () => editor.changed && save(editor) },
        },
        lang.t('cards.editor.save'),
      ),
    ),
  ]);
  for (const box of /** @type {NodeListOf<HTMLTextAreaElement>} */ (body.querySelectorAll('textarea')))
    if (box !== document.activeElement && box.value !== box.dataset.text) box.value = box.dataset.text ?? '';
}

/** @param {Editor} editor */
async function save(editor) {
  const { lang, deck, cards, shape, hash } = editor;
  if (!cards.length) {
    toast(lang.t('cards.editor.empty'), { bad: true });
    return;
  }
  const result = await bring(JSON.stringify(shape.deckOf(deck, cards)), {
    name: deck.name,
    language: asksLanguage() ? deck.language : undefined,
    instead: hash,
  });
  if (!result) return;
  editor.result = result;
  if (result.deck) {
    drafts.delete(hash);
    editor.hash = result.deck;
    editor.changed = result.dropped > 0;
    if (result.dropped) change(editor);
    toast(lang.t(result.dropped ? 'cards.editor.partly' : 'cards.editor.saved'), {
      bad: result.dropped > 0,
    });
  } else if (result.error) {
    const said = 'kept' in result && !result.error.key;
    toast(
      said
        ? yieldText(lang, result, cardsForm()?.dataset.cards || undefined)
        : refusalText(lang, result.error),
      { bad: true },
    );
  }
  draw(editor);
}

/** @param {string} hash */
export async function openEditor(hash) {
  const lang = await loadLang();
  const game = cardsForm()?.dataset.cardsGame;
  try {
    /** @type {Shape} */
    const shape = await gameModule(game ?? '', 'own');
    const draft = drafts.get(hash);
    const deck = draft?.deck ?? JSON.parse(await deckText(hash));
    const cards = draft?.cards ?? shape.cardsOf(deck);
    for (const card of cards) card.key ??= ++made;
    const dialog = openDialog({ title: deck.name, closeLabel: lang.t('site.close'), kind: 'deck-editor' });
    draw({
      hash,
      deck,
      cards,
      shape,
      wanted: '',
      shown: AT_A_TIME,
      changed: Boolean(draft),
      result: null,
      body: dialog.body,
      lang,
    });
  } catch {
    toast(lang.t('error.OFFLINE'), { bad: true });
  }
}
