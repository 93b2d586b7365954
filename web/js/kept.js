/* Decks that this browser keeps: what a host brought is here the next time, in whatever room. They are in
 * IndexedDB, for a deck may be larger than all that localStorage takes; and they are bounded, so that
 * those that were not used for longest make room. A browser that keeps nothing gives an empty list. */

/** `text` is the deck's JSON. @typedef {{ id: string, game: string, name: string, language: string, cards: number, text: string, used: number }} KeptDeck */

export const DECKS_MAX = 40;
export const LETTERS_MAX = 16_000_000;
const INDEX = 'ludoteca.decks';

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answer = (request) =>
  new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });

/** @returns {Promise<IDBDatabase>} */
function open() {
  const request = indexedDB.open('ludoteca', 1);
  request.onupgradeneeded = () => request.result.createObjectStore('decks', { keyPath: 'id' });
  return answer(request);
}

/** @template T @param {IDBTransactionMode} mode @param {(decks: IDBObjectStore) => Promise<T>} work @returns {Promise<T>} */
async function within(mode, work) {
  const base = await open();
  try {
    return await work(base.transaction('decks', mode).objectStore('decks'));
  } finally {
    base.close();
  }
}

/** How many there are of each game, where a page can look without opening anything. @param {KeptDeck[]} decks */
function index(decks) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const { game } of decks) counts[game] = (counts[game] ?? 0) + 1;
  localStorage.setItem(INDEX, JSON.stringify(counts));
}

/** @param {{ game: string, language: string, name: string }} deck */
export const deckId = ({ game, language, name }) => `${game}/${language}/${name}`;

/** Which have to go so that the bounds hold, the newest of all never. @param {KeptDeck[]} decks @returns {KeptDeck[]} */
export function tooMany(decks) {
  const byUse = [...decks].sort((a, b) => b.used - a.used);
  let letters = 0;
  return byUse.filter((deck, place) => {
    letters += deck.text.length;
    return place > 0 && (place >= DECKS_MAX || letters > LETTERS_MAX);
  });
}

/** The last used first. @param {string} game @returns {Promise<KeptDeck[]>} */
export async function keptDecks(game) {
  try {
    /** @type {KeptDeck[]} */
    const all = await within('readonly', (decks) => answer(decks.getAll()));
    return all.filter((deck) => deck.game === game).sort((a, b) => b.used - a.used);
  } catch {
    return [];
  }
}

/** One of the same name, game and language is replaced; gives those that had to go. @param {Omit<KeptDeck, 'id' | 'used'>} deck @returns {Promise<KeptDeck[]>} */
export const keepDeck = (deck) =>
  within('readwrite', async (decks) => {
    await answer(decks.put({ ...deck, id: deckId(deck), used: Date.now() }));
    /** @type {KeptDeck[]} */
    const all = await answer(decks.getAll());
    const gone = tooMany(all);
    for (const { id } of gone) await answer(decks.delete(id));
    index(all.filter((one) => !gone.includes(one)));
    return gone;
  });

/** @param {string} id */
export const forgetDeck = (id) =>
  within('readwrite', async (decks) => {
    await answer(decks.delete(id));
    index(await answer(decks.getAll()));
  });

/** @param {string} game @returns {number} */
export function keptCount(game) {
  try {
    return Number(JSON.parse(localStorage.getItem(INDEX) || '{}')[game]) || 0;
  } catch {
    return 0;
  }
}
