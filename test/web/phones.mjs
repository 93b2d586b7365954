// People with their phones around one table, through the real pages; what a phone receives is kept, so
// that a test can look for secrets in it.
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { desk, launch, phone } from './browser.mjs';
import { violations as axeViolations } from './axe.mjs';
import { feelBuzzes, hearTones, hearWords } from './ears.mjs';

export { desk, launch, phone };
export const patience = 60000; // longer than a turn with the time a slow machine is given
export const pictures = process.env.SCREENSHOTS || mkdtempSync(join(tmpdir(), 'ludoteca-pictures-'));
mkdirSync(pictures, { recursive: true });

/** Somebody: `page`, and `heard`, all that the network brought. Service workers would hide answers. */
export async function person(browser, name, { size = phone, ...options } = {}) {
  const context = await browser.newContext({
    viewport: size,
    hasTouch: size === phone,
    locale: 'es-ES',
    serviceWorkers: 'block',
    ...options,
  });
  context.setDefaultTimeout(patience);
  await context.addInitScript(hearWords, ['live', 'alert', 'toasts']);
  for (const sense of [hearTones, feelBuzzes]) await context.addInitScript(sense);
  const page = await context.newPage();
  const heard = [];
  const problems = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push(String(payload))));
  page.on('response', async (response) => {
    if (!/socket\.io\/\?|\/state|\/events/.test(response.url())) return;
    try {
      heard.push(await response.text());
    } catch {
      /* cut off by a reload */
    }
  });
  page.on('crash', () => problems.push(`${name}: the page crashed at ${page.url()}`));
  page.on('pageerror', (error) => problems.push(`${name}: ${error.message}`));
  page.on('console', (message) => {
    if (/Content.Security.Policy|Refused to|table of/.test(message.text()))
      problems.push(`${name}: ${message.text()}`);
  });
  return { name, page, heard, problems, context };
}

/** All animations that end have ended; the bar of the clock never does. */
export const settle = (page) =>
  page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(
          ({ effect }) =>
            effect?.getComputedTiming().iterations !== Infinity && !effect?.target?.closest('.time'),
        )
        .map((animation) => animation.finished.catch(() => {})),
    ).then(() => {}),
  );

/** A browser on a busy machine may be too late for a picture: that fails only who asked for pictures. */
async function picture(page, name) {
  const taken = page.screenshot({ path: join(pictures, `${name}.png`) });
  await (process.env.SCREENSHOTS ? taken : taken.catch(() => {}));
}

/** The same page on a phone and on a desktop. */
export async function shoot({ page }, name, sizes = { phone, desk }) {
  const before = page.viewportSize();
  for (const [kind, size] of Object.entries(sizes)) {
    await page.setViewportSize(size);
    await settle(page);
    await picture(page, `${name}-${kind}`);
  }
  await page.setViewportSize(before);
}

export async function violations({ page }) {
  await settle(page);
  return axeViolations(page);
}

/** In the lobby: says who it is, and takes a place in the team. */
export async function sitDown({ name, page }, team) {
  await page.fill('#name', name);
  await page.locator('#you form').first().getByRole('button').click();
  await page.locator('.person-name', { hasText: name }).waitFor();
  const there = page.locator(`.team[data-team="${team}"]`);
  if ((await there.locator('.person-name', { hasText: name }).count()) === 0)
    await there.locator('.join-team').click();
  await there.locator('.person-name', { hasText: name }).waitFor();
}

/** A test that builds on the ones before it: after one that failed the others would only wait. */
let broken = false;
export function step(name, run) {
  test(name, async (t) => {
    if (broken) return t.skip('an earlier step failed');
    broken = true;
    await run();
    broken = false;
    return undefined;
  });
}
