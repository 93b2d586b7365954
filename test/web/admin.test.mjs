// What was played and the operator's page, in a browser: a real game of cards, its history for the
// people of the room, how cards fare, a report that is decided; four languages, phone and desk, axe.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { comeIn, czarOf, sitDown, start } from '../../games/cah/test/spec-player.mjs';
import { violations } from './axe.mjs';
import { desk, launch, phone, startServer, visitor } from './browser.mjs';

const KEY = 'the key of the house';
const TITLES = {
  es: /Página del operador/,
  it: /Pagina del gestore/,
  en: /operator’s page/,
  bg: /Страница на оператора/,
};
let browser;
let server;
let people;

/** Everybody plays the first cards of the hand, the czar takes the first answer, until somebody has won. */
async function playGame(people) {
  await start(people);
  for (let round = 1; ; round++) {
    const { czar, others } = await czarOf(people, round);
    for (const player of others) await player.submit();
    const { responses } = await czar.table((t) => t.phase === 'judging');
    await czar.does('judge_winner', { responseId: responses[0].id });
    const { scores } = await czar.table((t) => t.phase === 'completed');
    if (Math.max(...Object.values(scores)) >= 3) return;
    await czar.does('next_round');
  }
}

before(async () => {
  [browser, server] = await Promise.all([launch(), startServer('--admin-token', KEY)]);
  people = await sitDown(server, 2, { scoreLimit: 3 });
  people.push(await comeIn(server, people[0].code, '<b>Carla</b>'));
  await playGame(people);
});
after(async () => {
  for (const person of people ?? []) person.close();
  await browser.close();
  await server.stop();
});

/** Nothing wider than the screen, no complaint of axe, no error; a picture if one is wanted. */
async function looksRight(page, name) {
  await page.evaluate(() => document.fonts.ready);
  assert.deepEqual(await violations(page), [], name);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${name} is ${wide} px too wide`);
  assert.deepEqual(page.problems, []);
  if (!process.env.PICTURES) return;
  mkdirSync(process.env.PICTURES, { recursive: true });
  await page.screenshot({ path: join(process.env.PICTURES, `${name}.png`), fullPage: true });
}

async function asPerson(size, language) {
  const page = await visitor(browser, { size, language });
  await page
    .context()
    .addCookies([{ name: `seat_${people[0].code}`, value: people[0].token, url: server.url }]);
  return page;
}

test('the people of a room see what was played in it', async () => {
  for (const [size, name] of [
    [phone, 'phone'],
    [desk, 'desk'],
  ]) {
    const page = await asPerson(size, 'en');
    const shown = async () => {
      await page.goto(`${server.url}/rooms/${people[0].code}/history`);
      return page.locator('.ledger').count();
    };
    for (let i = 0; i < 50 && !(await shown()); i++) await page.waitForTimeout(100);
    const text = await page.textContent('main');
    assert.match(text, /Leaderboard/);
    assert.match(text, /<b>Carla<\/b>/);
    assert.match(text, /won/);
    await page.click('summary');
    await looksRight(page, `history-${name}`);
    await page.context().close();
  }
  const stranger = await visitor(browser, { language: 'en' });
  const answer = await stranger.goto(`${server.url}/rooms/${people[0].code}/history`);
  assert.equal(answer.status(), 403);
  await stranger.context().close();
});

test('how cards fare is there for everybody', async () => {
  const page = await visitor(browser, { size: phone, language: 'it' });
  await page.goto(`${server.url}/cah/cards?sort=winRate`);
  assert.ok((await page.locator('.ledger tbody tr').count()) > 3);
  await looksRight(page, 'cards-phone');
  const first = (await (await fetch(`${server.url}/api/cah/cards?sort=wins`)).json()).cards[0];
  assert.ok(first.wins >= 1 && first.plays >= first.wins);
  assert.deepEqual(await (await fetch(`${server.url}/api/cah/cards/${first.id}`)).json(), first);
  await page.context().close();
});

test('the operator decides by keyboard alone, in four languages', async () => {
  const [ana, ben] = people;
  await ben.does('report', { id: ana.id, reason: '<script>alert(1)</script>' });
  for (const [language, title] of Object.entries(TITLES)) {
    const page = await visitor(browser, { size: language === 'es' ? phone : desk, language });
    await page.goto(`${server.url}/admin`);
    await looksRight(page, `admin-key-${language}`);
    await page.focus('#key');
    await page.keyboard.type(KEY);
    await page.keyboard.press('Enter');
    await page.waitForSelector('#reports');
    const text = await page.textContent('main');
    assert.match(text, title);
    assert.match(text, /<script>alert\(1\)<\/script>/);
    await looksRight(page, `admin-${language}`);
    await page.context().close();
  }
  const page = await visitor(browser, { size: phone, language: 'en' });
  await page.goto(`${server.url}/admin`);
  await page.fill('#key', KEY);
  await page.press('#key', 'Enter');
  await page.waitForSelector('#reports button[value=banDevice]');
  await page.selectOption('#reports select', '1');
  await page.focus('#reports button[value=banDevice]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#bans form');
  assert.equal(await page.locator('#reports form').count(), 0);
  assert.match(await page.textContent('#audit'), /Ban the player’s device/);
  await looksRight(page, 'admin-decided');
  await page.focus('#bans button');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#bans p.hint');
  assert.match(await page.textContent('#bans'), /Nothing is banned/);
  await page.context().close();
});

test('the operator sees the house, announces a restart at every screen, and ends a room', async () => {
  const [ana] = people;
  const lobby = await visitor(browser, { size: phone, language: 'es' });
  await lobby.goto(server.url);
  const room = await (
    await lobby.request.post(`${server.url}/rooms`, { headers: { Accept: 'application/json' } })
  ).json();
  await lobby.goto(`${server.url}/rooms/${room.roomCode}/lobby`);
  await lobby.waitForSelector('.person-name');
  const table = await asPerson(phone, 'it');
  await table.goto(`${server.url}/rooms/${ana.code}/game`);
  const screen = await visitor(browser, { size: desk, language: 'bg' });
  await screen.goto(`${server.url}/rooms/${ana.code}/tv`);
  await Promise.all([table.waitForSelector('.bar'), screen.waitForSelector('.tv-top')]);

  const page = await visitor(browser, { size: phone, language: 'en' });
  await page.goto(`${server.url}/admin`);
  await page.fill('#key', KEY);
  await page.press('#key', 'Enter');
  await page.fill('#announce input', 'New cards are coming.');
  await page.selectOption('#announce select', '5');
  await page.click('#announce button');
  await page.waitForSelector('#announce .reported');
  for (const [other, words] of [
    [lobby, /El servidor se reinicia en 5 minutos.*New cards are coming/],
    [table, /Il server si riavvia fra 5 minuti.*New cards are coming/],
    [screen, /Сървърът се рестартира след 5 минути.*New cards are coming/],
  ]) {
    await other.waitForFunction(() => document.getElementById('announcement').textContent);
    assert.match(await other.textContent('#announcement'), words);
  }
  await looksRight(lobby, 'announced-lobby');
  await looksRight(table, 'announced-table');
  await looksRight(screen, 'announced-tv');
  for (const summary of await page.locator('#rooms summary').all()) await summary.click();
  await looksRight(page, 'admin-rooms');
  await page.setViewportSize(desk);
  await looksRight(page, 'admin-rooms-desk');

  await page.click('#announce button >> nth=0');
  await lobby.waitForFunction(() => !document.getElementById('announcement').textContent);
  await page.locator('#rooms summary', { hasText: room.roomCode }).click();
  await page.getByRole('button', { name: `End room ${room.roomCode}` }).click();
  await lobby.waitForSelector('.closed');
  assert.match(await lobby.textContent('.closed'), /Quien lleva esta casa ha cerrado la sala/);
  assert.match(await page.textContent('#audit'), new RegExp(`Room ended.*${room.roomCode}`));
  for (const { context } of [lobby, table, screen, page].map((p) => ({ context: p.context() })))
    await context.close();
});
