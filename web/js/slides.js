/* A dialog of several pages with dots, for tutorials and help. */
import { h, render } from './dom.js';
import { openDialog } from './dialog.js';
import { gameModule } from './later.js';
import { icon } from './parts.js';
import { keep, recall } from './prefs.js';

/**
 * `art`: addresses of drawings, or of symbols in one; `hint`: something small at the end; `keys`: the same, for
 * who has a keyboard.
 * @typedef {{ title: string, text?: string, art?: string[], hint?: string, keys?: string }} Slide
 */

/** «**so**» becomes bold. @param {string} text */
const marked = (text) =>
  text
    .split('**')
    .map((part, i) => (i % 2 ? h('strong', {}, part) : part))
    .filter(Boolean);

/** @param {string} address */
const picture = (address) =>
  address.includes('#')
    ? h('svg', { width: '96', height: '84', viewBox: '0 0 64 56' }, h('use', { href: address }))
    : h('img', { alt: '', width: 132, height: 132, src: address });

const atDesk = () => window.matchMedia('(hover: hover) and (pointer: fine)').matches;

/** @param {Slide} slide */
const content = ({ art = [], text, hint, keys }) => [
  art.length > 0 && h('p', { 'aria-hidden': 'true' }, art.map(picture)),
  text && h('p', {}, marked(text)),
  hint && h('p', { class: 'hint' }, hint),
  keys && atDesk() && h('p', { class: 'hint' }, keys),
];

/**
 * @param {import('./lang.js').Lang} lang
 * @param {Slide[]} slides
 * @param {{ title?: string, id?: string, onClose?: () => void }} [options]
 */
export function openSlides(lang, slides, { title = lang.t('help.title'), id, onClose } = {}) {
  let at = 0;
  const dialog = openDialog({ title, closeLabel: lang.t('site.close'), onClose, kind: 'slides' });
  if (id) dialog.element.id = id;
  /** @param {number} to */
  const go = (to) => {
    at = Math.min(slides.length - 1, Math.max(0, to));
    show();
  };
  function show() {
    const slide = slides[at];
    const last = at === slides.length - 1;
    render(dialog.body, [
      h(
        'div',
        { class: 'slide', key: `slide-${at}`, 'aria-live': 'polite' },
        h('h3', {}, slide.title),
        content(slide),
      ),
      h(
        'div',
        { class: 'slides-foot', key: 'foot' },
        h(
          'button',
          {
            type: 'button',
            class: 'quiet',
            'aria-disabled': at === 0 ? 'true' : null,
            on: { click: () => go(at - 1) },
          },
          icon('left'),
          lang.t('site.previous'),
        ),
        h(
          'span',
          {
            class: 'dots',
            role: 'img',
            'aria-label': lang.t('site.slideOf', { number: at + 1, total: slides.length }),
          },
          slides.map((_, i) => h('i', { key: i, class: i === at ? 'dot now' : 'dot' })),
        ),
        h(
          'button',
          {
            type: 'button',
            class: last ? 'primary' : '',
            on: { click: () => (last ? dialog.close() : go(at + 1)) },
          },
          last ? lang.t('site.close') : lang.t('site.next'),
          !last && icon('right'),
        ),
      ),
    ]);
  }
  dialog.element.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowRight') go(at + 1);
    if (event.key === 'ArrowLeft') go(at - 1);
  });
  show();
  return dialog;
}

/** A game's module, {} if it has none. @param {string} game */
async function moduleOf(game) {
  try {
    return await gameModule(game, game);
  } catch {
    return {};
  }
}

/** The help of a game, from its table module; a sentence if it has none. Whoever has closed a tutorial has seen it. @param {import('./lang.js').Lang} lang @param {string} game */
export async function openGameHelp(lang, game) {
  const module = await moduleOf(game);
  /** @type {Slide[]} */
  let slides = module.slides?.(lang, { inRoom: document.querySelector('main[data-room]') !== null }) ?? [];
  if (!slides.length) {
    const about = `game.${game}.about`;
    const title = lang.has(`game.${game}.title`) ? lang.t(`game.${game}.title`) : game;
    slides = [{ title, text: lang.has(about) ? lang.t(about) : lang.t('help.none') }];
  }
  const { id, seen } = module.tutorial ?? {};
  return openSlides(lang, slides, {
    id,
    onClose() {
      try {
        if (seen) keep(seen, 'true');
      } catch {
        /* a private window forgets */
      }
    },
  });
}

/** Opens a game's tutorial to who has not seen it. @param {import('./lang.js').Lang} lang @param {string} game */
export async function offerTutorial(lang, game) {
  const { tutorial } = await moduleOf(game);
  if (tutorial && recall(tutorial.seen) === null && !document.querySelector('dialog[open]'))
    openGameHelp(lang, game);
}
