// A house for a whole file of tests: a browser and a server, open before the first test and gone after the
// last. Guests are pages (`visit`) or programs (`call`).
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { launch, startServer, visitor } from './browser.mjs';

/** Nobody who is away for a moment, on a slow machine for a long one, loses the seat. */
export const patient = ['--reconnect-grace-ms', '3600000'];

const api = '/api/codenames/games';

/** @param {...string} options for the server */
export function openHouse(...options) {
  const house = {
    browser: null,
    server: null,
    get url() {
      return house.server.url;
    },
    visit: (wishes) => visitor(house.browser, wishes),

    /** What the house answers to a seat's token; with a body it is something done. */
    async call(path, token, body) {
      const answer = await fetch(house.url + path, {
        method: body ? 'POST' : 'GET',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          authorization: `Bearer ${token}`,
        },
        body: body && JSON.stringify(body),
      });
      const said = await answer.json();
      assert.ok(answer.ok, `${path}: ${JSON.stringify(said)}`);
      return said;
    },

    state: (code, token = '') => house.call(`/rooms/${code}/state`, token),

    /** Codenames between four programs, red begins; the host is red's spymaster. */
    async codenames(settings) {
      const { id, tokens } = await house.call(api, '', { startingTeam: 'red', language: 'es', ...settings });
      return { id, tokens, host: tokens.red.spymaster };
    },

    /** Whoever guesses finds some of these first, and the assassin last. */
    async endCodenames({ id, tokens: { red } }, ...types) {
      const { board } = await house.call(`${api}/${id}`, red.spymaster);
      await house.call(`${api}/${id}/clue`, red.spymaster, { text: 'zigurat', count: 3 });
      for (const type of [...types, 'assassin']) {
        const position = board.findIndex((card) => card.type === type);
        await house.call(`${api}/${id}/guess`, red.operative, { position });
      }
    },
  };
  before(async () => {
    [house.browser, house.server] = await Promise.all([launch(), startServer(...options)]);
  });
  after(async () => {
    await house.browser?.close();
    await house.server?.stop();
  });
  return house;
}

/** These pages had no problem, and are closed. */
export async function close(...pages) {
  for (const page of pages) assert.deepEqual(page.problems, []);
  for (const page of pages) await page.context().close();
}
