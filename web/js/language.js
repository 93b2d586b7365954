/* Another language, in the middle of whatever the reader is doing. A table speaks it from the next moment
 * on and stays as it is. Other pages are the server's: they are fetched again, and what was typed into
 * them is put back. */
import { changeLang } from './lang.js';
import { later } from './later.js';

const place = 'ludoteca.typed';

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Field */

/** What people write into. @returns {Field[]} */
const fields = () => [
  .../** @type {NodeListOf<Field>} */ (
    document.querySelectorAll('main :is(input:not([type]), input[type=text], textarea)')
  ),
];
/** @param {Field} field */
const nameOf = ({ form, id, name }) => [form?.getAttribute('action'), id, name].join(' ');

function keepTyped() {
  const typed = fields()
    .filter(({ value, defaultValue }) => value !== defaultValue)
    .map((field) => [nameOf(field), field.value]);
  sessionStorage.setItem(place, JSON.stringify({ typed, top: window.scrollY }));
}

/** After the page has come in its new language: as it was, with the settings open. */
export async function takeUp() {
  const kept = JSON.parse(sessionStorage.getItem(place) || 'null');
  sessionStorage.removeItem(place);
  if (!kept) return;
  for (const field of fields())
    for (const [name, value] of kept.typed) if (name === nameOf(field)) field.value = value;
  window.scrollTo(0, kept.top);
  const [{ loadLang }, { openSettings }] = await Promise.all([
    later(() => import('./lang.js')),
    later(() => import('./settings.js')),
  ]);
  openSettings(await loadLang(), 'language');
}

/** What stands around a table and is the server's. @param {Document} page */
function borrow(page) {
  document.title = page.title;
  const [from, to] = [page, document].map((one) => one.querySelector('.skip'));
  if (from && to) to.textContent = from.textContent;
}

/** The server is asked for this page in that language, and remembers that it was. @param {string} code */
export async function speak(code) {
  const address = new URL(window.location.href);
  address.hash = '';
  address.searchParams.set('lang', code);
  const answer = await fetch(address, { headers: { Accept: 'text/html' } });
  if (document.querySelector('main.frame')) {
    await changeLang(code);
    borrow(new DOMParser().parseFromString(await answer.text(), 'text/html'));
    document.dispatchEvent(new CustomEvent('ludoteca:language'));
    return;
  }
  keepTyped();
  address.searchParams.delete('lang');
  window.location.replace(address);
}
