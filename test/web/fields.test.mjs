// What a field or a setting says is for its reader: what is wrong in the language of the page, not in the
// browser's, and what was set in words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServer } from '../site/server.mjs';
import { openAll } from './house.mjs';
import { launch, person } from './phones.mjs';

const [browser, server] = await openAll(launch(), startServer());

/** The lobby of a new room, as a guest's browser gets it. */
async function guestPage(game, language) {
  const headers = { 'accept-language': language, accept: 'text/html' };
  const made = await fetch(`${server.url}/rooms`, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: `game=${game}`,
  });
  const path = made.headers.get('location').replace(/\/lobby$/, '');
  return (await fetch(`${server.url}${path}`, { headers })).text();
}

const names = { es: 'español', it: 'italiano', en: 'english', bg: 'български' };

for (const game of ['taboo', 'codenames', 'santase', 'cah'])
  test(`a guest reads settings in words: ${game}`, async () => {
    for (const language of ['es', 'it', 'en', 'bg']) {
      const page = await guestPage(game, language);
      const lines = [...page.matchAll(/<div><dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)];
      assert.ok(lines.length > 4, `${language}: ${lines.length} settings`);
      if (game !== 'santase')
        assert.ok(
          lines.some(([, , value]) => value.toLowerCase() === names[language]),
          `${language}: the host's page is read in it, and there are cards or words`,
        );
      const raw = lines.filter(([, label, value]) => /\b0:/.test(label) || value === '0');
      assert.deepEqual(
        raw.map(([, label, value]) => `${label} ${value}`),
        [],
        language,
      );
    }
  });

test("what is wrong with a field is said in the page's language", async () => {
  const ana = await person(browser, 'Ana', { locale: 'en-US' });
  const { page } = ana;
  await ana.context.addInitScript(() => localStorage.setItem('taboo_tutorial_seen', 'true'));
  await page.goto(server.url);
  await page
    .getByRole('link', { name: 'Български' })
    .or(page.getByRole('button', { name: 'Български' }))
    .click();
  await page.locator('html[lang="bg"]').waitFor({ state: 'attached' });
  const says = (field, text) =>
    page.waitForFunction(
      ([at, wanted]) => document.querySelector(at).validationMessage === wanted,
      [field, text],
    );
  const code = page.locator('input[name="code"]').first();
  await code.fill('');
  await code.press('Enter');
  await says('input[name="code"]', 'Напиши нещо тук.');
  await code.fill('A');
  await says('input[name="code"]', '');
  await page.getByRole('button', { name: /Табу/ }).last().click();
  const points = page.locator('#set-scoreLimit');
  await points.fill('1000');
  await points.blur();
  await says('#set-scoreLimit', 'Число между 1 и 100.');
  await points.fill('20');
  await says('#set-scoreLimit', '');
  assert.deepEqual(ana.problems, []);
  await ana.context.close();
});
