/* A turn: who describes, what the reader has to do, the card or its back, and the big buttons. */

import { drawAsked } from './review.js';

/** @typedef {import('./taboo.js').Scene} Scene */

const art = (/** @type {string} */ name) => new URL(`./art/${name}.svg`, import.meta.url).href;

/** What stands for a role; nothing that looks as if it could be pressed. @type {Record<string, string>} */
const roleArt = { describer: 'describer', guesser: 'guesser', buzzer: 'listener' };

/** Before a turn: whose turn it is and what the reader will be. @param {Scene} scene */
function waitingLines({ frame, taboo, seconds }) {
  const { lang } = frame;
  const name = taboo.describer?.name ?? '—';
  const late = seconds !== null && seconds <= 20;
  return {
    title: lang.t(`taboo.wait.${taboo.role}`, { name }),
    text:
      late && taboo.role === 'describer'
        ? lang.n('taboo.readyLeft', seconds)
        : lang.t(`taboo.soon.${taboo.role}`, { name, seconds: taboo.turnSeconds }),
  };
}

/** @param {Scene} scene */
function endedLines({ frame, taboo }) {
  const { lang } = frame;
  return {
    title: lang.t('taboo.ended'),
    text: lang.t('taboo.next', { name: taboo.nextDescriber?.name ?? '—', team: frame.team(taboo.nextTeam) }),
  };
}

/** @param {Scene} scene */
function activeLines({ frame, taboo }) {
  const { lang } = frame;
  const name = taboo.describer?.name ?? '—';
  return {
    title:
      taboo.role === 'watcher' ? lang.t('taboo.describes', { name }) : lang.t(`taboo.role.${taboo.role}`),
    text: taboo.coming ? lang.t('taboo.coming') : lang.t(`taboo.todo.${taboo.role}`, { name }),
  };
}

/** @param {Scene} scene */
export function drawHead(scene) {
  const { frame, view, taboo, seconds } = scene;
  const { h, lang } = frame;
  const active = taboo.phase === 'TURN_ACTIVE';
  const face = taboo.phase === 'TURN_ENDED' ? taboo.nextDescriber : taboo.describer;
  const lines =
    taboo.phase === 'TURN_ENDED' ? endedLines(scene) : active ? activeLines(scene) : waitingLines(scene);
  if (view.room.paused)
    Object.assign(lines, {
      title: lang.t('taboo.describes', { name: taboo.describer?.name ?? '—' }),
      text: lang.t('taboo.hidden'),
    });
  const shown = active && !view.room.paused && taboo.role !== 'watcher' && taboo.role !== 'guesser';
  return h(
    'section',
    { class: 'head', key: 'head' },
    shown
      ? h('img', {
          key: taboo.role,
          class: 'role-art',
          alt: '',
          width: 72,
          height: 72,
          src: art(roleArt[taboo.role]),
        })
      : face && h('span', { key: face.id, class: 'face' }, frame.avatar(face.name)),
    h('div', { class: 'head-text' }, h('h2', {}, lines.title), h('p', {}, lines.text)),
    frame.tv && active && seconds !== null && h('b', { class: 'seconds', key: 'seconds' }, String(seconds)),
    active &&
      seconds !== null &&
      h(
        'span',
        { class: seconds <= 10 ? 'time low' : 'time', key: 'time', 'aria-hidden': 'true' },
        h('i', {}),
      ),
  );
}

/** Before a turn with nothing to look back on: what does not count as a clue. @param {Scene} scene */
export function drawFairPlay({ frame, taboo }) {
  const { h, icon, lang } = frame;
  if (taboo.phase !== 'WAITING_FOR_DESCRIBER' || taboo.review.length > 0) return [];
  const picture = (/** @type {string} */ name) =>
    h('img', { key: 'art', class: 'waiting-art', alt: '', width: 160, height: 160, src: art(name) });
  if (taboo.role === 'guesser')
    return [h('div', { class: 'taboo-card back', key: 'deck' }, picture('guesser'))];
  return [
    h(
      'section',
      { class: 'card fair-play', key: 'fair' },
      h('h2', {}, lang.t('taboo.unfair')),
      h(
        'ul',
        {},
        [1, 2, 3, 4].map((n) => h('li', { key: n }, icon('close'), lang.t(`taboo.unfair.${n}`))),
      ),
    ),
    taboo.role === 'buzzer' && picture(roleArt.buzzer),
  ];
}

/** So many as two rows of a television hold. */
const guessedShown = 6;

/** On the television: what was guessed in this turn, the last one popping up. @param {Scene} scene */
export function drawGuessed({ frame, taboo }) {
  const { h, icon, lang } = frame;
  if (!frame.tv || !taboo.guessed.length) return false;
  return h(
    'ul',
    { class: 'guessed', key: 'guessed', 'aria-label': lang.t('taboo.guessed') },
    taboo.guessed
      .map((word, i) => h('li', { key: `${i}-${word}` }, icon('check'), h('bdi', {}, word)))
      .slice(-guessedShown),
  );
}

/** @param {string} word */
const longestPart = (word) => Math.max(...word.split(/[ -]/).map((part) => part.length));

const levels = ['easy', 'medium', 'hard'];

/** One to three dots. @param {import('../../web/js/frame.js').Frame} frame @param {string} difficulty */
function drawLevel({ h, lang }, difficulty) {
  const level = levels.indexOf(difficulty);
  return (
    level >= 0 &&
    h(
      'span',
      { class: 'level' },
      h('span', { class: 'hidden-text' }, lang.t(`taboo.level.${difficulty}`)),
      levels.map((name, i) => h('i', { key: name, class: i <= level ? 'on' : null })),
    )
  );
}

/** The card for those who may see it, its back for the others. @param {Scene} scene */
export function drawCard({ frame, view, taboo }) {
  const { h, icon, lang } = frame;
  const { card, cardNumber } = taboo;
  if (!card) {
    return h(
      'div',
      { class: 'taboo-card back', key: `back-${cardNumber}` },
      h('img', { class: 'back-art', alt: '', width: 160, height: 160, src: art('back') }),
      !view.room.paused &&
        h('p', { class: 'back-text' }, lang.t(taboo.role === 'guesser' ? 'taboo.guess' : 'taboo.secret')),
    );
  }
  return h(
    'article',
    { class: 'taboo-card front', key: `card-${cardNumber}`, 'aria-live': 'polite', 'aria-atomic': 'true' },
    h(
      'header',
      { class: 'band' },
      h('p', { class: 'kind' }, h('bdi', {}, card.category), drawLevel(frame, card.difficulty)),
      h('h3', { class: longestPart(card.word) > 11 ? 'word long' : 'word' }, h('bdi', {}, card.word)),
    ),
    h('p', { class: 'forbidden' }, lang.t('taboo.forbidden')),
    h(
      'ul',
      { class: 'forbidden-words' },
      card.tabooWords.map((word) => h('li', { key: word }, icon('close'), h('bdi', {}, word))),
    ),
  );
}

/** Buttons for what the view says this reader may do. @param {Scene} scene */
export function drawActions(scene) {
  const { frame, view, taboo, armed, act } = scene;
  const { h, icon, lang } = frame;
  const may = (/** @type {string} */ verb) => !frame.tv && !view.room.paused && taboo.may.includes(verb);
  const asked = may('describer_ready') && drawAsked(scene);
  /** @param {string} verb @param {string} look @param {string} key @param {string} shortcut @param {any} picture */
  const button = (verb, look, key, shortcut, picture) =>
    may(verb) &&
    h(
      'button',
      {
        type: 'button',
        class: `big ${look}`,
        key: verb,
        'data-shortcut': shortcut,
        'data-focus-next': shortcut === 'main',
        'aria-keyshortcuts': shortcut === 'main' ? 'Space' : 'P',
        'aria-describedby': asked ? 'asked-note' : null,
        'aria-disabled': armed ? null : 'true',
        on: { click: () => act(verb) },
      },
      picture,
      h('span', {}, lang.t(key)),
      h('kbd', { class: 'key', 'aria-hidden': 'true' }, shortcut === 'main' ? lang.t('taboo.space') : 'P'),
    );
  const buttons = [
    button('describer_ready', 'go', 'taboo.ready', 'main', icon('go')),
    button('card_skip', 'pass', 'taboo.skip', 'pass', icon('right')),
    button('card_correct', 'right', 'taboo.correct', 'main', icon('check')),
    button(
      'card_buzz',
      'wrong',
      'taboo.buzz',
      'main',
      h('img', { class: 'bell', alt: '', width: 56, height: 56, src: art('buzzer') }),
    ),
  ].filter(Boolean);
  return (
    buttons.length > 0 &&
    h('div', { class: asked ? 'taboo-actions and-asked' : 'taboo-actions', key: 'actions' }, asked, buttons)
  );
}
