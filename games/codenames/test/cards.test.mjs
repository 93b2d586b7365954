import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const WORDS = 400;
const LETTERS_MAX = 12;
/** Packs of words about one subject, in each language. */
const THEMES = ['nature', 'food', 'places', 'stories'];
const THEME_WORDS = 100;
const THEME_LETTERS_MAX = 11; // the longest that a phone of 390 px shows in large letters

/** The capital letters of each language; a space joins two words. */
const ALPHABET = {
  es: /^[A-ZÁÉÍÓÚÜÑ ]+$/,
  it: /^[A-ZÀÈÉÌÒÙ ]+$/,
  en: /^[A-Z ]+$/,
  bg: /^[АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЬЮЯ ]+$/,
};

/** Regular plurals, roughly: a list should not hold a word and its plural. */
const PLURALS = {
  es: [
    [/$/, 'S'],
    [/$/, 'ES'],
    [/Z$/, 'CES'],
  ],
  it: [
    [/O$/, 'I'],
    [/IO$/, 'I'],
    [/A$/, 'E'],
    [/A$/, 'I'],
    [/CA$/, 'CHE'],
    [/GA$/, 'GHE'],
    [/CO$/, 'CHI'],
    [/GO$/, 'GHI'],
    [/E$/, 'I'],
  ],
  en: [
    [/$/, 'S'],
    [/$/, 'ES'],
    [/Y$/, 'IES'],
    [/FE?$/, 'VES'],
  ],
  bg: [
    [/$/, 'И'],
    [/$/, 'ОВЕ'],
    [/$/, 'А'],
    [/[АЯ]$/, 'И'],
    [/О$/, 'А'],
    [/$/, 'ТА'],
    [/Й$/, 'И'],
  ],
};

const fold = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Everything that is wrong with a deck, as «rule: word».
 * @param {{language: string, words: string[]}} deck
 */
function problems(deck) {
  const found = [];
  const seen = new Map();
  const folded = new Set(deck.words.map(fold));
  for (const word of deck.words) {
    const say = (rule) => found.push(`${rule}: ${word}`);
    if (word !== word.toLocaleUpperCase(deck.language)) say('case');
    if (word.toLowerCase().toUpperCase() !== word) say('case does not come back');
    if (word !== word.normalize('NFC').trim() || /\s\s/.test(word)) say('form');
    if ([...word].length > LETTERS_MAX) say('long');
    if ([...word].length < 2) say('short');
    if (!ALPHABET[deck.language].test(word)) say('alphabet');
    if (word.split(' ').length > 2) say('more than two words');
    if (seen.has(fold(word))) say(`twice (${seen.get(fold(word))})`);
    seen.set(fold(word), word);
    for (const [end, plural] of PLURALS[deck.language]) {
      const other = end.test(word) ? fold(word.replace(end, plural)) : '';
      if (other !== fold(word) && folded.has(other)) say(`plural (${other})`);
    }
  }
  return found;
}

const read = (name) => JSON.parse(readFileSync(new URL(`../cards/${name}.json`, import.meta.url), 'utf8'));
/** Whose a list is, and that anybody may use it. */
function checkAbout(deck, language) {
  const { words, name, ...rest } = deck;
  assert.deepEqual(rest, {
    game: 'codenames',
    language,
    rating: 'family',
    author: 'Ludoteca',
    licence: 'CC0-1.0',
  });
  assert.ok(name.length > 3 && words);
}
/** A clue near one would be refused for both. */
function beginOthers(words) {
  const order = words.map(fold);
  return order.filter((w) => order.some((o) => o !== w && w.length > 3 && o.startsWith(w)));
}

for (const language of Object.keys(ALPHABET)) {
  const deck = read(language);

  test(`${language}: ${WORDS} sound words`, () => {
    assert.deepEqual(problems(deck), []);
    assert.equal(deck.words.length, WORDS);
  });

  test(`${language}: whose they are`, () => checkAbout(deck, language));

  test(`${language}: varied and in order`, () => {
    const order = deck.words.map(fold);
    assert.deepEqual(order, [...order].sort());
    const beginnings = new Set(order.map((w) => w[0]));
    assert.ok(beginnings.size >= 18, `${beginnings.size} first letters`);
    const most = Math.max(...[...beginnings].map((b) => order.filter((w) => w[0] === b).length));
    assert.ok(most <= 80, `${most} of ${WORDS} begin with the same letter`);
    const two = order.filter((w) => w.includes(' ')).length;
    assert.ok(two <= 20, `${two} of two words`);
  });

  test(`${language}: few words begin others`, () => {
    const inside = beginOthers(deck.words);
    assert.ok(inside.length <= 20, `begin others: ${inside}`);
  });

  for (const theme of THEMES)
    test(`${language}: ${theme}, ${THEME_WORDS} sound words and more, most of them its own`, () => {
      const pack = read(`${language}-${theme}`);
      checkAbout(pack, language);
      assert.deepEqual(problems(pack), []);
      assert.ok(pack.words.length >= THEME_WORDS, `${pack.words.length} words`);
      assert.deepEqual(
        pack.words.filter((w) => [...w].length > THEME_LETTERS_MAX),
        [],
      );
      const order = pack.words.map(fold);
      assert.deepEqual(order, [...order].sort());
      const house = new Set(deck.words.map(fold));
      const known = order.filter((w) => house.has(w));
      assert.ok(known.length <= 60, `${known.length} are in the usual list too`);
      const inside = beginOthers(pack.words);
      assert.ok(inside.length <= 5, `begin others: ${inside}`);
    });

  test(`${language}: hardly a word is in two packs`, () => {
    const all = THEMES.flatMap((theme) => read(`${language}-${theme}`).words.map(fold));
    const twice = all.filter((w, i) => all.indexOf(w) !== i);
    assert.ok(twice.length <= 12, `${twice}`);
  });
}

// From here on the checks themselves: each has to notice a list that breaks it alone.

const spoilt = [
  ['case', 'es', 'Árbol'],
  ['form', 'es', 'A\u0301RBOL'],
  ['form', 'es', ' LUZ'],
  ['long', 'es', 'MONTAÑA RUSAS'],
  ['short', 'en', 'A'],
  ['alphabet', 'en', 'CAFÉ'],
  ['alphabet', 'bg', 'ЫГЛА'],
  ['alphabet', 'bg', 'MОСТ'],
  ['alphabet', 'it', 'PIÑA'],
  ['more than two', 'es', 'EL SOL Y'],
  ['twice', 'es', 'LEON'],
  ['plural', 'es', 'LEONES'],
  ['plural', 'es', 'LUCES'],
  ['plural', 'it', 'LUPI'],
  ['plural', 'it', 'AMICHE'],
  ['plural', 'en', 'WOLVES'],
  ['plural', 'en', 'SPIES'],
  ['plural', 'bg', 'КНИГИ'],
];
const SOUND = { es: ['LEÓN', 'LUZ'], it: ['LUPO', 'AMICA'], en: ['WOLF', 'SPY'], bg: ['КНИГА'] };

for (const [rule, language, word] of spoilt) {
  test(`the check notices «${word}» (${rule})`, () => {
    assert.deepEqual(problems({ language, words: SOUND[language] }), []);
    const found = problems({ language, words: [...SOUND[language], word] });
    assert.ok(
      found.some((p) => p.startsWith(rule)),
      found.join('; '),
    );
  });
}
