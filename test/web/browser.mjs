// A browser and a server for tests, both gone when the test is.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
export const build = process.env.LUDOTECA_BUILD || join(root, 'build');
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

/** A page of its own context (its own cookies), which keeps what went wrong in `problems`. */
export async function visitor(browser, { size = phone, language = 'es', ...more } = {}) {
  const context = await browser.newContext({ viewport: size, locale: language, ...more });
  context.setDefaultTimeout(60000);
  // Somebody who has been here before: no tutorial opens by itself.
  await context.addInitScript(() => localStorage.setItem('taboo_tutorial_seen', 'true'));
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

/** No server outlives the test program. */
const servers = new Set();
process.on('exit', () => {
  for (const child of servers) child.kill('SIGKILL');
});

/** A real server on a free port; restart() keeps data and port. */
export async function startServer(...options) {
  const data = mkdtempSync(join(tmpdir(), 'ludoteca-web-'));
  let child;
  let port = 0;
  async function start() {
    child = spawn(join(build, 'ludoteca'), [
      'serve',
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '--data',
      data,
      ...options,
    ]);
    servers.add(child);
    let said = '';
    await new Promise((done, fail) => {
      const heard = (chunk) => {
        said += chunk;
        const open = /http:\/\/127\.0\.0\.1:(\d+)/.exec(said);
        if (open) {
          port = Number(open[1]);
          done();
        }
      };
      child.stdout.on('data', heard);
      child.stderr.on('data', heard);
      child.on('exit', () => fail(new Error(`the server ended: ${said}`)));
      setTimeout(() => fail(new Error(`the server did not say where it is: ${said}`)), 30000).unref();
    });
  }
  const ended = () =>
    new Promise((done) => {
      child.once('exit', done);
    });
  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    async kill() {
      const end = ended();
      child.kill('SIGKILL');
      await end;
    },
    start,
    async stop() {
      const end = ended();
      child.kill('SIGTERM');
      await end;
      rmSync(data, { recursive: true, force: true });
    },
  };
}
