/* What happened, for ears. Most of it comes from comparing a view with the one before, so that whoever was
 * away for a moment hears it too; the rest are events. Each thing is said once. */
import { sentenceOf } from './answers.js';
import { pickText } from './black.js';
import { judgeText, nameOf, namesOf } from './people.js';
import { authorsOf, sideOf } from './reading.js';
import { sentence } from './sentence.js';
import { ranked, winnerText } from './winner.js';

/** @typedef {import('./cah.js').Scene} Scene */
/** @typedef {import('./cah.js').Game} Game */

/** @param {Scene} scene */
function begins(scene) {
  const { frame, game } = scene;
  const { lang } = frame;
  const card = sentence(game.blackCard?.text ?? '', [], lang.t('cah.gap'));
  const wanted = pickText(scene);
  const pick = wanted && ` ${wanted}.`;
  return `${lang.t('cah.round', { number: game.round })}. ${judgeText(scene)}. ${card}${pick}`;
}

/** @param {Scene} scene */
const scoresText = (scene) =>
  `${scene.frame.lang.t('cah.scores')}: ${ranked(scene, scene.game.scores)
    .map(([side, score]) => `${namesOf(scene, side)} ${score}`)
    .join(', ')}.`;

/** @param {Scene} scene */
function ends(scene) {
  const { winningResponse } = scene.game;
  const words = winningResponse ? `${sentenceOf(scene, winningResponse)} ` : '';
  return `${winnerText(scene)} ${words}${scoresText(scene)}`;
}

/** @param {Scene} scene @param {Game | undefined} before */
function followPlay(scene, before) {
  const { frame, game, me } = scene;
  const judges = game.czars.includes(me ?? '');
  frame.say(begins(scene), { id: `cah-${game.roundId}-begins`, urgent: judges });
  if (before && before.roundId !== game.roundId) frame.sound(judges ? 'turn' : 'card');
}

/** @param {Scene} scene @param {Game | undefined} before */
function followJudging(scene, before) {
  const { frame, game } = scene;
  const { roundId } = game;
  const text = frame.lang.t(game.czars.length ? 'cah.allIn' : 'cah.allInVote');
  frame.say(text, { id: `cah-${roundId}-judging`, urgent: true });
  for (const response of game.responses)
    if (response.revealed) frame.say(sentenceOf(scene, response), { id: `cah-${roundId}-${response.id}` });
  if (before?.phase !== 'judging' && (game.may.has('judge_winner') || game.may.has('vote'))) {
    frame.sound('turn');
    frame.vibrate(200);
  } else if (before && before.revealed < game.revealed) frame.sound('card');
}

/** @param {Scene} scene @param {Game | undefined} before */
function followWinner(scene, before) {
  const { frame, game, me } = scene;
  const winners = authorsOf(game, game.winningResponse);
  const id = `cah-${game.roundId}-ends`;
  if (!game.over || winners.length) frame.say(ends(scene), { id, urgent: true });
  const happy = authorsOf(game, game.happyResponse);
  if (happy.length)
    frame.say(frame.lang.t('cah.favourite', { name: namesOf(scene, happy) }), { id: `${id}-happy` });
  if (!before || before.phase === 'completed') return;
  const won = winners.includes(me ?? '');
  frame.sound(!winners.length ? 'bad' : won ? 'end' : 'good');
  if (won) frame.vibrate([80, 60, 80, 60, 240]);
}

/** @param {Scene} scene @param {Game | undefined} before */
export function follow(scene, before) {
  if (scene.view.room.paused) return;
  const { phase } = scene.game;
  if (phase === 'waiting_for_responses') followPlay(scene, before);
  else if (phase === 'judging') followJudging(scene, before);
  else followWinner(scene, before);
}

/** Events that leave nothing in the view: a sentence, and whether it should be seen as well. @type {Record<string, (scene: Scene, payload: any) => [string, boolean]>} */
const sentences = {
  'card-submitted': (scene, { playerId }) => [
    playerId === scene.me || scene.game.randos.includes(playerId)
      ? ''
      : `${namesOf(scene, sideOf(scene.game.pairs, playerId))}: ${scene.frame.lang.t('cah.played')}`,
    false,
  ],
  'round-void': (scene, { reason }) => [scene.frame.lang.t(`cah.void.${reason}`), true],
  'player-skipped': (scene, { playerId }) => [
    scene.frame.lang.t('cah.skipped', { name: nameOf(scene, playerId) }),
    playerId === scene.me, // several of them would cover the next round's cards
  ],
  'blank-rejected': (scene, { playerId }) => [
    playerId === scene.me ? scene.frame.lang.t('cah.rejected') : '',
    true,
  ],
  'never-have-i-ever': (scene, { playerId, cards }) => [
    `${scene.frame.lang.t('cah.neverOf', { name: nameOf(scene, playerId) })} ${cards?.[0]?.text ?? ''}`,
    false,
  ],
  confessed: (scene, { playerId }) => [
    scene.frame.lang.t('cah.confessed', { names: nameOf(scene, playerId) }),
    false,
  ],
  'hand-rebooted': (scene, { playerId }) => [
    scene.frame.lang.t('cah.rebooted', { name: nameOf(scene, playerId) }),
    true,
  ],
};

/** @param {Scene} scene @param {string} event @param {any} payload */
export function announce(scene, event, payload) {
  const [text, seen] = sentences[event]?.(scene, payload ?? {}) ?? ['', false];
  if (!text) return;
  if (seen) scene.frame.toast(text);
  else scene.frame.say(text, { id: `${payload.seq}.${payload.part}` });
}
