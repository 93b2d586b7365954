/* The texts of the page's language, from the same catalogue as the server's. */

/** @typedef {{ code: string, t: (key: string, values?: Record<string, any>) => string, n: (key: string, count: number, values?: Record<string, any>) => string, has: (key: string) => boolean }} Lang */

/** @type {Promise<Lang> | undefined} */
let loading;

/** @param {Record<string, string>} texts @param {string} code @returns {Lang} */
export function makeLang(texts, code) {
  /** @param {string} key @param {Record<string, any>} [values] */
  const t = (key, values = {}) =>
    (texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) =>
      name in values ? String(values[name]) : whole,
    );
  return {
    code,
    t,
    n: (key, count, values = {}) => t(`${key}.${count === 1 ? 'one' : 'other'}`, { count, ...values }),
    has: (key) => key in texts,
  };
}

/** @returns {Promise<Lang>} */
export function loadLang() {
  const code = document.documentElement.lang || 'en';
  loading ??= fetch(new URL(`../lang/${code}.json`, import.meta.url))
    .then((answer) => answer.json())
    .then((texts) => makeLang(texts, code));
  return loading;
}
