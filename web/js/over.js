/* The end of a game: who won, the evening so far, and what comes next. */
import { h } from './dom.js';
import { avatar, icon, teamName } from './parts.js';
import { eveningList } from './players.js';

/** @typedef {import('./parts.js').View} View */
/** @typedef {import('./lang.js').Lang} Lang */

/** A sentence: a team, one, several, or nobody. @param {Lang} lang @param {View} view */
export function winnerText(lang, { room }) {
  const winners = room.players.filter((player) => room.winners.includes(player.id));
  if (!winners.length) return lang.t('table.draw');
  const [team] = winners.map((player) => player.team);
  if (team && winners.every((player) => player.team === team)) {
    const own = `${room.game}.winner.${room.teams.indexOf(team)}`;
    return lang.has(own) ? lang.t(own) : lang.t('table.winnerTeam', { team: teamName(lang, room, team) });
  }
  if (winners.length === 1) return lang.t('table.winner', { name: winners[0].name });
  return lang.t('table.winners', { names: winners.map((player) => player.name).join(', ') });
}

/** `outcome`: who has won, where the table knows better. @param {Lang} lang @param {View} view @param {(event: string) => void} send @param {(event: string) => void} [anotherGame] @param {string} [outcome] */
export function overPanel(lang, view, send, anotherGame = send, outcome = winnerText(lang, view)) {
  const { room, you } = view;
  const host = room.players.find((player) => player.isHost);
  return h(
    'section',
    { class: 'card over', key: 'over', 'aria-labelledby': 'over-title' },
    h(
      'p',
      { class: 'over-faces' },
      room.players
        .filter((player) => room.winners.includes(player.id))
        .slice(0, 6)
        .map((player) => h('span', { key: player.id }, avatar(player.name))),
    ),
    h('h2', { id: 'over-title' }, icon('trophy'), outcome),
    h('h3', {}, lang.t('table.evening')),
    eveningList(lang, view),
    you &&
      room.history &&
      h(
        'p',
        { class: 'over-past', key: 'past' },
        h('a', { href: `/rooms/${room.roomCode}/history` }, lang.t('past.title')),
      ),
    you?.isHost
      ? h(
          'div',
          { class: 'actions' },
          h(
            'button',
            { type: 'button', class: 'primary', on: { click: () => send('play_again') } },
            icon('again'),
            lang.t('table.playAgain'),
          ),
          h(
            'button',
            { type: 'button', on: { click: () => anotherGame('play_again') } },
            icon('shelf'),
            lang.t('table.otherGame'),
          ),
        )
      : h('p', { class: 'hint' }, lang.t('table.hostDecides', { name: host?.name ?? '—' })),
  );
}
