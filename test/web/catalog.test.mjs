// The language files, as the build put them together from the house's and the games', are complete,
// agree with each other, and hold nothing that nobody says.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { build, root } from './browser.mjs';

const languages = ['es', 'it', 'en', 'bg'];
const texts = Object.fromEntries(
  languages.map((code) => [
    code,
    JSON.parse(readFileSync(join(build, 'web/served/lang', `${code}.json`), 'utf8')),
  ]),
);
const all = [...new Set(languages.flatMap((code) => Object.keys(texts[code])))].sort();

function sources(folder, ends) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'test' ? [] : sources(path, ends);
    return ends.some((end) => entry.name.endsWith(end)) ? [readFileSync(join(root, path), 'utf8')] : [];
  });
}
const code = [
  ...sources('src/site', ['.c']),
  ...sources('src/room', ['.c']),
  ...sources('src/net', ['.c']),
  ...sources('web/js', ['.js']),
  ...sources('games', ['.js', '.c']),
].join('\n');
const listed = (text) => [...text.matchAll(/^ +X\((\w+), /gm)].map((match) => match[1]);
const folders = readdirSync(join(root, 'games'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);
/** The house's refusals, and those that are one game's alone. */
const refusals = [
  ...listed(readFileSync(join(root, 'src/core/refusal.h'), 'utf8')).map((name) => `error.${name}`),
  ...folders.flatMap((game) =>
    sources(`games/${game}`, ['refusals.h']).flatMap((text) =>
      listed(text).map((name) => `${game}.error.${name}`),
    ),
  ),
];

// Families whose last word is made at run time: from refusals, games, settings, teams, choices.
const families = [
  /^(\w+\.)?error\./,
  /^answer\.[A-Z]/,
  /^game\.\w+\.(title|about)$/,
  /^\w+\.(setting|preset)\./,
  /^\w+\.(team|winner)\.\d$/,
  /^lobby\.bot\.\d$/,
  /^settings\.(theme|text|pace)\.\w+$/,
  /^table\.closed\.\w+$/,
  /^home\.(players|minutes)\./,
  /^status\.\d+/,
  /^\w+\.(cards|packs)\./,
  /^\w+\.award(For)?\./,
];
const stem = (key) => key.replace(/\.(one|other|more|exact|range)$/, '');

test('every language has every text', () => {
  for (const language of languages) {
    const missing = all.filter((key) => !(key in texts[language]));
    assert.deepEqual(missing, [], `${language} lacks these`);
    const empty = all.filter((key) => !texts[language][key].trim());
    assert.deepEqual(empty, [], `${language} has nothing for these`);
  }
});

test('a folder of games/ brings only words of its own', () => {
  const speaking = folders.filter((name) => existsSync(join(root, 'games', name, 'lang')));
  assert.ok(speaking.length >= 4, speaking.join());
  for (const name of speaking) {
    for (const language of languages) {
      const own = JSON.parse(readFileSync(join(root, 'games', name, 'lang', `${language}.json`), 'utf8'));
      const foreign = Object.keys(own).filter((key) => !new RegExp(`^(game\\.)?${name}\\.`).test(key));
      assert.deepEqual(foreign, [], `games/${name}/lang/${language}.json`);
    }
  }
});

test('placeholders are the same in every language', () => {
  const places = (text) =>
    [...text.matchAll(/\{(\w+)\}/g)]
      .map((match) => match[1])
      .sort()
      .join();
  for (const key of all) {
    for (const language of languages)
      assert.equal(places(texts[language][key]), places(texts.en[key]), `${language}: ${key}`);
  }
});

test('every text is used', () => {
  const unused = all.filter(
    (key) =>
      !families.some((family) => family.test(key)) &&
      !code.includes(`'${key}'`) &&
      !code.includes(`"${key}"`) &&
      !code.includes(`'${stem(key)}'`) &&
      !code.includes(`"${stem(key)}"`) &&
      !new RegExp(
        `\`${stem(key)
          .replace(/\.\w+$/, '')
          .replaceAll('.', '\\.')}\\.\\$\\{`,
      ).test(code),
  );
  assert.deepEqual(unused, []);
});

test('every text that is asked for exists', () => {
  const asked = [
    ...code.matchAll(
      /\b(?:html_say(?:_with|_count)?|html_attr_say(?:_with)?|catalog_text|lang\.t|lang\.n|t)\((?:[^"'()]*,\s*)*["']([a-z]\w*(?:\.\w+)+)["']/g,
    ),
  ].map((match) => match[1]);
  assert.ok(asked.length > 80, `found only ${asked.length}`);
  const missing = [...new Set(asked)].filter((key) => !all.includes(key) && !all.includes(`${key}.one`));
  assert.deepEqual(missing, []);
});

test('every refusal can be explained', () => {
  assert.ok(refusals.length > 30 && refusals.includes('codenames.error.INVALID_CLUE'));
  assert.deepEqual(
    refusals.filter((key) => !all.includes(key)),
    [],
  );
});

test('every setting of every game has a label', () => {
  const settings = [];
  for (const game of folders) {
    const source = sources(`games/${game}`, ['.c']).join('\n');
    for (const [, key] of source.matchAll(/\{"(\w+)", SETTING_\w+,/g))
      settings.push(`${game}.setting.${key}`);
  }
  assert.ok(settings.length >= 10);
  assert.deepEqual(
    settings.filter((key) => !all.includes(key)),
    [],
  );
});

test('every preset of every game has a name', () => {
  const presets = [];
  for (const game of folders) {
    const source = sources(`games/${game}`, ['.c']).join('\n');
    const [, list = ''] = /struct game_preset \w+\[\] = \{(.*?)\n\};/s.exec(source) ?? [];
    for (const [, key] of list.matchAll(/^ {4}\{"(\w+)",/gm)) presets.push(`${game}.preset.${key}`);
  }
  assert.ok(presets.length >= 16, presets.join());
  assert.deepEqual(
    presets.filter((key) => !all.includes(key)),
    [],
  );
});

test('languages do not leave texts in English', () => {
  const same = all.filter(
    (key) => texts.bg[key] === texts.en[key] && /[a-z]{4}/i.test(texts.en[key].replace(/\{\w+\}/g, '')),
  );
  assert.deepEqual(same, []);
});
