/* The rules of all games in this browser: the server's C as WebAssembly (src/wasm). Only what letters are
 * is asked of the browser, which knows. */

/* In the order of src/wasm/include/utf8proc.h, from 1. */
const kinds = 'Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co'
  .split(' ')
  .map((name) => new RegExp(`^\\p{${name}}$`, 'u'));

/** One letter for one; those that become several stay. @param {number} point @param {(letter: string) => string} change */
function one(point, change) {
  const changed = [...change(String.fromCodePoint(point))];
  return changed.length === 1 ? /** @type {number} */ (changed[0].codePointAt(0)) : point;
}

/** Case folded as Unicode does it: of the large letter the small one, but for the «ı» of Turkish. @param {string} text */
const foldCase = (text) =>
  [...text].map((letter) => (letter === 'ı' ? letter : letter.toUpperCase().toLowerCase())).join('');

/** @param {string} text */
const fold = (text) =>
  foldCase(text.normalize('NFKD'))
    .normalize('NFKD')
    .replace(/\p{M}|\p{DI}/gu, '');

/** @typedef {Awaited<ReturnType<typeof loadRules>>} Rules */

/** @param {BufferSource} bytes of rules.wasm */
export async function loadRules(bytes) {
  /** @type {any} */
  let wasm = null;
  let answer = new Uint8Array();
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  /** @type {Map<number, number>} */
  const known = new Map();
  /** @param {number} at @param {number} len */
  const textAt = (at, len) => decoder.decode(new Uint8Array(wasm.memory.buffer, at, len));
  /** @param {string} text */
  const keep = (text) => {
    answer = encoder.encode(text);
    return answer.length;
  };
  const letters = {
    category(/** @type {number} */ point) {
      let kind = known.get(point);
      if (kind === undefined) {
        kind = kinds.findIndex((is) => is.test(String.fromCodePoint(point))) + 1;
        known.set(point, kind);
      }
      return kind;
    },
    upper: (/** @type {number} */ point) => one(point, (letter) => letter.toUpperCase()),
    lower: (/** @type {number} */ point) => one(point, (letter) => letter.toLowerCase()),
    normal: (/** @type {number} */ at, /** @type {number} */ len) => keep(textAt(at, len).normalize('NFC')),
    fold: (/** @type {number} */ at, /** @type {number} */ len) => keep(fold(textAt(at, len))),
    answer: (/** @type {number} */ at) => new Uint8Array(wasm.memory.buffer).set(answer, at),
  };
  const { instance } = await WebAssembly.instantiate(bytes, { letters });
  wasm = instance.exports;

  /** @template T @param {string[]} texts @param {(...at: number[]) => T} call with the place and length of each @returns {T} */
  function lend(texts, call) {
    const places = texts.map((text) => {
      const bytesOf = encoder.encode(`${text}\0`);
      const at = wasm.take(bytesOf.length);
      new Uint8Array(wasm.memory.buffer).set(bytesOf, at);
      return [at, bytesOf.length - 1];
    });
    const result = call(...places.flat());
    for (const [at] of places) wasm.give_back(at);
    return result;
  }
  const text = () => textAt(wasm.text_address(), wasm.text_length());

  return {
    /** A new room. */
    begin: () => wasm.begin(),
    /** The deck's hash; null: that game cannot read it. @param {string} game @param {string} json @returns {string | null} */
    deck: (game, json) =>
      lend([game, json], (name, _, at, len) => wasm.deck(name, at, len)) ? text() : null,
    /** Folds the next record: null, or what did not come out as it did. @param {string} line @returns {string | null} */
    record(line) {
      const result = lend([line], (at, len) => wasm.record(at, len));
      if (result === 0) return null;
      return result === 1 ? text() : 'other rules';
    },
    /** Of the round that the last record belongs to. @returns {{ seq: number, do: string, fair?: Fair, numbers: Record<string, string> }} */
    proof() {
      wasm.proof();
      return JSON.parse(text());
    },
    /** What a person (0: the crowd) is shown. @param {number} person @returns {any} */
    view(person) {
      wasm.view(person);
      return JSON.parse(text());
    },
  };
}

/** `phones` with commitments once it is sealed. @typedef {{ commitment: string, sealed: boolean, dealt: boolean, terms?: string, phones: { id: string, commit?: string }[] }} Fair */
