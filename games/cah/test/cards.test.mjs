import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

/**
 * @typedef {{text: string, pick?: number, rating: string}} Card
 * @typedef {{language: string, packs: {name: string, black: Card[], white: Card[]}[]}} Deck
 */

const MOST = { black: 150, white: 70 };
const BYTES_MAX = 300;
const PICKS = [1, 2, 3];

/** What a language's deck holds at least: packs from … to, black cards by pick, white ones; and for families. */
const SMALLER = {
  packs: [3, 5],
  black: 60,
  pick: [40, 12, 5],
  white: 200,
  family: { black: 40, white: 140 },
};
const LEAST = {
  en: { packs: [6, 10], black: 120, pick: [90, 20, 10], white: 450, family: { black: 80, white: 300 } },
  es: SMALLER,
  it: SMALLER,
  bg: SMALLER,
};
const FAMILY_SHARE = 0.6;

/** The letters and the marks each language is written with, besides the blank. */
const WRITTEN = {
  en: /^[A-Za-z0-9 .,:;?!…’“”()%-]+$/,
  es: /^[A-Za-zÁÉÍÓÚÜÑáéíóúüñ0-9 .,:;¿?¡!…«»()%-]+$/,
  it: /^[A-Za-zÀÈÉÌÒÙàèéìòù0-9 .,:;?!…’«»()%-]+$/,
  bg: /^[А-ЪЬЮЯа-ъьюяѝ0-9 .,:;?!…„“()%-]+$/,
};
const PAIRS = { en: ['“”', '()'], es: ['«»', '¿?', '¡!', '()'], it: ['«»', '()'], bg: ['„“', '()'] };

/** Words that change with what follows («de» + «el» = «del», «с» and «със»), and so cannot stand before a blank. */
const BENDING = {
  es: /(^|[^\p{L}])(a|al|de|del) [¿¡«]?_/iu,
  it: /(^|[^\p{L}])((a|da|di|in|su)|(a|da|de|ne|su)(i|l|gli|ll[aeo]|ll’)) «?_/iu,
  bg: /(^|[^\p{L}])(в|във|с|със) „?_/iu,
};

/** As people compare cards: without case and marks. */
const fold = (text) =>
  (
    text
      .toLowerCase()
      .replaceAll('’', '')
      .match(/[\p{L}\p{N}_]+/gu) ?? []
  ).join(' ');
const cardsOf = (deck, colour) => deck.packs.flatMap((pack) => pack[colour]);
const count = (text, letter) => text.split(letter).length - 1;

/** What is wrong with a text of either colour. */
function* textProblems(text, language) {
  if (text !== text.normalize('NFC').trim() || /\s\s|[^\S ]/.test(text)) yield 'form';
  if (!WRITTEN[language].test(text.replaceAll('_', ''))) yield 'letters';
  if (PAIRS[language].some(([open, close]) => count(text, open) !== count(text, close))) yield 'pairs';
  if (Buffer.byteLength(text) > BYTES_MAX) yield 'bytes';
}

function* blackProblems({ text, pick }, language) {
  const blanks = count(text, '_');
  if (/_\S*_|[\p{L}\p{N}]_|_[\p{L}\p{N}]/u.test(text)) yield 'blank inside a word';
  if (!PICKS.includes(pick) || pick !== Math.max(blanks, 1)) yield `pick ${pick} for ${blanks} blanks`;
  if (blanks === 0 && !text.endsWith('?')) yield 'neither blank nor question';
  // white cards begin in lower case, so that they can be read in the middle of a sentence
  if (/(^|[.?!…] )[¿¡]?_/.test(text)) yield 'blank begins a sentence';
  if (BENDING[language]?.test(text)) yield 'bending word before a blank';
  if (!/[.?!…][”»“)]?$/.test(text)) yield 'no end';
}

/** Whoever begins a white card with a capital letter; everything else has to fit into the middle of a sentence. */
const NAMES = /^(Brenda|Caesar|Casanova|Dad|Grandad|Grandma|Mum|Newton|Uncle|Баба Марта)(?!\p{L})/u;
/** A Bulgarian «-ът» is right for a subject and wrong for an object, and a card has to be both; «път» only ends so. */
const SUBJECT = /^(\p{L}+ )?\p{L}*(?<!^п| п)(ът|ят)(?!\p{L})/u;

function* whiteProblems({ text }, language) {
  if (text.includes('_')) yield 'blank in a white card';
  if (/[.,;:]$/.test(text)) yield 'full stop';
  if (/^\p{Lu}/u.test(text) && !NAMES.test(text)) yield 'capital';
  if (language === 'bg' && SUBJECT.test(text)) yield 'subject only';
}

/** The second and later of the cards that say the same. */
function* repeats(cards) {
  const seen = new Set();
  for (const { text } of cards) {
    if (seen.has(fold(text))) yield `twice: ${text}`;
    seen.add(fold(text));
  }
}

/** Three cards that begin with the same three words are a series, and a series is one joke. */
function* series(cards) {
  const begun = new Map();
  for (const { text } of cards) {
    const words = fold(text).split(' ');
    if (words.length <= 3) continue;
    const beginning = words.slice(0, 3).join(' ');
    begun.set(beginning, (begun.get(beginning) ?? 0) + 1);
    if (begun.get(beginning) > 2) yield `series: ${text}`;
  }
}

const FIELDS = { black: ['text', 'pick', 'rating'], white: ['text', 'rating'] };
const OWN = { black: blackProblems, white: whiteProblems };

function* cardProblems(card, colour, language) {
  if (Object.keys(card).join() !== FIELDS[colour].join()) yield 'shape';
  if (!['family', 'mature'].includes(card.rating)) yield 'rating';
  if ([...card.text].length > MOST[colour]) yield 'long';
  yield* textProblems(card.text, language);
  yield* OWN[colour](card, language);
}

/**
 * Everything that is wrong with a deck's cards, as «rule: text».
 * @param {Deck} deck
 */
function problems(deck) {
  const found = [];
  for (const colour of ['black', 'white']) {
    const cards = cardsOf(deck, colour);
    for (const card of cards)
      for (const rule of cardProblems(card, colour, deck.language)) found.push(`${rule}: ${card.text}`);
    found.push(...repeats(cards), ...series(cards));
  }
  return found;
}

const atLeast = (found, least, what) => assert.ok(found >= least, `${found} of ${least} ${what}`);

for (const [language, least] of Object.entries(LEAST)) {
  const file = new URL(`../cards/${language}.json`, import.meta.url);
  const text = readFileSync(file, 'utf8');
  const deck = JSON.parse(text);
  const black = cardsOf(deck, 'black');
  const white = cardsOf(deck, 'white');
  const family = (cards) => cards.filter((card) => card.rating === 'family').length;

  test(`${language}: every card is sound`, () => {
    assert.deepEqual(problems(deck), []);
  });

  test(`${language}: whose they are, in packs that have a name and both colours`, () => {
    const { name, packs, ...rest } = deck;
    assert.deepEqual(rest, { language, author: 'Ludoteca', licence: 'CC0-1.0' });
    assert.ok(name.length > 3);
    assert.ok(packs.length >= least.packs[0] && packs.length <= least.packs[1], `${packs.length} packs`);
    assert.equal(new Set(packs.map((pack) => fold(pack.name))).size, packs.length);
    for (const pack of packs) {
      assert.deepEqual(Object.keys(pack), ['name', 'black', 'white']);
      assert.ok(pack.name.length > 3 && pack.black.length >= 10 && pack.white.length >= 30, pack.name);
    }
  });

  test(`${language}: enough of each kind`, () => {
    atLeast(black.length, least.black, 'black');
    atLeast(white.length, least.white, 'white');
    for (const pick of PICKS)
      atLeast(black.filter((c) => c.pick === pick).length, least.pick[pick - 1], `of pick ${pick}`);
  });

  test(`${language}: enough for a family`, () => {
    atLeast(family(black), least.family.black, 'black');
    atLeast(family(white), least.family.white, 'white');
    atLeast(family(black) / black.length, FAMILY_SHARE, 'black, as a share');
    atLeast(family(white) / white.length, FAMILY_SHARE, 'white, as a share');
    for (const pick of PICKS) {
      const some = black.filter((c) => c.rating === 'family' && c.pick === pick).length;
      atLeast(some, 3, `of pick ${pick}`);
    }
  });

  test(`${language}: one card a line`, () => {
    const lines = text.split('\n').filter((line) => line.startsWith('        {"text": '));
    assert.equal(lines.length, black.length + white.length);
  });
}

// From here on the checks themselves: each has to notice a card that breaks it alone.

const SOUND = {
  en: { black: 'Why _?', white: 'a wet sock' },
  es: { black: '¿Por qué _?', white: 'un calcetín mojado' },
  it: { black: 'Perché _?', white: 'un calzino bagnato' },
  bg: { black: 'Защо _?', white: 'мокър чорап' },
};
const black = (text, pick = 1) => ({ text, pick, rating: 'family' });
const white = (text) => ({ text, rating: 'family' });

/** A deck of one pack with a sound card of each colour and those given. @returns {Deck} */
function sample(language, { blacks = [], whites = [] } = {}) {
  const sound = SOUND[language];
  const pack = { name: 'x', black: [black(sound.black), ...blacks], white: [white(sound.white), ...whites] };
  return { language, packs: [pack] };
}

const SPOILT_BLACK = [
  ['long', 'en', black(`Why ${'so '.repeat(50)}_?`)],
  ['form', 'en', black(' What is _?')],
  ['form', 'en', black('What  is _?')],
  ['form', 'en', black('What\nis _?')],
  ['letters', 'en', black('What is "_"?')],
  ['letters', 'bg', black('Kакво е _?')],
  ['letters', 'bg', black('Что это _, ы?')],
  ['pairs', 'es', black('Quién trajo _?')],
  ['pairs', 'en', black('He said: “_.')],
  ['bytes', 'bg', black(`Какво ${'ще '.repeat(70)}_?`)],
  ['blank inside a word', 'en', black('What __?', 2)],
  ['blank inside a word', 'en', black('What is pre_?')],
  ['pick 2', 'en', black('What is _?', 2)],
  ['pick 4', 'en', black('Here are _, _, _ and _.', 4)],
  ['neither', 'en', black('It is raining.')],
  ['blank begins', 'en', black('_ is what I had for lunch.')],
  ['blank begins', 'es', black('No puede ser. ¡_!')],
  ['bending', 'es', black('Me acordé de _.')],
  ['bending', 'it', black('La colpa è della _.')],
  ['bending', 'bg', black('Дойде с _.')],
  ['no end', 'en', black('What is _')],
  ['rating', 'en', { ...black('What is _?'), rating: 'adult' }],
  ['shape', 'en', { text: 'What is _?', rating: 'family', pick: 1 }],
  ['twice', 'en', black('why: _!')],
];
const SPOILT_WHITE = [
  ['long', 'en', white(`a ${'very '.repeat(14)}wet sock`)],
  ['letters', 'en', white('a piñata')],
  ['letters', 'en', white("Grandma's sock")],
  ['letters', 'it', white('una piñata')],
  ['letters', 'es', white('un naïf')],
  ['blank in a white card', 'en', white('a _ sock')],
  ['full stop', 'en', white('a dry sock.')],
  ['capital', 'en', white('A dry sock')],
  ['subject only', 'bg', white('чорапът на дядо')],
  ['subject only', 'bg', white('дядовият чорап')],
  ['twice', 'en', white('A wet, sock!')],
  ['shape', 'en', { ...white('a dry sock'), pick: 1 }],
];

for (const [colour, spoilt] of [
  ['blacks', SPOILT_BLACK],
  ['whites', SPOILT_WHITE],
])
  for (const [rule, language, card] of spoilt)
    test(`the check notices «${card.text.slice(0, 40)}» (${rule})`, () => {
      assert.deepEqual(problems(sample(language)), []);
      const found = problems(sample(language, { [colour]: [card] }));
      assert.ok(
        found.some((p) => p.startsWith(rule)),
        found.join('; '),
      );
    });

test('the check notices a series', () => {
  const whites = ['one', 'two', 'three'].map((n) => white(`a very wet ${n}`));
  assert.deepEqual(problems(sample('en', { whites: whites.slice(1) })), []);
  assert.deepEqual(problems(sample('en', { whites })), ['series: a very wet three']);
});
