/* Events as sentences, for whoever listens, and as sounds. */
import { cardName, suitName, who } from './words.js';

/** @typedef {import('./santase.js').Scene} Scene */

/** What is said of an event; `led`: a card lies on the table already. @type {Record<string, (scene: Scene, payload: any, led: boolean) => string>} */
export const sentences = {
  deal_started: (scene, { trump }) =>
    scene.lang.t('santase.said.deal', { card: cardName(scene.lang, trump) }),
  card_played: (scene, { seat, card }, led) =>
    who(scene, led ? 'plays' : 'leads', seat, { card: cardName(scene.lang, card) }),
  marriage_declared: (scene, { seat, suit, points }) =>
    who(scene, 'declares', seat, { suit: suitName(scene.lang, suit), points }),
  nine_exchanged: (scene, { seat, card }) =>
    who(scene, 'exchanges', seat, { card: cardName(scene.lang, card) }),
  stock_closed: (scene, { seat }) => who(scene, 'closes', seat),
  trick_won: (scene, { seat, points }) => who(scene, 'won', seat, { points }),
  cards_drawn: (scene, { card }) =>
    card ? scene.lang.t('santase.said.draw', { card: cardName(scene.lang, card) }) : '',
  claimed: (scene, { seat, right }) => who(scene, right ? 'claims' : 'claimsWrongly', seat),
  time_up: (scene, { seat }) => who(scene, 'late', seat),
  player_left: (scene, { seat }) => who(scene, 'left', seat),
};
/** @type {Record<string, 'card' | 'good' | 'bad' | 'start'>} */
export const sounds = { card_played: 'card', deal_started: 'start' };
