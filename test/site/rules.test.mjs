/* The rules in WebAssembly are the rules of the server: every log of yesterday's store comes out of the
 * module as it did when it was played, record by record, in all games. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { loadRules } from '../../web/js/rules.js';
import { build, root, startServer } from './serve.mjs';

const stores = join(root, 'test/yesterday');
let data;
let rules;
let rooms;
const hashes = new Set();

before(async () => {
  data = mkdtempSync(join(tmpdir(), 'ludoteca-'));
  const [version] = readdirSync(stores).filter((name) => /^\d/.test(name));
  writeFileSync(join(data, 'ludoteca.db'), gunzipSync(readFileSync(join(stores, version, 'store.db.gz'))));
  const server = await startServer({ data });
  await server.stop(); // it is brought to this version's form
  rooms = JSON.parse(readFileSync(join(stores, version, 'facts.json'), 'utf8')).rooms;
  rules = await loadRules(readFileSync(join(build, 'src/wasm/rules.wasm')));
  for (const game of ['taboo', 'codenames', 'cah'])
    for (const folder of ['cards', 'cards/past'])
      for (const file of filesIn(join(root, 'games', game, folder)))
        hashes.add(rules.deck(game, readFileSync(file, 'utf8')) ?? assert.fail(file));
});
after(() => rmSync(data, { recursive: true }));

function filesIn(folder) {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** A room's records, as the program prints them. */
const logOf = (code) =>
  execFileSync(join(build, 'ludoteca'), ['log', '--data', data, code], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.slice(line.indexOf('{')))
    .filter((line) => line.startsWith('{"do"'));

/** Decks that hosts brought are in the store alone. @param {string[]} log */
const isOurs = (log) =>
  log
    .filter((line) => /^\{"do":"(start|next)"/.test(line))
    .every((line) => (JSON.parse(line).decks ?? []).every((hash) => hashes.has(hash)));

it('folds every game of yesterday to the same states', () => {
  const games = new Set();
  let checked = 0;
  for (const { code } of rooms) {
    const log = logOf(code);
    if (!isOurs(log)) continue;
    rules.begin();
    for (const [place, line] of log.entries()) {
      assert.equal(rules.record(line), null, `${code}, record ${place + 1}: ${line}`);
      checked += line.includes('"check":');
    }
    games.add(rules.view(0).room.game);
  }
  assert.deepEqual([...games].sort(), ['cah', 'codenames', 'santase', 'taboo']);
  assert.ok(checked > 40, `${checked} states`);
});

it('sees that a game was dealt from another seed', () => {
  const seen = new Set();
  for (const { code } of rooms) {
    const log = logOf(code);
    if (!isOurs(log)) continue;
    const start = log.findIndex((line) => line.startsWith('{"do":"start"'));
    if (start < 0) continue; // nobody had begun
    log[start] = log[start].replace(/"seed":"(.)/, (_, digit) => `"seed":"${digit === '0' ? '1' : '0'}`);
    rules.begin();
    const said = log.map((line) => rules.record(line)).find(Boolean);
    if (said) seen.add(JSON.parse(log[0]).game); // in some nothing had been drawn yet
  }
  assert.ok(seen.size > 1, [...seen].join());
});
