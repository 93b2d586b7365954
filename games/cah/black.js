/* The black card: always there, filled in with what has been chosen so far. */
import { faceOf, judgeText } from './people.js';
import { pieces, sentence, sizeOf } from './sentence.js';

/** @typedef {import('./cah.js').Scene} Scene */

/** One sentence, to look at and, as one text, to listen to. @param {Scene} scene @param {string} black @param {string[]} whites */
export function drawSentence({ frame, language }, black, whites) {
  const { h, lang } = frame;
  const whole = sentence(black, whites, lang.t('cah.gap'));
  return h(
    'p',
    { class: 'cah-sentence', 'data-size': sizeOf(whole), lang: language, dir: 'auto' },
    h('span', { class: 'hidden-text' }, whole),
    h(
      'span',
      { class: 'cah-words', 'aria-hidden': 'true' },
      pieces(black, whites).map(({ text, slot }, i) =>
        slot === null
          ? text
          : h('span', { key: i, class: text ? 'cah-fill' : 'cah-gap' }, text || '\u2003\u2003\u2003'),
      ),
    ),
  );
}

/** @param {Scene} scene */
function drawJudge(scene) {
  const { frame, game } = scene;
  const { h, icon } = frame;
  const face = game.czars.length ? faceOf(scene, game.czars[0]) : icon('people');
  return h('span', { class: 'cah-judge' }, face, h('bdi', {}, judgeText(scene)));
}

/** How many cards it wants; '' for one. @param {Scene} scene */
export function pickText({ frame: { lang }, game: { pickMin, pickMax } }) {
  if (pickMin < pickMax) return lang.t('cah.pickOr', { count: pickMin, most: pickMax });
  return pickMin > 1 ? lang.n('cah.pick', pickMin) : '';
}

/** `whites`: what to fill in. @param {Scene} scene @param {string[]} whites */
export function drawBlack(scene, whites) {
  const { frame, game } = scene;
  const { h, icon, lang } = frame;
  const text = game.blackCard?.text ?? '';
  const wanted = pickText(scene);
  return h(
    'section',
    { class: 'cah-black', key: 'black', 'aria-label': lang.t('cah.blackCard') },
    h(
      'p',
      { class: 'cah-black-head' },
      h('span', { class: 'cah-round' }, lang.t('cah.round', { number: game.round })),
      wanted !== '' && h('span', { class: 'cah-pick' }, wanted),
      drawJudge(scene),
    ),
    drawSentence(scene, text, whites),
    !frame.tv &&
      h(
        'button',
        {
          type: 'button',
          class: 'quiet cah-speak',
          'aria-label': lang.t('cah.read'),
          on: { click: () => frame.readAloud(sentence(text, whites, lang.t('cah.gap')), scene.language) },
        },
        icon('speaker'),
      ),
  );
}
