/* Faces. Each is drawn by the server from a word: the name, or what its owner chose. */
import { keep, recall } from './prefs.js';

const place = 'ludoteca.avatar';
/** Chosen faces of the people at this table, by name. @type {Map<string, string>} */
const chosen = new Map();

/** @param {{ name: string, avatar?: string }[]} players */
export function rememberFaces(players) {
  chosen.clear();
  for (const { name, avatar } of players) if (avatar) chosen.set(name, avatar);
}

/** @param {string} name */
export function avatarUrl(name) {
  const { avatarBase = '/avatar/', avatarEnd = '.svg' } = document.body.dataset;
  return `${avatarBase}${encodeURIComponent(chosen.get(name) ?? name)}${avatarEnd}`;
}

/** Puts a face on a button. @param {Element} button @param {string} name */
export function wear(button, name) {
  const picture = document.createElement('img');
  picture.className = 'avatar';
  picture.alt = '';
  picture.src = avatarUrl(name);
  button.replaceChildren(picture);
}

/** The face that this browser used last; '' if it never chose one. */
export const lastFace = () => recall(place) || '';

/** @param {string} avatar */
export const keepFace = (avatar) => keep(place, avatar);
