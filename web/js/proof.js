/* This phone's part in the chance of the next game: it commits to a number, and shows it once nothing can be
 * changed any more. Nobody has to do anything for it, and nobody waits for a phone that does not. See
 * docs/fair.md. */
import { keep, recall } from './prefs.js';
import { sha256 } from './sha256.js';

/** @typedef {import('./parts.js').View} View */
/** @typedef {{ number?: string, commit?: string, promises: import('./proof-check.js').Promised[] }} Memory */

const PROMISES_MAX = 20;
const place = (/** @type {string} */ code) => `ludoteca.fair.${code}`;

/** @param {string} code @returns {Memory} */
function memoryOf(code) {
  try {
    const memory = JSON.parse(recall(place(code)) || 'null');
    if (Array.isArray(memory?.promises)) return memory;
  } catch {
    // what was there is nobody's
  }
  return { promises: [] };
}

/** What this phone was shown before the games of this room. @param {string} code */
export const promisesOf = (code) => memoryOf(code).promises;

/** @param {string} code @param {string} event @param {object} payload */
async function post(code, event, payload) {
  const answer = await fetch(`/rooms/${code}/do/${event}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(payload),
  });
  return answer.ok;
}

/** @param {Uint8Array} bytes */
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Kept before it is sent: a page that is closed in between can still reveal it. @param {string} code */
async function commit(code) {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const memory = { ...memoryOf(code), number: hex(bytes), commit: sha256(bytes) };
  keep(place(code), JSON.stringify(memory));
  await post(code, 'fair_commit', { commit: memory.commit });
}

/** Only to what this phone has committed to, and never before it has written down what it was shown. @param {string} code @param {View} view @param {import('./rules.js').Fair} fair */
async function reveal(code, { seq, you }, fair) {
  const memory = memoryOf(code);
  const own = fair.phones.find(({ id }) => id === you?.id);
  if (!own || !memory.number || own.commit !== memory.commit) return;
  const { commitment, terms = '', phones } = fair;
  const promised = { seq, id: own.id, number: memory.number, commitment, terms, phones };
  if (memory.promises.at(-1)?.commitment !== commitment)
    keep(
      place(code),
      JSON.stringify({ ...memory, promises: [...memory.promises, promised].slice(-PROMISES_MAX) }),
    );
  await post(code, 'fair_reveal', { number: memory.number });
}

/** @param {string} code @param {View} view */
async function play(code, view) {
  const { room, you } = view;
  if (!you || !['LOBBY', 'GAME_OVER'].includes(room.state)) return;
  const { fair } = room;
  if (fair?.sealed && !fair.dealt) await reveal(code, view, fair);
  else if (!fair || fair.dealt || !fair.phones.some(({ id }) => id === you.id)) await commit(code);
}

/** @param {string} code @returns {Promise<View | null>} */
async function ask(code) {
  const answer = await fetch(`/rooms/${code}/state`, { headers: { Accept: 'application/json' } });
  return answer.ok ? answer.json() : null;
}

let busy = false;
/** The last view that came meanwhile; null: it has to be asked for. @type {{ view: View | null } | null} */
let later = null;

/** What the room says has changed; without a view it is asked. @param {string} code @param {View | null} [view] */
export async function takePart(code, view = null) {
  if (recall('ludoteca.fair') === 'off') return;
  later = { view };
  if (busy) return;
  busy = true;
  try {
    while (later) {
      const wanted = later.view;
      later = null;
      const now = wanted ?? (await ask(code));
      if (now) await play(code, now);
    }
  } catch {
    // no connection: the game begins without this phone's number
  } finally {
    busy = false;
  }
}
