// One format for all: what a formatter would change is not in the tree.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { root, sources } from './sources.mjs';

/** What the formatter complains about; a formatter that is not there is a complaint, too. */
function complaints(program, args) {
  const done = spawnSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  return `${done.error ?? ''}${done.stderr}${done.status ? done.stdout : ''}`;
}

test('C is as clang-format leaves it', () => {
  const files = sources(/\.[ch]$/);
  assert.ok(files.length > 300);
  assert.equal(complaints('clang-format', ['--dry-run', '-Werror', ...files]), '');
});

test('JavaScript and CSS are as prettier leaves them', () => {
  const files = sources(/\.(m?js|css)$/);
  assert.ok(files.length > 100);
  const prettier = 'node_modules/prettier/bin/prettier.cjs';
  const args = [prettier, '--check', '--log-level', 'warn', ...files];
  assert.equal(complaints(process.execPath, args), '');
});
