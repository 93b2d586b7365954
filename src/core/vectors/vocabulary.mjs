// Which English words the computer knows, and which of them it may say as a clue.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A word that people say often enough (times in 51 million spoken words) to be thought of. */
const SAID_TO_KNOW = 30;
const SAID_TO_SAY = 50;
const COMMON_IN_PRINT = 60000;
const KNOWN_IN_PRINT = 45000;

/** Beginnings of words that have no place at a family's table, and words that would only puzzle. */
const UNFIT = readFileSync(new URL('./unfit.txt', import.meta.url), 'utf8')
  .split(/\s+/)
  .filter((word) => word && !word.startsWith('#'));
const unfitWhole = new Set(UNFIT.filter((word) => !word.endsWith('*')));
const unfitStarts = UNFIT.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1));

/** @param {string} word */
function isUnfit(word) {
  return unfitWhole.has(word) || unfitStarts.some((start) => word.startsWith(start));
}

/** @param {string} path */
function lines(path) {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('  '));
}

/** WordNet's lemmas of one part of speech.
 * @param {string} folder
 * @param {string} part */
function lemmas(folder, part) {
  return new Set(lines(join(folder, `index.${part}`)).map((line) => line.slice(0, line.indexOf(' '))));
}

/** Forms that follow no rule, each with what it is a form of.
 * @param {string} folder
 * @param {string} part */
function irregular(folder, part) {
  return new Map(
    lines(join(folder, `${part}.exc`)).map((line) => /** @type {[string, string]} */ (line.split(' '))),
  );
}

/** Every sense of every noun: how the word is written there, and what it is said to be.
 * @param {string} folder */
function nounSenses(folder) {
  const rude = /^(obscenity|vulgarism|ethnic_slur|disparagement|derogation)$/;
  const synsets = new Map();
  for (const line of lines(join(folder, 'data.noun'))) {
    const part = line.slice(0, line.indexOf('|')).split(' ');
    const count = parseInt(part[3], 16);
    const words = Array.from({ length: count }, (_, i) => part[4 + 2 * i]);
    const usage = [...line.slice(0, line.indexOf('|')).matchAll(/;u (\d{8}) n/g)].map((m) => m[1]);
    synsets.set(part[0], { words, usage });
  }
  const rudeKinds = new Set(
    [...synsets]
      .filter(([, { words }]) => words.some((word) => rude.test(word.toLowerCase())))
      .map(([at]) => at),
  );
  return {
    synsets,
    isRude: (/** @type {string} */ at) => synsets.get(at).usage.some((u) => rudeKinds.has(u)),
  };
}

/** Is a name first of all («Paris»), or rude in any sense?
 * @param {string} folder */
function nounJudge(folder) {
  const { synsets, isRude } = nounSenses(folder);
  const verdict = new Map();
  for (const line of lines(join(folder, 'index.noun'))) {
    const part = line.trim().split(' ');
    const at = part.slice(-Number(part[2]));
    const named = at.filter((offset) =>
      synsets.get(offset).words.some((word) => word.toLowerCase() === part[0] && word !== part[0]),
    );
    const isName = named.includes(at[0]) || named.length * 2 > at.length;
    verdict.set(part[0], { isName, rude: at.some(isRude) });
  }
  return verdict;
}

const VERB_ENDINGS = [
  ['ing', ''],
  ['ing', 'e'],
  ['ed', ''],
  ['ed', 'e'],
];

/** @param {string} word
 * @param {string} ending
 * @param {string} instead */
function* bases(word, ending, instead) {
  if (!word.endsWith(ending)) return;
  const stem = word.slice(0, -ending.length);
  yield stem + instead;
  if (stem.at(-1) === stem.at(-2)) yield stem.slice(0, -1); // running
}

/** A plural, a participle, a past tense, a comparative: said as a clue they sound odd.
 * @param {string} folder */
function inflectionJudge(folder) {
  const nouns = lemmas(folder, 'noun');
  const verbs = lemmas(folder, 'verb');
  const adjectives = lemmas(folder, 'adj');
  const odd = ['noun', 'verb', 'adj'].map((part) => irregular(folder, part));
  const isVerbForm = (/** @type {string} */ word) =>
    VERB_ENDINGS.some(([ending, instead]) =>
      [...bases(word, ending, instead)].some((base) => base.length > 2 && verbs.has(base)),
    );
  const isPlural = (/** @type {string} */ word) =>
    (word.endsWith('s') && !word.endsWith('ss') && nouns.has(word.slice(0, -1))) ||
    (word.endsWith('es') && nouns.has(word.slice(0, -2))) ||
    (word.endsWith('ies') && nouns.has(`${word.slice(0, -3)}y`));
  const isCompared = (/** @type {string} */ word) =>
    /(er|est)$/.test(word) && !nouns.has(word) && adjectives.has(word.replace(/(er|est)$/, ''));
  return (/** @type {string} */ word) => {
    if (odd.some((forms) => forms.has(word) && forms.get(word) !== word)) return true;
    const participle = word.endsWith('ing') || adjectives.has(word) || !nouns.has(word);
    return (participle && isVerbForm(word)) || isPlural(word) || isCompared(word);
  };
}

/** How often people say a word, and whether they mean a name by it (written with a capital there).
 * @param {{ word: string, count: number }[]} spoken */
function spokenJudge(spoken) {
  const said = new Map();
  for (const { word, count } of spoken) {
    const lower = word.toLowerCase();
    const before = said.get(lower);
    if (!before || count > before.count) said.set(lower, { count, isName: word !== lower && word !== 'I' });
  }
  return said;
}

/**
 * @param {{ wordnet: string, spoken: { word: string, count: number }[], rank: Map<string, number>, house: string[] }} from
 * @returns {{ word: string, clue: number }[]} in order of the alphabet; `clue`: 0 if it is none, else
 *   the larger the better people know it, 12 for each doubling
 */
export function vocabulary({ wordnet, spoken, rank, house }) {
  const nouns = lemmas(wordnet, 'noun');
  const adjectives = lemmas(wordnet, 'adj');
  const noun = nounJudge(wordnet);
  const isInflected = inflectionJudge(wordnet);
  const said = spokenJudge(spoken);
  const own = new Set(house);
  const often = (/** @type {string} */ word, /** @type {number} */ least) =>
    (said.get(word)?.count ?? 0) >= least;
  const rare = (/** @type {string} */ word, /** @type {number} */ most) =>
    (rank.get(word) ?? Infinity) >= most;

  const maySay = (/** @type {string} */ word) =>
    /^[a-z]{3,14}$/.test(word) &&
    (nouns.has(word) || adjectives.has(word)) &&
    !rare(word, COMMON_IN_PRINT) &&
    often(word, SAID_TO_SAY) &&
    !said.get(word)?.isName &&
    !noun.get(word)?.isName &&
    !noun.get(word)?.rude &&
    !isInflected(word) &&
    !isUnfit(word);
  const familiar = (/** @type {string} */ word) =>
    1 + Math.min(254, Math.round(12 * Math.log2((said.get(word)?.count ?? SAID_TO_SAY) / SAID_TO_SAY)));
  const knows = (/** @type {string} */ word) =>
    own.has(word) ||
    (/^[a-z]{2,14}$/.test(word) &&
      nouns.has(word) &&
      !rare(word, KNOWN_IN_PRINT) &&
      often(word, SAID_TO_KNOW));

  return [...rank.keys()]
    .map((word) => ({ word, clue: maySay(word) ? familiar(word) : 0 }))
    .filter(({ word, clue }) => clue > 0 || knows(word))
    .sort((a, b) => (a.word < b.word ? -1 : 1));
}
