/**
 * What makes a Taboo deck sound. A check answers with the list of problems it found, so a bad deck
 * says everything that is wrong with it at once; a sound one answers with an empty list.
 *
 * @typedef {{id: string, word: string, tabooWords: string[], category: string,
 *            difficulty: string}} Card
 * @typedef {{game: string, language: string, name: string, rating: string, author: string,
 *            licence: string, cards: Card[]}} Deck
 * @typedef {{rule: string, where: string, message: string}} Problem
 */

/** The same seventeen subjects, in the same order, in each language. */
export const CATEGORIES = {
  es: [
    'naturaleza',
    'tecnología',
    'comida',
    'deportes',
    'cultura',
    'animales',
    'hogar',
    'viajes',
    'profesiones',
    'cuerpo',
    'historia',
    'ciencia',
    'música',
    'fiesta',
    'emociones',
    'objetos',
    'lugares',
  ],
  en: [
    'nature',
    'technology',
    'food',
    'sports',
    'culture',
    'animals',
    'home',
    'travel',
    'jobs',
    'body',
    'history',
    'science',
    'music',
    'party',
    'emotions',
    'objects',
    'places',
  ],
  it: [
    'natura',
    'tecnologia',
    'cibo',
    'sport',
    'cultura',
    'animali',
    'casa',
    'viaggi',
    'mestieri',
    'corpo',
    'storia',
    'scienza',
    'musica',
    'festa',
    'emozioni',
    'oggetti',
    'luoghi',
  ],
  bg: [
    'природа',
    'технологии',
    'храна',
    'спорт',
    'култура',
    'животни',
    'дом',
    'пътуване',
    'професии',
    'тяло',
    'история',
    'наука',
    'музика',
    'празник',
    'емоции',
    'предмети',
    'места',
  ],
};
/** All that a text of the language may be written with. */
const LETTERS = {
  es: /^[a-záéíóúüñ0-9 ]+$/i,
  en: /^[a-zñ -]+$/i,
  it: /^[a-zàèéìòù' ]+$/i,
  bg: /^[абвгдежзийклмнопрстуфхцчшщъьюя ]+$/i,
};
export const DIFFICULTIES = ['easy', 'medium', 'hard'];
/** How many taboo words a card has: of the house's deck, and of the one for children. */
export const TABOO_WORDS = { usual: [5, 5], children: [3, 5] };

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const DECK_FIELDS = ['game', 'language', 'name', 'rating', 'author', 'licence'];

/** Words that join others and give nothing away, folded; the shipped languages together. */
const JOINING = new Set(
  (
    'a al con de del e el en la las los sin un una y ' +
    'an and at in of on the to che da dei di i il l lo per d ' +
    'и в във на с със от за по до се ми му'
  ).split(' '),
);

/** Lower case without marks, as people compare words: «Piñata» and «pinata» are one. */
export function fold(text) {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The words of a phrase that carry meaning. */
function tokens(phrase) {
  return fold(phrase)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((t) => t && !JOINING.has(t));
}

/**
 * Whether two folded words are one, hold one another, or begin with the same four letters
 * («dentista», «dentadura»). Strict on purpose: a harmless «plato» for «plátano» is refused too,
 * and another word is soon found. Below three letters only equality counts.
 */
function related(a, b) {
  if (a === b) return true;
  if (Math.min(a.length, b.length) < 3) return false;
  return a.includes(b) || b.includes(a) || a.slice(0, 4) === b.slice(0, 4);
}

/** Whether saying the taboo word would already say (part of) the word to be guessed. */
export function givesAway(word, taboo) {
  return tokens(word).some((w) => tokens(taboo).some((t) => related(w, t)));
}

function isTidy(text) {
  return (
    typeof text === 'string' &&
    text !== '' &&
    text === text.trim() &&
    text === text.normalize('NFC') &&
    !/\s{2}|\p{C}/u.test(text)
  );
}

/** Problems of one card by itself, as [rule, message] pairs. */
function* cardProblems(card, { categories, letters, count }) {
  if (typeof card !== 'object' || card === null || !Array.isArray(card.tabooWords)) {
    yield ['shape', 'is not a card'];
    return;
  }
  const known = ['category', 'difficulty', 'id', 'tabooWords', 'word'];
  if (Object.keys(card).sort().join() !== known.join()) {
    yield ['shape', `has the fields ${Object.keys(card)}`];
  }
  if (!UUID_V4.test(card.id)) yield ['id', `${card.id} is not a UUID v4`];
  if (!DIFFICULTIES.includes(card.difficulty)) yield ['difficulty', `«${card.difficulty}»`];
  if (!categories.includes(card.category)) yield ['category', `«${card.category}»`];
  if (!isTidy(card.word) || card.word !== card.word.toUpperCase() || !/\p{L}/u.test(card.word)) {
    yield ['word', `«${card.word}» is not a clean word in upper case`];
    return;
  }
  yield* tabooProblems(card, count);
  const foreign = [card.word, ...card.tabooWords].filter((t) => letters && isTidy(t) && !letters.test(t));
  if (foreign.length) yield ['letters', `«${foreign}» has letters of another language`];
}

function* tabooProblems({ word, tabooWords }, [least, most]) {
  if (tabooWords.length < least || tabooWords.length > most) {
    yield ['taboo-count', `has ${tabooWords.length} taboo words`];
  }
  const untidy = tabooWords.filter((t) => !isTidy(t) || t !== t.toLowerCase());
  if (untidy.length) {
    yield ['taboo-form', `«${untidy}» is not clean lower case`];
    return;
  }
  if (new Set(tabooWords.map(fold)).size !== tabooWords.length) {
    yield ['taboo-repeated', `repeats one of ${tabooWords}`];
  }
  for (const taboo of tabooWords) {
    if (givesAway(word, taboo)) yield ['gives-away', `«${taboo}» gives the word away`];
  }
}

/** Reports the second and later cards for which `key` says the same. */
function* repeats(cards, rule, key) {
  const seen = new Map();
  for (const card of cards) {
    const k = key(card);
    if (seen.has(k)) yield { rule, where: card.word, message: `as ${seen.get(k)}: ${k}` };
    else seen.set(k, card.word);
  }
}

/**
 * @param {Deck} deck
 * @param {number} [least] fewest cards it may have
 * @param {number[]} [count] fewest and most taboo words of a card
 * @returns {Problem[]}
 */
export function checkDeck(deck, least = 1, count = TABOO_WORDS.usual) {
  const problems = [];
  const add = (rule, where, message) => problems.push({ rule, where, message });

  for (const field of DECK_FIELDS) {
    if (!isTidy(deck?.[field])) add('shape', 'deck', `${field} is missing or untidy`);
  }
  if (deck?.game !== 'taboo') add('shape', 'deck', `is for the game «${deck?.game}»`);
  const categories = CATEGORIES[deck?.language];
  if (!categories) add('language', 'deck', `«${deck?.language}» is not known`);
  if (!Array.isArray(deck?.cards)) {
    add('shape', 'deck', 'has no list of cards');
    return problems;
  }
  if (deck.cards.length < least) add('count', 'deck', `${deck.cards.length} of ${least} cards`);

  const rules = { categories: categories ?? [], letters: LETTERS[deck.language], count };
  const sound = [];
  deck.cards.forEach((card, i) => {
    const before = problems.length;
    for (const [rule, message] of cardProblems(card, rules)) {
      add(rule, card?.word ?? `card ${i}`, message);
    }
    const comparable = !problems.slice(before).some((p) => ['shape', 'word', 'taboo-form'].includes(p.rule));
    if (comparable) sound.push(card);
  });
  problems.push(
    ...repeats(sound, 'id-repeated', (c) => c.id),
    ...repeats(sound, 'word-repeated', (c) => tokens(c.word).join(' ')),
    ...repeats(sound, 'same-taboo-words', (c) => c.tabooWords.map(fold).sort().join(', ')),
  );
  return problems;
}

/**
 * Ids name cards in a room's log, so no two decks may share one.
 * @param {Deck[]} decks
 * @returns {Problem[]}
 */
export function checkIdsAcross(decks) {
  return [
    ...repeats(
      decks.flatMap((d) => d.cards),
      'id-repeated',
      (c) => c.id,
    ),
  ];
}
