/* The end: teams by score, then who described and guessed how much. Who won is said by the
 * frame. */

import { signs } from './review.js';
import { points } from './scores.js';

/** @typedef {import('./taboo.js').Scene} Scene */

/** @type {('correct' | 'buzz' | 'skip')[]} */
const results = ['correct', 'buzz', 'skip'];

/** @param {Scene} scene */
function drawRanking({ frame, view, taboo }) {
  const { h, icon, lang } = frame;
  const { teams } = view.room;
  const ranked = [...teams].sort((a, b) => taboo.scores[b] - taboo.scores[a]);
  return h(
    'ol',
    { class: 'ranking', key: 'ranking' },
    ranked.map((team) =>
      h(
        'li',
        { class: team === taboo.winner ? 'side won' : 'side', key: team, 'data-team': teams.indexOf(team) },
        icon(team === taboo.winner ? 'trophy' : `team-${'ab'[teams.indexOf(team)]}`),
        h(
          'span',
          { class: 'rank-name' },
          frame.team(team),
          h(
            'span',
            { class: 'rank-more' },
            results.map((result) =>
              h(
                'span',
                { key: result },
                icon(signs[result]),
                `${lang.t(`taboo.result.${result}`)}: ${taboo.teamStats[team][result]}`,
              ),
            ),
          ),
        ),
        h('b', { class: 'points' }, points(taboo.scores[team])),
      ),
    ),
  );
}

/** @param {Scene} scene */
function drawStats({ frame, view, taboo }) {
  const { h, icon, lang } = frame;
  const best = [...taboo.playerStats].sort(
    (a, b) => b.cardsDescribed + b.cardsGuessed - a.cardsDescribed - a.cardsGuessed,
  );
  return h(
    'table',
    { class: 'stats', key: 'stats' },
    h('caption', {}, lang.t('taboo.stats')),
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        h('th', { scope: 'col' }, lang.t('taboo.player')),
        h('th', { scope: 'col' }, lang.t('taboo.described')),
        h('th', { scope: 'col' }, lang.t('taboo.guessed')),
      ),
    ),
    h(
      'tbody',
      {},
      best.map((player) =>
        h(
          'tr',
          { key: player.id, 'data-team': view.room.teams.indexOf(player.team) },
          h(
            'th',
            { scope: 'row' },
            h(
              'span',
              { class: 'stats-name' },
              frame.avatar(player.name),
              icon(`team-${'ab'[view.room.teams.indexOf(player.team)]}`),
              h('bdi', {}, player.name),
            ),
          ),
          h('td', {}, String(player.cardsDescribed)),
          h('td', {}, String(player.cardsGuessed)),
        ),
      ),
    ),
  );
}

/** @param {Scene} scene */
export function drawEnding(scene) {
  const { h, lang } = scene.frame;
  return h(
    'section',
    { class: 'card ending', key: 'ending', 'aria-labelledby': 'ending-title' },
    h('h2', { id: 'ending-title' }, lang.t('taboo.ranking')),
    drawRanking(scene),
    drawStats(scene),
  );
}
