/* What is wrong with a field, in the language of the page: a browser would say it in its own. */
import { loadLang } from './lang.js';

/** @param {import('./lang.js').Lang} lang @param {HTMLInputElement} field */
function wrong(lang, { validity, min, max }) {
  if (validity.valueMissing) return lang.t('field.missing');
  if ((validity.rangeUnderflow || validity.rangeOverflow || validity.badInput) && min !== '' && max !== '')
    return lang.t('field.range', { min, max });
  return lang.t(validity.stepMismatch ? 'field.whole' : 'field.other');
}

/** Says it where the browser would have, and takes it back as soon as something else is written. @param {HTMLInputElement} field */
export async function explain(field) {
  const lang = await loadLang();
  if (field.validity.valid || !field.isConnected) return;
  field.setCustomValidity(wrong(lang, field));
  field.addEventListener('input', () => field.setCustomValidity(''), { once: true });
  field.reportValidity();
}
