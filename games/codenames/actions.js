/* Under the thumb of who guesses: reveal the chosen card, or stop. The buttons stay where they are, so that
 * whoever presses one by keyboard does not find himself on another. */

/** @typedef {import('./codenames.js').Scene} Scene */

/** @param {Scene} scene */
export function drawActions({ frame, game, chosen, language, guess, act, draft }) {
  const { h, icon, lang } = frame;
  const card = chosen === null ? undefined : game.board[chosen];
  return h(
    'div',
    { class: 'cn-actions', key: 'actions' },
    h(
      'button',
      {
        type: 'button',
        class: card ? 'primary cn-reveal' : 'cn-reveal',
        key: 'reveal',
        'aria-disabled': card && !draft.sending ? null : 'true',
        on: { click: () => card && guess(card.position) },
      },
      card
        ? [
            icon('eye'),
            h(
              'span',
              {},
              lang.t('codenames.reveal'),
              ' ',
              h('bdi', { class: 'cn-chosen-word', lang: language }, card.word.toLocaleUpperCase(language)),
            ),
          ]
        : [icon('hand'), h('span', {}, lang.t('codenames.pointFirst'))],
    ),
    h(
      'button',
      {
        type: 'button',
        class: 'cn-stop',
        key: 'end',
        'aria-disabled': game.can.endTurn ? null : 'true',
        'aria-describedby': game.can.endTurn ? null : 'cn-guess-first',
        on: { click: () => game.can.endTurn && act('end_turn') },
      },
      icon('stop'),
      h('span', {}, lang.t('codenames.endTurn')),
    ),
    !game.can.endTurn &&
      h(
        'span',
        { class: 'hidden-text', id: 'cn-guess-first', key: 'why' },
        lang.t('codenames.error.GUESS_FIRST'),
      ),
  );
}
