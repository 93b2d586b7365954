/* How it is played, in four pages: in the lobby and behind the help button. */

/** @typedef {import('../../web/js/dom.js').Described} Described */

const pictures = ['black', 'hand', 'judge', 'trophy'];

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
  pictures.map((picture, i) => ({
    title: lang.t(`cah.help.${i + 1}`),
    body: [
      h('img', {
        alt: '',
        width: 132,
        height: 132,
        src: new URL(`./art/${picture}.svg`, import.meta.url).href,
      }),
      h('p', {}, ...marked(lang.t(`cah.helpText.${i + 1}`))),
      ...(i === pictures.length - 1 ? [h('p', { class: 'hint' }, lang.t('cah.keys'))] : []),
    ],
  }));
