import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CATEGORIES, TABOO_WORDS, checkDeck, checkIdsAcross, fold, givesAway } from './check-deck.mjs';

const LEAST = { es: 400, en: 120, it: 120, bg: 200 };
const CHILDREN_LEAST = 60;
const text = (language) => readFileSync(new URL(`../cards/${language}.json`, import.meta.url), 'utf8');
const decks = Object.fromEntries(Object.keys(LEAST).map((l) => [l, JSON.parse(text(l))]));
const children = Object.fromEntries(Object.keys(LEAST).map((l) => [l, JSON.parse(text(`${l}-children`))]));

for (const [language, least] of Object.entries(LEAST)) {
  const deck = decks[language];

  test(`${language}: the deck is sound`, () => {
    assert.equal(deck.language, language);
    assert.deepEqual(checkDeck(deck, least), []);
  });

  test(`${language}: free to share and fit for families`, () => {
    assert.equal(deck.licence, 'CC0-1.0');
    assert.equal(deck.rating, 'family');
  });

  test(`${language}: every subject is there, and easy, medium and hard are balanced`, () => {
    const used = new Set(deck.cards.map((c) => c.category));
    assert.deepEqual([...used].sort(), [...CATEGORIES[language]].sort());
    const share = (d) => deck.cards.filter((c) => c.difficulty === d).length / deck.cards.length;
    for (const [difficulty, aim] of [
      ['easy', 0.45],
      ['medium', 0.4],
      ['hard', 0.15],
    ]) {
      const found = share(difficulty);
      assert.ok(Math.abs(found - aim) < 0.05, `${difficulty}: ${found}, aim ${aim}`);
    }
  });

  test(`${language}: one card a line`, () => {
    const lines = text(language)
      .split('\n')
      .filter((l) => l.startsWith('    {"id": '));
    assert.equal(lines.length, deck.cards.length);
  });
}

for (const [language, deck] of Object.entries(children)) {
  test(`${language}: a deck for children, simple and free to share`, () => {
    assert.equal(deck.language, language);
    assert.deepEqual(checkDeck(deck, CHILDREN_LEAST, TABOO_WORDS.children), []);
    assert.deepEqual([deck.licence, deck.rating], ['CC0-1.0', 'family']);
    const hard = deck.cards.filter((c) => c.difficulty === 'hard' || c.word.length > 12);
    assert.deepEqual(hard, []);
    assert.ok(new Set(deck.cards.map((c) => c.category)).size >= 8, 'subjects to choose from');
  });
}

test('no id is in two decks', () => {
  assert.deepEqual(checkIdsAcross([...Object.values(decks), ...Object.values(children)]), []);
});

// From here on the checker itself: each rule has to notice a deck that breaks it alone.

const id = (n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** A small sound deck, fresh each time, for a test to spoil. */
function sample() {
  return {
    game: 'taboo',
    language: 'es',
    name: 'Prueba',
    rating: 'family',
    author: 'Ludoteca',
    licence: 'CC0-1.0',
    cards: [
      {
        id: id(1),
        word: 'PLÁTANO',
        category: 'comida',
        difficulty: 'easy',
        tabooWords: ['fruta', 'amarillo', 'mono', 'cáscara', 'canarias'],
      },
      {
        id: id(2),
        word: 'MONTAÑA RUSA',
        category: 'lugares',
        difficulty: 'medium',
        tabooWords: ['parque de atracciones', 'gritar', 'vagones', 'velocidad', 'vueltas'],
      },
    ],
  };
}

test('the sample deck is sound', () => {
  assert.deepEqual(checkDeck(sample(), 2), []);
});

const spoilt = [
  [
    'shape',
    'no cards',
    (d) => {
      delete d.cards;
    },
  ],
  [
    'shape',
    'another game',
    (d) => {
      d.game = 'cah';
    },
  ],
  [
    'shape',
    'no author',
    (d) => {
      delete d.author;
    },
  ],
  [
    'shape',
    'a card that is null',
    (d) => {
      d.cards[1] = null;
    },
  ],
  [
    'shape',
    'a card without taboo words',
    (d) => {
      delete d.cards[1].tabooWords;
    },
  ],
  [
    'shape',
    'a card with a field too many',
    (d) => {
      d.cards[1].points = 3;
    },
  ],
  [
    'count',
    'too few cards',
    (d) => {
      d.cards.pop();
    },
  ],
  [
    'language',
    'an unknown language',
    (d) => {
      d.language = 'eo';
      d.cards = [];
    },
    0,
  ],
  [
    'id',
    'an id that is no UUID',
    (d) => {
      d.cards[0].id = 'platano';
    },
  ],
  [
    'id',
    'a UUID of version 1',
    (d) => {
      d.cards[0].id = id(1).replace('-4', '-1');
    },
  ],
  [
    'id',
    'a UUID of another variant',
    (d) => {
      d.cards[0].id = id(1).replace('-8', '-c');
    },
  ],
  [
    'id-repeated',
    'an id twice',
    (d) => {
      d.cards[1].id = id(1);
    },
  ],
  [
    'word',
    'a word in lower case',
    (d) => {
      d.cards[0].word = 'Plátano';
    },
  ],
  [
    'word',
    'an empty word',
    (d) => {
      d.cards[0].word = '';
    },
  ],
  [
    'word',
    'a word that is a number',
    (d) => {
      d.cards[0].word = 7;
    },
  ],
  [
    'word',
    'a word with blanks around',
    (d) => {
      d.cards[0].word = ' PLÁTANO';
    },
  ],
  [
    'word',
    'a word in decomposed letters',
    (d) => {
      d.cards[0].word = 'PLA\u0301TANO';
    },
  ],
  [
    'word-repeated',
    'a word twice but for its marks',
    (d) => {
      d.cards[1].word = 'PLATANO';
    },
  ],
  [
    'taboo-count',
    'four taboo words',
    (d) => {
      d.cards[0].tabooWords.pop();
    },
  ],
  [
    'taboo-count',
    'six taboo words',
    (d) => {
      d.cards[0].tabooWords.push('postre');
    },
  ],
  [
    'letters',
    'a letter of another alphabet that looks the same',
    (d) => {
      d.cards[0].tabooWords[0] = 'frut\u0430';
    },
  ],
  [
    'taboo-form',
    'a taboo word in upper case',
    (d) => {
      d.cards[0].tabooWords[0] = 'Fruta';
    },
  ],
  [
    'taboo-form',
    'an empty taboo word',
    (d) => {
      d.cards[0].tabooWords[0] = '';
    },
  ],
  [
    'taboo-repeated',
    'a taboo word twice',
    (d) => {
      d.cards[0].tabooWords[0] = 'cascara';
    },
  ],
  [
    'gives-away',
    'the word itself',
    (d) => {
      d.cards[0].tabooWords[0] = 'platano';
    },
  ],
  [
    'gives-away',
    'half of the word',
    (d) => {
      d.cards[1].tabooWords[0] = 'montaña';
    },
  ],
  [
    'gives-away',
    'the other half',
    (d) => {
      d.cards[1].tabooWords[0] = 'rusa';
    },
  ],
  [
    'gives-away',
    'the word in a phrase',
    (d) => {
      d.cards[0].tabooWords[0] = 'piel de plátano';
    },
  ],
  [
    'gives-away',
    'the plural',
    (d) => {
      d.cards[0].tabooWords[0] = 'plátanos';
    },
  ],
  [
    'gives-away',
    'the same stem',
    (d) => {
      d.cards[0].tabooWords[0] = 'platanero';
    },
  ],
  [
    'difficulty',
    'an unknown difficulty',
    (d) => {
      d.cards[0].difficulty = 'fácil';
    },
  ],
  [
    'category',
    'an unknown category',
    (d) => {
      d.cards[0].category = 'food';
    },
  ],
  [
    'same-taboo-words',
    'two cards with the same taboo words',
    (d) => {
      d.cards[1].tabooWords = [...d.cards[0].tabooWords].reverse();
    },
  ],
];

for (const [rule, what, spoil, least = 2] of spoilt) {
  test(`the checker notices ${what}`, () => {
    const deck = sample();
    spoil(deck);
    const rules = new Set(checkDeck(deck, least).map((p) => p.rule));
    assert.deepEqual([...rules], [rule]);
  });
}

test('the checker notices an id in two decks', () => {
  const other = sample();
  other.cards[0].id = id(3);
  const found = checkIdsAcross([sample(), other]);
  assert.deepEqual(
    found.map((p) => [p.rule, p.where]),
    [['id-repeated', 'MONTAÑA RUSA']],
  );
});

test('folding drops case and every mark', () => {
  assert.equal(fold('PINGÜINO Ñandú Caffè'), 'pinguino nandu caffe');
});

test('what gives a word away, and what does not', () => {
  const cases = [
    ['GIRASOL', 'sol', true],
    ['SOL', 'solar', true],
    ['PINTOR', 'pintura', true],
    ['NADADOR', 'nadar', true],
    ['DENTISTA', 'dentadura', true],
    ['NÚMERO PI', 'pi', true],
    ['ARCOÍRIS', 'arco iris', true],
    ['NÚMERO PI', 'pizarra', false],
    ['LUNA DE MIEL', 'fin de semana', false],
    ['CABALLO', 'cabello', false],
    ['PLÁTANO', 'plato', true],
  ];
  for (const [word, taboo, expected] of cases) {
    assert.equal(givesAway(word, taboo), expected, `${word}, ${taboo}`);
  }
});
