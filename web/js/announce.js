/* The operator's word to everybody, above whatever page is open: a sentence, or that the server
 * restarts, with the minutes that are left. */
import { say } from './live.js';

/** @typedef {{ text: string | null, restartInMs: number | null }} Announcement */

const MINUTE_MS = 60000;
/** @type {ReturnType<typeof setInterval> | undefined} */
let counting;

/** @param {import('./lang.js').Lang} lang @param {Announcement} announcement */
export function announce(lang, { text, restartInMs }) {
  const place = document.getElementById('announcement');
  if (!place) return;
  const restartAt = restartInMs === null ? null : performance.now() + restartInMs;
  const words = () => {
    if (restartAt === null) return text ?? '';
    const minutes = Math.max(1, Math.ceil((restartAt - performance.now()) / MINUTE_MS));
    return [lang.n('announce.restart', minutes), text].filter(Boolean).join(' ');
  };
  clearInterval(counting);
  const before = place.textContent;
  place.textContent = words();
  if (place.textContent && place.textContent !== before) say(place.textContent, { urgent: true });
  if (restartAt !== null)
    counting = setInterval(() => {
      if (place.textContent !== words()) place.textContent = words();
    }, MINUTE_MS / 12);
}
