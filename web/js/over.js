/* The end of a game: who won, the evening so far, and what comes next. */
import { h } from './dom.js';
import { asked, later } from './later.js';
import { avatar, icon, teamName } from './parts.js';
import { eveningList } from './players.js';

/** @typedef {import('./parts.js').View} View */
/** @typedef {import('./lang.js').Lang} Lang */
/** @typedef {import('./frame.js').Around} Around */

/** The show, once it is there: nobody needs it before the end. @type {typeof import('./finale.js') | null} */
let finale = null;
export async function loadFinale() {
  const [loaded, { settled }] = await Promise.all([
    later(() => import('./finale.js')),
    later(() => import('./drama.js')),
  ]);
  await loaded.ready;
  await settled();
  finale = loaded;
  return loaded;
}

/** A sentence: a team, one, several, or nobody. @param {Lang} lang @param {View} view */
export function winnerText(lang, { room }) {
  const winners = room.players.filter((player) => room.winners.includes(player.id));
  if (!winners.length) return lang.t('table.draw');
  const [team] = winners.map((player) => player.team);
  if (team && winners.every((player) => player.team === team)) {
    const named = room.teamNames?.[team];
    if (named) return lang.t('table.winnerTeam', { team: named });
    const own = `${room.game}.winner.${room.teams.indexOf(team)}`;
    return lang.has(own) ? lang.t(own) : lang.t('table.winnerTeam', { team: teamName(lang, room, team) });
  }
  if (winners.length === 1) return lang.t('table.winner', { name: winners[0].name });
  return lang.t('table.winners', { names: winners.map((player) => player.name).join(', ') });
}

/** What comes next: the host chooses, the others read who does. @param {Lang} lang @param {View} view @param {(event: string) => void} send @param {(event: string) => void} anotherGame */
function nextActions(lang, { room, you }, send, anotherGame) {
  const host = room.players.find((player) => player.isHost);
  if (!you?.isHost)
    return h('p', { class: 'hint' }, lang.t('table.hostDecides', { name: host?.name ?? '—' }));
  return h(
    'div',
    { class: 'actions' },
    h(
      'button',
      { type: 'button', class: 'primary', on: { click: () => send('next_game') } },
      icon('again'),
      lang.t('table.playAgain'),
    ),
    h(
      'button',
      { type: 'button', on: { click: () => anotherGame('show_shelf') } },
      icon('shelf'),
      lang.t('table.otherGame'),
    ),
  );
}

/** The winners, until there is a podium to stand on. @param {View} view */
const plainFaces = ({ room }) =>
  h(
    'p',
    { class: 'over-faces', key: 'faces' },
    room.players
      .filter((player) => room.winners.includes(player.id))
      .slice(0, 6)
      .map((player) => h('span', { key: player.id }, avatar(player.name))),
  );

/** To the same game once more; a television stays one. @param {Lang} lang @param {View['room']} room @param {View['you']} you */
function replayLink(lang, { roomCode }, you) {
  const tv = document.querySelector('main.tv-frame') ? '?tv=1' : '';
  return h(
    'p',
    { class: 'over-past', key: 'replay' },
    h('a', { href: `/rooms/${roomCode}/replay${tv}` }, icon('again'), lang.t('replay.watch')),
    !tv && ' · ',
    !tv && h('a', { href: `/rooms/${roomCode}/recap` }, icon('star'), lang.t('recap.link')),
    you && !tv && ' · ',
    you &&
      !tv &&
      h('a', { href: `/rooms/${roomCode}/replay/last.jsonl` }, icon('shelf'), lang.t('saved.keep')),
  );
}

/** Whoever was there can check the cards; not from across the room. @param {Lang} lang @param {View} view */
const proofButton = (lang, { room, seq }) =>
  h(
    'p',
    { class: 'over-past', key: 'proof' },
    h(
      'button',
      {
        type: 'button',
        class: 'quiet',
        on: {
          click: async () =>
            (await asked(() => import('./proof-dialog.js'))).openProof(lang, room.roomCode, seq),
        },
      },
      icon('check'),
      lang.t('fair.check'),
    ),
  );

/** @param {Lang} lang @param {View} view @param {(event: string) => void} send @param {(event: string) => void} [anotherGame] @param {Around} [around] */
export function overPanel(lang, view, send, anotherGame = send, around = {}) {
  const { room, you } = view;
  const outcome = around.outcome ?? winnerText(lang, view);
  return h(
    'section',
    { class: 'card over', key: 'over', 'aria-labelledby': 'over-title' },
    finale ? finale.podium(lang, view, around) : plainFaces(view),
    h('h2', { id: 'over-title', tabindex: '-1' }, icon('trophy'), outcome),
    finale && h('p', { class: 'over-line', key: 'line' }, finale.line(lang, view)),
    // On a phone this stays at the lower edge, whatever is scrolled.
    !room.replay && h('div', { class: 'over-next', key: 'next' }, nextActions(lang, view, send, anotherGame)),
    finale && finale.awards(lang, view),
    h('h3', { key: 'evening' }, lang.t('table.evening')),
    eveningList(lang, view),
    !room.replay && replayLink(lang, room, you),
    !document.querySelector('main.tv-frame') && proofButton(lang, view),
    you &&
      room.history &&
      h(
        'p',
        { class: 'over-past', key: 'past' },
        h('a', { href: `/rooms/${room.roomCode}/history` }, lang.t('past.title')),
      ),
  );
}

/** The end has just come, wherever the last card was tapped: it is what is looked at, and read from. */
export function showEnding() {
  window.scrollTo({ top: 0, behavior: 'instant' });
  if (document.querySelector('dialog[open]')) return;
  document.getElementById('over-title')?.focus({ preventScroll: true });
}

/** The door is shut: why, and the way home. @param {Lang} lang @param {string} reason */
export function closedPanel(lang, reason) {
  const key = `table.closed.${reason}`;
  return h(
    'section',
    { class: 'card closed', key: 'closed' },
    h('h1', {}, lang.has(key) ? lang.t(key) : lang.t('answer.ROOM_ENDED')),
    h('p', { class: 'actions' }, h('a', { class: 'button primary', href: '/' }, lang.t('answer.home'))),
  );
}
