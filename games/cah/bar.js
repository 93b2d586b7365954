/* Under the thumb: what the reader can do now, and what everybody waits for. */
import { openMore } from './more.js';
import { namesOf, sayOf } from './people.js';

/** @typedef {import('./cah.js').Scene} Scene */
/** @typedef {import('../../web/js/dom.js').Kid} Kid */

/** @param {Scene} scene @param {string} key @param {string} label @param {string} icon @param {() => void} click @param {{ kind?: string, off?: boolean }} [more] */
const button = ({ frame }, key, label, icon, click, { kind = '', off = false } = {}) =>
  frame.h(
    'button',
    {
      type: 'button',
      key,
      class: `cah-act ${kind}`,
      'data-act': key,
      'aria-disabled': off ? 'true' : null,
      on: { click: () => !off && click() },
    },
    frame.icon(icon),
    label,
  );

/** Whom the round waits for, as a sentence. @param {Scene} scene */
function waiting(scene) {
  const { frame, game } = scene;
  const { lang } = frame;
  const late = game.waitingFor;
  if (game.phase === 'judging' && game.czars.length)
    return sayOf(scene, game.czars, 'cah.waitJudge', 'cah.waitJudge.both');
  // Nobody is late, and yet it is not judged: what was written by hand is looked at first.
  if (!late.length) return lang.t(game.phase === 'waiting_for_responses' ? 'cah.waitHost' : 'cah.soon');
  return late.length > 3
    ? lang.n('cah.waitCount', late.length)
    : lang.t('cah.waitFor', { names: namesOf(scene, late) });
}

/** @param {Scene} scene */
function todoPlaying(scene) {
  const { frame, game, chosen, me } = scene;
  const { lang } = frame;
  if (game.may.has('submit_response')) {
    const missing = game.pickMin - chosen.length;
    if (missing > 0) return lang.n('cah.todo.pick', missing);
    if (!scene.complete) return lang.t('cah.todo.write');
    return lang.t(chosen.length < game.pickMax ? 'cah.todo.more' : 'cah.todo.ready');
  }
  if (game.may.has('approve')) return lang.t('cah.todo.approve');
  if (game.yourResponse?.pending) return lang.t('cah.todo.pending');
  if (me !== null && game.czars.includes(me)) return `${lang.t('cah.todo.czar')} ${waiting(scene)}`;
  if (me !== null && !game.submitted.includes(me)) return lang.t('cah.todo.next');
  return waiting(scene);
}

/** @param {Scene} scene */
function todo(scene) {
  const { frame, game, picked } = scene;
  const { lang } = frame;
  const { may, phase } = game;
  if (phase === 'waiting_for_responses') return todoPlaying(scene);
  if (picked) return lang.t('cah.todo.sure');
  if (may.has('judge_winner')) return lang.t(may.has('reveal') ? 'cah.todo.reveal' : 'cah.todo.judge');
  if (may.has('vote')) return lang.t(phase === 'completed' ? 'cah.todo.happy' : 'cah.todo.vote');
  return phase === 'completed' && may.has('next_round') && !game.waitingFor.length ? '' : waiting(scene);
}

/** @param {Scene} scene @returns {Kid[]} */
function choices(scene) {
  const { frame, game, chosen, picked, act } = scene;
  const { lang } = frame;
  const { may } = game;
  const decides = may.has('judge_winner') || may.has('vote');
  return [
    may.has('reveal') && button(scene, 'reveal', lang.t('cah.reveal'), 'eye', () => act('reveal')),
    may.has('reveal') &&
      button(scene, 'reveal-all', lang.t('cah.revealAll'), 'shelf', () => act('reveal', { all: true })),
    may.has('take_back') &&
      button(scene, 'take-back', lang.t('cah.takeBack'), 'again', () => act('take_back')),
    may.has('submit_response') &&
      button(
        scene,
        'submit',
        lang.n('cah.submit', Math.max(chosen.length, game.pickMin)),
        'check',
        scene.submit,
        {
          kind: 'primary',
          off: !scene.complete,
        },
      ),
    decides &&
      button(
        scene,
        'choose',
        lang.t(may.has('judge_winner') ? 'cah.thisWins' : 'cah.voteThis'),
        'trophy',
        scene.decide,
        { kind: 'primary', off: !picked },
      ),
    may.has('next_round') &&
      button(scene, 'next', lang.t('cah.next'), 'right', () => act('next_round'), {
        kind: decides ? '' : 'primary',
      }),
  ];
}

/** @param {Scene} scene */
export function drawBar(scene) {
  const { frame } = scene;
  const { h, icon, lang } = frame;
  return h(
    'div',
    { class: 'cah-bar', key: 'bar' },
    h('p', { class: 'cah-todo', key: 'todo' }, todo(scene)),
    h(
      'div',
      { class: 'cah-acts', key: 'acts' },
      scene.me !== null &&
        h(
          'button',
          {
            type: 'button',
            key: 'more',
            class: 'quiet cah-more',
            'aria-haspopup': 'dialog',
            'aria-label': lang.t('cah.more'),
            on: { click: () => openMore(scene) },
          },
          icon('more'),
        ),
      choices(scene),
    ),
  );
}
