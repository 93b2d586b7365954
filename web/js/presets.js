/* A host's own presets: settings with a name, kept in this browser beside those that the game brings, and as
 * a link. They are the texts of the lobby's form, so a button sends what the form would have sent. */
import { openDialog } from './dialog.js';
import { h, render } from './dom.js';
import { loadLang } from './lang.js';
import { icon, refusalText } from './parts.js';
import { keep, recall } from './prefs.js';
import { toast } from './toast.js';

/** @typedef {import('./lang.js').Lang} Lang */
/** @typedef {{ name: string, values: Record<string, string> }} Preset */

export const PRESETS_MAX = 12;
const NAME_MAX = 24;

/** @param {string} game */
const place = (game) => `ludoteca.presets.${game}`;
const form = () => /** @type {HTMLFormElement | null} */ (document.querySelector('form[data-settings]'));
const game = () => form()?.dataset.settings ?? '';

/** @param {any} one @returns {one is Preset} */
const isPreset = (one) =>
  typeof one?.name === 'string' &&
  one.name !== '' &&
  typeof one.values === 'object' &&
  one.values !== null &&
  Object.values(one.values).every((value) => typeof value === 'string');

/** Whatever else has found its way there is not shown. @param {string} of @returns {Preset[]} */
export function ownPresets(of) {
  try {
    const kept = JSON.parse(recall(place(of)) || '[]');
    return Array.isArray(kept) ? kept.filter(isPreset) : [];
  } catch {
    return [];
  }
}

/** Says whether they outlive the page. @param {string} of @param {Preset[]} presets */
const keepPresets = (of, presets) => keep(place(of), JSON.stringify(presets));

/** What the form says now, all but what nobody else is to know. @param {HTMLFormElement} fields */
function valuesOf(fields) {
  const secret = [...fields.querySelectorAll('[data-secret]')].map(
    (field) => /** @type {HTMLInputElement} */ (field).name,
  );
  return Object.fromEntries(
    [...new FormData(fields)]
      .map(([key, value]) => [key, String(value)])
      .filter(([key]) => !secret.includes(key)),
  );
}

/** The address at which somebody opens a room with these settings. @param {string} of @param {Preset} preset */
export function presetLink(of, { name, values }) {
  const query = new URLSearchParams({ game: of, ...(name && { preset: name }), ...values });
  return `${window.location.origin}/new?${query}`;
}

/** Settings that mean nothing under the others do not matter. @param {HTMLFormElement} fields @param {Preset} preset */
function holds(fields, { values }) {
  const now = valuesOf(fields);
  const idle = new Set(
    [...fields.querySelectorAll('.setting[hidden] [name]')].map((field) => field.getAttribute('name')),
  );
  return Object.entries(values).every(([key, value]) => idle.has(key) || !(key in now) || now[key] === value);
}

/** @param {Preset} preset */
async function use({ values }) {
  const lang = await loadLang();
  try {
    const answer = await fetch(form()?.getAttribute('action') ?? '', {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: new URLSearchParams(values),
    });
    if (!answer.ok) toast(refusalText(lang, (await answer.json()).error), { bad: true });
  } catch {
    toast(lang.t('error.OFFLINE'), { bad: true });
  }
}

/** Draws the host's own beside the game's; which one is in force shows as soon as it is so. */
export async function showPresets() {
  const box = /** @type {HTMLElement | null} */ (document.querySelector('[data-own-presets]'));
  const fields = form();
  if (!box || !fields) return;
  render(
    box,
    ownPresets(game()).map((preset) =>
      h(
        'button',
        {
          key: preset.name,
          type: 'button',
          class: 'preset own',
          'aria-pressed': holds(fields, preset) ? 'true' : 'false',
          on: { click: () => use(preset) },
        },
        icon('star'),
        h('bdi', {}, preset.name),
      ),
    ),
  );
}

/** @param {Lang} lang @param {Preset} preset @param {() => void} changed */
function row(lang, preset, changed) {
  const { name } = preset;
  const remove = () => {
    keepPresets(
      game(),
      ownPresets(game()).filter((one) => one.name !== name),
    );
    toast(lang.t('presets.removed', { name }));
    changed();
  };
  return h(
    'li',
    { key: name },
    h('p', {}, h('b', {}, h('bdi', {}, name))),
    h(
      'div',
      { class: 'actions' },
      h(
        'button',
        {
          type: 'button',
          class: 'quiet',
          'data-copy': presetLink(game(), preset),
          'aria-label': lang.t('presets.copyNamed', { name }),
        },
        icon('copy'),
        lang.t('presets.copy'),
      ),
      h(
        'button',
        {
          type: 'button',
          class: 'quiet',
          'aria-label': lang.t('presets.removeNamed', { name }),
          on: { click: remove },
        },
        lang.t('presets.remove'),
      ),
    ),
  );
}

/** One of the same name is replaced. @param {Lang} lang @param {string} name @param {HTMLFormElement} fields @returns {boolean} whether there was room */
function put(lang, name, fields) {
  const others = ownPresets(game()).filter((one) => one.name !== name);
  if (others.length >= PRESETS_MAX) {
    toast(lang.t('presets.full', { count: PRESETS_MAX }), { bad: true });
    return false;
  }
  const lasts = keepPresets(game(), [...others, { name, values: valuesOf(fields) }]);
  toast(lang.t(lasts ? 'presets.kept' : 'presets.memory', { name }), { bad: !lasts });
  return true;
}

/** @param {Lang} lang @param {(name: string) => void} save */
const nameForm = (lang, save) =>
  h(
    'form',
    {
      key: 'name',
      on: {
        submit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          const field = /** @type {HTMLFormElement} */ (event.target).elements.namedItem('preset');
          const name = /** @type {HTMLInputElement} */ (field).value.trim();
          if (name) save(name);
        },
      },
    },
    h('label', { for: 'preset-name' }, lang.t('presets.name')),
    h(
      'div',
      { class: 'code-row' },
      h('input', {
        id: 'preset-name',
        name: 'preset',
        required: true,
        maxlength: NAME_MAX,
        autocomplete: 'off',
      }),
      h('button', { class: 'primary' }, lang.t('site.save')),
    ),
    h('p', { class: 'hint' }, lang.t('presets.hint')),
  );

/** @param {Lang} lang @param {HTMLFormElement} fields */
const linkNow = (lang, fields) =>
  h(
    'p',
    { key: 'link', class: 'link-now' },
    h(
      'button',
      { type: 'button', 'data-copy': presetLink(game(), { name: '', values: valuesOf(fields) }) },
      icon('copy'),
      lang.t('presets.link'),
    ),
    h('span', { class: 'hint' }, lang.t('presets.linkHint')),
  );

/** A name for what is set now; and those that are kept, each with its link. */
export async function openPresets() {
  const lang = await loadLang();
  const dialog = openDialog({
    title: lang.t('presets.keep'),
    closeLabel: lang.t('site.close'),
    kind: 'preset-dialog',
  });
  function draw() {
    const fields = form();
    if (!fields) return dialog.close(); // somebody else is host now
    const own = ownPresets(game());
    showPresets();
    return render(dialog.body, [
      nameForm(lang, (name) => put(lang, name, fields) && dialog.close()),
      linkNow(lang, fields),
      own.length > 0 && h('h3', { key: 'title', id: 'own-presets-title' }, lang.t('presets.own')),
      own.length > 0 &&
        h(
          'ul',
          { key: 'list', class: 'own-decks', 'aria-labelledby': 'own-presets-title' },
          own.map((preset) => row(lang, preset, draw)),
        ),
    ]);
  }
  dialog.element.addEventListener('close', showPresets);
  draw();
}
