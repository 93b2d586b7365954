/* The dialog in which a reader chooses how this device looks and sounds. */
import { h, render } from './dom.js';
import { openDialog } from './dialog.js';
import { languages } from './lang.js';
import { asked } from './later.js';
import { prefs, savePrefs } from './prefs.js';
import { toast } from './toast.js';

/** @typedef {import('./lang.js').Lang} Lang */

/** @typedef {{ value: string, text: string, lang?: string }} Option */

/** One of several. @param {string} name @param {string} legend @param {Option[]} values @param {string} now @param {(value: string) => void} choose */
const choice = (name, legend, values, now, choose) =>
  h(
    'fieldset',
    { class: 'setting', key: name },
    h('legend', {}, legend),
    h(
      'div',
      { class: 'options' },
      values.map(({ value, text, lang }) =>
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
          h('span', { lang }, text),
        ),
      ),
    ),
  );

/** A look or a habit of this device. @param {Lang} lang @param {'theme' | 'text' | 'pace'} name @param {string[]} values */
const preference = (lang, name, values) =>
  choice(
    name,
    lang.t(`settings.${name}`),
    values.map((value) => ({ value, text: lang.t(`settings.${name}.${value}`) })),
    prefs[name],
    (value) => savePrefs({ [name]: value }),
  );

/** Every page in another language, from the next moment on; the dialog is open again in it. @param {Lang} lang @param {() => void} close */
const languageChoice = (lang, close) =>
  choice(
    'language',
    lang.t('site.language'),
    Object.entries(languages).map(([value, text]) => ({ value, text, lang: value })),
    lang.code,
    async (code) => {
      try {
        await (await asked(() => import('./language.js'))).speak(code);
      } catch {
        return toast(lang.t('error.OFFLINE'), { bad: true });
      }
      close();
      return openSettings(lang, 'language');
    },
  );

/** @param {Lang} lang @param {'contrast' | 'still' | 'sound' | 'vibrate' | 'reactions' | 'read'} name @param {string} key */
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

/** `at`: the setting that has the focus; `first`: what a page has besides. @param {Lang} lang @param {string} [at] @param {import('./dom.js').Described | null} [first] */
export function openSettings(lang, at, first = null) {
  const dialog = openDialog({ title: lang.t('settings.title'), closeLabel: lang.t('site.close') });
  render(
    dialog.body,
    h(
      'div',
      { class: 'settings-form' },
      first,
      languageChoice(lang, dialog.close),
      preference(lang, 'theme', ['auto', 'light', 'dark']),
      preference(lang, 'text', ['normal', 'large', 'huge']),
      onOff(lang, 'contrast', 'settings.contrast'),
      onOff(lang, 'still', 'settings.motion'),
      preference(lang, 'pace', ['quick', 'normal', 'slow']),
      onOff(lang, 'sound', 'settings.sound'),
      'vibrate' in navigator && onOff(lang, 'vibrate', 'settings.vibrate'),
      onOff(lang, 'reactions', 'settings.reactions'),
      'speechSynthesis' in window && onOff(lang, 'read', 'settings.read'),
      h('p', { class: 'hint' }, lang.t('settings.kept')),
    ),
  );
  if (at)
    /** @type {HTMLElement | null} */ (dialog.body.querySelector(`[name="pref-${at}"]:checked`))?.focus();
}
