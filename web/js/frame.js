/* What a game's table in the browser is given: see docs/tables.md. The table draws into `root`, says
 * what the frame should show around it, and sends verbs; the frame does everything else. */
import { h, made, render } from './dom.js';
import { gameModule, later } from './later.js';
import { readAloud, say } from './live.js';
import { avatar, avatarUrl, icon, refusalText, teamName } from './parts.js';
import { prefs } from './prefs.js';
import { sound, vibrate } from './sound.js';
import { toast } from './toast.js';
import { openDialog, confirmDialog } from './dialog.js';

/** @typedef {import('./parts.js').View} View */
/** @typedef {import('./lang.js').Lang} Lang */
/** @typedef {{ deadline?: number | null, total?: number, scores?: Record<string, string | number>, teamScores?: Record<string, string | number>, turn?: string[], marks?: Record<string, string>, outcome?: string, awake?: boolean }} Around */
/** @typedef {{ render: (view: View) => void, announce?: (event: string, payload: any) => void, help?: () => void }} Table */
/** What the menu does, for a table that offers it itself. @typedef {{ share: () => void, evening: () => void, leave: () => void, anotherGame: (event: string) => void }} House */
/** @typedef {ReturnType<typeof createFrame>} Frame */

/** On a television nobody presses anything. @type {House} */
const nobody = { share() {}, evening() {}, leave() {}, anotherGame() {} };

/**
 * @param {{ root: HTMLElement, lang: Lang, tv: boolean, now: () => number, view: () => View,
 *   send: (event: string, payload?: object) => Promise<import('./room.js').Answer>, around: (around: Around) => void, house?: House }} parts
 */
export function createFrame({ root, lang, tv, now, view, send, around, house = nobody }) {
  /** @type {HTMLLinkElement[]} */
  const sheets = [];
  let discarded = false;
  return {
    root,
    house,
    lang,
    tv,
    now,
    prefs,
    h,
    render,
    icon,
    avatar,
    avatarUrl,
    say,
    readAloud,
    sound,
    vibrate,
    toast,
    openDialog,
    confirmDialog,
    /** Sends a verb. A refusal is shown and said here, unless its code is one to `ignore`; the answer comes back for those who care. @param {string} verb @param {object} [payload] @param {{ ignore?: string[] }} [options] */
    async send(verb, payload, { ignore = [] } = {}) {
      const answer = await send(verb, payload);
      if (answer.error && !ignore.includes(answer.error.code))
        toast(refusalText(lang, answer.error), { bad: true });
      return answer;
    },
    /** Holds everybody's breath for a moment; the end waits for it. @param {import('./drama.js').Drama} what */
    drama: async (what) => (await later(() => import('./drama.js'))).drama(what),
    /** The sentence for a refusal, for a table that shows it in its own place. @param {import('./parts.js').Refusal} error */
    explain: (error) => refusalText(lang, error),
    /** What the frame shows around the table; what is left out is not shown. @param {Around} what */
    show: (what) => around(what),
    /** @param {import('./slides.js').Slide[]} slides @param {{ title?: string, id?: string, onClose?: () => void }} [options] */
    slides: async (slides, options) =>
      (await later(() => import('./slides.js'))).openSlides(lang, slides, options),
    /** A team's name as the reader knows it. @param {string} team */
    team: (team) => teamName(lang, view().room, team),
    /** What the host calls a team; undefined if as the game does. @param {number} team */
    named: (team) => view().room.teamNames?.[view().room.teams[team]],
    /** A person by public id. @param {string} id */
    person: (id) => view().room.players.find((player) => player.id === id),
    /** The person in a seat. @param {number} seat */
    seated: (seat) => view().room.players.find((player) => player.seat === seat),
    /** Loads the table's stylesheet; await it before the first render. @param {URL | string} url */
    css(url) {
      return new Promise((resolve) => {
        const link = document.createElement('link');
        link.rel = 'stylesheet';
        link.href = String(url);
        link.onload = link.onerror = () => resolve(undefined);
        sheets.push(link);
        if (!discarded) document.head.append(link);
      });
    },
    /** Another table comes in this one's place: nothing of it is left on the page, and what it still loads does not come to it. */
    discard() {
      discarded = true;
      root.remove();
      for (const link of sheets) link.remove();
    },
  };
}

/** Whatever a table stumbles over, the frame around it goes on, and so does the table with the next view. @param {Table} table @returns {Table} */
const guarded = (table) => ({
  ...table,
  render: (view) => made(() => table.render(view)),
  announce: (event, payload) => made(() => table.announce?.(event, payload)),
});

/** Loads a game's table; the fallback where there is none. @param {Frame} frame @param {string} game @returns {Promise<Table>} */
export async function mountTable(frame, game) {
  if (/^[a-z]+$/.test(game)) {
    try {
      const module = await gameModule(game, game);
      return guarded(await module.mount(frame));
    } catch (error) {
      console.error(`table of ${game}:`, error);
    }
  }
  const { mount } = await later(() => import('./fallback.js'));
  return mount(frame);
}
