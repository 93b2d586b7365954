// A black card filled in with white ones is one sentence, whatever the cards are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pieces, sentence } from '../sentence.js';

const cases = [
  ['I miss _.', ['bees'], 'I miss bees.'],
  ['I miss _.', ['Bees.'], 'I miss Bees.'],
  ['I miss _.', ['the bees...'], 'I miss the bees....'],
  ['I miss _.', [], 'I miss blank.'],
  ['I miss _____.', [''], 'I miss blank.'],
  ['_ and _.', ['bees', 'ash'], 'Bees and ash.'],
  ['_ and _.', ['bees'], 'Bees and blank.'],
  ['Step one. _', ['ябълки'], 'Step one. Ябълки'],
  ['“_”, she said.', ['bees'], '“Bees”, she said.'],
  ['Why?', ['bees'], 'Why? Bees'],
  ['Why?', ['bees', 'ash.'], 'Why? Bees Ash.'],
  ['Why _?', ['bees', 'ash'], 'Why bees? Ash'],
  ['A\nB: _', ['c_d'], 'A B: c_d'],
  ['', ['bees'], 'Bees'],
  [undefined, [undefined, 7, null], ''],
];
test('sentences', () => {
  for (const [black, whites, wanted] of cases) assert.equal(sentence(black, whites, 'blank'), wanted);
});
test('each white card keeps its place', () => {
  assert.deepEqual(
    pieces('a _ b _', ['x', '']).map(({ text, slot }) => [text, slot]),
    [
      ['a ', null],
      ['x', 0],
      [' b ', null],
      ['', 1],
    ],
  );
});
