/* Choosing a face: a handful to take, and as many others as one likes. */
import { avatarUrl, keepFace, wear } from './avatar.js';
import { openDialog } from './dialog.js';
import { h, render } from './dom.js';
import { icon, refusalText } from './parts.js';
import { say } from './live.js';
import { toast } from './toast.js';

const handful = 8;
const draw = () =>
  [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => (byte % 36).toString(36)).join('');

/** @param {import('./lang.js').Lang} lang @param {(avatar: string) => void} choose */
export function openFaces(lang, choose) {
  const dialog = openDialog({ title: lang.t('face.title'), closeLabel: lang.t('site.close'), kind: 'faces' });
  /** @param {string} avatar @param {number} i */
  const face = (avatar, i) =>
    h(
      'li',
      { key: i },
      h(
        'button',
        {
          type: 'button',
          class: 'face-button',
          'aria-label': lang.t('face.number', { number: String(i + 1) }),
          on: {
            click: () => {
              keepFace(avatar);
              dialog.close();
              choose(avatar);
            },
          },
        },
        h('img', { class: 'avatar', alt: '', width: 64, height: 64, src: avatarUrl(avatar) }),
      ),
    );
  function roll() {
    render(dialog.body, [
      h(
        'ul',
        { class: 'face-list', key: 'faces' },
        Array.from({ length: handful }, (_, i) => face(draw(), i)),
      ),
      h(
        'p',
        { class: 'actions', key: 'roll' },
        h(
          'button',
          {
            type: 'button',
            on: {
              click: () => {
                roll();
                say(lang.t('face.other'));
              },
            },
          },
          icon('again'),
          lang.t('face.other'),
        ),
      ),
    ]);
  }
  roll();
}

/** @param {import('./lang.js').Lang} lang @param {string} code @param {string} avatar */
export async function sendFace(lang, code, avatar) {
  try {
    const answer = await fetch(`/rooms/${code}/do/choose_avatar`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ avatar }),
    });
    if (!answer.ok) toast(refusalText(lang, (await answer.json()).error), { bad: true });
  } catch {
    toast(lang.t('error.OFFLINE'), { bad: true });
  }
}

/** For a face that stands on a page: in a form it is sent with it, in a lobby at once. @param {import('./lang.js').Lang} lang @param {HTMLElement} button */
export function openFacesFor(lang, button) {
  const { room } = button.dataset;
  openFaces(lang, (avatar) => {
    if (room) {
      sendFace(lang, room, avatar);
      return;
    }
    const field = /** @type {HTMLInputElement | null} */ (
      button.closest('form')?.querySelector('[name=avatar]') ?? null
    );
    if (field) field.value = avatar;
    wear(button, avatar);
  });
}
