/* Before the first clue: each team says who gives its clues. */
import { picture } from './board.js';
import { iconOf, numberOf, teams } from './scores.js';

/** @typedef {import('./codenames.js').Scene} Scene */
/** @typedef {import('./codenames.js').Team} Team */

/** Nobody is behind that name. @param {import('../../web/js/frame.js').Frame} frame */
export function computer({ h, icon, lang }) {
  return h(
    'span',
    { class: 'cn-computer', title: lang.t('lobby.isBot') },
    icon('bot'),
    h('span', { class: 'hidden-text' }, ` (${lang.t('lobby.isBot')})`),
  );
}

/** @param {Scene} scene @param {Team} team */
function drawTeam({ frame, view, game, act }, team) {
  const { h, icon, lang } = frame;
  const seat = game.spymasters[team];
  const own = game.you?.team === team;
  const people = view.room.players.filter(
    (player) => player.team === view.room.teams[numberOf(team)] && player.seat !== null && !player.gone,
  );
  const leader = people.find((player) => player.seat === seat);
  const isReady = game.ready[team];
  return h(
    'section',
    {
      class: own ? 'cn-team own' : 'cn-team',
      key: team,
      'data-team': numberOf(team),
      'aria-labelledby': `cn-team-${team}`,
    },
    h(
      'h3',
      { id: `cn-team-${team}` },
      icon(iconOf(team)),
      h('span', {}, frame.team(view.room.teams[numberOf(team)])),
      own && h('span', { class: 'cn-mine' }, lang.t('codenames.yours')),
    ),
    h(
      'p',
      { class: 'cn-leader' },
      h(
        'span',
        { class: 'cn-leader-face' },
        frame.avatar(leader?.name ?? '—'),
        picture(frame, 'hat', 'icon cn-hat'),
      ),
      h(
        'span',
        { class: 'cn-leader-text' },
        h('small', {}, lang.t('codenames.role.spymaster')),
        h('bdi', {}, leader?.name ?? '—', leader?.bot ? computer(frame) : false),
        h(
          'span',
          { class: isReady ? 'cn-ready yes' : 'cn-ready' },
          icon(isReady ? 'check' : 'clock'),
          lang.t(isReady ? 'codenames.isReady' : 'codenames.notReady'),
        ),
      ),
    ),
    h(
      'p',
      { class: 'cn-others' },
      h('small', {}, lang.t('codenames.guessers')),
      people
        .filter((player) => player.seat !== seat)
        .map((player) =>
          h(
            'span',
            { key: player.id, class: 'cn-other' },
            frame.avatar(player.name),
            h('bdi', {}, player.name, player.bot ? computer(frame) : false),
          ),
        ),
    ),
    own &&
      !view.room.paused &&
      (game.can.ready || game.can.takeSpymaster) &&
      h(
        'div',
        { class: 'actions', key: 'actions' },
        game.can.ready &&
          h(
            'button',
            { type: 'button', class: 'primary cn-main', key: 'ready', on: { click: () => act('ready') } },
            icon('check'),
            lang.t('codenames.ready'),
          ),
        game.can.takeSpymaster &&
          h(
            'button',
            { type: 'button', class: 'cn-main', key: 'take', on: { click: () => act('take_spymaster') } },
            picture(frame, 'hat', 'icon'),
            lang.t('codenames.take'),
          ),
      ),
  );
}

/** @param {Scene} scene */
export function drawSetup(scene) {
  const { frame, game } = scene;
  const { h, lang } = frame;
  const order = game.you?.team === 'blue' ? [...teams].reverse() : teams;
  const leads = game.you?.role === 'spymaster';
  const served = !leads && game.can.ready; // by a computer
  const text = leads
    ? 'codenames.setup.leaderText'
    : served
      ? 'codenames.setup.computer'
      : 'codenames.setup.text';
  return h(
    'section',
    { class: 'cn-setup', key: 'setup', 'aria-labelledby': 'cn-setup-title' },
    h('h2', { id: 'cn-setup-title' }, lang.t(leads ? 'codenames.setup.leader' : 'codenames.setup.title')),
    h('p', { class: 'cn-todo' }, lang.t(text)),
    h(
      'div',
      { class: 'cn-teams' },
      order.map((team) => () => drawTeam(scene, team)),
    ),
  );
}
