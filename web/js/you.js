/* Who one is in this room, changed at the table: the name and the face. Part of «settings» there. */
import { h } from './dom.js';
import { openFaces } from './faces.js';
import { avatar } from './parts.js';
import { toast } from './toast.js';

/** @param {import('./menu.js').Desk} desk */
export function youFields({ lang, view, send }) {
  const { room, you } = view();
  const me = room.players.find((player) => player.id === you?.id);
  if (!me) return null;
  /** @param {SubmitEvent} event */
  async function rename(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const name = String(new FormData(form).get('playerName') ?? '').trim();
    if (!name || (await send('rename', { playerName: name })).error) return;
    toast(lang.t('table.renamed', { name }));
  }
  return h(
    'fieldset',
    { class: 'setting', key: 'you' },
    h('legend', {}, lang.t('settings.you')),
    h(
      'form',
      { class: 'who', on: { submit: rename } },
      h(
        'button',
        {
          type: 'button',
          class: 'face-button',
          'aria-label': lang.t('face.change'),
          on: { click: () => openFaces(lang, (face) => send('choose_avatar', { avatar: face })) },
        },
        avatar(me.name),
      ),
      h(
        'div',
        { class: 'who-name' },
        h('label', { for: 'you-name' }, lang.t('lobby.yourName')),
        h(
          'div',
          { class: 'code-row' },
          h('input', {
            id: 'you-name',
            name: 'playerName',
            required: true,
            maxlength: 24,
            autocomplete: 'nickname',
            'data-remember': 'name',
            value: me.name,
          }),
          h('button', {}, lang.t('lobby.rename')),
        ),
      ),
    ),
  );
}
