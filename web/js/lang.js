/* The texts of the page's language, from the same catalogue as the server's. There is one Lang on a page;
 * when the reader chooses another language it is still the same one, and speaks the other from then on. */

/** @typedef {{ code: string, t: (key: string, values?: Record<string, any>) => string, n: (key: string, count: number, values?: Record<string, any>) => string, has: (key: string) => boolean, become: (texts: Record<string, string>, code: string) => void }} Lang */

/** Of itself, each in its own words. @type {Record<string, string>} */
export const languages = { es: 'Español', it: 'Italiano', en: 'English', bg: 'Български' };

/** @type {Promise<Lang> | undefined} */
let loading;

/** @param {Record<string, string>} texts @param {string} code @returns {Lang} */
export function makeLang(texts, code) {
  /** @param {string} key @param {Record<string, any>} [values] */
  const t = (key, values = {}) =>
    (texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) =>
      name in values ? String(values[name]) : whole,
    );
  /** @type {Lang} */
  const lang = {
    code,
    t,
    n: (key, count, values = {}) => t(`${key}.${count === 1 ? 'one' : 'other'}`, { count, ...values }),
    has: (key) => key in texts,
    become(others, name) {
      texts = others;
      lang.code = name;
    },
  };
  return lang;
}

const AGAIN_MS = 1000;

/** Without words nothing can be said: while there is no network they are asked for again. @param {string} path @returns {Promise<Record<string, string>>} */
async function words(path) {
  try {
    const answer = await fetch(new URL(`../${path}`, import.meta.url));
    if (answer.status >= 500) throw new Error(String(answer.status)); // a proxy's, while the server is away
    return answer.ok ? await answer.json() : {};
  } catch {
    await new Promise((done) => setTimeout(done, AGAIN_MS));
    return words(path);
  }
}

/** A table needs the words of the house and of its own game; other pages may speak of any. @param {string} code @returns {Promise<Record<string, string>>} */
async function textsOf(code) {
  const game = /** @type {HTMLElement | null} */ (document.querySelector('main.frame'))?.dataset.game;
  const parts = game ? [`lang/house/${code}.json`, `games/${game}/lang/${code}.json`] : [`lang/${code}.json`];
  return Object.assign({}, ...(await Promise.all(parts.map(words))));
}

/** @returns {Promise<Lang>} */
export function loadLang() {
  const code = document.documentElement.lang || 'en';
  loading ??= textsOf(code).then((texts) => makeLang(texts, code));
  return loading;
}

/** Whoever was given the page's Lang speaks this language from now on. @param {string} code */
export async function changeLang(code) {
  const [lang, texts] = await Promise.all([loadLang(), textsOf(code)]);
  lang.become(texts, code);
  document.documentElement.lang = code;
}
