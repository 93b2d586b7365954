// What a page weighs on a first visit by phone, nothing cached.
import { askAt } from '../site/serve.mjs';
import { phone, visitor } from './browser.mjs';

/** What the network carried: requests, compressed bytes with headers, by kind, and from elsewhere. @param {import('playwright-core').Browser} browser @param {string} url @param {string} wait what is there when the page is */
export async function weigh(browser, url, wait) {
  const page = await visitor(browser, { size: phone, serviceWorkers: 'block' });
  const wire = await page.context().newCDPSession(page);
  await wire.send('Network.enable');
  const kinds = {};
  const types = new Map();
  const found = { requests: 0, bytes: 0, foreign: 0, kinds };
  wire.on('Network.responseReceived', ({ requestId, type, response }) => {
    types.set(requestId, type);
    if (!response.url.startsWith(new URL(url).origin) && !response.url.startsWith('data:'))
      found.foreign += 1;
  });
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId) ?? 'Other';
    found.requests += 1;
    found.bytes += encodedDataLength;
    kinds[type] = (kinds[type] ?? 0) + encodedDataLength;
  });
  await page.goto(url);
  await page.locator(wait).first().waitFor({ state: 'attached' });
  await page.waitForTimeout(1500); // pictures, fonts, icons that nobody waits for
  await page.context().close();
  return found;
}

/** Rooms with a game running, one for each game that is played in rooms. @param {string} url of the server */
export async function tables(url) {
  const ask = askAt(url);
  const rooms = [];
  for (const [game, players] of [
    ['taboo', 4],
    ['santase', 2],
    ['codenames', 4],
    ['cah', 3],
  ]) {
    const { roomCode, playerId } = await ask('/rooms', '', { game, playerName: 'Ana' });
    for (let i = 2; i <= players; i++) await ask(`/rooms/${roomCode}/join`, '', { playerName: `P${i}` });
    await ask(`/rooms/${roomCode}/do/start_game`, playerId, {});
    rooms.push({ game, path: `/rooms/${roomCode}/game` });
  }
  return rooms;
}
