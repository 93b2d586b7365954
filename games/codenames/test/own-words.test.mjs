// A host brings words in the lobby, in four languages: too few, none, enough; and takes a game that was made
// by HTTP along to the browser.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { launch, startServer, takeSeat, visitor } from '../../../test/web/browser.mjs';

const server = await startServer();
const browser = await launch();
after(async () => {
  await browser.close();
  await server.stop();
});

const SENTENCES = {
  es: [
    'Solo hay 2 palabras distintas; hacen falta 25.',
    'Ahí no hay palabras que sirvan.',
    '30 palabras añadidas; 1 no sirve (línea 31)',
    '30 palabras propias',
  ],
  it: [
    'Ci sono solo 2 parole diverse; ne servono 25.',
    "Lì non c'è nessuna parola utilizzabile.",
    '30 parole aggiunte;',
    '30 parole',
  ],
  en: [
    'Only 2 different words; 25 are needed.',
    'There is no usable word in it.',
    '30 words added;',
    '30 words',
  ],
  bg: [
    'Само 2 различни думи; нужни са 25.',
    'Там няма нито една годна дума.',
    'Добавени са 30 думи;',
    '30 собствени думи',
  ],
};

for (const [language, [few, none, added, own]] of Object.entries(SENTENCES))
  test(`the lobby speaks of words, not of cards: ${language}`, async () => {
    const page = await visitor(browser, { language });
    await page.goto(`${server.url}/?lang=${language}`);
    const made = await page.request.post(`${server.url}/rooms`, {
      form: { game: 'codenames', playerName: 'Ana' },
      maxRedirects: 0,
    });
    await page.goto(server.url + made.headers().location);
    await page.locator('#own-cards summary').click();
    const bring = async (text, answer) => {
      await page.locator('#cards-text').fill(text);
      await page.locator('.cards-form button').click();
      await page.locator('.toast', { hasText: answer }).waitFor();
    };
    await bring('uno\ndos\nUNO', few);
    assert.equal(
      await page.locator('#cards-text').inputValue(),
      'uno\ndos\nUNO',
      'what was typed stays, to be mended',
    );
    await bring('--', none);
    await bring(`${[...Array(30).keys()].map((n) => `palabra ${n}`).join('\n')}\n--`, added);
    await page.locator('#own-cards summary', { hasText: own }).waitFor();
    assert.doesNotMatch(await page.locator('#own-cards').innerText(), /cart[ae]s?\b|cards?\b|карт/i);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });

test('a token of a game that was made by HTTP opens its table', async () => {
  const made = await fetch(`${server.url}/api/codenames/games`, {
    method: 'POST',
    body: '{"startingTeam":"red","language":"bg"}',
  });
  const game = await made.json();
  const page = await visitor(browser, { language: 'bg' });
  await takeSeat(page, `${server.url}/rooms/${game.id}`, game.tokens.red.operative);
  const cards = page.locator('.cn-card');
  await cards.nth(24).waitFor();
  assert.equal(await cards.count(), 25);
  const clue = await fetch(`${server.url}/api/codenames/games/${game.id}/clue`, {
    method: 'POST',
    headers: { authorization: `Bearer ${game.tokens.red.spymaster}` },
    body: '{"text":"щщщ","count":1}',
  });
  assert.equal(clue.status, 200);
  await page.getByText('щщщ').first().waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
