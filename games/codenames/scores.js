/* The two teams: how many agents each still looks for, who plays, who gives the clues. */
import { picture } from './board.js';

/** @typedef {import('./codenames.js').Scene} Scene */
/** @typedef {import('./codenames.js').Team} Team */

/** @type {Team[]} */
export const teams = ['red', 'blue'];
/** @param {Team} team */
export const numberOf = (team) => teams.indexOf(team);
/** @param {Team} team */
export const otherOf = (team) => teams[1 - numberOf(team)];
/** @param {Team} team */
export const iconOf = (team) => `team-${'ab'[numberOf(team)]}`;
/** A team within a sentence: «the red team». @param {import('../../web/js/frame.js').Frame} frame @param {Team} team */
export const theTeam = ({ lang, named }, team) =>
  named(numberOf(team)) ?? lang.t(`codenames.theTeam.${numberOf(team)}`);
/** @param {string} text */
export const sentence = (text) => text.charAt(0).toLocaleUpperCase() + text.slice(1);
/** @param {import('./codenames.js').Codenames} game @param {Team} team */
export const remaining = (game, team) =>
  team === 'red' ? game.redAgentsRemaining : game.blueAgentsRemaining;

/** @param {Scene} scene @param {Team} team */
function drawFaces({ frame, view, game }, team) {
  const { h, icon, lang } = frame;
  const people = view.room.players.filter(
    (player) => player.team === view.room.teams[numberOf(team)] && player.seat !== null && !player.gone,
  );
  return h(
    'ul',
    { class: people.length > 4 ? 'cn-faces many' : 'cn-faces' },
    people.map((player) => {
      const leads = game.spymasters[team] === player.seat;
      const away = !player.online && !player.bot;
      return h(
        'li',
        { key: player.id, class: [leads && 'leads', away && 'away'].filter(Boolean).join(' ') || null },
        frame.avatar(player.name),
        leads && picture(frame, 'hat', 'icon cn-hat'),
        away && icon('away'),
        h(
          'span',
          { class: 'hidden-text' },
          player.name,
          leads && `, ${lang.t('codenames.role.spymaster')}`,
          away && `, ${lang.t('lobby.isAway')}`,
        ),
      );
    }),
  );
}

/** @param {Scene} scene */
export function drawScores(scene) {
  const { frame, game } = scene;
  const { h, icon, lang } = frame;
  return h(
    'section',
    { class: 'cn-sides', key: 'scores', 'aria-label': lang.t('codenames.scores') },
    teams.map((team, i) => {
      const active = game.phase !== 'Complete' && game.currentTeam === team;
      return h(
        'div',
        { class: active ? 'cn-side active' : 'cn-side', key: team, 'data-team': i },
        h(
          'span',
          { class: 'cn-side-name' },
          icon(iconOf(team)),
          h(
            'span',
            {},
            frame.team(team),
            game.you?.team === team && h('span', { class: 'cn-mine' }, lang.t('codenames.yours')),
            active && h('span', { class: 'hidden-text' }, `, ${lang.t('table.turn')}`),
          ),
        ),
        h(
          'span',
          { class: 'cn-left' },
          h('b', {}, String(remaining(game, team))),
          h('small', {}, lang.t('codenames.left')),
        ),
        !frame.tv && drawFaces(scene, team),
      );
    }),
  );
}
