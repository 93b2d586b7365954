// New cards on the page: everybody sees that some are being made, and nobody after they came or failed.
// The people sit at the table by socket; a host, a guest and a television look on with their browsers.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { startServer } from '../../../test/site/server.mjs';
import { takeSeat } from '../../../test/web/browser.mjs';
import { desk, launch, person, phone, shoot, violations } from '../../../test/web/phones.mjs';
import { openTable } from './spec-player.mjs';

const deck = JSON.parse(readFileSync(new URL('../cards/es.json', import.meta.url))).cards.length;
const KEY = 'nobody-sees-this';
const gemini = spawn(process.execPath, [new URL('gemini-server.mjs', import.meta.url).pathname], {
  env: { ...process.env, FAKE_GEMINI_KEY: KEY },
  stdio: ['pipe', 'pipe', 'inherit'],
});
const port = await new Promise((resolve) => {
  gemini.stdout.once('data', (d) => resolve(String(d).trim()));
});
const url = `http://127.0.0.1:${port}`;
const server = await startServer({
  env: {
    GEMINI_API_KEY: KEY,
    GEMINI_MODEL: 'held',
    GEMINI_BASE_URL: url,
    GEMINI_TIMEOUT_MS: '300000',
    LOW_DECK_THRESHOLD: String(deck - 2),
    TURN_DURATION_SECONDS: '300',
  },
});
const browser = await launch();
after(async () => {
  await browser.close();
  gemini.stdin.end();
  await server.stop();
  server.remove();
});

/** Lets the request go that is on its way; it may not be there yet. */
async function release(how) {
  for (let i = 0; i < 1200; i++) {
    const { waiting } = await (await fetch(`${url}/${how}`)).json();
    if (waiting) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
  assert.fail('nobody asked for cards');
}

test('that new cards are being made is shown and said, until they came or failed', async () => {
  const t = await openTable(server);
  const turn = await t.start();
  const [host, guest, tele] = await Promise.all([
    person(browser, 'Ana'),
    person(browser, 'Ben'),
    person(browser, 'Tele', { size: desk }),
  ]);
  const pages = [host, guest, tele];
  for (const [i, who] of [host, guest].entries())
    await takeSeat(who.page, `${server.url}/rooms/${t.roomCode}`, t.players[i].playerId);
  await tele.page.goto(`${server.url}/rooms/${t.roomCode}/tv`);
  let card = await t.ready(turn);
  for (const who of pages) await who.page.locator('.taboo[data-phase="TURN_ACTIVE"]').waitFor();
  const skip = async () => {
    turn.describer.send('card_skip', { cardId: card.id });
    card = await t.card(turn);
  };
  const making = ({ page }) => page.locator('.sides .making', { hasText: 'Preparando cartas nuevas' });
  const isMaking = async (times) => {
    await t.all('cards_generating');
    for (const who of pages) {
      await making(who).waitFor();
      await who.page.waitForFunction(
        (often) => globalThis.said.filter((line) => line === 'Preparando cartas nuevas').length === often,
        times,
      );
    }
  };
  const isOver = async () => {
    for (const who of pages) await making(who).waitFor({ state: 'detached' });
  };

  for (const who of pages) assert.equal(await making(who).count(), 0);
  await skip();
  await isMaking(1);
  await shoot(host, 'making', { phone, desk });
  await shoot(tele, 'making-tv', { desk });
  for (const who of pages) assert.deepEqual(await violations(who), [], who.name);
  await release('let-go');
  await t.all('cards_ready');
  await isOver();
  for (const who of pages)
    await who.page.waitForFunction(() => globalThis.said.includes('Han llegado cartas nuevas.'));

  for (let i = 0; i < 3; i++) await skip(); // three came
  await isMaking(2);
  await release('let-fail');
  await t.all('cards_failed');
  await isOver();
  await host.page.waitForFunction(() =>
    globalThis.said.some((line) => line.startsWith('No han llegado cartas nuevas')),
  );
  for (const who of [guest, tele])
    assert.equal(
      await who.page.evaluate(() => globalThis.said.some((line) => line.startsWith('No han llegado'))),
      false,
    );
  assert.deepEqual(
    pages.flatMap((who) => who.problems),
    [],
  );
  t.close();
});
