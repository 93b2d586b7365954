/* The tutorial: five slides, at the first visit of a lobby and behind the help button. */

/** @typedef {import('../../web/js/dom.js').Described} Described */

/** What the house needs to open it by itself, once. */
export const tutorial = { id: 'tutorial-modal', seen: 'taboo_tutorial_seen' };

const pictures = ['welcome', 'describer', 'card', 'score', 'buzzer'];

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
    title: lang.t(`taboo.tutorialTitle.${i + 1}`),
    body: [
      h('img', {
        alt: '',
        width: 132,
        height: 132,
        src: new URL(`./art/${picture}.svg`, import.meta.url).href,
      }),
      h('p', {}, ...marked(lang.t(`taboo.tutorialText.${i + 1}`))),
      ...(i === pictures.length - 1 ? [h('p', { class: 'hint' }, lang.t('taboo.keys'))] : []),
    ],
  }));
