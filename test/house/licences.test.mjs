// What is shown as other people's work is what is really used, on the page, in the file and at build time.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startServer } from '../site/server.mjs';
import { root, sources } from './sources.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const server = await startServer();
test.after(() => server.stop());

// how a dependency of the build is called where people read of it
const SHOWN = {
  'htmx.org': 'htmx',
  '@fontsource-variable/rubik': 'Rubik',
  sqlite3: 'SQLite',
  libutf8proc: 'utf8proc',
};
// tools of the build, of which nothing is served
const TOOLS = ['esbuild-wasm'];
const served = Object.keys(JSON.parse(read('package.json')).dependencies).filter(
  (name) => !TOOLS.includes(name),
);
const shown = (name) => SHOWN[name] ?? name;

const listed = [...read('THIRD-PARTY.md').matchAll(/^\| ([^|]+) \| ([^|]+) \| [^|]+ \|$/gm)]
  .map(([, part, licence]) => [part.trim(), licence.trim()])
  .filter(([part]) => part !== 'part');

test('the file names every package that is served and every library that is linked', () => {
  const files = ['meson.build', ...sources(/^meson\.build$/)].filter((path) => !/^(test|fuzz)\//.test(path));
  const libraries = files.flatMap((path) =>
    [...read(path).matchAll(/dependency\('([^']+)'/g)].map(([, name]) => name),
  );
  const used = [...served, ...libraries].filter((name) => name !== 'threads' && name !== 'cmocka');
  assert.deepEqual(listed.map(([part]) => part).sort(), [...new Set(used.map(shown))].sort());
});

test('the page «about» has the same list, in every language', async () => {
  for (const lang of ['es', 'it', 'en', 'bg']) {
    const page = await (await fetch(`${server.url}/about?lang=${lang}`)).text();
    assert.match(page, new RegExp(`<html lang="${lang}"`));
    const rows = [...page.matchAll(/<tr><th scope="row">([^<]+)<\/th><td>[^<]+<\/td><td>([^<]+)<\/td>/g)];
    assert.deepEqual(
      rows.map(([, part, licence]) => [part, licence]),
      listed,
    );
  }
});

test('the licences of what browsers are served are served with it', async () => {
  const answer = await fetch(`${server.url}/licences.txt`);
  assert.equal(answer.status, 200);
  const text = await answer.text();
  const lock = JSON.parse(read('package-lock.json')).packages;
  for (const name of served)
    assert.ok(text.includes(`${name} ${lock[`node_modules/${name}`].version}\n`), name);
  assert.match(text, /SIL OPEN FONT LICENSE/i);
  assert.match(text, /The MIT License|MIT License/);
});
