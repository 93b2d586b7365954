// The turned card under the stock is there to be read: nothing lies on its rank or its suit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPreview } from '../../../test/web/look.mjs';
import { santaseView } from '../../../test/web/tables.mjs';

const { open } = await openPreview();

/** The corner of a card, in parts of its width and height (cards.py): all around rank and suit. */
const corner = [
  [0.06, 0.05],
  [0.3, 0.05],
  [0.06, 0.42],
  [0.3, 0.42],
  [0.18, 0.34],
];

/** What is on top at these places of the turned card, which lies on its right side. */
const onTop = (places) => {
  const card = document.querySelector('.pile .trump');
  const box = card.getBoundingClientRect();
  return places.map(([x, y]) => {
    const hit = document.elementFromPoint(box.right - y * box.width, box.top + x * box.height);
    return card.contains(hit) ? 'trump' : (hit?.closest('[class]')?.getAttribute('class') ?? 'nothing');
  });
};

for (const [width, height] of [
  [320, 640],
  [390, 844],
  [1280, 800],
])
  for (const card of ['AH', '10H', 'JH'])
    test(`rank and suit of the turned ${card} are seen at ${width} px`, async () => {
      const page = await open(santaseView({ trump: { suit: 'hearts', card } }), '.pile .trump', {
        size: { width, height },
      });
      assert.deepEqual(
        await page.evaluate(onTop, corner),
        corner.map(() => 'trump'),
      );
      assert.deepEqual(page.problems, []);
      await page.context().close();
    });
