/* Who is who: names and faces, Rando's too, and the row that says who has played. */

/** @typedef {import('./cah.js').Scene} Scene */

/** Randos have ids of their own, and no seat in the room. @param {Scene} scene @param {string | null | undefined} id */
const randoOf = ({ game }, id) => game.randos.indexOf(id ?? '');

/** @param {Scene} scene @param {string | null | undefined} id */
export function nameOf(scene, id) {
  const { frame, game } = scene;
  const person = id && frame.person(id);
  if (person) return person.name;
  const rando = randoOf(scene, id);
  if (rando < 0) return '—';
  const name = frame.lang.t('cah.rando');
  return game.randos.length > 1 ? `${name} ${rando + 1}` : name;
}

/** @param {Scene} scene @param {string[]} ids */
export const namesOf = (scene, ids) =>
  new Intl.ListFormat(scene.frame.lang.code).format(ids.map((id) => nameOf(scene, id)));

/** A sentence about one, or about two who play as one. @param {Scene} scene @param {string[]} side @param {string} one @param {string} both */
export const sayOf = (scene, side, one, both) =>
  scene.frame.lang.t(side.length > 1 ? both : one, { name: namesOf(scene, side) });

/** Who judges, as a sentence. @param {Scene} scene */
export function judgeText(scene) {
  const { frame, game, me } = scene;
  const { lang } = frame;
  if (!game.czars.length) return lang.t('cah.everybodyJudges');
  if (game.czars.includes(me ?? '')) return lang.t('cah.youJudge');
  return sayOf(scene, game.czars, 'cah.judges', 'cah.judges.both');
}

/** @param {Scene} scene @param {string | null | undefined} id */
export function faceOf(scene, id) {
  const { frame } = scene;
  if (randoOf(scene, id) < 0) return frame.avatar(nameOf(scene, id));
  const src = new URL('./art/rando.svg', import.meta.url).href;
  return frame.h('img', { class: 'avatar', alt: '', width: 44, height: 44, src });
}

/** Everybody who plays, in the order of their seats, then the Randos. @param {Scene} scene */
export const players = ({ game }) => [...game.players, ...game.randos];

/** What somebody has done in this round, as a word; undefined for nothing. @param {Scene} scene @param {string} id */
export function doneBy({ frame, game }, id) {
  const { lang } = frame;
  if (game.czars.includes(id)) return lang.t('cah.czar');
  if (game.phase === 'waiting_for_responses' && game.submitted.includes(id))
    return `✓ ${lang.t('cah.played')}`;
  if (game.phase !== 'waiting_for_responses' && game.voted.includes(id)) return `✓ ${lang.t('cah.voted')}`;
  return undefined;
}

/** @param {Scene} scene @param {string} id */
function face(scene, id) {
  const { frame, game, view } = scene;
  const { h, icon } = frame;
  const done = doneBy(scene, id);
  const judges = game.czars.includes(id);
  const computer = frame.person(id)?.bot ? `, ${frame.lang.t('lobby.isBot')}` : '';
  const classes = [
    'cah-face',
    judges && 'judges',
    id === view.you?.id && 'me',
    randoOf(scene, id) >= 0 && 'rando',
  ];
  return h(
    'li',
    { key: id, class: classes.filter(Boolean).join(' ') },
    faceOf(scene, id),
    computer && h('span', { class: 'cah-bot', title: frame.lang.t('lobby.isBot') }, icon('bot')),
    h(
      'span',
      { class: 'hidden-text' },
      `${nameOf(scene, id)}${computer}${done ? `, ${done.replace('✓ ', '')}` : ''}: `,
    ),
    done && icon(judges ? 'crown' : 'check'),
    h('b', {}, String(game.scores[id] ?? 0)),
  );
}

/** @param {Scene} scene */
export function drawPeople(scene) {
  const { h, lang } = scene.frame;
  return h(
    'ul',
    { class: 'cah-people', key: 'people', 'aria-label': lang.t('table.players') },
    players(scene).map((id) => face(scene, id)),
  );
}
