/* SHA-256 (FIPS 180-4) of a few bytes: without TLS a browser has none of its own to give. */

const first = (/** @type {number} */ root) => {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
  return primes.map((p) => ((p ** (1 / root) % 1) * 2 ** 32) | 0);
};
const K = first(3);
const rotate = (/** @type {number} */ x, /** @type {number} */ by) => (x >>> by) | (x << (32 - by));

/** @param {Uint8Array} bytes @returns {string} in hexadecimal */
export function sha256(bytes) {
  const blocks = new DataView(new ArrayBuffer(((bytes.length + 72) >> 6) << 6));
  new Uint8Array(blocks.buffer).set([...bytes, 0x80]);
  blocks.setUint32(blocks.byteLength - 4, bytes.length * 8);
  const state = first(2).slice(0, 8);
  for (let at = 0; at < blocks.byteLength; at += 64) {
    const w = Array.from({ length: 16 }, (_, i) => blocks.getInt32(at + 4 * i));
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      if (i > 15) {
        const [x, y] = [w[i - 15], w[i - 2]];
        const s = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
        w[i] = (w[i - 16] + s + w[i - 7] + (rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10))) | 0;
      }
      const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const t2 = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = (state[i] + word) | 0));
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}
