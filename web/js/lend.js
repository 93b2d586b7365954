/* A seat whose owner is away, lent to the computer: how well it is to play. The owner has it again by
 * coming back. */
import { openDialog } from './dialog.js';
import { h, render } from './dom.js';
import { icon } from './parts.js';

/** @typedef {import('./parts.js').View} View */
/** @typedef {import('./parts.js').Player} Player */

export const LEVELS = [1, 2, 3];

/** May a computer play for them now? @param {View['room']} room @param {Player} player */
export const mayLend = (room, player) =>
  Boolean(room.computers) &&
  room.state === 'PLAYING' &&
  player.seat !== null &&
  !player.online &&
  !player.bot &&
  !player.gone;

/** @param {Pick<import('./menu.js').Desk, 'lang' | 'send'>} desk @param {Player} player */
export function openLend({ lang, send }, player) {
  const dialog = openDialog({
    title: lang.t('table.seatBotFor', { name: player.name }),
    closeLabel: lang.t('site.close'),
    kind: 'menu',
  });
  render(dialog.body, [
    h('p', { class: 'hint', key: 'hint' }, lang.t('table.seatBotHint', { name: player.name })),
    h(
      'ul',
      { class: 'menu-list lend', key: 'levels' },
      LEVELS.map((level) =>
        h(
          'li',
          { key: String(level) },
          h(
            'button',
            {
              type: 'button',
              class: 'quiet',
              'data-level': String(level),
              on: {
                click: () => {
                  dialog.close();
                  send('seat_bot', { id: player.id, level });
                },
              },
            },
            icon('bot'),
            lang.t(`lobby.bot.${level}`),
          ),
        ),
      ),
    ),
  ]);
}
