/* Taboo at the table: what each role has to do, big enough for a thumb. One draw() from the last view
 * to the document; all that moves or sounds comes from comparing it with the view before. */
import { createCountdown } from './countdown.js';
import { drawEnding } from './ending.js';
import { createFit } from './fit.js';
import { createFlights } from './flights.js';
import { hasKeys, listenToKeys } from './keys.js';
import { drawLost, drawNotice, drawNotices, noticeText, readySeconds } from './notices.js';
import { drawReview } from './review.js';
import { drawBanner, drawScores } from './scores.js';
import { drawActions, drawCard, drawFairPlay, drawGuessed, drawHead } from './turn.js';

export { slides, tutorial } from './tutorial.js';

/** @typedef {import('../../web/js/frame.js').Frame} Frame */
/** @typedef {import('../../web/js/parts.js').View} View */
/** @typedef {'WAITING_FOR_DESCRIBER' | 'TURN_ACTIVE' | 'TURN_ENDED' | 'GAME_OVER'} Phase */
/** @typedef {'describer' | 'guesser' | 'buzzer' | 'watcher'} Role */
/** @typedef {{ id: string, word: string, tabooWords: string[], category: string, difficulty: string }} Card */
/** @typedef {{ card: Card, result: 'correct' | 'buzz' | 'skip' | 'timeout' | 'interrupted', struck: boolean, askedBy: string[], mayStrike: boolean }} Played */
/** @typedef {{ id: string, name: string, team: string, cardsDescribed: number, cardsGuessed: number }} Stats */
/** @typedef {{ correct: number, buzz: number, skip: number, turns: number }} TeamStats */
/** @typedef {{ id: string, name: string }} Person */
/** @typedef {{ kind: string, turnNumber: number, team: string, who: Person | null, next: Person | null }} Notice */
/** @typedef {{ phase: Phase, mode: 'score' | 'deck', scoreLimit: number, turnSeconds: number, role: Role, team: string | null, coming: boolean, turnNumber: number,
 *   activeTeam: string, describer: Person | null, nextTeam: string, nextDescriber: Person | null, deadline: number | null, lostUntil: number | null, cardNumber: number,
 *   card: Card | null, may: string[], scores: Record<string, number>, teamStats: Record<string, TeamStats>, playerStats: Stats[],
 *   guessed: string[], review: Played[], notices: Notice[], cardsLeft: number, suddenDeath: boolean, winner: string | null }} Taboo */
/** What a scene is drawn from; `making`: new cards are on their way; `lost`: seconds that the describer has to come back. @typedef {{ frame: Frame, view: View, taboo: Taboo, seconds: number | null, lost: number | null, armed: boolean, making: boolean, act: (verb: string, payload?: object) => void }} Scene */

/** Two people press at the same moment, or one twice: a new card cannot be judged at once. */
const armAfter = 400;

/** Who was not connected when new cards came, or did not, is told nothing: then it was long ago. */
const makingAtMost = 60000;

/** @param {Frame} frame @returns {Promise<import('../../web/js/frame.js').Table>} */
export async function mount(frame) {
  const { lang } = frame;
  await frame.css(new URL('./taboo.css', import.meta.url));
  const stage = document.createElement('div');
  stage.className = frame.tv ? 'taboo on-tv' : 'taboo';
  frame.root.append(stage);
  const flights = createFlights(frame);
  const fit = frame.tv ? () => {} : createFit(stage);

  /** @type {View | null} */
  let view = null;
  let armed = true;
  /** Until when new cards are said to be on their way; a timer, or 0. */
  let making = 0;
  /** The last turn that was looked back on: events name its cards by their ids. @type {Played[]} */
  let looked = [];
  const countdown = createCountdown(frame.now, (seconds, share, before) => {
    stage.style.setProperty('--share', String(share));
    if (before !== null && before > 10 && seconds <= 10 && view?.table.phase === 'TURN_ACTIVE') {
      frame.sound('hurry');
      frame.vibrate([120, 80, 120]);
    }
    draw();
  });

  const grace = createCountdown(frame.now, () => draw());

  /** @param {string} verb @param {object} [payload] */
  function act(verb, payload) {
    if (!armed && verb !== 'strike_card') return;
    frame.send(verb, payload ?? (verb === 'describer_ready' ? {} : { cardNumber: view?.table.cardNumber }), {
      ignore: ['STALE'],
    });
  }
  if (!frame.tv) listenToKeys(stage);

  /** @returns {Scene} */
  const scene = () => ({
    frame,
    view: /** @type {View} */ (view),
    taboo: view?.table,
    seconds: countdown.seconds(),
    lost: grace.seconds(),
    armed,
    making: making > 0,
    act,
  });

  function draw() {
    if (!view?.table) return;
    const now = scene();
    const { taboo } = now;
    stage.dataset.phase = taboo.phase;
    stage.dataset.role = view.room.paused ? 'paused' : taboo.role;
    document.body.classList.toggle(
      'taboo-turn',
      !frame.tv && taboo.phase === 'TURN_ACTIVE' && !view.room.paused,
    );
    if (taboo.phase === 'GAME_OVER')
      return frame.render(stage, [() => drawNotice(now), () => drawEnding(now)]);
    const active = taboo.phase === 'TURN_ACTIVE';
    frame.render(stage, [
      () => drawScores(now),
      () => drawBanner(now),
      () => drawLost(now),
      () => drawHead(now),
      () => drawNotice(now),
      active && (() => drawCard(now)),
      active && (() => drawGuessed(now)),
      !active && (() => drawReview(now)),
      () => drawFairPlay(now),
      !active && (() => drawNotices(now)),
      () => drawActions(now),
    ]);
    return fit();
  }

  /** @param {boolean} now */
  function makeCards(now) {
    clearTimeout(making);
    making = now ? window.setTimeout(() => makeCards(false), makingAtMost) : 0;
    draw();
  }

  /** A new card: not to be judged for a moment. */
  function disarm() {
    armed = false;
    setTimeout(() => {
      armed = true;
      draw();
    }, armAfter);
  }

  /** Which key does what, for who has any. @param {Role} role */
  const keysText = (role) => (role !== 'watcher' && hasKeys() ? ` ${lang.t(`taboo.keys.${role}`)}` : '');

  /** Says what changed, once. @param {Taboo} taboo @param {Taboo | undefined} before */
  function follow(taboo, before) {
    const { turnNumber, phase, describer, role } = taboo;
    if (view?.room.paused || !describer) return;
    if (
      phase === 'WAITING_FOR_DESCRIBER' &&
      (before?.phase !== phase || before.describer?.id !== describer.id)
    ) {
      frame.say(
        `${lang.t(`taboo.wait.${role}`, { name: describer.name })}. ${lang.t(`taboo.soon.${role}`, { name: describer.name, seconds: taboo.turnSeconds })}`,
        { urgent: role === 'describer', id: `turn-${turnNumber}-${describer.id}` },
      );
      if (role === 'describer') {
        frame.sound('turn');
        frame.vibrate(200);
      }
    }
    if (phase === 'TURN_ACTIVE' && before?.phase !== phase) {
      frame.say(
        `${lang.t('taboo.sayStarted')} ${lang.t(`taboo.role.${role}`)}. ${lang.t(`taboo.todo.${role}`, { name: describer.name })}${keysText(role)}`,
        { urgent: true, id: `go-${turnNumber}` },
      );
      if (before) frame.sound('start');
    }
  }

  /** @param {Taboo} [taboo] */
  const scoresText = (taboo = view?.table) =>
    Object.entries(taboo?.scores ?? {})
      .map(([team, score]) => `${frame.team(team)}: ${score}`)
      .join(', ');

  /** A strike that was asked for, or lapsed, in words. @param {'taboo.strikeAskedCard' | 'taboo.strikeLapsed'} key @param {{ cardId: string, askedBy: string[] }} strike */
  function strikeText(key, { cardId, askedBy }) {
    const word = looked.find(({ card }) => card.id === cardId)?.card.word;
    const team =
      key === 'taboo.strikeLapsed' ? view?.room.teams.filter((name) => !askedBy.includes(name)) : askedBy;
    return word && team ? lang.t(key, { word, team: team.map(frame.team).join(', ') }) : '';
  }

  return {
    render(next) {
      const before = /** @type {Taboo | undefined} */ (view?.table ?? undefined);
      const taboo = /** @type {Taboo} */ (next.table);
      if (!taboo) return;
      if (before && before.cardNumber !== taboo.cardNumber && taboo.phase === 'TURN_ACTIVE') disarm();
      if (before) flights.launch(stage, before, taboo);
      view = next;
      if (taboo.review.length) looked = taboo.review;
      const running =
        !next.room.paused && (taboo.phase === 'TURN_ACTIVE' || taboo.phase === 'WAITING_FOR_DESCRIBER');
      countdown.set(
        running ? taboo.deadline : null,
        (taboo.phase === 'TURN_ACTIVE' ? taboo.turnSeconds : readySeconds) * 1000,
      );
      grace.set(next.room.paused ? null : taboo.lostUntil, 1);
      draw();
      follow(taboo, before);
      frame.show({
        deadline: taboo.phase === 'TURN_ACTIVE' && !frame.tv ? taboo.deadline : null, // a television has it large in the middle
        total: taboo.turnSeconds * 1000,
        turn: taboo.describer && taboo.phase !== 'TURN_ENDED' ? [taboo.describer.id] : [],
        teamScores: taboo.scores,
        awake:
          taboo.phase === 'TURN_ACTIVE' // all of them have something to press
            ? taboo.role !== 'watcher'
            : taboo.phase === 'WAITING_FOR_DESCRIBER' && taboo.role === 'describer',
      });
    },

    announce(event, payload) {
      const id = `${payload?.seq}.${payload?.part}`;
      const scores = scoresText(payload);
      if (event === 'card_scored') {
        frame.say(`${lang.t(`taboo.result.${payload.result}`)}. ${scores}`, { id });
        frame.sound({ correct: 'good', buzz: 'bad' }[/** @type {string} */ (payload.result)] ?? 'card');
        if (payload.result === 'buzz') frame.vibrate([80, 40, 200]);
      } else if (event === 'turn_ended') {
        frame.say(`${lang.t('taboo.ended')}. ${scores}`, { id, urgent: true });
        frame.sound('time');
        frame.vibrate(500);
      } else if (event === 'turn_notice') {
        frame.say(noticeText(frame, payload), { id, urgent: true });
      } else if (event === 'describer_lost') {
        frame.say(lang.t('taboo.sayLost', { name: payload.describerName }), { id, urgent: true });
        frame.sound('bad');
      } else if (event === 'describer_back') {
        frame.say(lang.t('taboo.sayBack', { name: payload.describerName }), { id, urgent: true });
      } else if (event === 'strike_asked') {
        if (payload.askedBy.length === 1) frame.say(strikeText('taboo.strikeAskedCard', payload), { id });
      } else if (event === 'strike_lapsed') {
        const text = strikeText('taboo.strikeLapsed', payload);
        if (text) frame.toast(text);
      } else if (event === 'card_struck') {
        frame.say(`${lang.t('taboo.struck')}. ${scores}`, { id });
        frame.sound('card');
      } else if (event === 'cards_generating') {
        makeCards(true);
        frame.say(lang.t('taboo.cardsMaking'));
      } else if (event === 'cards_ready') {
        makeCards(false);
        frame.toast(lang.t('taboo.cardsReady'));
      } else if (event === 'cards_failed') makeCards(false);
    },
  };
}
