/* The host's own cards: a file, a text or the address of one is sent as it is; what came of it is said,
 * line by line where something was of no use, and only that stays in the box. What was brought is kept in
 * this browser (own.js). */
import { h, render } from './dom.js';
import { loadLang } from './lang.js';
import { asked, later } from './later.js';
import { refusalText } from './parts.js';
import { recall } from './prefs.js';
import { toast } from './toast.js';

/** @typedef {import('./lang.js').Lang} Lang */
/** @typedef {{ code: string, message: string, key?: string, detail?: any }} Refusal */
/** @typedef {{ line?: number, about: string, key?: string }} Failed */
/** @typedef {{ kept: number, dropped: number, line: number, deck?: string, problems?: string[], failed?: Failed[], error?: Refusal }} Yield */
/** `keep`: the cards of the deck whose place it takes stay. @typedef {{ name?: string, language?: string, instead?: string, keep?: boolean }} Options */

/** Larger texts are mended in their file. */
const MENDED_HERE_MAX = 200_000;

/** The one form of the lobby. */
export const cardsForm = () => /** @type {HTMLFormElement | null} */ (document.querySelector('[data-cards]'));

/** The room's own decks, as the lobby lists them. */
export const roomDecks = () =>
  /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[data-deck]')]).map(({ dataset }) => ({
    hash: dataset.deck ?? '',
    name: dataset.name ?? '',
    language: dataset.language ?? '',
  }));

/** The deck that has this name, in the same language if the game asks for one. @param {string} name @param {string} [language] */
export const roomDeck = (name, language) =>
  roomDecks().find((deck) => deck.name === name && (!language || deck.language === language));

/** A key of the game's own, where its cards are words. @param {Lang} lang @param {string} key */
export function cardsKey(lang, key) {
  const own = `${cardsForm()?.dataset.cardsGame}.${key}`;
  return lang.has(own) || lang.has(`${own}.other`) ? own : key;
}

/**
 * @param {Lang} lang @param {Yield} result
 * @param {string} [game] that says it in its own words, because its cards are words
 */
export function yieldText(lang, { kept, dropped, line, error }, game) {
  const noneLine = `${game}.cards.noneLine`;
  if (error && game && line && !kept && lang.has(noneLine)) return lang.t(noneLine, { line });
  if (error && game) return kept ? lang.n(`${game}.cards.few`, kept) : lang.t(`${game}.cards.none`);
  if (error) return line ? lang.t('cards.noneLine', { line }) : lang.t('cards.none');
  const added = lang.n(game ? `${game}.cards.added` : 'cards.added', kept);
  if (!dropped) return added;
  return `${added}; ${lang.n(line ? 'cards.dropped' : 'cards.droppedNoLine', dropped, { line })}`;
}

/** One thing that was of no use, in the reader's language where there are words for it. @param {Lang} lang @param {Failed} failed @param {string} sentence */
function problem(lang, failed, sentence) {
  const { line, about, key } = failed;
  if (!key || !lang.has(key)) return h('li', { lang: 'en' }, sentence);
  return h('li', {}, lang.t(line ? 'cards.problemLine' : 'cards.problem', { line, about, why: lang.t(key) }));
}

/** What was of no use, and why. @param {Lang} lang @param {Yield} result */
export function problemList(lang, { dropped = 0, problems = [], failed = [], error }) {
  if (!problems.length) return null;
  return h(
    'div',
    { class: 'card-problems' },
    h('h4', {}, lang.n('cards.problems', problems.length)),
    h(
      'ul',
      {},
      problems.map((sentence, i) => problem(lang, failed[i] ?? { about: '' }, sentence)),
      dropped > problems.length &&
        h('li', {}, lang.t('cards.problemMore', { count: dropped - problems.length })),
    ),
    !error && h('p', { class: 'hint' }, lang.t('cards.stay')),
  );
}

/** Of a list of lines those that failed; the whole text if it is not known which. @param {string} text @param {Yield} result */
export function failingLines(text, { dropped, failed = [] }) {
  if (/^\s*[{[]/.test(text) || failed.length < dropped || failed.some(({ line }) => !line)) return text;
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  return [...new Set(failed.map(({ line }) => lines[Number(line) - 1]))].join('\n');
}

/** What is of no use stays in the box, to be mended; with everything taken it is empty. @param {HTMLFormElement} form @param {Yield} result @param {string} text @param {Options} options */
function leaveRest(form, result, text, options) {
  const box = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem('text'));
  if (result.error) return;
  if (!result.dropped || text.length > MENDED_HERE_MAX) {
    form.reset();
    return;
  }
  box.value = failingLines(text, result);
  /** @type {HTMLInputElement} */ (form.elements.namedItem('name')).value = options.name ?? '';
}

/** @param {HTMLFormElement} form @param {Yield} result */
async function tell(form, result) {
  const lang = await loadLang();
  const { error } = result;
  if ('kept' in result && !error?.key)
    toast(yieldText(lang, result, form.dataset.cards || undefined), { bad: Boolean(error) });
  else if (error) toast(refusalText(lang, error), { bad: true });
  const list = form.querySelector('[data-cards-problems]');
  if (list) render(list, problemList(lang, result));
}

/** @param {Options} options */
function query({ name, language, instead, keep }) {
  const fields = new URLSearchParams();
  if (name) fields.set('name', name);
  if (language) fields.set('language', language);
  if (instead) fields.set('instead', instead);
  if (instead && keep) fields.set('keep', 'true');
  return String(fields) && `?${fields}`;
}

/** Sends cards to the room; null if nobody answers. @param {BodyInit} body @param {Options} options @param {string} [type] @returns {Promise<Yield | null>} */
export async function bring(body, options, type = 'text/plain') {
  const lang = await loadLang();
  const form = cardsForm();
  form?.setAttribute('aria-busy', 'true');
  const waiting = setTimeout(() => toast(lang.t('cards.reading')), 700);
  try {
    const answer = await fetch(`${form?.getAttribute('action')}${query(options)}`, {
      method: 'POST',
      headers: { 'content-type': type, accept: 'application/json' },
      body,
    });
    /** @type {Yield} */
    const result = await answer.json();
    if (result.deck) (await later(() => import('./own.js'))).keepFromRoom(result.deck);
    return result;
  } catch {
    toast(lang.t('error.OFFLINE'), { bad: true });
    return null;
  } finally {
    clearTimeout(waiting);
    form?.removeAttribute('aria-busy');
  }
}

/** @param {HTMLFormElement} form @param {string} text what lies in the box or file @param {Options} options @param {BodyInit} [body] @param {string} [type] */
async function send(form, text, options, body = text, type = 'text/plain') {
  const result = await bring(body, options, type);
  if (!result) return;
  leaveRest(form, result, text, options);
  await tell(form, result);
}

/** What the form says of the cards besides. @param {HTMLFormElement} form @returns {{ name: string, language?: string }} */
function about(form) {
  const fields = new FormData(form);
  const language = fields.get('language');
  return {
    name: String(fields.get('name') ?? '').trim(),
    language: language ? String(language) : undefined,
  };
}

/** A file of ours knows its name and language; any other has that of the file. @param {HTMLFormElement} form @param {File} file @param {string} text */
function aboutFile(form, file, text) {
  const { language } = about(form);
  const said = { name: file.name.replace(/\.\w+$/, ''), language };
  if (!/^\s*\{/.test(text)) return said;
  try {
    const deck = JSON.parse(text);
    const languages = [...form.querySelectorAll('[name="language"] option')].map(
      (option) => /** @type {HTMLOptionElement} */ (option).value,
    );
    if (deck.game !== form.dataset.cardsGame) return said;
    return {
      name: typeof deck.name === 'string' && deck.name ? deck.name : said.name,
      language: languages.includes(deck.language) ? deck.language : language,
    };
  } catch {
    return said; // JSON5, or nothing at all: the server says which
  }
}

/** The same file again takes the place of what it was. @param {HTMLInputElement} input */
async function sendFile(input) {
  const [file] = input.files ?? [];
  const form = cardsForm();
  if (!file || !form) return;
  const text = await file.text();
  input.value = ''; // the same file may be chosen again, mended
  const said = aboutFile(form, file, text);
  send(form, text, { ...said, instead: roomDeck(said.name, said.language)?.hash }, file);
}

document.addEventListener('change', (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  if (input.matches('[data-cards-file]')) sendFile(input);
});
document.addEventListener('submit', (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches('[data-cards]')) return;
  event.preventDefault();
  const fields = new FormData(form);
  const text = String(fields.get('text') ?? '');
  const url = String(fields.get('url') ?? '');
  const said = about(form);
  const options = { ...said, instead: roomDeck(said.name, said.language)?.hash, keep: true };
  if (text.trim() || !url) send(form, text, options);
  else send(form, '', options, JSON.stringify({ url }), 'application/json');
});
document.addEventListener('click', async ({ target }) => {
  const button = /** @type {HTMLElement | null} */ (
    /** @type {Element} */ (target).closest('[data-edit-deck]')
  );
  if (button) (await asked(() => import('./deck-editor.js'))).openEditor(button.dataset.editDeck ?? '');
});

/** The decks that are kept, where there are any or somebody looks. */
export async function lookAtOwn() {
  const box = /** @type {HTMLElement | null} */ (document.querySelector('[data-kept-decks]'));
  if (!box) return;
  if (recall('ludoteca.decks') || /** @type {HTMLDetailsElement} */ (box.closest('details')).open)
    (await later(() => import('./own.js'))).showKept();
}
document.addEventListener(
  'toggle',
  (event) => {
    if (/** @type {Element} */ (event.target).id === 'own-cards') lookAtOwn();
  },
  true,
);
