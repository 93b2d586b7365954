/* What comes next: the shelf, shown to everybody after a game. Everybody votes, the host picks. */
import { h } from './dom.js';
import { assetUrl, avatar, gameTitle, icon } from './parts.js';

/** @typedef {import('./parts.js').View} View */
/** @typedef {import('./parts.js').Player} Player */
/** @typedef {import('./lang.js').Lang} Lang */
/** @typedef {import('./parts.js').Boxed} Boxed */
/** @typedef {(event: string, payload?: object) => Promise<import('./room.js').Answer>} Send */

/** What this browser's host last set for a game; its language is this evening's. @param {string} game @returns {object | undefined} */
function lastSettings(game) {
  try {
    const { language, ...settings } = JSON.parse(localStorage.getItem(`ludoteca.settings.${game}`) || '{}');
    return Object.keys(settings).length ? settings : undefined;
  } catch {
    return undefined;
  }
}

/** Puts the game on the table and deals; where that cannot be, its lobby says what is missing. @param {Send} send @param {string} game */
export async function playNext(send, game) {
  const settings = lastSettings(game);
  let answer = await send('next_game', { game, settings });
  if (settings && answer.error?.code === 'BAD_SETTING') answer = await send('next_game', { game });
  return answer.error ? send('choose_game', { game }) : answer;
}

/** @param {Lang} lang @param {Player[]} people */
const faces = (lang, people) =>
  h(
    'span',
    { class: 'votes' },
    people.slice(0, 8).map((player) => h('span', { key: player.id }, avatar(player.name))),
    people.length > 0 && h('b', { key: 'count' }, lang.n('next.votes', people.length)),
  );

/** @param {Lang} lang @param {Boxed} game @param {View} view */
function box(lang, game, view) {
  const votes = view.room.players.filter((player) => player.vote === game.name && !player.gone);
  return [
    h('img', { class: 'art', alt: '', width: 96, height: 96, src: assetUrl(`art/${game.name}.svg`) }),
    h(
      'span',
      { class: 'next-text' },
      h('b', { class: 'next-name' }, gameTitle(lang, game.name)),
      h('small', {}, game.min === game.max ? String(game.min) : `${game.min}–${game.max}`, icon('people')),
      faces(lang, votes),
    ),
  ];
}

/** Without `send` it is only looked at, on a television. @param {{ lang: Lang, view: View, games: Boxed[], send?: Send }} what */
export function shelfPanel({ lang, view, games, send }) {
  const { room, you } = view;
  const mine = room.players.find((player) => player.id === you?.id)?.vote;
  const host = room.players.find((player) => player.isHost);
  const hint = you?.isHost ? lang.t('next.hostHint') : lang.t('next.hint', { name: host?.name ?? '—' });
  /** @param {Boxed} game */
  const choice = (game) =>
    send && you
      ? h(
          'button',
          {
            type: 'button',
            class: 'next-vote',
            'aria-pressed': String(mine === game.name),
            on: { click: () => send('vote_game', { game: mine === game.name ? null : game.name }) },
          },
          box(lang, game, view),
        )
      : h('div', { class: 'next-vote' }, box(lang, game, view));
  return h(
    'section',
    { class: 'card next-shelf', key: 'shelf', 'aria-labelledby': 'next-title' },
    h('h2', { id: 'next-title', tabindex: '-1' }, icon('shelf'), lang.t('next.title')),
    h('p', { class: 'hint' }, send ? hint : lang.t('next.tvHint')),
    h(
      'ul',
      { class: 'next-games' },
      games.map((game) =>
        h(
          'li',
          { key: game.name, 'data-game': game.name, 'data-mood': game.mood || undefined },
          choice(game),
          send &&
            you?.isHost &&
            h(
              'div',
              { class: 'actions' },
              h(
                'button',
                { type: 'button', class: 'primary', on: { click: () => playNext(send, game.name) } },
                icon('go'),
                lang.t('next.play'),
                h('span', { class: 'hidden-text' }, ` ${gameTitle(lang, game.name)}`),
              ),
              h(
                'button',
                {
                  type: 'button',
                  class: 'quiet',
                  on: { click: () => send('choose_game', { game: game.name }) },
                },
                icon('gear'),
                lang.t('next.prepare'),
                h('span', { class: 'hidden-text' }, ` ${gameTitle(lang, game.name)}`),
              ),
            ),
        ),
      ),
    ),
    send &&
      you?.isHost &&
      h(
        'p',
        { class: 'actions' },
        h(
          'button',
          { type: 'button', class: 'quiet', on: { click: () => send('show_shelf', { open: false }) } },
          icon('close'),
          lang.t('next.close'),
        ),
      ),
  );
}
