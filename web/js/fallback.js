/* The table of a game that has none yet: its name, so that nobody thinks the page is broken. */
import { gameTitle, assetUrl } from './parts.js';

/** @param {import('./frame.js').Frame} frame @returns {import('./frame.js').Table} */
export function mount(frame) {
  const { h, lang } = frame;
  return {
    render(view) {
      frame.render(
        frame.root,
        h(
          'div',
          { class: 'card no-table' },
          h('img', { class: 'art', alt: '', width: 120, height: 120, src: assetUrl('art/unknown.svg') }),
          h('h2', {}, gameTitle(lang, view.room.game)),
          h('p', {}, lang.t('table.noTable')),
        ),
      );
    },
  };
}
