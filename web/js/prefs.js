/* What a reader has chosen for this device: looks, sounds, reading aloud. Looks go into a cookie as
 * well, so that the server can send the next page right from the first pixel. */
import { h, render } from './dom.js';
import { openDialog } from './dialog.js';

/** @typedef {import('./lang.js').Lang} Lang */
/** @typedef {{ theme: string, contrast: boolean, text: string, still: boolean, sound: boolean, vibrate: boolean, read: boolean }} Prefs */

const place = 'ludoteca.prefs';
/** @type {Prefs} */
const initial = { theme: 'auto', contrast: false, text: 'normal', still: false, sound: true, vibrate: true, read: false };

/** @returns {Prefs} */
function load() {
  try {
    return { ...initial, ...JSON.parse(localStorage.getItem(place) || '{}') };
  } catch {
    return { ...initial };
  }
}

/** @type {Prefs} */
export const prefs = load();

/** The words of the cookie `look`. @param {Prefs} p */
export function lookOf(p) {
  return [p.theme === 'auto' ? '' : p.theme, p.contrast ? 'more' : '', p.text === 'normal' ? '' : p.text, p.still ? 'still' : '']
    .filter(Boolean).join('.');
}

/** Shows the choices on this page. */
export function applyPrefs() {
  const root = document.documentElement;
  /** @param {string} name @param {string | null} value */
  const set = (name, value) => { if (value) root.setAttribute(name, value); else root.removeAttribute(name); };
  set('data-theme', prefs.theme === 'auto' ? null : prefs.theme);
  set('data-contrast', prefs.contrast ? 'more' : null);
  set('data-text', prefs.text === 'normal' ? null : prefs.text);
  set('data-motion', prefs.still ? 'still' : null);
}

/** @param {Partial<Prefs>} change */
export function savePrefs(change) {
  Object.assign(prefs, change);
  try { localStorage.setItem(place, JSON.stringify(prefs)); } catch { /* a private window forgets */ }
  document.cookie = `look=${lookOf(prefs)}; path=/; max-age=31536000; samesite=lax`;
  applyPrefs();
}

/** @param {Lang} lang @param {string} name @param {string} legend @param {string[]} values @param {(value: string) => void} choose */
function choice(lang, name, legend, values, choose) {
  const now = /** @type {any} */ (prefs)[name];
  return h('fieldset', { class: 'setting', key: name }, h('legend', {}, lang.t(legend)), h('div', { class: 'options' },
    values.map((value) => h('label', { class: 'option', key: value },
      h('input', { type: 'radio', name: `pref-${name}`, value, checked: now === value, on: { change: () => choose(value) } }),
      h('span', {}, lang.t(`${legend}.${value}`))))));
}

/** @param {Lang} lang @param {'contrast' | 'still' | 'sound' | 'vibrate' | 'read'} name @param {string} key */
function onOff(lang, name, key) {
  return h('label', { class: 'switch', key: name },
    h('input', { type: 'checkbox', role: 'switch', checked: prefs[name],
      on: { change: (/** @type {any} */ event) => savePrefs({ [name]: event.target.checked }) } }),
    h('span', {}, lang.t(key)));
}

/** @param {Lang} lang */
export function openSettings(lang) {
  const dialog = openDialog({ title: lang.t('settings.title'), closeLabel: lang.t('site.close') });
  render(dialog.body, h('div', { class: 'settings-form' },
    choice(lang, 'theme', 'settings.theme', ['auto', 'light', 'dark'], (theme) => savePrefs({ theme })),
    choice(lang, 'text', 'settings.text', ['normal', 'large', 'huge'], (text) => savePrefs({ text })),
    onOff(lang, 'contrast', 'settings.contrast'),
    onOff(lang, 'still', 'settings.motion'),
    onOff(lang, 'sound', 'settings.sound'),
    'vibrate' in navigator && onOff(lang, 'vibrate', 'settings.vibrate'),
    'speechSynthesis' in window && onOff(lang, 'read', 'settings.read'),
    h('p', { class: 'hint' }, lang.t('settings.kept'))));
}
