/* The moment after the last card: a podium, happy and sad faces, a sentence for who won, who lost and who
 * looked on, what stood out, bits of paper and a fanfare. Loaded when a game is over, not before. */
import { rain } from './confetti.js';
import { h } from './dom.js';
import { say } from './live.js';
import { assetUrl, avatar, icon, teamName } from './parts.js';
import { sound, vibrate } from './sound.js';

/** @typedef {import('./parts.js').View} View */
/** @typedef {import('./parts.js').Player} Player */
/** @typedef {import('./lang.js').Lang} Lang */
/** @typedef {import('./frame.js').Around} Around */
/** @typedef {{ key: string, ids: string[], count: number, text?: string }} Award */
/** Who stands together on a step. @typedef {{ key: string, name: string, people: Player[], place: number, score: string | number | undefined, team: number }} Step */

const facesMax = 4;
const sentences = 3;

/** The stylesheet, once; drawn only when it is there. */
export const ready = new Promise((resolve) => {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = assetUrl('css/finale.css');
  link.onload = link.onerror = () => resolve(undefined);
  document.head.append(link);
});

/** A face as it looks now; one that is drawn elsewhere stays as it is. @param {Player} player @param {'happy' | 'sad' | ''} mood */
function face(player, mood) {
  const drawn = avatar(player.name);
  const { src } = drawn.attrs;
  if (!mood || !src.startsWith('/avatar/')) return drawn;
  return { ...drawn, attrs: { ...drawn.attrs, src: `${src}${src.includes('?') ? '&' : '?'}mood=${mood}` } };
}

/** @param {Lang} lang @param {View} view @param {Around} around @returns {Step[]} */
function teamSteps(lang, { room }, around) {
  const won = room.players.find((player) => room.winners.includes(player.id))?.team;
  return room.teams.map((team, i) => ({
    key: team,
    name: teamName(lang, room, team),
    people: room.players.filter((player) => player.team === team && player.seat !== null),
    place: !won || team === won ? 1 : 2,
    score: around.teamScores?.[team],
    team: i,
  }));
}

/** @param {View} view @param {Around} around @returns {Step[]} */
function personSteps({ room }, around) {
  const scores = around.scores ?? {};
  const points = (/** @type {Player} */ player) => Number(scores[player.id] ?? 0);
  const seated = room.players.filter((player) => player.seat !== null);
  const others = seated.filter((player) => !room.winners.includes(player.id));
  const place = (/** @type {Player} */ player) =>
    others.includes(player) ? 2 + new Set(others.map(points).filter((p) => p > points(player))).size : 1;
  return seated.map((player) => ({
    key: player.id,
    name: player.name,
    people: [player],
    place: place(player),
    score: scores[player.id],
    team: -1,
  }));
}

/** The best three, or whoever shares their places. @param {Lang} lang @param {View} view @param {Around} around */
export function podium(lang, view, around) {
  const { room } = view;
  const drawn = !room.winners.length;
  if (drawn && !room.teams.length) return null; // nobody stands above anybody
  const steps = (room.teams.length ? teamSteps(lang, view, around) : personSteps(view, around))
    .filter(({ place, people }) => place <= 3 && people.length)
    .sort((a, b) => a.place - b.place)
    .slice(0, 5);
  return h(
    'ol',
    { class: 'podium', key: 'podium', 'aria-label': lang.t('finale.podium') },
    steps.map((step) => drawStep(step, drawn)),
  );
}

/** @param {Step} step @param {boolean} drawn */
function drawStep({ key, name, people, place, score, team }, drawn) {
  const mood = drawn ? '' : place === 1 ? 'happy' : 'sad';
  return h(
    'li',
    { key, 'data-place': place, 'data-team': team < 0 ? null : team, class: drawn ? 'level' : null },
    h(
      'span',
      { class: 'podium-faces' },
      people.slice(0, facesMax).map((player) => h('span', { key: player.id }, face(player, mood))),
      people.length > facesMax && h('b', {}, `+${people.length - facesMax}`),
    ),
    h('bdi', { class: 'podium-name' }, name),
    h(
      'span',
      { class: 'podium-step' },
      h(
        'span',
        { class: 'podium-place', 'aria-hidden': 'true' },
        place === 1 ? icon('trophy') : String(place),
      ),
      score !== undefined && h('b', { class: 'podium-score' }, String(score).replace('-', '−')),
    ),
  );
}

/** How it ended for the reader. @param {View} view @returns {'won' | 'lost' | 'drawn' | 'watched'} */
function lotOf({ room, you }) {
  if (you && room.winners.includes(you.id)) return 'won';
  if (!you || you.seat === null) return 'watched';
  return room.winners.length ? 'lost' : 'drawn';
}

/** One of a few, the same for all of one lot, another one next time. @param {Lang} lang @param {View} view */
export function line(lang, view) {
  const lot = lotOf(view);
  const number = view.room.gamesPlayed % sentences;
  if (lot === 'won') return lang.t(`finale.won.${number}`);
  if (lot === 'lost') return lang.t(`finale.lost.${number}`);
  return lang.t(lot === 'drawn' ? 'finale.drawn' : 'finale.watched');
}

/** Awards whose people are known here, with their words. @param {Lang} lang @param {View} view */
function awardsOf(lang, { room, table }) {
  return /** @type {Award[]} */ (table?.awards ?? [])
    .map(({ key, ids, count, text }) => ({
      key,
      people: room.players.filter((player) => ids.includes(player.id)),
      title: lang.t(`${room.game}.award.${key}`),
      more: [text && `«${text}»`, lang.n(`${room.game}.awardFor.${key}`, count)].filter(Boolean).join(' · '),
    }))
    .filter(({ people }) => people.length);
}

/** @param {Player[]} people */
const names = (people) => people.map(({ name }) => name).join(', ');

/** @param {Lang} lang @param {View} view */
export function awards(lang, view) {
  const given = awardsOf(lang, view);
  return (
    given.length > 0 &&
    h(
      'section',
      { class: 'awards', key: 'awards', 'aria-labelledby': 'awards-title' },
      h('h3', { id: 'awards-title' }, lang.t('finale.awards')),
      h(
        'ul',
        {},
        given.map(({ key, people, title, more }) =>
          h(
            'li',
            { key },
            h(
              'span',
              { class: 'award-faces' },
              people.slice(0, 3).map((player) => h('span', { key: player.id }, face(player, 'happy'))),
            ),
            h(
              'span',
              { class: 'award-text' },
              h('b', {}, title),
              h('bdi', {}, names(people)),
              h('small', {}, more),
            ),
          ),
        ),
      ),
    )
  );
}

/** Once, when the game has just ended; on a television it is a show. @param {Lang} lang @param {View} view @param {{ outcome: string, tv?: boolean }} options */
export function celebrate(lang, view, { outcome, tv = false }) {
  const lot = lotOf(view);
  say(tv ? outcome : `${outcome} ${line(lang, view)}`, { urgent: true });
  const given = awardsOf(lang, view);
  if (given.length)
    say(
      `${lang.t('finale.awards')}: ${given.map(({ title, people, more }) => `${title}, ${names(people)} (${more})`).join('; ')}.`,
    );
  sound(tv || lot === 'won' ? 'win' : lot === 'lost' ? 'lose' : 'end');
  if (lot === 'won') vibrate([60, 40, 60, 40, 240]);
  if (view.room.winners.length && lot !== 'lost') rain({ many: tv });
}
