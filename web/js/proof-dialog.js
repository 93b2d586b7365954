/* «Check»: the game is folded again in this browser, and the answer is one sentence. */
import { openDialog } from './dialog.js';
import { h, render } from './dom.js';
import { say } from './live.js';
import { icon, refusalText } from './parts.js';
import { promisesOf } from './proof.js';
import { checkProof } from './proof-check.js';
import { loadRules } from './rules.js';

/** @typedef {import('./lang.js').Lang} Lang */
/** @typedef {import('./proof-check.js').Verdict} Verdict */

/** The server said no, with this error. */
class Refused extends Error {
  /** @param {any} error */
  constructor(error) {
    super('refused');
    this.error = error;
  }
}

/** @param {string} path */
async function get(path) {
  const answer = await fetch(path, { headers: { Accept: 'application/json' } });
  if (!answer.ok) throw new Refused((await answer.json()).error);
  return answer;
}

/** The game that this step belongs to. @param {string} code @param {number} seq */
async function gameAt(code, seq) {
  const { games } = await (await get(`/rooms/${code}/replay.json`)).json();
  const found = games.findLast((/** @type {{ from: number }} */ game) => game.from <= seq);
  return (found ?? games.at(-1)).from;
}

/** @param {string} code @param {number} seq @returns {Promise<Verdict>} */
async function check(code, seq) {
  const from = await gameAt(code, seq);
  const [proof, wasm] = await Promise.all([get(`/rooms/${code}/proof/${from}.json`), get('/rules.wasm')]);
  return checkProof(await loadRules(await wasm.arrayBuffer()), await proof.json(), promisesOf(code));
}

/** @param {Lang} lang @param {Verdict} verdict */
function sentences(lang, verdict) {
  const { kind, seq = 0, phones = 0, withheld = 0, abandoned = 0, own } = verdict;
  if (kind === 'alone') return [lang.t('fair.alone')];
  if (kind !== 'fair') return [lang.t(`fair.${kind}`, { step: seq }), lang.t('fair.differs')];
  return [
    lang.n('fair.fair', phones),
    lang.t(own ? 'fair.own' : 'fair.notOwn'),
    withheld ? lang.t('fair.withheld', { count: withheld }) : '',
    abandoned ? lang.t('fair.abandoned', { count: abandoned }) : '',
  ].filter(Boolean);
}

/** @param {Lang} lang @param {Verdict} verdict */
function result(lang, verdict) {
  const [first, ...more] = sentences(lang, verdict);
  const good = verdict.kind === 'fair' || verdict.kind === 'alone';
  return [
    h(
      'p',
      { class: 'proof-verdict', key: 'verdict', 'data-verdict': verdict.kind },
      icon(good ? 'check' : 'close'),
      first,
    ),
    ...more.map((text) => h('p', { key: text }, text)),
  ];
}

/** @param {Lang} lang @param {string} code @param {number} seq a step of the game */
export async function openProof(lang, code, seq) {
  const dialog = openDialog({ title: lang.t('fair.title'), closeLabel: lang.t('site.close') });
  render(dialog.body, h('p', { class: 'hint', role: 'status' }, lang.t('fair.working')));
  let shown;
  try {
    const verdict = await check(code, seq);
    shown = result(lang, verdict);
    say(sentences(lang, verdict)[0]);
  } catch (error) {
    const text = error instanceof Refused ? refusalText(lang, error.error) : lang.t('error.OFFLINE');
    shown = [h('p', { class: 'hint', role: 'alert' }, text)];
  }
  render(dialog.body, h('div', {}, ...shown, h('p', { class: 'hint' }, lang.t('fair.how'))));
}
