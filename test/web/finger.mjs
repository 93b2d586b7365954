// Somebody's finger on a page of any browser (drivers.mjs): it waits until a thing is there, still and on top
// of everything else, and touches it there.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const patience = 90000;

/** On the page: the first such thing that is shown, with this text if there is one. */
function find(css, text) {
  return [...document.querySelectorAll(css)].find(
    (one) => one.checkVisibility() && (one.ariaLabel ?? one.textContent).includes(text ?? ''),
  );
}

/** On the page: where to touch it, or why not yet. */
function place(found) {
  if (!found) return 'not there';
  if (found.disabled || found.ariaDisabled === 'true') return 'not to be used yet';
  found.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = found.getBoundingClientRect();
  const x = Math.round(left + width / 2);
  const y = Math.round(top + height / 2);
  const hit = document.elementFromPoint(x, y);
  if (!hit || !(found.contains(hit) || hit.contains(found))) return `covered by ${hit?.className}`;
  return { x, y };
}

/** On the page: notes whether the next touch is one of this. */
function awaitTouch(found) {
  globalThis.touched = false;
  const touch = ({ target }) => {
    globalThis.touched = found.contains(target) || target.contains(found);
  };
  addEventListener('pointerdown', touch, { capture: true, once: true });
}

/** On the page: what of these is missing, empty or beyond the edges; the page scrolls down, never to the side. */
function findUndrawn(selectors) {
  const page = document.documentElement;
  const beyond = (one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 1;
  const wide =
    page.scrollWidth > innerWidth
      ? [...document.querySelectorAll('*')].filter(beyond).map((one) => `${one.className} is too wide`)
      : [];
  return selectors
    .filter((css) => {
      const found = find(css);
      found?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      const box = found?.getBoundingClientRect();
      const isThere = box && box.width > 0 && box.height > 0;
      return !(
        isThere &&
        box.left > -1 &&
        box.right < innerWidth + 1 &&
        box.bottom > 0 &&
        box.top < innerHeight
      );
    })
    .concat(wide);
}

export class Finger {
  /** @param {Awaited<ReturnType<typeof import('./drivers.mjs').openWebKit>>} browser */
  constructor(browser) {
    this.browser = browser;
  }

  /** What a function of the page gives, as JSON would carry it. */
  async run(look, ...words) {
    const tools = [find, place, awaitTouch, findUndrawn].join('\n');
    const call = `(${look})(...${JSON.stringify(words)})`;
    const said = await this.browser.run(`(() => { ${tools}\nreturn JSON.stringify(${call}) ?? 'null' })()`);
    return JSON.parse(said);
  }

  /** Waits until it is true; a page that is just being left answers nothing. */
  async until(look, ...words) {
    let last;
    for (const end = Date.now() + patience; Date.now() < end; await setTimeout(100)) {
      last = await this.run(look, ...words).catch((error) => {
        last = error;
      });
      if (last) return last;
    }
    const told = await this.run(() => `${location.pathname}: ${document.body.innerText}`);
    throw new Error(`never came: ${look} ${JSON.stringify(words)} (${last}) on ${told.slice(0, 600)}`);
  }

  see(css, text) {
    return this.until((selector, part) => Boolean(find(selector, part)), css, text);
  }

  /** Where it lies still: twice in the same place. */
  async spot(css, text, within) {
    let last = 'never looked';
    for (const end = Date.now() + within; Date.now() < end; await setTimeout(50)) {
      const now = await this.run((selector, part) => place(find(selector, part)), css, text).catch(String);
      if (now.x !== undefined && now.x === last.x && now.y === last.y) return now;
      last = now;
    }
    throw new Error(`${css} ${text ?? ''} cannot be touched: ${JSON.stringify(last)}`);
  }

  /** A touch that met something else, since the page moved on the way, is made again. */
  async tap(css, text, within = patience) {
    for (const end = Date.now() + within; ; ) {
      const { x, y } = await this.spot(css, text, end - Date.now());
      await this.run((...what) => awaitTouch(find(...what)), css, text);
      const actions = [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await this.browser.act([{ type: 'pointer', id: 'finger', actions }]);
      const missed = () => this.run(() => globalThis.touched === false).catch(() => false);
      for (const late = Date.now() + 2000; await missed(); await setTimeout(50)) if (Date.now() > late) break;
      if (!(await missed())) return;
    }
  }

  /** Again and again until something comes of it: a table takes no touch of a finger that was too quick. */
  async tapUntil(css, wanted) {
    const isThere = () => this.run((selector) => Boolean(find(selector)), wanted).catch(() => false);
    for (const end = Date.now() + patience; Date.now() < end; await setTimeout(500)) {
      if (await isThere()) return;
      await this.tap(css, null, 1000).catch(() => {}); // it may be gone, and the other thing on its way
    }
    throw new Error(`${css} brings no ${wanted}`);
  }

  /** Instead of what stands in the field. */
  async type(css, text) {
    await this.tap(css);
    await this.until((selector) => document.activeElement === find(selector), css);
    await this.run((selector) => find(selector).select(), css);
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.browser.act([{ type: 'key', id: 'keys', actions }]);
    await this.until((selector, wanted) => find(selector).value === wanted, css, text);
  }

  /** Cards fly in: what is beyond the edges has some time to come to rest. */
  async assertDrawn(...selectors) {
    let undrawn = ['never looked'];
    for (const end = Date.now() + patience; undrawn.length && Date.now() < end; await setTimeout(50))
      undrawn = await this.run((all) => findUndrawn(all), selectors).catch((error) => [error.message]);
    assert.deepEqual(undrawn, []);
  }

  /** For who wants to look. */
  async shoot(name) {
    const folder = process.env.SCREENSHOTS;
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `${this.browser.name}-${name}.png`);
    writeFileSync(path, Buffer.from(await this.browser.picture(), 'base64'));
  }
}
