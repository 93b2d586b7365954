/* Codenames has its place on the shelf and a lobby; its rules are still being written. */
import { slidesOf } from '../coming/coming.js';

export { mount } from '../coming/coming.js';
/** @param {import('../../web/js/lang.js').Lang} lang */
export const slides = (lang) => slidesOf(lang, 'codenames');
