/* Who sits at the table: faces, names, scores, whose turn, who is away; grouped by team. */
import { h } from './dom.js';
import { avatar, icon, teamName } from './parts.js';

/** @typedef {import('./parts.js').View} View */
/** @typedef {import('./parts.js').Player} Player */
/** @typedef {import('./lang.js').Lang} Lang */

/** @param {Lang} lang @param {string} kind @param {string} name @param {string} key */
const mark = (lang, kind, name, key) =>
  h('span', { class: `badge ${kind}`, key: kind }, icon(name), h('span', {}, lang.t(key)));

/** @param {Lang} lang @param {number} level */
const computerMark = (lang, level) =>
  h(
    'span',
    { class: 'badge bot', key: 'bot' },
    icon('bot'),
    h('span', {}, `${lang.t('lobby.isBot')} · ${lang.t(`lobby.bot.${level}`)}`),
  );

/** @param {Lang} lang @param {View} view @param {Player} player @param {import('./frame.js').Around} around */
function chip(lang, view, player, around) {
  const turn = around.turn?.includes(player.id);
  const away = !player.online && !player.bot && !player.gone;
  const score = around.scores?.[player.id];
  const classes = [
    'chip',
    turn && 'turn',
    (away || player.gone) && 'offline',
    player.id === view.you?.id && 'me',
  ];
  return h(
    'li',
    { key: player.id, class: classes.filter(Boolean).join(' ') },
    avatar(player.name),
    h(
      'span',
      { class: 'chip-text' },
      h('bdi', { class: 'person-name' }, player.name),
      h(
        'span',
        { class: 'badges' },
        turn && mark(lang, 'now', 'right', 'table.turn'),
        player.id === view.you?.id && mark(lang, 'me', 'hand', 'lobby.isYou'),
        player.isHost && mark(lang, 'host', 'crown', 'lobby.isHost'),
        player.bot > 0 && computerMark(lang, player.bot),
        away && mark(lang, 'away', 'away', 'lobby.isAway'),
        player.gone && mark(lang, 'away', 'door', 'table.gone'),
        around.marks?.[player.id] && h('span', { class: 'badge own', key: 'own' }, around.marks[player.id]),
      ),
    ),
    score !== undefined && h('b', { class: 'score' }, String(score)),
  );
}

/** @param {Lang} lang @param {View} view @param {import('./frame.js').Around} around */
export function playersList(lang, view, around) {
  const { room } = view;
  const seated = room.players.filter(
    (player) => !player.watching && (player.seat !== null || room.state === 'LOBBY'),
  );
  const watching = room.players.filter((player) => !seated.includes(player) && !player.gone);
  /** @param {Player[]} people */
  const list = (people) =>
    h(
      'ul',
      { class: 'chips' },
      people.map((player) => () => chip(lang, view, player, around)),
    );
  const groups = room.teams.length
    ? room.teams.map((team, i) =>
        h(
          'section',
          { class: 'team', key: team, 'data-team': i },
          h(
            'h2',
            {},
            icon(`team-${'abcd'[i % 4]}`),
            h('span', {}, teamName(lang, room, team)),
            around.teamScores?.[team] !== undefined &&
              h('b', { class: 'score' }, String(around.teamScores[team])),
          ),
          list(seated.filter((player) => player.team === team)),
        ),
      )
    : [list(seated)];
  return [
    ...groups,
    watching.length > 0 &&
      h(
        'p',
        { class: 'watchers', key: 'watchers' },
        icon('eye'),
        `${lang.t('lobby.watchers')}: ${watching.map((player) => player.name).join(', ')}`,
      ),
  ];
}

/** Games won tonight, the best first. @param {Lang} lang @param {View} view */
export function eveningList(lang, view) {
  const { players, gamesPlayed } = view.room;
  if (!gamesPlayed) return h('p', { class: 'hint' }, lang.t('table.eveningNone'));
  const ranked = players
    .filter((player) => !player.bot || player.evening)
    .sort((a, b) => b.evening - a.evening);
  return h(
    'ol',
    { class: 'evening' },
    ranked.map((player) =>
      h(
        'li',
        { key: player.id, class: 'chip' },
        avatar(player.name),
        h('bdi', { class: 'person-name' }, player.name),
        h('span', { class: 'badge won' }, icon('star'), lang.n('lobby.won', player.evening)),
      ),
    ),
  );
}
