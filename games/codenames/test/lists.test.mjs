// Lists of words about one thing, in the lobby: chosen alone or mixed, counted, refused when none is left;
// and that programs that ask for nothing play with the usual list.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { openHouse } from '../../../test/web/house.mjs';
import { person, shoot, sitDown, step, violations } from '../../../test/web/phones.mjs';

const words = (name) =>
  new Set(JSON.parse(readFileSync(new URL(`../cards/${name}.json`, import.meta.url), 'utf8')).words);

const { browser, server } = await openHouse();
let people;
let code;
const box = (name) => people[0].page.locator('#packs').getByRole('checkbox', { name });
const inPlay = (text) => people[0].page.locator('#packs .in-play', { hasText: text }).waitFor();
/** The network of her phone, whatever page is on it. */
const board = async ({ page }) => {
  const state = await (await page.request.get(`${server.url}/rooms/${code}/state`)).json();
  return state.table.board.map((card) => card.word);
};
const tell = async ({ page }, event) => {
  const answer = await page.request.post(`${server.url}/rooms/${code}/do/${event}`, { data: {} });
  assert.equal(answer.status(), 200, event);
};

step('a room of programs has the usual words', async () => {
  const usual = words('es');
  for (let seed = 1; seed < 4; seed++) {
    const made = await fetch(`${server.url}/api/codenames/games`, {
      method: 'POST',
      body: JSON.stringify({ seed }),
    });
    const game = await made.json();
    assert.equal(made.status, 201);
    const got = await (await fetch(`${server.url}/api/codenames/games/${game.id}`)).json();
    for (const { word } of got.board) assert.ok(usual.has(word), word);
  }
});

step('the lobby lists them, the usual one ticked', async () => {
  people = await Promise.all(
    ['Ana', 'Beto', 'Carla', 'David'].map((name) => person(browser, name, { locale: 'en-GB' })),
  );
  const [ana, ...others] = people;
  await ana.page.goto(`${server.url}/?lang=en`);
  const made = await ana.page.request.post(`${server.url}/rooms`, {
    form: { game: 'codenames', playerName: 'Ana' },
    maxRedirects: 0,
  });
  const path = made.headers().location;
  code = path.split('/')[2];
  await ana.page.goto(server.url + path);
  await ana.page.evaluate(
    (room) =>
      fetch(`/rooms/${room}/do/configure_room`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ language: 'en', choose: false, seed: 7 }),
      }),
    code,
  );
  for (const guest of others) await guest.page.goto(`${server.url}/rooms/${code}?lang=en`);
  for (const [i, who] of people.entries()) await sitDown(who, i % 2);
  await inPlay('400 words in play');
  await ana.page.locator('#packs > summary').click();
  await box('Food').waitFor();
  assert.deepEqual(
    await Promise.all(
      ['Words of the house', 'Food', 'Nature', 'Places', 'Stories'].map((name) => box(name).isChecked()),
    ),
    [true, false, false, false, false],
  );
  await shoot(ana, 'word-lists');
});

step('mixed, the words of both are counted, those in both once', async () => {
  await box('Food').check();
  const both = new Set([...words('en'), ...words('en-food')]);
  await inPlay(`${both.size} words in play`);
  assert.deepEqual(await violations(people[0]), []);
});

step('with none nobody can start, and the lobby says why', async () => {
  await box('Food').uncheck();
  await box('Words of the house').uncheck();
  await people[0].page.locator('#status', { hasText: 'No list of words is chosen.' }).waitFor();
  await people[1].page.locator('#status', { hasText: 'No list of words is chosen.' }).waitFor();
  assert.equal(await people[0].page.locator('button.start').count(), 0);
});

step('alone, a board has its words only, the same ones for the same seed', async () => {
  await box('Stories').check();
  await inPlay(`${words('en-stories').size} words in play`);
  await people[0].page.locator('button.start').click();
  await people[0].page.locator('.cn-card').nth(24).waitFor();
  const first = await board(people[0]);
  const own = words('en-stories');
  for (const word of first) assert.ok(own.has(word), word);
  await tell(people[0], 'end_game');
  await tell(people[0], 'start_game');
  const second = await board(people[0]);
  assert.deepEqual(second, first);
  for (const { problems } of people) assert.deepEqual(problems, []);
});
