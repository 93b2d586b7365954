// @ts-check
// What outlives the page. A browser may refuse to keep anything: then the game just is not kept.

const KEY = 'crypta';
/** Where the house, if this page came from one, keeps what its reader wants. */
const HOUSE = 'ludoteca.prefs';

/** To be awaited before anything is kept or recalled. A page on the disk that looks earlier is sometimes
 * given a storage that Chromium forgets: its scripts may run before the browser knows whose they are. It
 * answers for locks only afterwards; elsewhere, and without locks, there is nothing to wait for. */
export async function settled() {
  try {
    await navigator.locks.request(KEY, { ifAvailable: true }, () => {});
  } catch {
    // nobody to ask
  }
}

/**
 * @typedef {object} Kept
 * @property {'it' | 'en'} language
 * @property {boolean} shortcuts  letters and digits act by themselves
 * @property {boolean} sounds     the end is heard
 * @property {boolean} still      the house was told that motion is not wanted
 * @property {any} [game]  without its rows, which follow from the code
 * @returns {Kept}
 */
export function recall() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const house = JSON.parse(localStorage.getItem(HOUSE) ?? '{}');
    return {
      language: kept.language === 'en' ? 'en' : 'it',
      shortcuts: kept.shortcuts !== false,
      sounds: kept.sounds ?? house.sound !== false,
      still: house.still === true,
      game: kept.game,
    };
  } catch {
    return { language: 'it', shortcuts: true, sounds: true, still: false };
  }
}

/** Writes at once. A page in which nothing was played leaves the kept game alone: it may be another
 * tab's, and newer. @param {Omit<Kept, 'still'>} kept @param {boolean} played */
export function keep({ language, shortcuts, sounds, game }, played) {
  try {
    const { rows, ...rest } = game ?? {};
    const kept = { language, shortcuts, sounds, game: played ? rest : recall().game };
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // private window or full: nothing to do, and nothing that a player could do
  }
}

/** Calls when another tab has kept something. @param {() => void} then */
export function onKept(then) {
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY) then();
  });
}

/** A kept game made whole again; undefined if what was kept is not one.
 * @param {any} kept @param {(code: string) => string[]} rowsOf
 * @returns {import('./game.js').Game | undefined} */
export function revive(kept, rowsOf) {
  if (!kept || !/^[0-9]{6}$/.test(kept.code) || !Array.isArray(kept.asked)) return undefined;
  const rows = rowsOf(kept.code);
  const asked = kept.asked
    .filter(
      (/** @type {any} */ q) =>
        typeof q?.cell === 'string' &&
        /^[A-H][1-8]$/.test(q.cell) &&
        q.cell.charCodeAt(0) - 65 < rows.length &&
        Number(q.cell[1]) <= rows.length,
    )
    .map((/** @type {any} */ q) => ({ cell: q.cell, sphere: q.sphere === true }));
  const cleared = Number.isInteger(kept.cleared) ? Math.min(Math.max(kept.cleared, 0), asked.length) : 0;
  return {
    code: kept.code,
    players: rows.length - 4,
    rows,
    asked,
    cleared,
    sphere: kept.sphere === true,
    mapShown: kept.mapShown === true,
  };
}
