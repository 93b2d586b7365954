/* The answers of a round: whole sentences on white cards, to be chosen among, and those still face down. */
import { drawSentence } from './black.js';
import { walk } from './keys.js';
import { faceOf, namesOf } from './people.js';
import { authorsOf } from './reading.js';
import { sentence } from './sentence.js';

/** @typedef {import('./cah.js').Scene} Scene */
/** @typedef {import('./cah.js').Response} Response */

/** @param {{ cards: import('./cah.js').White[] }} response */
export const wordsOf = (response) => response.cards.map((card) => card?.text ?? '');

/** The whole sentence. @param {Scene} scene @param {Response} response */
export const sentenceOf = ({ frame, game }, response) =>
  sentence(game.blackCard?.text ?? '', wordsOf(response), frame.lang.t('cah.gap'));

/** @param {Scene} scene @param {Response} response */
function drawNotes(scene, response) {
  const { frame, game } = scene;
  const { h, icon, lang } = frame;
  const authors = authorsOf(game, response);
  const notes = [
    response.id === game.happyResponse?.id && ['trophy', lang.t('cah.favouriteBadge')],
    response.own && ['hand', lang.t('cah.yours')],
    response.id === game.yourVote && ['check', lang.t('cah.yourVote')],
    response.revealed === false && ['eye', lang.t('cah.onlyYou')],
    response.cards.some((card) => card?.blank) && ['plus', lang.t('cah.handmade')],
    (response.votes ?? 0) > 0 && ['star', lang.n('cah.votes', response.votes ?? 0)],
  ];
  return h(
    'span',
    { class: 'cah-notes' },
    authors.length > 0 &&
      h(
        'span',
        { class: 'cah-author', key: 'author' },
        faceOf(scene, authors[0]),
        h('bdi', {}, namesOf(scene, authors)),
      ),
    notes.map(
      (note) =>
        note && h('span', { class: 'badge', key: String(note[0]) }, icon(String(note[0])), String(note[1])),
    ),
  );
}

/** @param {Scene} scene @param {Response} response @param {boolean} choosable */
function drawAnswer(scene, response, choosable) {
  const { frame, game, picked, choose, language } = scene;
  const { h, icon, lang } = frame;
  const mayChoose = choosable && !(response.own && game.may.has('vote'));
  const classes = ['cah-answer', response.revealed === false && 'hidden', picked === response.id && 'picked'];
  const content = [
    drawSentence(scene, game.blackCard?.text ?? '', wordsOf(response)),
    drawNotes(scene, response),
  ];
  return h(
    'li',
    { key: response.id, class: classes.filter(Boolean).join(' ') },
    choosable
      ? h(
          'button',
          {
            type: 'button',
            class: 'cah-face-up',
            'data-response': response.id,
            'aria-pressed': mayChoose ? String(picked === response.id) : null,
            'aria-disabled': mayChoose ? null : 'true',
            on: {
              click: () => mayChoose && choose(response.id, false),
              keydown: (/** @type {KeyboardEvent} */ event) => {
                if (event.key === 'Enter') {
                  event.preventDefault();
                  if (mayChoose && !event.repeat) choose(response.id, true);
                } else walk(event, '.cah-answers .cah-face-up');
              },
            },
          },
          content,
          picked === response.id && h('span', { class: 'cah-order', key: 'order' }, icon('check')),
        )
      : h('div', { class: 'cah-face-up' }, content),
    !frame.tv &&
      h(
        'button',
        {
          type: 'button',
          class: 'quiet cah-speak',
          'aria-label': `${lang.t('cah.read')}: ${sentenceOf(scene, response)}`,
          on: { click: () => frame.readAloud(sentenceOf(scene, response), language) },
        },
        icon('speaker'),
      ),
  );
}

/** Those that nobody has turned over yet. @param {Scene} scene */
function drawBacks({ frame, game }) {
  const { h, icon, lang } = frame;
  const count = Math.max(0, game.responseCount - game.responses.length);
  return Array.from({ length: count }, (_, i) =>
    h(
      'li',
      { key: `back-${i}`, class: 'cah-back' },
      icon('help'),
      h('span', { class: 'hidden-text' }, lang.t('cah.faceDown')),
    ),
  );
}

/** @param {Scene} scene @param {Response[]} responses */
export function drawAnswers(scene, responses) {
  const { frame, game } = scene;
  const { h, lang } = frame;
  const choosable = (game.may.has('judge_winner') || game.may.has('vote')) && !scene.view.room.paused;
  const backs = game.phase === 'judging' ? drawBacks(scene) : [];
  if (!responses.length && !backs.length) return false;
  return h(
    'ol',
    { class: 'cah-answers', key: 'answers', 'aria-label': lang.t('cah.answers') },
    responses.map((response) =>
      scene.safely(`answer ${response?.id}`, () => drawAnswer(scene, response, choosable)),
    ),
    backs,
  );
}
