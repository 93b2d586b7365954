/* What is wanted less often: about the cards in question, and the hand as a whole. */

/** @typedef {import('./cah.js').Scene} Scene */
/** @typedef {import('./cah.js').White} White */

/** The cards a menu is about: those chosen, those of the answer that is picked or has won, and the black one. @param {Scene} scene @returns {White[]} */
function subjects({ game, chosen, picked }) {
  const response = game.responses.find(({ id }) => id === picked) ?? game.winningResponse;
  const own = game.hand.filter((card) => chosen.includes(card.id) && !card.blank);
  return [...own, ...(response?.cards ?? []), ...(game.blackCard ? [game.blackCard] : [])];
}

/** @param {string} text */
const short = (text) => (text.length > 40 ? `${text.slice(0, 38)}…` : text).replace(/_+/gu, '___');

/** @param {Scene} scene @param {White} card */
function openReport({ frame, act }, card) {
  const { h, lang } = frame;
  const { body, close } = frame.openDialog({ title: lang.t('cah.report'), closeLabel: lang.t('site.close') });
  frame.render(body, [
    h('p', { class: 'cah-quote', dir: 'auto' }, `«${short(card.text)}»`),
    h('p', {}, lang.t('cah.reportWhy')),
    h(
      'div',
      { class: 'menu-list' },
      ['hateful', 'sexual', 'illegal', 'other'].map((reason) =>
        h(
          'button',
          {
            type: 'button',
            class: 'quiet',
            key: reason,
            on: {
              click: async () => {
                close();
                const { error } = await act('report', { cardId: card.id, reason });
                if (!error) frame.toast(lang.t('cah.reported'));
              },
            },
          },
          lang.t(`cah.reason.${reason}`),
        ),
      ),
    ),
  ]);
}

/** @param {Scene} scene */
async function reboot({ frame, act }) {
  const { lang } = frame;
  const yes = await frame.confirmDialog({
    title: lang.t('cah.rebootSure'),
    yes: lang.t('cah.rebootYes'),
    no: lang.t('site.cancel'),
  });
  if (yes) act('reboot_hand');
}

/** @param {Scene} scene */
export function openMore(scene) {
  const { frame, game, act, language } = scene;
  const { h, icon, lang } = frame;
  const dialog = frame.openDialog({
    title: lang.t('cah.more'),
    closeLabel: lang.t('site.close'),
    kind: 'menu',
  });
  /** @param {string} key @param {string} sign @param {string} text @param {() => void} click */
  const item = (key, sign, text, click) =>
    h(
      'button',
      {
        type: 'button',
        class: 'quiet',
        key,
        on: {
          click: () => {
            dialog.close();
            click();
          },
        },
      },
      icon(sign),
      text,
    );
  const mine = (/** @type {White} */ card) => game.hand.some(({ id }) => id === card.id);
  frame.render(dialog.body, [
    ...subjects(scene).map((card) =>
      h(
        'section',
        { key: card.id, class: 'menu-list cah-menu' },
        h('h3', { dir: 'auto', lang: language }, `«${short(card.text)}»`),
        item('read', 'speaker', lang.t('cah.read'), () => frame.readAloud(card.text, language)),
        game.may.has('never_have_i_ever') &&
          mine(card) &&
          item('never', 'hand', lang.t('cah.neverPlay'), () => act('never_have_i_ever', { cardId: card.id })),
        game.may.has('report') && item('report', 'away', lang.t('cah.report'), () => openReport(scene, card)),
      ),
    ),
    game.may.has('reboot_hand') &&
      h(
        'div',
        { class: 'menu-list cah-menu', key: 'hand' },
        item('reboot', 'again', lang.t('cah.reboot'), () => reboot(scene)),
      ),
  ]);
}
