// Pages stay light: the start page under 60 kB, a table under 130 kB, and nothing comes from elsewhere.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHouse } from './house.mjs';
import { tables, weigh } from './weigh.mjs';

const { browser, server } = await openHouse();

async function check(path, wait, limit) {
  const { bytes, foreign, kinds } = await weigh(browser, server.url + path, wait);
  assert.equal(foreign, 0, path);
  assert.ok(bytes > 20 * 1024 && bytes < limit * 1024, `${path}: ${bytes} bytes, ${JSON.stringify(kinds)}`);
}

test('the start page', () => check('/', '.tile', 60));

test('every table', async () => {
  for (const { path } of await tables(server.url)) await check(path, '.table-root > *', 130);
});
