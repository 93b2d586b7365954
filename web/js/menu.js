/* The menu of the table: for everybody, and more for the host. */
import { h, render } from './dom.js';
import { confirmDialog, openDialog } from './dialog.js';
import { asked } from './later.js';
import { mayLend, openLend } from './lend.js';
import { avatar, codeTokens, gameTitle, icon } from './parts.js';
import { eveningList } from './players.js';
import { toast } from './toast.js';

/** @typedef {import('./parts.js').View} View */
/** @typedef {{ lang: import('./lang.js').Lang, code: string, link: string, view: () => View, send: (event: string, payload?: object) => Promise<any>, anotherGame: (event: string) => void, help: () => void }} Desk */

/** Code, link and QR for whoever comes late. @param {Desk} desk */
export function openShare({ lang, code, link, view }) {
  const dialog = openDialog({ title: lang.t('share.title'), closeLabel: lang.t('site.close') });
  const text = lang.t('share.text', { game: gameTitle(lang, view().room.game), code });
  render(
    dialog.body,
    h(
      'div',
      { class: 'share' },
      codeTokens(lang, code),
      h('img', {
        class: 'qr',
        width: 240,
        height: 240,
        src: `/rooms/${code}/qr.svg`,
        alt: lang.t('share.qrAlt', { link }),
      }),
      h('p', { class: 'invite-link' }, h('a', { href: link }, link.replace(/^https?:\/\//, ''))),
      h(
        'div',
        { class: 'actions' },
        h('button', { type: 'button', 'data-copy': link }, icon('copy'), lang.t('share.copy')),
        'share' in navigator &&
          h(
            'button',
            { type: 'button', 'data-share': link, 'data-share-text': text },
            icon('share'),
            lang.t('share.share'),
          ),
      ),
    ),
  );
}

/** The link that moves this seat: only the server knows it, so it draws it. @param {Desk} desk */
async function openResume({ lang, code }) {
  const dialog = openDialog({ title: lang.t('resume.title'), closeLabel: lang.t('site.close') });
  const answer = await fetch(`/rooms/${code}/resume`).catch(() => null);
  if (!answer?.ok) {
    dialog.close();
    toast(lang.t('error.OFFLINE'), { bad: true });
    return;
  }
  const card = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('resume');
  if (card) dialog.body.append(document.importNode(card, true));
  else window.location.assign(`/rooms/${code}/resume`);
}

/** @param {Desk} desk */
export function openEvening({ lang, view }) {
  const dialog = openDialog({ title: lang.t('table.evening'), closeLabel: lang.t('site.close') });
  render(dialog.body, eveningList(lang, view()));
}

/** Whom the host put out: they may be let back in. @param {Desk} desk @param {() => void} close */
function outList({ lang, view, send }, close) {
  return h(
    'section',
    { key: 'out' },
    h('h3', {}, icon('door'), lang.t('lobby.out')),
    h(
      'ul',
      { class: 'people-list' },
      (view().room.out ?? []).map(({ id, name }) =>
        h(
          'li',
          { class: 'person', key: id },
          avatar(name),
          h('bdi', { class: 'person-text person-name' }, name),
          h(
            'button',
            {
              type: 'button',
              class: 'quiet',
              on: {
                click: () => {
                  close();
                  send('readmit', { id });
                },
              },
            },
            icon('chair'),
            lang.t('lobby.readmit'),
          ),
        ),
      ),
    ),
  );
}

/** @param {Desk} desk */
function openPeople(desk) {
  const { lang, view, send } = desk;
  const dialog = openDialog({ title: lang.t('table.players'), closeLabel: lang.t('site.close') });
  const { room, you } = view();
  render(dialog.body, [
    h(
      'ul',
      { class: 'people-list', key: 'people' },
      room.players
        .filter((player) => player.id !== you?.id && !player.gone)
        .map((player) =>
          h(
            'li',
            { class: 'person', key: player.id },
            avatar(player.name),
            h('bdi', { class: 'person-text person-name' }, player.name),
            h(
              'div',
              { class: 'actions' },
              mayLend(room, player) &&
                h(
                  'button',
                  {
                    type: 'button',
                    class: 'quiet',
                    on: {
                      click: () => {
                        dialog.close();
                        openLend(desk, player);
                      },
                    },
                  },
                  icon('bot'),
                  lang.t('table.seatBot'),
                ),
              h(
                'button',
                {
                  type: 'button',
                  class: 'quiet',
                  on: {
                    click: async () => {
                      dialog.close();
                      const sure = await confirmDialog({
                        title: lang.t('table.kickSure', { name: player.name }),
                        yes: lang.t('lobby.kick'),
                        no: lang.t('site.cancel'),
                      });
                      if (sure) send('kick', { id: player.id });
                    },
                  },
                },
                icon('door'),
                lang.t('lobby.kick'),
              ),
            ),
          ),
        ),
    ),
    (room.out ?? []).length > 0 && outList(desk, dialog.close),
  ]);
}

/** @param {Desk} desk @param {string} title @param {string} yes @param {(event: string) => void} act */
async function askThenEnd({ lang }, title, yes, act) {
  if (await confirmDialog({ title: lang.t(title), yes: lang.t(yes), no: lang.t('site.cancel') }))
    act('end_game');
}

/** @param {Desk} desk */
export async function leave({ lang, send }) {
  const sure = await confirmDialog({
    title: lang.t('table.leaveSure'),
    yes: lang.t('lobby.leave'),
    no: lang.t('site.cancel'),
  });
  if (!sure) return;
  await send('leave_room');
  window.location.assign('/');
}

/** Whoever plays, and the host. @param {View} view */
export const mayPause = ({ room, you }) =>
  room.state === 'PLAYING' && !room.paused && Boolean(you && (you.isHost || you.seat !== null));

/** Whose pause it is, and who ends it. @param {import('./lang.js').Lang} lang @param {import('./parts.js').Player | undefined} by @param {View['you']} you */
export function pausedText(lang, by, you) {
  if (by && by.id === you?.id) return lang.t('table.pausedYou');
  if (you?.mayResume && !by?.online) return lang.t('table.pausedAnybody');
  return by ? lang.t('table.pausedBy', { name: by.name }) : lang.t('table.pausedHidden');
}

/** @param {Desk} desk */
export function openMenu(desk) {
  const { lang, view, send, help } = desk;
  const { room, you } = view();
  const dialog = openDialog({ title: lang.t('table.menu'), closeLabel: lang.t('site.close'), kind: 'menu' });
  /** @param {string} name @param {string} key @param {() => void} act @param {Record<string, string>} [words] @param {string} [of] */
  const item = (name, key, act, words, of = '') =>
    h(
      'li',
      { key: key + of },
      h(
        'button',
        {
          type: 'button',
          class: 'quiet',
          on: {
            click: () => {
              dialog.close();
              act();
            },
          },
        },
        icon(name),
        lang.t(key, words),
      ),
    );
  const playing = room.state === 'PLAYING';
  const mine = room.players.find((player) => player.id === you?.id);
  render(dialog.body, [
    you?.isHost &&
      playing &&
      h(
        'section',
        { key: 'host' },
        h('h3', {}, icon('crown'), lang.t('table.host')),
        h(
          'ul',
          { class: 'menu-list' },
          item('clock', 'table.moreTime', () => send('more_time')),
          item('people', 'table.players', () => openPeople(desk)),
          'latecomers' in room.settings &&
            item(room.latecomers ? 'door' : 'chair', room.latecomers ? 'table.lateOff' : 'table.lateOn', () =>
              send('configure_room', { latecomers: !room.latecomers }),
            ),
          item('shelf', 'table.otherGame', () =>
            askThenEnd(desk, 'table.otherGameSure', 'table.otherGame', desk.anotherGame),
          ),
          item('stop', 'table.end', () => askThenEnd(desk, 'table.endSure', 'table.end', send)),
        ),
      ),
    h(
      'ul',
      { class: 'menu-list', key: 'all' },
      you?.mayUndo && item('again', you.mayUndo === you.id ? 'undo.ask' : 'undo.askFor', () => send('undo')),
      mayPause(view()) && item('pause', 'table.pause', () => send('pause_game')),
      you?.mayResume && item('go', 'table.resume', () => send('resume_game')),
      mine &&
        mine.bot > 0 &&
        item('hand', 'table.seatBack', () => send('seat_bot', { id: mine.id, level: 0 })),
      you &&
        you.seat !== null &&
        room.players
          .filter((player) => player.id !== you.id && mayLend(room, player))
          .map((player) =>
            item('bot', 'table.seatBotFor', () => openLend(desk, player), { name: player.name }, player.id),
          ),
      item('share', 'share.title', () => openShare(desk)),
      item('help', 'help.title', help),
      item('star', 'table.evening', () => openEvening(desk)),
      item('gear', 'settings.title', async () =>
        (await asked(() => import('./settings.js'))).openSettings(
          lang,
          undefined,
          you && (await asked(() => import('./you.js'))).youFields(desk),
        ),
      ),
      you && item('phone', 'resume.title', () => openResume(desk)),
      you && item('door', 'lobby.leave', () => leave(desk)),
    ),
  ]);
}
