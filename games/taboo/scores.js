/* The two teams and what is special about this turn. */

/** @typedef {import('./taboo.js').Scene} Scene */

/** @param {number} score */
export const points = (score) => String(score).replace('-', '−');

/** Who plays there, for screens that have no room for names. @param {Scene} scene @param {string} team @param {boolean} active */
function drawFaces({ frame, view, taboo }, team, active) {
  const { h, icon, lang } = frame;
  const people = view.room.players.filter(
    (player) => player.team === team && player.seat !== null && !player.gone,
  );
  return h(
    'ul',
    { class: people.length > 4 ? 'faces many' : 'faces' },
    people.map((player) => {
      const describes = active && player.id === taboo.describer?.id;
      const away = !player.online && !player.bot;
      return h(
        'li',
        { key: player.id, class: describes ? 'describes' : away ? 'away' : null },
        frame.avatar(player.name),
        describes && icon('speaker'),
        away && icon('away'),
        h(
          'span',
          { class: 'hidden-text' },
          player.name,
          describes && `, ${lang.t('table.turn')}`,
          away && `, ${lang.t('lobby.isAway')}`,
        ),
      );
    }),
  );
}

/** @param {Scene} scene */
export function drawScores(scene) {
  const { frame, view, taboo, making } = scene;
  const { h, icon, lang } = frame;
  const running = taboo.phase === 'TURN_ACTIVE' || taboo.phase === 'WAITING_FOR_DESCRIBER';
  const side = (/** @type {string} */ team, /** @type {number} */ i) => {
    const active = running && team === taboo.activeTeam;
    return h(
      'div',
      { class: active ? 'side active' : 'side', key: team, 'data-team': i },
      h(
        'span',
        { class: 'side-name' },
        icon(`team-${'ab'[i]}`),
        h('span', {}, frame.team(team)),
        team === view.you?.team && h('span', { class: 'mine' }, lang.t('taboo.yours')),
      ),
      h('b', { class: 'points' }, points(taboo.scores[team])),
      !frame.tv && drawFaces(scene, team, active),
    );
  };
  const [a, b] = view.room.teams;
  const goal =
    taboo.mode === 'score'
      ? lang.t('taboo.goal', { count: taboo.scoreLimit })
      : lang.n('taboo.cardsLeft', taboo.cardsLeft);
  return h(
    'section',
    { class: 'sides', key: 'scores', 'aria-label': lang.t('taboo.scores') },
    side(a, 0),
    side(b, 1),
    !taboo.suddenDeath &&
      h(
        'p',
        { class: 'goal', key: 'goal' },
        goal,
        making &&
          h(
            'span',
            { class: 'making' },
            lang.t('taboo.cardsMaking'),
            h('span', { class: 'making-dots', 'aria-hidden': 'true' }, h('i', {}), h('i', {}), h('i', {})),
          ),
      ),
  );
}

/** @param {Scene} scene */
export function drawBanner({ frame, taboo }) {
  const { h, lang } = frame;
  return (
    taboo.suddenDeath &&
    h(
      'p',
      { class: 'sudden', key: 'sudden' },
      h('b', {}, lang.t('taboo.sudden')),
      ' ',
      lang.t('taboo.suddenRule'),
    )
  );
}
