// Opens a house, fills it with people and takes its picture. usage: tools/screenshots
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PNG } from 'pngjs';
import { desk, launch, phone, startServer, visitor } from '../../test/web/browser.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const server = await startServer();
const browser = await launch('--host-resolver-rules=MAP ludoteca.example 127.0.0.1');
const house = server.url.replace('127.0.0.1', 'ludoteca.example');

/** The browser packs its pictures in a hurry; colours without depth pack best unfiltered. */
const packed = (bytes) =>
  PNG.sync.write(PNG.sync.read(bytes), { colorType: 2, deflateLevel: 9, deflateStrategy: 0, filterType: 0 });

/** Drawn pages are small as PNG, painted ones as JPEG. */
async function take(page, name, { type = 'png' } = {}) {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(800);
  if (type === 'png') writeFileSync(join(here, `${name}.png`), packed(await page.screenshot()));
  else await page.screenshot({ path: join(here, `${name}.jpg`), type, quality: 82 });
  console.log(`docs/pictures/${name}`);
}

async function person(path, name, options) {
  const page = await visitor(browser, options);
  await page.goto(house + path);
  if (name) {
    await page.locator('#you form[hx-post]').first().waitFor();
    await page.fill('#name', name);
    await page.locator('#you form button').first().click();
    await page.locator('.person-name', { hasText: name }).waitFor();
    await page.evaluate(() => document.activeElement?.blur());
  }
  return page;
}

async function create(game, name, options) {
  const page = await visitor(browser, options);
  await page.goto(house);
  await page.locator(`button[name=game][value=${game}]`).click();
  await page.waitForURL(/\/lobby$/);
  await page.fill('#name', name);
  await page.locator('#you form button').first().click();
  await page.locator('.person-name', { hasText: name }).waitFor();
  await page.evaluate(() => {
    document.activeElement?.blur();
    window.scrollTo(0, 0);
  });
  return page;
}

async function start(host) {
  await host.locator('#start button').click();
  await host.waitForURL(/\/game$/);
  await host.locator('#table > *').first().waitFor();
}

await take(await person('/', null), 'home-phone');
await take(await person('/', null, { size: desk }), 'home');
await take(await person('/', null, { size: desk, colorScheme: 'dark', language: 'bg' }), 'home-dark');
await take(await person('/rooms/QQQQQQ', null), 'not-found-phone');

const host = await create('taboo', 'Ana', { size: desk });
const room = new URL(host.url()).pathname.replace('/lobby', '');
const guests = [];
for (const name of ['Luca', 'Калина', 'Bea']) guests.push(await person(room, name, { size: phone }));
const tv = await person(`${room}/tv`, null, { size: desk });
await tv.locator('.tv-people li').nth(3).waitFor();
await take(host, 'lobby');
await take(guests[2], 'lobby-phone');
await take(tv, 'tv-lobby');
await start(host);
const table = [host, ...guests];
for (const page of table) await page.locator('#table > *').first().waitFor();
const ready = (page) => page.getByRole('button', { name: '¡Estoy listo!' });
const describer = await Promise.any(
  table.map(async (page) => {
    await ready(page).waitFor({ timeout: 30000 });
    return page;
  }),
);
await ready(describer).click();
await describer.locator('.taboo [class*=word]').first().waitFor();
await describer.setViewportSize(phone);
await take(describer, 'taboo-phone');
await describer.setViewportSize(desk);
await take(
  table.find((page) => page !== describer),
  'taboo',
);
await take(tv, 'tv');

/** Two teams of two around a board; who gives the clues has the key. */
const spy = await create('codenames', 'Ana', { size: phone });
const board = new URL(spy.url()).pathname.replace('/lobby', '');
const agents = [];
for (const name of ['Luca', 'Bea', 'Калина']) agents.push(await person(board, name, { size: phone }));
const screen = await person(`${board}/tv`, null, { size: desk });
await start(spy);
const leads = async (page) => {
  await page.locator('.codenames[data-phase]').waitFor();
  return (await page.locator('.codenames').getAttribute('data-role')) === 'spymaster';
};
const spies = [spy, ...agents];
for (const page of spies)
  if (await leads(page)) await page.getByRole('button', { name: '¡Empecemos!' }).click();
for (const page of spies) await page.locator('.codenames[data-phase="AwaitingClue"]').waitFor();
const isOne = async (page, selector) => (await page.locator(selector).count()) > 0;
const thinks = (await Promise.all(spies.map(async (page) => [page, await isOne(page, '.cn-form')]))).find(
  ([, yes]) => yes,
)[0];
await take(thinks, 'codenames-phone');
const own = (await thinks.locator('.cn-head').getAttribute('data-team')) === '0' ? 'red' : 'blue';
const hits = await thinks
  .locator(`.cn-card[data-type="${own}"]`)
  .evaluateAll((cards) => cards.slice(0, 3).map((card) => card.dataset.position));
await thinks.fill('#cn-clue', 'aventura');
await thinks.locator('.cn-step').last().click();
await thinks.locator('.cn-form .primary').click();
const guesser = await Promise.any(
  spies.map(async (page) => {
    await page.locator('.cn-actions').waitFor({ timeout: 30000 });
    return page;
  }),
);
for (const [i, position] of hits.entries()) {
  await guesser.locator(`.cn-card[data-position="${position}"]`).click();
  await screen.locator(`.cn-card[data-position="${position}"] .cn-fingers`).waitFor();
  if (i < 2) await guesser.locator('.cn-reveal').click();
  if (i < 2) await screen.locator(`.cn-card.open[data-position="${position}"]`).waitFor();
}
await take(screen, 'codenames-tv');

/** Four around a black card; one has chosen, the judge turns the answers over, the television looks on. */
const reader = await create('cah', 'Ana', { size: phone });
const box = new URL(reader.url()).pathname.replace('/lobby', '');
const jokers = [reader];
for (const name of ['Luca', 'Bea', 'Калина']) jokers.push(await person(box, name, { size: phone }));
const sofa = await person(`${box}/tv`, null, { size: desk });
await reader.locator('[name=language][value=es]').check({ force: true });
await sofa.locator('.tv-people li').nth(3).waitFor();
await start(reader);
const judges = async (page) => {
  await page.locator('.cah[data-role]').waitFor();
  return (await page.locator('.cah').getAttribute('data-role')) === 'czar';
};
const czar = (await Promise.all(jokers.map(async (page) => [page, await judges(page)]))).find(
  ([, yes]) => yes,
)[0];
for (const [i, page] of jokers.filter((one) => one !== czar).entries()) {
  const pick = (await page.locator('.cah-pick').count())
    ? Number(/\d/.exec(await page.locator('.cah-pick').innerText())[0])
    : 1;
  for (let n = 0; n < pick; n++)
    await page
      .locator('.cah-white')
      .nth(n + 3)
      .click();
  if (i === 0) await take(page, 'cah-phone');
  await page.waitForTimeout(500); // twice in a hurry is no decision
  await page.locator('[data-act=submit]').click();
}
await czar.locator('[data-act=reveal]').click();
await czar.locator('[data-act=reveal]').click();
await sofa.locator('.cah-answer').nth(1).waitFor();
await take(sofa, 'cah-tv');

const santase = await create('santase', 'Radka', { size: desk, language: 'en' });
await santase.locator('form[action$=add_bot] button').click();
await santase.locator('#start button').waitFor();
await start(santase);
await take(santase, 'santase', { type: 'jpeg' });

const crypta = await person('/crypta', null);
await take(crypta, 'crypta-phone', { type: 'jpeg' });

await browser.close();
await server.stop();
