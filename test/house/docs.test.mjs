// What the pages for readers of the source name is there: files, functions, columns.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { root, sources } from './sources.mjs';

const pages = ['docs/reading.md', 'docs/tables.md'];
const files = sources(/./);
const names = new Set(files.map((file) => basename(file)));
const code = files
  .filter((file) => /\.[ch]$/.test(file))
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n');

/** What stands between backticks on a page. */
const quoted = (page) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/`([^`\n]+)`/g)].map(([, text]) => text);

test('files', () => {
  for (const page of pages) {
    const named = quoted(page).filter((text) => /^[\w./-]+\.(c|h|js|css|md|mjs|svg|json|build)$/.test(text));
    assert.ok(named.length > 4, page);
    const there = (path) =>
      path.includes('/') ? existsSync(join(root, path)) : names.has(path) || existsSync(join(root, path));
    const missing = named.filter((path) => !/NAME|^frame\./.test(path) && !there(path));
    assert.deepEqual(missing, [], page);
  }
});

test('folders', () => {
  for (const page of pages) {
    const named = quoted(page).filter((text) => /^(src|games|test|web|docs|tools)\/[\w/]*\/$/.test(text));
    const missing = named.filter((path) => !existsSync(join(root, path)));
    assert.deepEqual(missing, [], page);
  }
});

test('functions of the program', () => {
  const named = quoted('docs/reading.md').filter((text) => /^[a-z]+(_[a-z]+)+$/.test(text));
  const missing = named.filter((name) => !code.includes(`${name}(`) && !code.includes(`"${name}"`));
  assert.deepEqual(missing, []);
});

test('what the frame gives a table', () => {
  const source = readFileSync(join(root, 'web/js/frame.js'), 'utf8');
  const named = quoted('docs/tables.md').flatMap((text) => /^frame\.(\w+)/.exec(text)?.[1] ?? []);
  assert.ok(named.length > 12);
  const made = source.slice(source.indexOf('return {'), source.indexOf('/** Loads a game'));
  const missing = [...new Set(named)].filter(
    (name) => !new RegExp(`^ {4}(async )?${name}[,:(]`, 'm').test(made),
  );
  assert.deepEqual(missing, []);
});

test('links between pages', () => {
  for (const page of readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))) {
    const text = readFileSync(join(root, 'docs', page), 'utf8');
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link]) => link);
    const missing = links.filter((link) => !existsSync(join(root, 'docs', link)));
    assert.deepEqual(missing, [], page);
  }
});
