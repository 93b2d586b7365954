// @ts-check
// The generator: the same C that the command line runs, as WebAssembly inside this file.

/**
 * @typedef {object} Dungeons
 * @property {(code: string) => number} players
 * @property {(code: string, players?: number) => string[]} rows
 * @param {string} base64
 * @returns {Promise<Dungeons>}
 */
export async function dungeonsFrom(base64) {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const { instance } = await WebAssembly.instantiate(bytes);
  const c = /** @type {any} */ (instance.exports);
  /** @param {string} code */
  const players = (code) => c.players(Number(code));
  return {
    players,
    rows(code, count = players(code)) {
      const length = c.make(Number(code), count);
      if (!length) throw new RangeError(`no dungeon ${code} for ${count}`);
      const text = new Uint8Array(c.memory.buffer, c.text_address(), length);
      return String.fromCharCode(...text).split('/');
    },
  };
}
