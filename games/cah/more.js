/* What is wanted less often: about the cards in question, the hand as a whole, and somebody who misbehaves. */
import { faceOf, nameOf } from './people.js';

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

const reasons = ['hateful', 'sexual', 'illegal', 'else'];

/** `what`: {cardId} or, of a person, {id}. @param {Scene} scene @param {object} what @param {string} title @param {string} label */
function openReport({ frame, act }, what, title, label) {
  const { h, lang } = frame;
  const { body, close } = frame.openDialog({ title, closeLabel: lang.t('site.close'), kind: 'menu' });
  /** @param {string} reason */
  async function send(reason) {
    close();
    const { error } = await act('report', { ...what, reason });
    if (!error) frame.toast(lang.t('cah.reported'));
  }
  frame.render(body, [
    h('p', { class: 'cah-quote', dir: 'auto' }, label),
    h('p', {}, lang.t('cah.reportWhy')),
    h(
      'div',
      { class: 'menu-list cah-menu' },
      reasons.map((reason) =>
        h(
          'button',
          { type: 'button', class: 'quiet', key: reason, on: { click: () => send(reason) } },
          lang.t(`cah.reason.${reason}`),
        ),
      ),
    ),
  ]);
}

/** Whom, of all at the table? @param {Scene} scene */
function openPeople(scene) {
  const { frame, game, me } = scene;
  const { h, lang } = frame;
  const title = lang.t('cah.reportPerson');
  const { body, close } = frame.openDialog({ title, closeLabel: lang.t('site.close'), kind: 'menu' });
  /** @param {string} id */
  function choose(id) {
    close();
    openReport(scene, { id }, title, nameOf(scene, id));
  }
  frame.render(
    body,
    h(
      'div',
      { class: 'menu-list cah-menu' },
      game.players
        .filter((id) => id !== me)
        .map((id) =>
          h(
            'button',
            { type: 'button', class: 'quiet', key: id, on: { click: () => choose(id) } },
            faceOf(scene, id),
            h('bdi', {}, nameOf(scene, id)),
          ),
        ),
    ),
  );
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
        item('report', 'stop', lang.t('cah.report'), () =>
          openReport(scene, { cardId: card.id }, lang.t('cah.report'), `«${short(card.text)}»`),
        ),
      ),
    ),
    h(
      'div',
      { class: 'menu-list cah-menu', key: 'rest' },
      game.may.has('reboot_hand') && item('reboot', 'again', lang.t('cah.reboot'), () => reboot(scene)),
      item('person', 'stop', lang.t('cah.reportPerson'), () => openPeople(scene)),
    ),
  ]);
}
