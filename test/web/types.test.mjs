// The browser's scripts keep to their types.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from './browser.mjs';

test('tsc finds nothing in the browser scripts', () => {
  const done = spawnSync(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'tsconfig.json')],
    { encoding: 'utf8' },
  );
  assert.equal(done.stdout, '');
  assert.equal(done.status, 0);
});
