/* What a reader has chosen for this device: looks, pace, sounds, reactions, reading aloud. Looks go into a cookie as
 * well, so that the server can send the next page right from the first pixel. */

/** @typedef {{ theme: string, contrast: boolean, text: string, pace: string, still: boolean, sound: boolean, vibrate: boolean, reactions: boolean, read: boolean }} Prefs */

const place = 'ludoteca.prefs';
/** @type {Prefs} */
const initial = {
  theme: 'auto',
  contrast: false,
  text: 'normal',
  pace: 'normal',
  still: false,
  sound: true,
  vibrate: true,
  reactions: true,
  read: false,
};

/** Where there is no localStorage, or no room in it: as long as the page. @type {Map<string, string>} */
const drawer = new Map();

/** What this browser remembers. @param {string} key @returns {string | null} */
export function recall(key) {
  try {
    return drawer.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Says whether it outlives the page. @param {string} key @param {string} text */
export function keep(key, text) {
  drawer.set(key, text);
  try {
    localStorage.setItem(key, text);
    return drawer.delete(key);
  } catch {
    return false;
  }
}

/** @returns {Prefs} */
function load() {
  try {
    return { ...initial, ...JSON.parse(recall(place) || '{}') };
  } catch {
    return { ...initial };
  }
}

/** @type {Prefs} */
export const prefs = load();

/** The words of the cookie `look`. @param {Prefs} p */
export function lookOf(p) {
  return [
    p.theme === 'auto' ? '' : p.theme,
    p.contrast ? 'more' : '',
    p.text === 'normal' ? '' : p.text,
    p.still ? 'still' : '',
  ]
    .filter(Boolean)
    .join('.');
}

/** Shows the choices on this page. */
export function applyPrefs() {
  const root = document.documentElement;
  /** @param {string} name @param {string | null} value */
  const set = (name, value) => {
    if (value) root.setAttribute(name, value);
    else root.removeAttribute(name);
  };
  set('data-theme', prefs.theme === 'auto' ? null : prefs.theme);
  set('data-contrast', prefs.contrast ? 'more' : null);
  set('data-text', prefs.text === 'normal' ? null : prefs.text);
  set('data-motion', prefs.still ? 'still' : null);
}

/** @param {Partial<Prefs>} change */
export function savePrefs(change) {
  Object.assign(prefs, change);
  keep(place, JSON.stringify(prefs));
  document.cookie = `look=${lookOf(prefs)}; path=/; max-age=31536000; samesite=lax`;
  applyPrefs();
}
