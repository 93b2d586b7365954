/* Did every card fall as it had to? The log of a game that is over is folded again, and compared with what
 * this phone saw before the first card. See docs/fair.md. */

/** What a phone keeps when its room is sealed. @typedef {{ seq: number, id: string, number: string, commitment: string, terms: string, phones: { id: string, commit?: string }[] }} Promised */
/** @typedef {{ from: number, to: number, decks: { game: string, hash: string, text: string }[], records: string[] }} Proof */
/** `kind`: «fair», «alone» (no phone took part), or what is wrong: «deck», «record», «seal», «promise», «number».
 * @typedef {{ kind: string, seq?: number, why?: string, phones?: number, withheld?: number, abandoned?: number, own?: boolean }} Verdict */

const begins = /^\{"do":"(start|next)"/;
const seals = /^\{"do":"seal"/;

/** The decks are those that the log names. @param {import('./rules.js').Rules} rules @param {Proof} proof @returns {Verdict | null} */
function checkDecks(rules, { decks }) {
  const wrong = decks.find(({ game, hash, text }) => rules.deck(game, text) !== hash);
  return wrong ? { kind: 'deck', why: wrong.hash } : null;
}

/** @param {Promised} promised @param {import('./rules.js').Fair} fair */
const isPromised = (promised, fair) =>
  promised.commitment === fair.commitment &&
  promised.terms === fair.terms &&
  JSON.stringify(promised.phones) === JSON.stringify(fair.phones);

/** The chance of the game whose start was just folded. @param {ReturnType<import('./rules.js').Rules['proof']>} start @param {Promised[]} promises of seals since the game before @param {boolean} sealed @returns {Verdict} */
function checkStart({ seq, fair, numbers }, promises, sealed) {
  const promised = promises.at(-1);
  if (sealed && !fair?.dealt) return { kind: 'seal', seq };
  if (promised && (!fair?.dealt || !isPromised(promised, fair))) return { kind: 'promise', seq };
  if (!fair?.dealt) return { kind: 'alone' };
  if (promised && numbers[promised.id] !== promised.number) return { kind: 'number', seq };
  return {
    kind: 'fair',
    phones: fair.phones.length,
    withheld: fair.phones.length - Object.keys(numbers).length,
    abandoned: Math.max(promises.length - 1, 0),
    own: Boolean(promised),
  };
}

/**
 * @param {import('./rules.js').Rules} rules @param {Proof} proof @param {Promised[]} [promises] that this phone kept, oldest first
 * @returns {Verdict}
 */
export function checkProof(rules, proof, promises = []) {
  /** @type {Verdict} */
  let verdict = checkDecks(rules, proof) ?? { kind: 'record', seq: proof.from };
  if (verdict.kind === 'deck') return verdict;
  let before = 0; // where the last game began
  let sealed = false;
  rules.begin();
  for (const [place, line] of proof.records.entries()) {
    const seq = place + 1;
    const why = rules.record(line);
    if (why) return { kind: 'record', seq, why };
    if (begins.test(line) && seq <= proof.from) {
      const since = promises.filter((one) => one.seq > before && one.seq < seq);
      verdict = checkStart(rules.proof(), since, sealed);
      if (!['fair', 'alone'].includes(verdict.kind)) return verdict;
      before = seq;
    }
    sealed = seals.test(line) || (sealed && line.startsWith('{"do":"reveal"'));
  }
  return proof.records.length === proof.to ? verdict : { kind: 'record', seq: proof.records.length };
}
