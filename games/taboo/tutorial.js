/* The tutorial: five slides, at the first visit of a lobby and behind the help button. */

/** What the house needs to open it by itself, once. */
export const tutorial = { id: 'tutorial-modal', seen: 'taboo_tutorial_seen' };

const pictures = ['welcome', 'describer', 'card', 'score', 'buzzer'];

/** @param {import('../../web/js/lang.js').Lang} lang */
export const slides = (lang) =>
  pictures.map((picture, i) => ({
    title: lang.t(`taboo.tutorialTitle.${i + 1}`),
    art: [new URL(`./art/${picture}.svg`, import.meta.url).href],
    text: lang.t(`taboo.tutorialText.${i + 1}`),
    hint: i === pictures.length - 1 ? lang.t('taboo.keys') : undefined,
  }));
