/* The lobby lives on server-sent HTML: htmx listens to the stream, `quiet` puts the new HTML in
 * place without disturbing what has focus. Here is only what HTML cannot say. */
import { lastFace } from './avatar.js';
import { lookAtOwn } from './cards.js';
import { h, morph, render } from './dom.js';
import { loadLang } from './lang.js';
import { asked, isWhole, later } from './later.js';
import { say } from './live.js';
import { refusalText } from './parts.js';
import { dress } from './shell.js';
import { sound } from './sound.js';
import { keep, recall } from './prefs.js';
import { takePart } from './proof.js';
import { toast } from './toast.js';

if (!isWhole('htmx')) await new Promise(() => {});
const htmx = /** @type {any} */ (window).htmx;
const main = /** @type {HTMLElement} */ (document.getElementById('main'));
const lastTime = () => `ludoteca.settings.${form()?.dataset.settings}`;

/** @returns {HTMLFormElement | null} */
function form() {
  return document.querySelector('form[data-settings]');
}

/** @param {HTMLFormElement} fields */
const valuesOf = (fields) =>
  Object.fromEntries([...new FormData(fields)].map(([key, value]) => [key, String(value)]));

function remembered() {
  try {
    return JSON.parse(recall(lastTime()) || 'null');
  } catch {
    return null;
  }
}

/** «As last time» is offered only when it would change something. */
function offerLastTime() {
  const fields = form();
  const button = /** @type {HTMLElement | null} */ (fields?.querySelector('[data-last-time]') ?? null);
  if (!fields || !button) return;
  const before = remembered();
  const now = valuesOf(fields);
  button.hidden = !before || !Object.keys(now).some((key) => key in before && before[key] !== now[key]);
}

function takeLastTime() {
  const fields = form();
  const before = remembered();
  if (!fields || !before) return;
  for (const field of /** @type {Iterable<any>} */ (fields.elements)) {
    if (!(field.name in before)) continue;
    if (field.type === 'radio') field.checked = field.value === before[field.name];
    else if (field.type !== 'submit') field.value = before[field.name];
  }
  htmx.trigger(fields, 'change');
}

/** @param {any} field */
const isChanged = (field) =>
  field.type === 'radio'
    ? field.checked !== field.defaultChecked
    : field.type === 'number' && field.value !== field.defaultValue;

/** What a quick host changed before a script was there to hear it. A number that is still being
 * written is sent when it is left. */
function sendEarlyChanges() {
  const fields = form();
  const changed = [...(fields?.elements ?? [])].filter(isChanged);
  const writing = changed.find((field) => field === document.activeElement && field.matches('[type=number]'));
  if (writing) writing.addEventListener('blur', sendEarlyChanges, { once: true });
  else if (changed.length) htmx.trigger(fields, 'change');
}

function rememberSettings() {
  const fields = form();
  if (fields) keep(lastTime(), JSON.stringify(valuesOf(fields)));
}

const names = () =>
  new Set([...document.querySelectorAll('.person-name')].map((name) => name.textContent || ''));

/** Says who came and who went. @param {Set<string>} before */
async function announce(before) {
  const now = names();
  const lang = await loadLang();
  const came = [...now].filter((name) => !before.has(name));
  const went = [...before].filter((name) => !now.has(name));
  if (came.length === 1 && went.length === 1) return; // somebody changed their name
  for (const name of came) say(lang.t('lobby.joined', { name }));
  for (const name of went) say(lang.t('lobby.left', { name }));
  if (came.length) sound('join');
}

function follow(/** @type {string} */ path) {
  if (path.startsWith('/') && !path.startsWith('//')) window.location.assign(path);
}

/** Only games whose decks have packs need the list of them. */
async function choosePacks() {
  if (document.querySelector('[data-packs]')) (await later(() => import('./packs.js'))).lookAtPacks();
}

/** A host's own sets of settings. */
async function lookAtPresets() {
  if (document.querySelector('[data-own-presets]')) (await later(() => import('./presets.js'))).showPresets();
}

htmx.defineExtension('quiet', {
  isInlineSwap: (/** @type {string} */ style) => style === 'quiet',
  handleSwap(
    /** @type {string} */ style,
    /** @type {Element} */ target,
    /** @type {DocumentFragment} */ fragment,
  ) {
    if (style !== 'quiet') return false;
    const before = names();
    morph(target, fragment);
    dress();
    introduce();
    offerLastTime();
    choosePacks();
    lookAtOwn();
    lookAtPresets();
    takePart(main.dataset.room || '');
    if (target.id === 'lobby') announce(before);
    return [target];
  },
});

/** What the operator announces. @param {import('./announce.js').Announcement} announcement */
async function tellAll(announcement) {
  (await later(() => import('./announce.js'))).announce(await loadLang(), announcement);
}

/** Kicked out, or the room is no more. @param {string} reason */
async function showClosed(reason) {
  const lang = await loadLang();
  const key = `table.closed.${reason}`;
  const text = lang.has(key) ? lang.t(key) : lang.t('answer.ROOM_ENDED');
  main.removeAttribute('sse-connect');
  render(
    main,
    h(
      'section',
      { class: 'card closed' },
      h('h1', {}, text),
      h('p', { class: 'actions' }, h('a', { class: 'button primary', href: '/' }, lang.t('answer.home'))),
    ),
  );
  say(text, { urgent: true });
}

/** Who has told us a name before need not type it again. */
function introduce() {
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector('#name[placeholder]'));
  const told = `ludoteca.named.${main.dataset.room}`;
  if (!field?.value || field === document.activeElement || sessionStorage.getItem(told)) return;
  sessionStorage.setItem(told, 'yes');
  field.form?.requestSubmit();
  if (lastFace()) wearLastFace();
}

async function wearLastFace() {
  (await later(() => import('./faces.js'))).sendFace(await loadLang(), main.dataset.room || '', lastFace());
}

/** What cannot be taken back is asked about first. */
document.body.addEventListener('htmx:confirm', async (/** @type {any} */ event) => {
  const { question, issueRequest, elt } = event.detail;
  if (!question) return;
  event.preventDefault();
  const [{ confirmDialog }, lang] = await Promise.all([asked(() => import('./dialog.js')), loadLang()]);
  const yes = elt.querySelector('button')?.textContent ?? lang.t('site.yes');
  if (await confirmDialog({ title: question, yes, no: lang.t('site.cancel') })) issueRequest(true);
});

main.addEventListener('htmx:sseBeforeMessage', (/** @type {any} */ event) => {
  const { type, data } = event.detail;
  if (type !== 'game-start' && type !== 'closed' && type !== 'announcement') return;
  event.preventDefault();
  if (type === 'announcement') {
    tellAll(JSON.parse(data));
    return;
  }
  if (type === 'closed') {
    if (data !== 'shutdown') showClosed(data);
    return;
  }
  rememberSettings();
  follow(data); // without a sound: Chromium ends a page that opens its audio while it is being left
});

let lost = false;
main.addEventListener('htmx:sseError', async () => {
  if (lost) return;
  lost = true;
  document.body.classList.add('lost');
  toast((await loadLang()).t('lobby.connectionLost'), { bad: true });
});
main.addEventListener('htmx:sseOpen', async () => {
  document.body.classList.remove('lost');
  if (lost) toast((await loadLang()).t('lobby.connectionBack'));
  lost = false;
});

document.body.addEventListener('htmx:responseError', async (/** @type {any} */ event) => {
  const lang = await loadLang();
  try {
    toast(refusalText(lang, JSON.parse(event.detail.xhr.responseText).error), { bad: true });
  } catch {
    toast(lang.t('error.UNAVAILABLE'), { bad: true });
  }
});
document.body.addEventListener('htmx:sendError', async () => {
  toast((await loadLang()).t('error.OFFLINE'), { bad: true });
});
document.addEventListener('click', async ({ target }) => {
  const pressed = /** @type {Element} */ (target);
  if (pressed.closest('[data-last-time]')) takeLastTime();
  if (pressed.closest('[data-keep-preset]')) (await asked(() => import('./presets.js'))).openPresets();
});

/** One menu at a time, and none that reaches below the start bar. @param {Event} event */
function unfold({ target }) {
  const menu = /** @type {HTMLDetailsElement} */ (target);
  if (!menu.matches?.('.more') || !menu.open) return;
  foldMenus(menu);
  menu.querySelector('.more-menu')?.scrollIntoView({ block: 'nearest' });
}
/** @param {Element | null} [except] */
function foldMenus(except) {
  for (const menu of /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll('.more[open]')))
    if (menu !== except) menu.open = false;
}
document.addEventListener('toggle', unfold, true);
document.addEventListener('click', ({ target }) =>
  foldMenus(/** @type {Element} */ (target).closest('.more[open]')),
);
document.addEventListener('keydown', ({ key, target }) => {
  const menu = key === 'Escape' && /** @type {Element} */ (target).closest('.more[open]');
  if (!menu) return;
  /** @type {HTMLDetailsElement} */ (menu).open = false;
  menu.querySelector('summary')?.focus();
});
document.body.addEventListener('htmx:afterRequest', (/** @type {any} */ event) => {
  if (!event.detail.successful) return;
  const menu = event.target.closest?.('.more[open]');
  if (!menu) return;
  if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus();
  menu.open = false;
});
document.addEventListener('change', (event) => {
  if (/** @type {Element} */ (event.target).closest('form[data-settings]')) offerLastTime();
});

offerLastTime();
choosePacks();
lookAtOwn();
lookAtPresets();
// «Another game», chosen at the table: the choice is open on arrival.
if (window.location.hash === '#other-games') document.getElementById('other-games')?.setAttribute('open', '');
document.addEventListener('DOMContentLoaded', sendEarlyChanges); // after htmx, which came first
window.addEventListener('load', introduce); // htmx has looked at the page by then
