/* How Codenames is played, in five pages: in the lobby and behind the help button. */

const sprite = new URL('./art/people.svg', import.meta.url).href;
/** Whom each page shows. */
const pictures = [['red', 'blue'], ['red'], ['blue'], ['red', 'neutral', 'blue'], ['assassin']];

/** @param {import('../../web/js/lang.js').Lang} lang */
export const slides = (lang) =>
  pictures.map((people, i) => ({
    title: lang.t(`codenames.help.${i + 1}`),
    art: people.map((name) => `${sprite}#${name}`),
    text: lang.t(`codenames.helpText.${i + 1}`),
  }));
