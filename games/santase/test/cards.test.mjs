// The drawn cards: as the script draws them, complete, and fit to be used from another document.
import test from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const game = fileURLToPath(new URL('..', import.meta.url));
const svg = readFileSync(join(game, 'art/cards.svg'), 'utf8');

test('art/cards.svg is what cards.py draws', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cards-'));
  try {
    execFileSync('python3', [join(game, 'cards.py'), join(folder, 'cards.svg')]);
    assert.ok(
      readFileSync(join(folder, 'cards.svg'), 'utf8') === svg,
      'draw it again: python3 cards.py art/cards.svg',
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('there is a symbol for every card, every suit and the back', () => {
  const ids = [...svg.matchAll(/<symbol id="([^"]+)"/g)].map((found) => found[1]);
  const cards = [...'HDCS'].flatMap((suit) =>
    ['9', 'J', 'Q', 'K', '10', 'A'].map((rank) => `card-${rank}${suit}`),
  );
  const wanted = [...cards, ...[...'HDCS'].map((suit) => `suit-${suit}`), 'card-back'];
  assert.deepEqual([...ids].sort(), wanted.sort());
});

test('symbols rely on nothing that is lost in another document', () => {
  assert.equal((svg.match(/\sid=/g) ?? []).length, 29, 'only symbols have ids');
  for (const lost of ['url(', '<style', 'style=', '<text', 'font', 'href', 'class=']) {
    assert.ok(!svg.includes(lost), `contains ${lost}`);
  }
});
