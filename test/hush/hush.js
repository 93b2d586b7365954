/* The table of hush: everybody's last card, and one's own hand as buttons. */

/** @typedef {{ name: string, score: number, present: boolean, hasLaid: boolean, laid?: number }} Player */
/** @typedef {{ phase: string, round: number, rounds: number, deadline?: number, players: Player[], hand?: number[], laid?: number }} Hush */

/** @param {import('../../web/js/lang.js').Lang} lang */
export const slides = (lang) => [{ title: lang.t('hush.help.1'), text: lang.t('hush.help.1.text') }];

/** @param {import('../../web/js/frame.js').Frame} frame @returns {Promise<import('../../web/js/frame.js').Table>} */
export async function mount(frame) {
  const { h, lang } = frame;
  await frame.css(new URL('./hush.css', import.meta.url));

  /** @param {Hush} table */
  const turned = ({ players }) =>
    h(
      'ul',
      { key: 'turned' },
      players
        .filter(({ laid }) => laid !== undefined)
        .map(({ name, laid }) =>
          h('li', { class: 'card', key: name }, lang.t('hush.turned', { name, card: laid })),
        ),
    );

  /** @param {Hush} table */
  const waiting = ({ players }) =>
    lang.t('hush.waiting', {
      names: players
        .filter(({ present, hasLaid }) => present && !hasLaid)
        .map(({ name }) => name)
        .join(', '),
    });

  /** @param {number} card @param {boolean} may */
  const button = (card, may) =>
    h(
      'li',
      { key: card },
      h(
        'button',
        {
          type: 'button',
          class: 'hush-card',
          disabled: !may,
          on: { click: () => frame.send('lay', { card }) },
        },
        String(card),
      ),
    );

  /** @param {Hush} table @param {number[]} cards */
  const hand = ({ phase, laid }, cards) => [
    laid !== undefined && phase === 'laying' && h('p', { key: 'laid' }, lang.t('hush.laid', { card: laid })),
    laid !== undefined &&
      phase === 'laying' &&
      h(
        'button',
        { type: 'button', class: 'quiet', key: 'back', on: { click: () => frame.send('take_back') } },
        lang.t('hush.back'),
      ),
    h(
      'ul',
      { key: 'hand', 'aria-label': lang.t('hush.hand') },
      cards.map((card) => button(card, phase === 'laying' && laid === undefined)),
    ),
  ];

  return {
    render({ table, room }) {
      const { phase, round, rounds, deadline, players } = /** @type {Hush} */ (table);
      frame.render(
        frame.root,
        h(
          'section',
          { class: 'hush' },
          h('h2', {}, lang.t('hush.round', { round, rounds })),
          phase === 'laying' ? h('p', { key: 'waiting' }, waiting(table)) : turned(table),
          table.hand && hand(table, table.hand),
        ),
      );
      const scores = room.players
        .filter((player) => player.seat !== null && players[player.seat])
        .map((player) => [player.id, players[/** @type {number} */ (player.seat)].score]);
      frame.show({ deadline, total: 20000, scores: Object.fromEntries(scores) });
    },
    announce(event) {
      if (event === 'cards_turned') frame.sound('card');
    },
  };
}
