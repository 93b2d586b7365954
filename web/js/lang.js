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

/** @param {string} path @returns {Promise<Record<string, string>>} */
async function words(path) {
  const answer = await fetch(new URL(`../${path}`, import.meta.url));
  return answer.ok ? answer.json() : {};
}

/** A table needs the words of the house and of its own game; other pages may speak of any. @returns {Promise<Lang>} */
export function loadLang() {
  const code = document.documentElement.lang || 'en';
  const game = /** @type {HTMLElement | null} */ (document.querySelector('main.frame'))?.dataset.game;
  const parts = game ? [`lang/house/${code}.json`, `games/${game}/lang/${code}.json`] : [`lang/${code}.json`];
  loading ??= Promise.all(parts.map(words)).then((all) => makeLang(Object.assign({}, ...all), code));
  return loading;
}
