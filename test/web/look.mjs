// Tables without a server: a page in some look, before a preview that sends it the views of a test.
import { violations } from './axe.mjs';
import { desk, launch, phone, visitor } from './browser.mjs';
import { hearWords } from './ears.mjs';
import { openAll } from './house.mjs';
import { startPreview } from './preview.mjs';

/** What the reader has chosen on this device: the pages' scripts go by it. */
export async function wear(page, look) {
  const words = look.split('.');
  const prefs = {
    theme: words.find((word) => word === 'dark' || word === 'light') ?? 'auto',
    contrast: words.includes('more'),
    still: true,
    text: words.find((word) => word === 'huge' || word === 'large') ?? 'normal',
  };
  await page.addInitScript((chosen) => localStorage.setItem('ludoteca.prefs', JSON.stringify(chosen)), prefs);
}

/** In which looks a table is held to axe. */
export const looks = [
  ['light', phone],
  ['dark', desk],
  ['light.more', phone],
  ['dark.more.huge', phone],
];

/** What axe finds in these scenes, one shown after the other. */
export async function violationsIn(scenes, page, show) {
  const found = [];
  for (const [name, options] of Object.entries(scenes)) {
    await show(page, options);
    found.push(...(await violations(page)).map((line) => `${name}: ${line}`));
  }
  return found;
}

/** A browser and a preview for a whole file of tests. */
export async function openPreview() {
  const [browser, preview] = await openAll(launch(), startPreview());
  const { state } = preview;
  return {
    browser,
    preview,

    /** The table with this view, on a page that is ready when `ready` is there. */
    async open(first, ready, { size = phone, look = 'light', name = 'table', ...more } = {}) {
      const page = await visitor(browser, { size, reducedMotion: 'reduce', bypassCSP: true, ...more });
      await wear(page, look);
      await page.addInitScript(hearWords, ['live', 'alert']);
      state.view = first;
      state.heard.length = 0;
      state.refuse = null;
      await page.goto(`${preview.url}/preview/${name}?look=still.${look}`);
      await page.locator(ready).first().waitFor();
      await page.evaluate(() => document.fonts.ready);
      return page;
    },

    /** What came with the event, once the page has sent it. */
    async heard(event) {
      for (let i = 0; i < 1200 && !state.heard.some((one) => one.event === event); i++)
        await new Promise((done) => {
          setTimeout(done, 50);
        });
      return state.heard.findLast((one) => one.event === event)?.payload;
    },
  };
}
