/* The host's own cards: a file, a text or the address of one is sent as it is; what came of it is
 * said, and what was of no use is listed. */
import { h, render } from './dom.js';
import { loadLang } from './lang.js';
import { refusalText } from './parts.js';
import { toast } from './toast.js';

/** @typedef {{ code: string, message: string, key?: string }} Refusal */
/** @typedef {{ kept: number, dropped: number, line: number, problems?: string[], error?: Refusal }} Yield */

/**
 * @param {import('./lang.js').Lang} lang @param {Yield} result
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

/** @param {HTMLFormElement} form @param {Yield} result */
async function tell(form, result) {
  const lang = await loadLang();
  const { error } = result;
  const list = form.querySelector('[data-cards-problems]');
  const problems = result.problems ?? [];
  if ('kept' in result && !error?.key)
    toast(yieldText(lang, result, form.dataset.cards || undefined), { bad: Boolean(error) });
  else if (error) toast(refusalText(lang, error), { bad: true });
  if (list)
    render(
      list,
      problems.length > 0 &&
        h(
          'details',
          {},
          h('summary', {}, lang.n('cards.problems', problems.length)),
          h(
            'ul',
            { lang: 'en' },
            problems.map((problem) => h('li', {}, problem)),
          ),
        ),
    );
  if (!error) form.reset();
}

/** @param {HTMLFormElement} form @param {BodyInit} body @param {string} type @param {string} [query] */
async function send(form, body, type, query = '') {
  const lang = await loadLang();
  form.setAttribute('aria-busy', 'true');
  const waiting = setTimeout(() => toast(lang.t('cards.reading')), 700);
  try {
    const answer = await fetch(`${form.getAttribute('action')}${query}`, {
      method: 'POST',
      headers: { 'content-type': type, accept: 'application/json' },
      body,
    });
    await tell(form, await answer.json());
  } catch {
    toast(lang.t('error.OFFLINE'), { bad: true });
  } finally {
    clearTimeout(waiting);
    form.removeAttribute('aria-busy');
  }
}

/** @param {HTMLInputElement} input */
function sendFile(input) {
  const [file] = input.files ?? [];
  const form = /** @type {HTMLFormElement | null} */ (input.closest('form[data-cards]'));
  if (!file || !form) return;
  const name = file.name.replace(/\.\w+$/, '');
  send(form, file, 'text/plain', `?name=${encodeURIComponent(name)}`);
  input.value = ''; // the same file may be chosen again, mended
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
  if (text.trim() || !url) send(form, text, 'text/plain');
  else send(form, JSON.stringify({ url }), 'application/json');
});
