/* What every page does: looks, settings, help, copying and sharing, the service worker. Dialogs are
 * fetched when somebody asks for them, so that the first page comes light. */
import { applyPrefs, keep, recall } from './prefs.js';

const nameKey = 'ludoteca.name';

/** @typedef {typeof import('./later.js')} Later */
/** Even what asks for parts again is a part. @returns {Promise<Later>} */
const patience = () =>
  import('./later.js').catch(() => new Promise((done) => setTimeout(done, 1000)).then(patience));
/** @type {Later['later']} */
const later = async (load) => (await patience()).later(load);
/** @type {Later['asked']} */
const asked = async (load) => (await patience()).asked(load);

/** Plain HTTP in a home network has no clipboard: the old command copies what is selected in a field. It
 * stands in the button's dialog if there is one, since nothing outside of that can be selected.
 * @param {HTMLElement} button @param {string} text */
function copySelected(button, text) {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true; // no keyboard comes up
  (button.closest('dialog') ?? document.body).append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  button.focus({ preventScroll: true });
  return done;
}

/** @param {HTMLElement} button @param {string} text */
async function copy(button, text) {
  let done = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    done = copySelected(button, text); // within the click where there is no clipboard at all
  }
  const { toast } = await asked(() => import('./toast.js'));
  toast((await words()).t(done ? 'share.copied' : 'share.notCopied'), { bad: !done });
}

/** @param {HTMLElement} button */
async function share(button) {
  const { share: url = '', shareText: text } = button.dataset;
  try {
    await navigator.share({ url, text });
  } catch (error) {
    // unless the reader changed their mind
    if (/** @type {Error} */ (error).name !== 'AbortError') copy(button, url);
  }
}

/** @type {Record<string, (button: HTMLElement) => Promise<unknown>>} */
const openers = {
  settings: async () => (await asked(() => import('./settings.js'))).openSettings(await words()),
  help: async ({ dataset }) =>
    (await asked(() => import('./slides.js'))).openGameHelp(await words(), dataset.game || ''),
  faces: async (button) => (await asked(() => import('./faces.js'))).openFacesFor(await words(), button),
};
const words = async () => (await asked(() => import('./lang.js'))).loadLang();

let opening = false;
/** One at a time, however often somebody taps. @param {HTMLElement} button */
async function open(button) {
  if (opening) return;
  opening = true;
  try {
    await openers[button.dataset.open ?? '']?.(button);
  } finally {
    opening = false;
  }
}

/** A game's tutorial, for who comes into a lobby for the first time. @param {string} game */
async function offer(game) {
  const { offerTutorial } = await later(() => import('./slides.js'));
  offerTutorial(await words(), game);
}

/** Buttons that only some browsers can honour, and the name used last time. Safe to run again. */
export function dress() {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-share]'))) {
    button.hidden = !('share' in navigator);
  }
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-plain]')))
    part.hidden = window.isSecureContext;
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector('[data-remember="name"]'));
  if (field && !field.value) field.value = recall(nameKey) || '';
}

document.addEventListener('click', (event) => {
  const target = /** @type {Element} */ (event.target);
  const button = /** @type {HTMLElement | null} */ (target.closest('[data-copy], [data-share], [data-open]'));
  if (button?.dataset.copy) copy(button, button.dataset.copy);
  else if (button?.dataset.share) share(button);
  else if (button?.dataset.open) open(button);
  for (const menu of document.querySelectorAll('details.more[open]')) {
    if (!menu.contains(target) || target.closest('.more-menu button')) menu.removeAttribute('open');
  }
});
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  const menu = document.querySelector('details.more[open]');
  menu?.removeAttribute('open');
  /** @type {HTMLElement | null} */ (menu?.querySelector('summary') ?? null)?.focus();
});
document.addEventListener('submit', (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const field = /** @type {HTMLInputElement | null} */ (form.querySelector('[data-remember="name"]'));
  if (field?.value) keep(nameKey, field.value);
});

// A form has one bubble, for the first field that is wrong; the second time the words are ours.
let explaining = false;
document.addEventListener(
  'invalid',
  (event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    if (field.validity.customError) return;
    event.preventDefault();
    if (explaining) return;
    explaining = true;
    later(() => import('./fields.js'))
      .then(({ explain }) => explain(field))
      .finally(() => (explaining = false));
  },
  true,
);

applyPrefs();
dress();
if (sessionStorage.getItem('ludoteca.typed'))
  later(() => import('./language.js')).then(({ takeUp }) => takeUp());
// A first visit has nothing to fill in, and is spared the way there.
if (document.querySelector('.who') && (recall(nameKey) || recall('ludoteca.avatar')))
  later(() => import('./who.js'));
/** @type {HTMLElement | null} */
const helper = document.querySelector('.lobby [data-open="help"]');
if (helper?.dataset.game) offer(helper.dataset.game);

// Assets behind /v/HASH/ are those of a real server; its hash is the worker's version.
const version = /^\/v\/(\w+)\//.exec(new URL(import.meta.url).pathname)?.[1];
if (version && 'serviceWorker' in navigator && window.isSecureContext) {
  navigator.serviceWorker.register(`/sw.js?v=${version}`).catch(() => {});
}
