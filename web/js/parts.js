/* Small pieces that several pages are made of, as descriptions for render(). */
import { avatarUrl } from './avatar.js';
import { h } from './dom.js';

export { avatarUrl };

/** @typedef {import('./dom.js').Described} Described */
/** @typedef {import('./lang.js').Lang} Lang */
/** @typedef {{ id: string, name: string, team: string | null, seat: number | null, isHost: boolean, online: boolean, gone: boolean, watching: boolean, bot: number, evening: number, leavesAt?: number | null, goneWhy?: string, avatar?: string, vote?: string }} Player */
/** @typedef {{ roomCode: string, game: string, state: 'LOBBY' | 'PLAYING' | 'GAME_OVER', paused: boolean, computers?: boolean, hostId: string, gamesPlayed: number, teams: string[], settings: Record<string, any>, missing: any, players: Player[], winners: string[], notice: string | null, history?: boolean, latecomers?: boolean, out?: { id: string, name: string }[], pausedBy?: string, shelf?: boolean, replay?: boolean, undo?: { of: number, asker: string, by: string, verb: string, asked: string[], agreed: string[], refused: string[], needed: number }, teamNames?: Record<string, string>, fair?: import('./rules.js').Fair }} RoomState */
/** @typedef {{ id: string, seat: number | null, team: string | null, isHost: boolean, watching: boolean, mayResume?: boolean, mayUndo?: string, mayReact?: boolean }} You */
/** @typedef {{ seq: number, now: number, room: RoomState, you: You | null, table: any }} View */

/** The address of an asset, next to this module whatever version it is. @param {string} path */
export const assetUrl = (path) => new URL(`../${path}`, import.meta.url).href;

/** @param {string} name */
export function icon(name) {
  return h(
    'svg',
    { class: 'icon', 'aria-hidden': 'true' },
    h('use', { href: `${assetUrl('i.svg')}#${name}` }),
  );
}

/** For a page without a menu; shell.js opens them. @param {import('./lang.js').Lang} lang */
export const settingsButton = (lang) =>
  h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      key: 'settings',
      'data-open': 'settings',
      'aria-label': lang.t('settings.title'),
    },
    icon('gear'),
  );

/** @param {string} name */
export function avatar(name) {
  return h('img', { class: 'avatar', alt: '', width: 44, height: 44, src: avatarUrl(name) });
}

/** The title of a game. @param {Lang} lang @param {string} game */
export function gameTitle(lang, game) {
  const key = `game.${game}.title`;
  return lang.has(key) ? lang.t(key) : game;
}

/** @typedef {{ name: string, min: number, max: number, mood: string }} Boxed */

/** The games of the shelf, as the page has them: «taboo:4:12:tomato codenames:4:16:». @param {string | undefined} text @returns {Boxed[]} */
export const readGames = (text = '') =>
  text
    .split(' ')
    .filter(Boolean)
    .map((entry) => {
      const [name, min, max, mood = ''] = entry.split(':');
      return { name, min: Number(min), max: Number(max), mood };
    });

/** A team's name: the host's, else in the reader's language. @param {Lang} lang @param {RoomState} room @param {string} team */
export function teamName(lang, room, team) {
  const key = `${room.game}.team.${room.teams.indexOf(team)}`;
  const given = room.teamNames?.[team];
  if (given) return given;
  return lang.has(key) ? lang.t(key) : team;
}

/** @typedef {{ code: string, message?: string, detail?: { key: string, values: Record<string, { text: string, key?: string }> } }} Refusal */

/** The detail of a refusal in the reader's language, or undefined. @param {Lang} lang @param {Refusal['detail']} detail */
function detailText(lang, detail) {
  if (!detail) return undefined;
  const values = Object.fromEntries(
    Object.entries(detail.values).map(([name, { text, key }]) => [
      name,
      key && lang.has(key) ? lang.t(key) : text,
    ]),
  );
  if (lang.has(detail.key)) return lang.t(detail.key, values);
  return lang.has(`${detail.key}.other`) ? lang.n(detail.key, Number(values.count), values) : undefined;
}

/** The sentence for a refusal: a rule's own if it has more to say. @param {Lang} lang @param {Refusal} error */
export function refusalText(lang, error) {
  const more = detailText(lang, error.detail);
  if (more) return more;
  const key = `error.${error.code}`;
  return lang.has(key) ? lang.t(key) : error.message || error.code;
}

/** The code as six tokens. @param {Lang} lang @param {string} code */
export function codeTokens(lang, code) {
  return h(
    'p',
    { class: 'room-code' },
    h('span', { class: 'hidden-text' }, lang.t('lobby.codeAloud', { code: [...code].join(' ') })),
    h(
      'span',
      { class: 'code-tokens', 'aria-hidden': 'true' },
      [...code].map((letter, i) => h('b', { key: i }, letter)),
    ),
  );
}
