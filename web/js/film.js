/* The steps of one game that is over, as somebody saw them: fetched some at a time, kept, and the next
 * ones asked for before they are needed. */

/** @typedef {{ view: import('./parts.js').View, events: { event: string, payload: any }[] }} Step */
/** @typedef {ReturnType<typeof createFilm>} Film */

const slice = 32;

/** @param {{ path: string, game: { from: number, to: number }, as: string }} what `as`: a public id, or '' for the crowd */
export function createFilm({ path, game, as }) {
  let eyes = as;
  /** @type {Map<string, Promise<Step[]>>} */
  const kept = new Map();

  /** @param {number} from @param {string} whose @returns {Promise<Step[]>} */
  async function fetchSlice(from, whose) {
    const answer = await fetch(`${path}/${from}.json${whose ? `?as=${whose}` : ''}`);
    if (!answer.ok) throw new Error(`${answer.status}`);
    return (await answer.json()).steps;
  }

  /** @param {number} from */
  function sliceAt(from) {
    const whose = eyes;
    const key = `${whose} ${from}`;
    const known = kept.get(key);
    if (known) return known;
    const asked = fetchSlice(from, whose);
    kept.set(key, asked);
    asked.catch(() => kept.delete(key)); // another time it may work
    return asked;
  }

  return {
    as: () => eyes,
    /** @param {string} id */
    watchAs(id) {
      eyes = id;
    },
    /** @param {number} seq @returns {Promise<Step>} */
    async step(seq) {
      const from = seq - ((seq - game.from) % slice);
      const steps = await sliceAt(from);
      if (from + slice <= game.to) sliceAt(from + slice).catch(() => {});
      return steps[seq - from];
    },
  };
}
