/* What a screen reader says, and what the phone reads aloud if asked to: each thing once. */
import { prefs } from './prefs.js';

/** @type {Set<string>} */
const said = new Set();

/**
 * @param {string} text
 * @param {{ urgent?: boolean, id?: string }} [options] `id`: never say the same id twice ("18.2")
 */
export function say(text, { urgent = false, id } = {}) {
  if (!text) return;
  if (id !== undefined) {
    if (said.has(id)) return;
    said.add(id);
    if (said.size > 500) said.delete(/** @type {string} */ (said.values().next().value));
  }
  const region = document.getElementById(urgent ? 'alert' : 'live');
  if (region) {
    const line = document.createElement('p');
    line.textContent = text;
    region.append(line);
    setTimeout(() => line.remove(), 8000);
  }
  if (prefs.read) readAloud(text);
}

/** With the voice of the page's language, or of `language`. @param {string} text @param {string} [language] */
export function readAloud(text, language = document.documentElement.lang) {
  if (!('speechSynthesis' in window)) return;
  const speech = new SpeechSynthesisUtterance(text);
  speech.lang = language;
  window.speechSynthesis.speak(speech);
}
