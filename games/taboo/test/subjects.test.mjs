// Subjects and difficulty of the cards, and the deck for children, chosen in the lobby: what is left is
// counted, too little is refused before the start, and only what was chosen is played.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { openHouse } from '../../../test/web/house.mjs';
import { person, shoot, sitDown, step, violations } from '../../../test/web/phones.mjs';

const cards = (name) =>
  JSON.parse(readFileSync(new URL(`../cards/${name}.json`, import.meta.url), 'utf8')).cards;
const house = cards('bg');

const { browser, server } = await openHouse();
let people;
let code;
const ana = () => people[0].page;
const group = () => ana().locator('#packs');
const box = (name) => group().getByRole('checkbox', { name });
const inPlay = (count) =>
  group()
    .locator('.in-play', { hasText: new RegExp(`^${count} `) })
    .waitFor();
const status = (text) => ana().locator('#status', { hasText: text }).waitFor();

step('four people, and Bulgarian cards', async () => {
  people = await Promise.all(
    ['Ана', 'Борис', 'Вяра', 'Георги'].map((name) => person(browser, name, { locale: 'bg-BG' })),
  );
  for (const { context } of people)
    await context.addInitScript(() => localStorage.setItem('taboo_tutorial_seen', 'true'));
  await ana().goto(`${server.url}/?lang=bg`);
  const made = await ana().request.post(`${server.url}/rooms`, {
    form: { game: 'taboo', playerName: 'Ана' },
    maxRedirects: 0,
  });
  const path = made.headers().location;
  code = path.split('/')[2];
  await ana().goto(server.url + path);
  const set = await ana().request.post(`${server.url}/rooms/${code}/do/configure_room`, {
    data: { language: 'bg' },
  });
  assert.equal(set.status(), 200);
  for (const { page } of people.slice(1)) await page.goto(`${server.url}/rooms/${code}?lang=bg`);
  for (const [i, who] of people.entries()) await sitDown(who, i % 2);
  await inPlay(house.length);
});

step('a subject or a difficulty less is so many cards less', async () => {
  await group().locator('> summary').click();
  await box('животни').waitFor();
  await shoot(people[0], 'subjects');
  await box('Трудни').uncheck();
  const left = house.filter((card) => card.difficulty !== 'hard');
  await inPlay(left.length);
  await box('животни').uncheck();
  await inPlay(left.filter((card) => card.category !== 'животни').length);
  assert.ok(await box('храна').isChecked());
  assert.deepEqual(await violations(people[0]), []);
});

step('it is all there after a reload, and the keyboard does it too', async () => {
  await ana().reload();
  await group().locator('> summary').click();
  await box('животни').waitFor();
  assert.ok(!(await box('животни').isChecked()) && !(await box('Трудни').isChecked()));
  assert.ok(await box('Лесни').isChecked());
  await box('Трудни').focus();
  await ana().keyboard.press('Space');
  await inPlay(house.filter((card) => card.category !== 'животни').length);
  assert.ok(await box('Трудни').evaluate((element) => element === document.activeElement), 'focus stays');
});

step('too few are refused before anybody starts, to everybody', async () => {
  await group().getByRole('button', { name: 'Нито един' }).click();
  await status('Не са избрани никакви карти.');
  await box('места').check();
  await inPlay(house.filter((card) => card.category === 'места').length);
  await status('картите не стигат');
  await people[2].page.locator('#status', { hasText: 'картите не стигат' }).waitFor();
  assert.equal(await ana().locator('button.start').count(), 0);
  const start = await ana().request.post(`${server.url}/rooms/${code}/do/start_game`, { data: {} });
  assert.deepEqual([start.status(), (await start.json()).error.code], [409, 'DECK_EMPTY']);
});

step('what was chosen is what is played', async () => {
  await box('тяло').check();
  const chosen = house.filter(({ category }) => ['места', 'тяло'].includes(category));
  await inPlay(chosen.length);
  await ana().locator('button.start').click();
  await ana().getByRole('button', { name: 'Готов' }).click();
  const words = new Set(chosen.map((card) => card.word));
  const tell = async (event) =>
    assert.equal(
      (await ana().request.post(`${server.url}/rooms/${code}/do/${event}`, { data: {} })).status(),
      200,
    );
  const state = async () => (await ana().request.get(`${server.url}/rooms/${code}/state`)).json();
  for (let i = 0; i < 20; i++) {
    const { table } = await state();
    if (!table.card) break;
    assert.ok(words.has(table.card.word), table.card.word);
    await tell('card_skip');
  }
  assert.equal((await state()).table.cardsLeft < chosen.length, true);
  await tell('end_game');
});

step('the deck for children is one tap, and without own cards «own» says so', async () => {
  await ana().waitForURL(/\/lobby$/); // the game has ended: the table goes there by itself
  await ana()
    .locator('summary', { hasText: /настройки/i })
    .click();
  await ana().locator('[name=deck][value=children]').check({ force: true });
  await inPlay(cards('bg-children').length);
  await ana().locator('[name=cards][value=own]').check({ force: true });
  await status('Още няма собствени карти');
  for (const { problems } of people) assert.deepEqual(problems, []);
});
