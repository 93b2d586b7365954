/* Above the board: the clue, large, and what the reader has to do now. */
import { iconOf, numberOf, sentence, theTeam } from './scores.js';

/** @typedef {import('./codenames.js').Scene} Scene */

/** @param {number} count */
export const countText = (count) => (count < 0 ? '∞' : String(count));

/** How the reader is concerned: those whose turn it is by their role, the others together. @param {Scene} scene */
export function partOf({ game }) {
  if (!game.you) return 'watcher';
  return game.you.team === game.currentTeam
    ? game.you.role
    : game.you.role === 'spymaster'
      ? 'rival'
      : 'waiting';
}

/** @param {Scene} scene */
function leftText({ frame, game }) {
  const { lang } = frame;
  return game.guessesLeft === null
    ? lang.t('codenames.noLimit')
    : lang.n('codenames.guessesLeft', game.guessesLeft);
}

/** @param {Scene} scene */
function lines(scene) {
  const { frame, game } = scene;
  const { lang } = frame;
  const part = partOf(scene);
  const name = frame.seated(game.spymasters[game.currentTeam])?.name ?? '—';
  const team = theTeam(frame, game.currentTeam);
  if (game.phase === 'AwaitingClue') {
    return {
      title: part === 'spymaster' ? lang.t('codenames.thinkClue') : lang.t('codenames.thinks', { name }),
      text: lang.t(`codenames.meanwhile.${part}`, { team }),
      left: '',
    };
  }
  return {
    title: '',
    text: sentence(
      lang.t(`codenames.guessing.${part === 'spymaster' || part === 'operative' ? part : 'others'}`, {
        team,
      }),
    ),
    left: leftText(scene),
  };
}

/** @param {Scene} scene */
export function drawHead(scene) {
  const { frame, game, language } = scene;
  const { h, icon, lang } = frame;
  const { title, text, left } = lines(scene);
  const { clue } = game;
  return h(
    'section',
    {
      class: 'cn-head',
      key: 'head',
      'data-team': numberOf(game.currentTeam),
      'data-part': partOf(scene),
      'aria-label': lang.t('codenames.turn'),
    },
    h(
      'p',
      { class: 'cn-turn' },
      icon(iconOf(game.currentTeam)),
      h('span', {}, sentence(lang.t('codenames.turnOf', { team: theTeam(frame, game.currentTeam) }))),
    ),
    game.phase === 'AwaitingGuesses' && clue
      ? h(
          'h2',
          { class: 'cn-clue', key: 'clue' },
          h('bdi', { lang: language }, clue.text.toLocaleUpperCase(language)),
          h('span', { class: 'cn-dot', 'aria-hidden': 'true' }, '·'),
          h(
            'b',
            {
              class: 'cn-count',
              'aria-label': clue.count < 0 ? lang.t('codenames.unlimited') : null,
              role: clue.count < 0 ? 'img' : null,
            },
            countText(clue.count),
          ),
        )
      : h('h2', { key: 'title' }, title),
    h('p', { class: 'cn-todo' }, text, left && ' ', left && h('b', {}, left)),
  );
}
