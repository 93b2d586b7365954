// People with their phones around one table, through the real pages; what a phone receives is kept, so
// that a test can look for secrets in it.
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { desk, launch, phone } from './browser.mjs';
import { violations as axeViolations } from './axe.mjs';

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
  await context.addInitScript(() => {
    globalThis.said = [];
    document.addEventListener('DOMContentLoaded', () => {
      const listen = new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes) globalThis.said.push(node.textContent);
      });
      for (const id of ['live', 'alert', 'toasts'])
        listen.observe(document.getElementById(id), { childList: true });
    });
    globalThis.tones = [];
    const tone = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function createOscillator() {
      const made = tone.call(this);
      queueMicrotask(() => globalThis.tones.push(made.frequency.value));
      return made;
    };
    globalThis.buzzes = [];
    navigator.vibrate = (pattern) => {
      globalThis.buzzes.push(pattern);
      return true;
    };
  });
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

/** The same page on a phone and on a desktop. */
export async function shoot({ page }, name, sizes = { phone, desk }) {
  const before = page.viewportSize();
  for (const [kind, size] of Object.entries(sizes)) {
    await page.setViewportSize(size);
    await settle(page);
    await page.screenshot({ path: join(pictures, `${name}-${kind}.png`) });
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
