// Includes point one way: main → site → history → room → game, site → wire, net → wire. A game includes its
// own files, game.h, facts.h and core/, and in files apart from its rules the one header that the site publishes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { root, sources } from './sources.mjs';

/** What each part of the program may include besides itself. */
const may = {
  core: [],
  game: ['core'],
  store: ['core'],
  room: ['core', 'game', 'store'],
  history: ['core', 'game', 'store', 'room'],
  wire: ['core'],
  net: ['core', 'wire'],
  pages: ['core', 'game'],
  site: ['core', 'game', 'store', 'room', 'history', 'wire', 'net', 'pages'],
  wasm: ['core', 'game', 'room'],
  main: ['core', 'game', 'store', 'room', 'history', 'wire', 'net', 'site'],
};

/** The part that a file below src/ belongs to. @param {string} path */
function part(path) {
  if (path === 'game.h' || path === 'facts.h') return 'game';
  if (path.startsWith('site/pages/')) return 'pages';
  return path.includes('/') ? path.split('/')[0] : 'main';
}

/** The quoted includes of a file, resolved as the compiler would: beside it, else below src/. */
function includes(path, known) {
  const text = readFileSync(join(root, path), 'utf8');
  return [...text.matchAll(/^#include "([^"]+)"/gm)].map(([, name]) => {
    const candidates = [join(dirname(path), name), join('src', name), join('games', name)];
    return candidates.find((candidate) => known.has(candidate)) ?? name;
  });
}

const files = sources(/\.[ch]$/);
const known = new Set(files);
/** Made by the build, and included by the one file that it is made for. */
const made = {
  'catalog_data.h': 'src/site/pages/catalog.c',
  'first_data.h': 'src/site/pages/layout.c',
  'games_list.h': 'src/shelf.c',
};

test('src/ includes one way, and no game', () => {
  const wrong = [];
  for (const path of files.filter((file) => file.startsWith('src/'))) {
    const from = part(path.slice(4));
    for (const name of includes(path, known)) {
      if (made[name] === path) continue;
      const to = name.startsWith('src/') ? part(name.slice(4)) : name;
      if (to !== from && !may[from]?.includes(to)) wrong.push(`${path} (${from}) includes ${name}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test('a game includes itself, game.h, facts.h and core/; its second table site/extra.h', () => {
  const wrong = [];
  const rules = files.filter((file) => /^games\/\w+\/[^/]+$/.test(file));
  assert.ok(rules.length > 50);
  for (const path of rules) {
    const own = `games/${path.split('/')[1]}/`;
    for (const name of includes(path, known)) {
      const fine =
        name.startsWith(own) ||
        name.startsWith('src/core/') ||
        ['src/game.h', 'src/facts.h', 'src/site/extra.h'].includes(name);
      if (!fine) wrong.push(`${path} includes ${name}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test('rules do without the site: what includes site/extra.h is in no library of rules', () => {
  for (const path of files.filter((file) => /^games\/\w+\/[^/]+\.c$/.test(file))) {
    if (!reaches(path, 'src/site/extra.h')) continue;
    const meson = readFileSync(join(root, dirname(path), 'meson.build'), 'utf8');
    const name = path.split('/')[2];
    const libraries = [...meson.matchAll(/static_library\('(\w+)',([^)]*)\)/g)]
      .filter(([, , body]) => body.includes(`'${name}'`))
      .map(([, library]) => library);
    assert.deepEqual(libraries, [`${path.split('/')[1]}_extra`], path);
  }
});

test('a game is asked for a view in one place only', () => {
  const asks = files.filter(
    (path) =>
      /^(src|games)\//.test(path) &&
      !path.includes('/test/') &&
      /(->|\.)view\(/.test(readFileSync(join(root, path), 'utf8').replaceAll('ways->view(', '')),
  );
  assert.deepEqual(asks, ['src/room/view.c']);
});

/** Does the file include the other, itself or through files of its own folder? */
function reaches(path, wanted, seen = new Set()) {
  if (seen.has(path)) return false;
  seen.add(path);
  return includes(path, known).some(
    (name) => name === wanted || (name.startsWith('games/') && reaches(name, wanted, seen)),
  );
}
