// Opens the page as somebody does who was mailed the file: from the disk, with the network off.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build as folder } from '../../../test/web/browser.mjs';

const build = resolve(folder);

export const file = join(build, 'crypta.html');
export const policy = () => readFileSync(join(build, 'games/crypta/crypta.csp'), 'utf8').trim();
export const address = pathToFileURL(file).href;

export const SIZES = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
  narrow: { width: 320, height: 568 },
  landscape: { width: 844, height: 390 },
};

/** What `ludoteca crypta` prints for these arguments, line by line. */
export function native(...args) {
  return execFileSync(join(build, 'ludoteca'), ['crypta', ...args], { encoding: 'utf8', maxBuffer: 1 << 26 })
    .trimEnd()
    .split('\n');
}

/** A page in a context of its own. `troubles` collects errors and every request but the file itself. */
export async function open(browser, { size = 'phone', prepare, ...options } = {}) {
  const context = await browser.newContext({
    viewport: SIZES[size],
    hasTouch: size !== 'desktop',
    reducedMotion: 'reduce',
    ...options,
  });
  await context.setOffline(true);
  const page = await context.newPage();
  page.setDefaultTimeout(60000);
  const troubles = watch(page);
  for (const script of [prepare ?? []].flat()) await page.addInitScript(script);
  await page.goto(address);
  await page.waitForSelector('body[data-ready]');
  return { context, page, troubles };
}

export function watch(page) {
  const troubles = [];
  page.on('request', (request) => {
    const url = request.url();
    if (url !== address && !url.startsWith('data:')) troubles.push(`request to ${url}`);
  });
  page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()}`);
  });
  return troubles;
}

/** Enters a game by its code. */
export async function enter(page, code) {
  await page.click('#enter-code');
  await page.fill('#code-input', code);
  await page.click('#code-form button[type=submit]');
  await page.waitForSelector('#game:not([hidden])');
}

/** Chooses a cell like «C4» with the buttons. */
export async function choose(page, cell) {
  await page.click(`#columns button:nth-child(${cell.charCodeAt(0) - 64})`);
  await page.click(`#rows button:nth-child(${cell[1]})`);
}

export async function ask(page, cell) {
  await choose(page, cell);
  await page.click('#confirm');
}

export const text = (page, selector) => page.locator(selector).innerText();
export const history = (page) => page.locator('#history li').allInnerTexts();
/** The counters as they are read out. */
export const counts = (page) => page.locator('#counts .unseen').allTextContents();
export const live = async (page, expected) =>
  page.waitForFunction((part) => document.getElementById('live').textContent.includes(part), expected);
/** Waits until focus is there: closing a dialog hands it on a moment later. */
export const focused = async (page, id) =>
  page.waitForFunction((expected) => document.activeElement.id === expected, id);
