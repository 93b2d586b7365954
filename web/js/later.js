/* Parts that a page fetches when somebody needs them: while the network is away they are asked for again.
 * An older browser remembers that a module did not come and never asks again: then the page itself comes
 * again, as it does when one of its own scripts is missing (web/first.js). */
import { toast } from './toast.js';

const AGAIN_MS = 1000;
const MOST = 3;

/** A second, or the moment in which the browser sees a network again. */
const pause = () =>
  new Promise((done) => {
    setTimeout(done, AGAIN_MS);
    window.addEventListener('online', done, { once: true });
  });

/** 0 while nobody answers, a proxy in front of a server that is away included. @param {string} address */
async function statusOf(address) {
  try {
    const { status } = await fetch(address, { method: 'HEAD', cache: 'no-store' });
    return status < 500 ? status : 0;
  } catch {
    return 0;
  }
}

/**
 * @template T
 * @param {() => Promise<T>} load such as () => import('./settings.js')
 * @param {{ onAway?: () => void, address?: string }} [options] onAway: when it does not come at once;
 *   address: what answers if the server is there, 404 if there is no such part at all
 * @returns {Promise<T>} rejected only if it cannot be had though the server is there
 */
export async function later(load, { onAway, address = '/healthz' } = {}) {
  for (let failed = 0; ; ) {
    try {
      return await load();
    } catch (error) {
      const status = await statusOf(address);
      if (status === 404) throw error;
      if (status) failed += 1;
      if (failed === MOST) {
        window.dispatchEvent(new Event('ludoteca:missing'));
        throw error;
      }
    }
    onAway?.();
    onAway = undefined;
    await pause();
  }
}

/** Whether the page is whole, with that global of another script: if not it is about to come again, and
 * whoever needs it waits. @param {string} name */
export const isWhole = (name) => name in window && document.getElementById('alert') !== null;

/** What somebody has tapped for: if it does not come at once, they read why. @template T @param {() => Promise<T>} load */
export const asked = (load) =>
  later(load, { onAway: () => toast(document.body.dataset.offline ?? '', { bad: true }) });

/** A module of a game; rejected at once where the game has none. @param {string} game @param {string} name @returns {Promise<any>} */
export function gameModule(game, name) {
  const address = new URL(`../games/${game}/${name}.js`, import.meta.url).href;
  return later(() => import(address), { address });
}
