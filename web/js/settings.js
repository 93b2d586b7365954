/* The dialog in which a reader chooses how this device looks and sounds. */
import { h, render } from './dom.js';
import { openDialog } from './dialog.js';
import { prefs, savePrefs } from './prefs.js';

/** @typedef {import('./lang.js').Lang} Lang */

/** @param {Lang} lang @param {string} name @param {string} legend @param {string[]} values @param {(value: string) => void} choose */
function choice(lang, name, legend, values, choose) {
  const now = /** @type {any} */ (prefs)[name];
  return h(
    'fieldset',
    { class: 'setting', key: name },
    h('legend', {}, lang.t(legend)),
    h(
      'div',
      { class: 'options' },
      values.map((value) =>
        h(
          'label',
          { class: 'option', key: value },
          h('input', {
            type: 'radio',
            name: `pref-${name}`,
            value,
            checked: now === value,
            on: { change: () => choose(value) },
          }),
          h('span', {}, lang.t(`${legend}.${value}`)),
        ),
      ),
    ),
  );
}

/** @param {Lang} lang @param {'contrast' | 'still' | 'sound' | 'vibrate' | 'read'} name @param {string} key */
function onOff(lang, name, key) {
  return h(
    'label',
    { class: 'switch', key: name },
    h('input', {
      type: 'checkbox',
      role: 'switch',
      checked: prefs[name],
      on: { change: (/** @type {any} */ event) => savePrefs({ [name]: event.target.checked }) },
    }),
    h('span', {}, lang.t(key)),
  );
}

/** @param {Lang} lang */
export function openSettings(lang) {
  const dialog = openDialog({ title: lang.t('settings.title'), closeLabel: lang.t('site.close') });
  render(
    dialog.body,
    h(
      'div',
      { class: 'settings-form' },
      choice(lang, 'theme', 'settings.theme', ['auto', 'light', 'dark'], (theme) => savePrefs({ theme })),
      choice(lang, 'text', 'settings.text', ['normal', 'large', 'huge'], (text) => savePrefs({ text })),
      onOff(lang, 'contrast', 'settings.contrast'),
      onOff(lang, 'still', 'settings.motion'),
      onOff(lang, 'sound', 'settings.sound'),
      'vibrate' in navigator && onOff(lang, 'vibrate', 'settings.vibrate'),
      'speechSynthesis' in window && onOff(lang, 'read', 'settings.read'),
      h('p', { class: 'hint' }, lang.t('settings.kept')),
    ),
  );
}
