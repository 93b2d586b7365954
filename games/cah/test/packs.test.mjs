// The list of packs in the lobby: hundreds of them on a phone, found, chosen, read aloud, by keyboard.
import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fullSize } from '../../../measure/cah/full-size.mjs';
import { openHouse } from '../../../test/web/house.mjs';
import { person, shoot, step, violations } from '../../../test/web/phones.mjs';

const { browser, server } = await openHouse('--deck-urls', 'any');
let ana;
const file = fullSize();
const path = join(mkdtempSync(join(tmpdir(), 'ludoteca-decks-')), 'Everything.json');
const decks = async () =>
  ana.page.evaluate(async () => {
    const code = document.querySelector('[data-packs]').dataset.packs;
    return (await (await fetch(`/rooms/${code}/decks`)).json()).decks;
  });
/** How many packs of the host's own deck the server has in play, once it is so many. */
async function chosen(wanted) {
  let count;
  for (let i = 0; i < 300 && count !== wanted; i++) {
    const own = (await decks()).find((deck) => deck.own);
    count = own.packs.filter((pack) => pack.chosen).length;
    if (count !== wanted) await ana.page.waitForTimeout(100);
  }
  assert.equal(count, wanted);
}
const said = (text) => ana.page.waitForFunction((t) => globalThis.said.some((s) => s.includes(t)), text);
const row = (name) => ana.page.getByRole('checkbox', { name });
const rows = () => ana.page.locator('.packs li');

writeFileSync(path, JSON.stringify(file));

step('a file of 205 packs is brought in the lobby', async () => {
  ana = await person(browser, 'Ana', { locale: 'en-GB' });
  await ana.page.goto(`${server.url}/?lang=en`);
  await ana.page.evaluate(async () => {
    const answer = await fetch('/rooms', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ game: 'cah', playerName: 'Ana', rating: 'mature' }),
    });
    const { roomCode } = await answer.json();
    window.location.assign(`/rooms/${roomCode}/lobby`);
  });
  await ana.page.locator('#own-cards > summary').click();
  await ana.page.locator('[data-cards-file]').setInputFiles(path);
  await said('28730 cards added; 19 are no use');
  await ana.page.locator('.card-problems li').nth(18).waitFor();
  assert.equal(await ana.page.locator('.card-problems li').count(), 19);
  await ana.page.locator('#own-cards > summary', { hasText: '28730 cards of your own' }).waitFor();
  assert.ok(await ana.page.locator('#cards-url').isVisible());
});

step('all packs are listed, and a search finds some', async () => {
  await ana.page.locator('#packs > summary').click();
  await row(file.packs[204].name).waitFor();
  assert.ok((await rows().count()) > 205, 'those of the house too');
  await ana.page.getByRole('searchbox', { name: 'Search packs' }).fill('PACK 20');
  await said('8 packs found');
  assert.equal(await rows().count(), 8); // 20, 120, and 200 to 205
  await shoot(ana, 'packs-found');
});

step('what is found is chosen at once, or one by one, with the keyboard', async () => {
  await ana.page.getByRole('button', { name: 'None', exact: true }).click();
  await chosen(197);
  await said('packs, ');
  const box = row(file.packs[199].name);
  await box.focus();
  await ana.page.keyboard.press('Space');
  await chosen(198);
  assert.ok(await box.isChecked());
  assert.ok(await box.evaluate((element) => element === document.activeElement), 'focus stays');
  await ana.page.keyboard.press('Tab');
  await ana.page.keyboard.press('Space');
  await chosen(199);
  await ana.page.getByRole('searchbox').fill('');
  await ana.page.getByRole('button', { name: 'Family packs' }).click();
  await chosen(0);
  assert.match(await ana.page.locator('.pack-tally').innerText(), /^\d+ of \d+ packs, /);
  await ana.page.getByRole('button', { name: 'All', exact: true }).click();
  await chosen(205);
});

step('the choice is there after a reload, also when somebody came meanwhile', async () => {
  await ana.page.getByRole('button', { name: 'None', exact: true }).click();
  await row(file.packs[2].name).check();
  await chosen(1);
  await ana.page.reload();
  await ana.page.locator('#packs > summary').click();
  await row(file.packs[2].name).waitFor();
  assert.ok(await row(file.packs[2].name).isChecked());
  assert.ok(!(await row(file.packs[3].name).isChecked()));
  const bob = await person(browser, 'Bob', { locale: 'en-GB' });
  await bob.page.goto(`${server.url}${new URL(ana.page.url()).pathname.replace('/lobby', '')}`);
  await ana.page.locator('.person-name').nth(1).waitFor();
  assert.ok(await row(file.packs[2].name).isVisible(), 'the list is still there');
  await bob.context.close();
});

step('a deck is taken home in two forms', async () => {
  const links = ana.page.locator('.packs').first().locator('a');
  const ours = await ana.page.request.get(await links.nth(0).evaluate((a) => a.href));
  assert.equal((await ours.json()).packs.length, 205);
  const jah = await ana.page.request.get(await links.nth(1).evaluate((a) => a.href));
  assert.equal((await jah.json()).white.length, 22441);
});

step('nothing is in the way of anybody, and nothing went wrong', async () => {
  await shoot(ana, 'packs');
  assert.deepEqual(await violations(ana), []);
  const wide = await ana.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(wide <= 0, `${wide} px too wide`);
  assert.deepEqual(ana.problems, []);
});
