/* What happened, for ears: each event of the server as a sentence and a sound. */
import { picture } from './board.js';
import { whyText } from './ending.js';
import { sentence, theTeam } from './scores.js';

/** @typedef {import('../../web/js/frame.js').Frame} Frame */
/** @typedef {import('../../web/js/parts.js').View} View */

/** @param {Frame} frame @param {() => View} view */
export function createVoice(frame, view) {
  const { lang } = frame;
  /** @param {number} seat */
  const name = (seat) => frame.seated(seat)?.name ?? '—';
  /** @param {import('./codenames.js').Team} one */
  const team = (one) => theTeam(frame, one);
  const mine = () => view().table.you;
  /** @param {number} count */
  const amount = (count) => (count < 0 ? lang.t('codenames.unlimited') : String(count));

  /** @type {Record<string, (payload: any) => string>} */
  const sentences = {
    spymaster_chosen: (one) =>
      lang.t('codenames.said.chosen', { name: name(one.seat), team: team(one.team) }),
    spymaster_ready: (one) => lang.t('codenames.said.ready', { team: team(one.team) }),
    spymaster_changed: (one) =>
      lang.t('codenames.said.changed', { name: name(one.seat), team: team(one.team) }),
    game_ready: (one) => lang.t('codenames.said.begins', { team: team(one.startingTeam) }),
    clue_given: (one) =>
      lang.t('codenames.said.clue', {
        name: name(one.by),
        team: team(one.team),
        clue: one.text,
        count: amount(one.count),
      }),
    pointed: (one) =>
      one.position === null || one.seat === view().you?.seat
        ? ''
        : lang.t('codenames.said.points', {
            name: name(one.seat),
            word: view().table.board[one.position]?.word ?? '',
          }),
    card_revealed: (one) =>
      lang.t('codenames.said.reveals', {
        name: name(one.by),
        word: one.word,
        type: lang.t(`codenames.type.${one.type}`),
        red: one.redAgentsRemaining,
        blue: one.blueAgentsRemaining,
      }),
    turn_ended: (one) => (lang.has(`codenames.why.${one.why}`) ? lang.t(`codenames.why.${one.why}`) : ''),
    turn_began: (one) => lang.t('codenames.turnOf', { team: team(one.team) }),
    codenames_over: (one) => (one.winner ? whyText(frame, one.winner, one.wonBy) : ''),
  };
  const urgent = new Set(['clue_given', 'card_revealed', 'spymaster_changed']);

  /** The lights go out for a moment. @param {any} one */
  function meetAssassin(one) {
    frame.sound('doom');
    frame.vibrate([120, 60, 120, 60, 400]);
    frame.drama({
      kind: 'assassin',
      art: picture(frame, 'assassin', 'drama-art'),
      title: one.word,
      text: lang.t('codenames.type.assassin'),
      ms: frame.tv ? 2600 : 1600,
    });
  }

  /** @param {string} event @param {any} one */
  function play(event, one) {
    const you = mine();
    if (event === 'clue_given')
      frame.sound(you?.team === one.team && you.role === 'operative' ? 'turn' : 'card');
    if (event === 'clue_given' && you?.team === one.team && you.role === 'operative') frame.vibrate(200);
    if (event === 'turn_began' && you?.team === one.team && you.role === 'spymaster') {
      frame.sound('turn');
      frame.vibrate(200);
    }
    if (event === 'game_ready') frame.sound('start');
    if (event === 'turn_ended' && one.why === 'time') frame.sound('time');
    if (event !== 'card_revealed') return undefined;
    if (one.type === 'assassin') return meetAssassin(one);
    frame.sound(one.type === one.team ? 'good' : one.type === 'neutral' ? 'card' : 'bad');
    return undefined;
  }

  /** @param {string} event @param {any} payload */
  return (event, payload) => {
    const text = sentences[event]?.(payload);
    // Why a turn is over is easily missed by those who look, too.
    if (text && event === 'turn_ended') frame.toast(text);
    else if (text)
      frame.say(sentence(text), { id: `${payload.seq}.${payload.part}`, urgent: urgent.has(event) });
    play(event, payload);
  };
}
