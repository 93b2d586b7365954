/* The empty table of a game whose rules come later: its name, a plain word about it, and what one can
 * do meanwhile. Nobody should think that something is broken, or wait for a game that does not begin. */

/** @typedef {import('../../web/js/frame.js').Frame} Frame */
/** @typedef {import('../../web/js/parts.js').View} View */

/** What is done with the game, and how far we are. @param {import('../../web/js/lang.js').Lang} lang @param {'cah'} game */
export const slidesOf = (lang, game) => [
  { title: lang.t(`game.${game}.title`), text: lang.t(`coming.idea.${game}`) },
  { title: lang.t('coming.title'), text: lang.t('coming.text') },
];

/** @param {Frame} frame @returns {Promise<import('../../web/js/frame.js').Table>} */
export async function mount(frame) {
  const { h, lang, house } = frame;
  await frame.css(new URL('./coming.css', import.meta.url));
  /** @param {string} icon @param {string} key @param {() => void} act @param {string} [kind] */
  const button = (icon, key, act, kind = '') =>
    h('button', { type: 'button', class: kind, key, on: { click: act } }, frame.icon(icon), lang.t(key));

  /** @param {View} view */
  function choices({ room, you }) {
    const host = room.players.find((player) => player.isHost);
    return [
      !you?.isHost &&
        h('p', { class: 'hint', key: 'host' }, lang.t('coming.hostChooses', { name: host?.name ?? '—' })),
      h(
        'div',
        { class: 'actions', key: 'actions' },
        you?.isHost && button('shelf', 'coming.other', () => house.anotherGame('end_game'), 'primary'),
        button('share', 'share.title', house.share),
        button('star', 'table.evening', house.evening),
        you && button('door', 'lobby.leave', house.leave, 'quiet'),
      ),
    ];
  }

  return {
    render(view) {
      const { game } = view.room;
      frame.render(
        frame.root,
        h(
          'section',
          {
            class: frame.tv ? 'coming on-tv' : 'coming',
            'data-game': game,
            'aria-labelledby': 'coming-title',
          },
          h(
            'div',
            { class: 'coming-mat' },
            h('img', {
              class: 'art',
              alt: '',
              width: 160,
              height: 160,
              src: new URL(`../../art/${game}.svg`, import.meta.url).href,
            }),
            h('h2', { id: 'coming-title' }, lang.t(`game.${game}.title`)),
            h('p', { class: 'coming-badge' }, lang.t('home.soon')),
          ),
          h(
            'div',
            { class: 'coming-text' },
            h('h3', {}, lang.t('coming.title')),
            h('p', {}, lang.t('coming.text')),
            !frame.tv && choices(view),
          ),
        ),
      );
      frame.show({});
    },
  };
}
