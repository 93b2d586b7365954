/* How it is played, in four pages: in the lobby and behind the help button. */

const pictures = ['black', 'hand', 'judge', 'trophy'];

/** @param {import('../../web/js/lang.js').Lang} lang */
export const slides = (lang) =>
  pictures.map((picture, i) => ({
    title: lang.t(`cah.help.${i + 1}`),
    art: [new URL(`./art/${picture}.svg`, import.meta.url).href],
    text: lang.t(`cah.helpText.${i + 1}`),
    keys: i === pictures.length - 1 ? lang.t('cah.keys') : undefined,
  }));
