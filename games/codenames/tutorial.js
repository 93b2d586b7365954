/* How Codenames is played, in five pages: in the lobby and behind the help button. */

/** @typedef {import('../../web/js/dom.js').Described} Described */

const sprite = new URL('./art/people.svg', import.meta.url).href;
/** Whom each page shows. */
const pictures = [['red', 'blue'], ['red'], ['blue'], ['red', 'neutral', 'blue'], ['assassin']];

/** @param {string} tag @param {Record<string, any>} attrs @param {...(Described | string)} kids @returns {Described} */
const h = (tag, attrs, ...kids) => ({ tag, key: undefined, attrs, kids });

/** «**so**» becomes bold. @param {string} text */
const marked = (text) =>
  text
    .split('**')
    .map((part, i) => (i % 2 ? h('strong', {}, part) : part))
    .filter(Boolean);

/** @param {import('../../web/js/lang.js').Lang} lang */
export const slides = (lang) =>
  pictures.map((people, i) => ({
    title: lang.t(`codenames.help.${i + 1}`),
    body: [
      h(
        'p',
        { 'aria-hidden': 'true' },
        ...people.map((name) =>
          h(
            'svg',
            { width: '96', height: '84', viewBox: '0 0 64 56' },
            h('use', { href: `${sprite}#${name}` }),
          ),
        ),
      ),
      h('p', {}, ...marked(lang.t(`codenames.helpText.${i + 1}`))),
    ],
  }));
