// A house for a whole file of tests: a browser and a server, open before the first test and gone after the
// last. Guests are pages (`visit`) or programs (`call`, with a seat's token).
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { askAt } from '../site/serve.mjs';
import { launch, startServer, visitor } from './browser.mjs';

/** Nobody who is away for a moment, on a slow machine for a long one, loses the seat. */
export const patient = ['--reconnect-grace-ms', '3600000'];

const api = '/api/codenames/games';

/** What a whole file of tests needs, until the last of them is over: browsers, servers, previews. */
export async function openAll(...coming) {
  const things = await Promise.all(coming);
  after(async () => {
    for (const one of things) await (one.close ?? one.stop).call(one);
    for (const one of things) one.remove?.();
  });
  return things;
}

/** @param {...string} options for the server */
export async function openHouse(...options) {
  const [browser, server] = await openAll(launch(), startServer(...options));
  const call = askAt(server.url);
  return {
    browser,
    server,
    url: server.url,
    visit: (wishes) => visitor(browser, wishes),
    call,
    state: (code, token) => call(`/rooms/${code}/state`, token),

    /** Codenames between four programs, red begins; the host is red's spymaster. */
    async codenames(settings) {
      const { id, tokens } = await call(api, '', { startingTeam: 'red', language: 'es', ...settings });
      return { id, tokens, host: tokens.red.spymaster };
    },

    /** Whoever guesses finds some of these first, and the assassin last. */
    async endCodenames({ id, tokens: { red } }, ...types) {
      const { board } = await call(`${api}/${id}`, red.spymaster);
      await call(`${api}/${id}/clue`, red.spymaster, { text: 'zigurat', count: 3 });
      for (const type of [...types, 'assassin']) {
        const position = board.findIndex((card) => card.type === type);
        await call(`${api}/${id}/guess`, red.operative, { position });
      }
    },
  };
}

/** Two people at Santase: who made the room, and who came by its address. */
export async function sitAtSantase(browser, url, wishes = {}) {
  const ana = await visitor(browser, { serviceWorkers: 'block', ...wishes });
  await ana.goto(`${url}/`);
  await ana.locator('button[name=game][value=santase]').click();
  await ana.locator('#lobby').waitFor();
  const eva = await visitor(browser, { serviceWorkers: 'block', ...wishes });
  await eva.goto(ana.url().replace(/\/lobby$/, ''));
  for (const page of [eva, ana])
    await page.waitForFunction(() => document.querySelectorAll('.person-name').length === 2);
  await ana.locator('form[action$="/start"] button').click();
  for (const page of [ana, eva]) await page.locator('.hand.own button').first().waitFor();
  return [ana, eva];
}

/** These pages had no problem, and are closed. */
export async function close(...pages) {
  for (const page of pages) assert.deepEqual(page.problems, []);
  for (const page of pages) await page.context().close();
}
