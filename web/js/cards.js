/* The host's own cards: a file's text goes into the field and is sent; what came of it is said. */
import { loadLang } from './lang.js';
import { toast } from './toast.js';

/** @typedef {{ kept: number, dropped: number, line: number, error?: { code: string } }} Yield */

/**
 * @param {import('./lang.js').Lang} lang @param {Yield} result
 * @param {string} [game] that says it in its own words, because its cards are words
 */
export function yieldText(lang, { kept, dropped, line, error }, game) {
  if (error && game) return kept ? lang.n(`${game}.cards.few`, kept) : lang.t(`${game}.cards.none`);
  if (error) return line ? lang.t('cards.noneLine', { line }) : lang.t('cards.none');
  const added = lang.n(game ? `${game}.cards.added` : 'cards.added', kept);
  if (!dropped) return added;
  return `${added}; ${lang.n(line ? 'cards.dropped' : 'cards.droppedNoLine', dropped, { line })}`;
}

/** @param {HTMLInputElement} input */
async function takeFile(input) {
  const [file] = input.files ?? [];
  const { form } = input;
  const field = /** @type {HTMLTextAreaElement | null} */ (form?.querySelector('textarea') ?? null);
  if (!file || !field) return;
  field.value = await file.text();
  input.value = ''; // the same file may be chosen again, mended
  form?.requestSubmit();
}

/** The answer to a form of cards, as htmx reports it. @param {{ elt: Element, xhr: XMLHttpRequest }} detail @returns {Promise<boolean>} whether it was one */
export async function tellYield({ elt, xhr }) {
  if (!elt.matches('[data-cards]')) return false;
  /** @type {Yield} */
  let result;
  try {
    result = JSON.parse(xhr.responseText);
  } catch {
    return false;
  }
  if (!('kept' in result)) return false;
  const { cards } = /** @type {HTMLElement} */ (elt).dataset;
  toast(yieldText(await loadLang(), result, cards), { bad: Boolean(result.error) });
  if (!result.error) /** @type {HTMLFormElement} */ (elt).reset();
  return true;
}

document.addEventListener('change', (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  if (input.matches('[data-cards-file]')) takeFile(input);
});
