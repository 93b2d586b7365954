/* Modal dialogs: the browser's own element keeps the focus inside and gives it back afterwards. */
import { h, render } from './dom.js';
import { icon } from './parts.js';

/** @typedef {{ body: HTMLElement, element: HTMLDialogElement, close: () => void }} OpenDialog */

let count = 0;

/**
 * @param {{ title: string, closeLabel: string, onClose?: () => void, kind?: string }} options
 * @returns {OpenDialog}
 */
export function openDialog({ title, closeLabel, onClose, kind = '' }) {
  const element = document.createElement('dialog');
  const id = `dialog-${++count}`;
  element.className = `dialog ${kind}`;
  element.setAttribute('aria-labelledby', id);
  document.body.append(element);
  render(
    element,
    h(
      'div',
      { class: 'card' },
      h(
        'div',
        { class: 'dialog-head' },
        h('h2', { id }, title),
        h(
          'button',
          { type: 'button', class: 'quiet', 'aria-label': closeLabel, on: { click: () => element.close() } },
          icon('close'),
        ),
      ),
      h('div', { class: 'dialog-body' }),
    ),
  );
  element.addEventListener('close', () => {
    element.remove();
    onClose?.();
  });
  element.addEventListener('click', (event) => {
    if (event.target === element) element.close();
  });
  element.showModal();
  const body = /** @type {HTMLElement} */ (element.querySelector('.dialog-body'));
  return { body, element, close: () => element.close() };
}

/**
 * Asks before something that cannot be taken back.
 * @param {{ title: string, yes: string, no: string }} options
 * @returns {Promise<boolean>}
 */
export function confirmDialog({ title, yes, no }) {
  return new Promise((resolve) => {
    let answer = false;
    const dialog = openDialog({ title, closeLabel: no, onClose: () => resolve(answer) });
    render(
      dialog.body,
      h(
        'div',
        { class: 'actions' },
        h(
          'button',
          {
            type: 'button',
            class: 'primary',
            on: {
              click: () => {
                answer = true;
                dialog.close();
              },
            },
          },
          yes,
        ),
        h('button', { type: 'button', on: { click: () => dialog.close() } }, no),
      ),
    );
  });
}
