/* The tutorial: five slides, at the first visit of a lobby and behind the help button. Its sentences are the
 * specification's; what they leave out is said below them. */

/** What the house needs to open it by itself, once. */
export const tutorial = { id: 'tutorial-modal', seen: 'taboo_tutorial_seen' };

const pictures = ['welcome', 'describer', 'card', 'score', 'box'];

/** Who is in a room already need not make one. @param {import('../../web/js/lang.js').Lang} lang @param {boolean} inRoom */
const lastWords = (lang, inRoom) =>
  inRoom
    ? {
        text: lang.t('taboo.tutorialText.inRoom'),
        hint: lang.t('taboo.tutorialHint.5', { text: lang.t('taboo.tutorialText.5') }),
      }
    : {};

/** @param {import('../../web/js/lang.js').Lang} lang @param {{ inRoom?: boolean }} [where] */
export const slides = (lang, { inRoom = false } = {}) =>
  pictures.map((picture, i) => ({
    title: lang.t(`taboo.tutorialTitle.${i + 1}`),
    art: [new URL(`./art/${picture}.svg`, import.meta.url).href],
    text: lang.t(`taboo.tutorialText.${i + 1}`),
    hint: i === 3 ? lang.t('taboo.tutorialHint.4') : undefined,
    ...(i === 4 && { keys: lang.t('taboo.keys'), ...lastWords(lang, inRoom) }),
  }));
