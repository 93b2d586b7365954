// The parts of the table that can be looked at without a browser.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { makeLang } from '../../../web/js/lang.js';
import { judged } from '../flights.js';
import { signed, turnPoints } from '../review.js';
import { points } from '../scores.js';
import { slides, tutorial } from '../tutorial.js';

const team = (correct, buzz, skip) => ({ correct, buzz, skip, turns: 1 });
const view = (stats, more = {}) => ({
  phase: 'TURN_ACTIVE',
  turnNumber: 3,
  activeTeam: 'Equipo A',
  teamStats: { 'Equipo A': stats, 'Equipo B': team(9, 9, 9) },
  ...more,
});

test('what happened to a card is read off two views', () => {
  const before = view(team(2, 1, 0));
  assert.equal(judged(before, view(team(3, 1, 0))), 'correct');
  assert.equal(judged(before, view(team(2, 2, 0))), 'buzz');
  assert.equal(judged(before, view(team(2, 1, 1))), 'skip');
  assert.equal(judged(before, view(team(3, 1, 0), { phase: 'GAME_OVER' })), 'correct', 'the last card too');
  assert.equal(judged(before, before), undefined, 'drawn twice, nothing flies');
  assert.equal(judged(before, view(team(2, 1, 0), { phase: 'TURN_ENDED' })), undefined, 'time over');
  assert.equal(judged(before, view(team(3, 1, 0), { turnNumber: 5 })), undefined, 'back after a while');
  assert.equal(
    judged(view(team(2, 1, 0), { phase: 'TURN_ENDED' }), view(team(2, 0, 0), { phase: 'TURN_ENDED' })),
    undefined,
    'a struck card',
  );
});

test('a turn is worth its cards, without the struck ones', () => {
  const played = (result, struck = false) => ({
    card: { id: 'x', word: 'SOL', tabooWords: [] },
    result,
    struck,
    askedBy: [],
    mayStrike: false,
  });
  assert.equal(turnPoints([]), 0);
  assert.equal(
    turnPoints([played('correct'), played('correct'), played('buzz'), played('skip'), played('timeout')]),
    1,
  );
  assert.equal(turnPoints([played('correct'), played('buzz', true)]), 1);
  assert.deepEqual([2, 0, -3].map(signed), ['+2', '0', '−3']);
  assert.deepEqual([12, -2].map(points), ['12', '−2']);
});

test('the tutorial says in Spanish what the specification says', () => {
  const lang = makeLang(JSON.parse(readFileSync(new URL('../lang/es.json', import.meta.url))), 'es');
  const shown = slides(lang).map(({ title, text }) => [title, text.replaceAll('**', '')]);
  assert.deepEqual(shown, [
    ['¡Bienvenido a Taboo!', 'El objetivo es que tu equipo adivine la palabra secreta'],
    ['Roles', 'Descriptor: da pistas. Adivinadores: adivinan. Vigilantes: cazan palabras prohibidas'],
    ['Palabras Prohibidas', 'No puedes decir la palabra principal ni las 5 palabras prohibidas listadas'],
    ['Puntuación', '✓ Correcto: +1 punto. ¡Prohibida!: -1 punto. Pasar: 0 puntos'],
    ['¡A jugar!', 'Crea una sala o únete con un código de 6 letras'],
  ]);
  assert.deepEqual(tutorial, { id: 'tutorial-modal', seen: 'taboo_tutorial_seen' });
});
