// A browser and a server for tests, both gone when the test is.
import { chromium } from 'playwright-core';
import { build, root, startServer as serve } from '../site/serve.mjs';

export { build, root };
export const phone = { width: 390, height: 844 };
export const desk = { width: 1280, height: 800 };

const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const launch = (...more) =>
  chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: [...args, ...more] });

/** A page of its own context (its own cookies), which keeps what went wrong in `problems`. Without `fair` it adds
 * nothing to the chance of a game, for tests that have the same cards every time. */
export async function visitor(browser, { size = phone, language = 'es', fair = true, ...more } = {}) {
  const context = await browser.newContext({ viewport: size, locale: language, ...more });
  context.setDefaultTimeout(60000);
  // Somebody who has been here before: no tutorial opens by itself.
  await context.addInitScript(() => localStorage.setItem('taboo_tutorial_seen', 'true'));
  if (!fair) await context.addInitScript(() => localStorage.setItem('ludoteca.fair', 'off'));
  const page = await context.newPage();
  page.problems = [];
  page.on('pageerror', (error) => page.problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content.Security.Policy|Refused/.test(message.text()))
      page.problems.push(message.text());
  });
  return page;
}

/** Gives the page the seat whose token it is, and opens the room. */
export async function takeSeat(page, room, token) {
  await page.request.post(`${room}/resume`, { form: { playerId: token }, maxRedirects: 0 });
  await page.goto(room);
}

/** A real server on a free port, as it is by itself; start() after kill() keeps data and port. */
export async function startServer(...args) {
  const options = { args, limits: true };
  let server = await serve(options);
  const { url, port, data } = server;
  return {
    url,
    kill: () => server.stop('SIGKILL'),
    async start() {
      server = await serve({ ...options, port, data });
    },
    async stop() {
      await server.stop();
      server.remove();
    },
  };
}
