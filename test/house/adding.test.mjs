// A sixth game is one folder and one line: docs/adding-a-game.md is carried out in a copy of the tree, with
// hush, and what comes of it is played in a browser.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { root } from './sources.mjs';

const GAME = 'hush';
const page = readFileSync(join(root, 'docs/adding-a-game.md'), 'utf8').replaceAll('NAME', GAME);
const steps = page.slice(0, page.indexOf('\n## '));
const tree = mkdtempSync(join(tmpdir(), 'ludoteca-sixth-'));
let browser;
let server;
after(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(tree, { recursive: true, force: true });
});

/** The fenced blocks of the steps in their order, without what they are indented by. */
const blocks = [...steps.matchAll(/^( *)```(\w+)\n(.*?)^\1```$/gms)].map(([, indent, kind, text]) => ({
  kind,
  lines: text
    .split('\n')
    .map((line) => line.slice(indent.length))
    .filter(Boolean),
}));

/** What somebody has who has just got the sources: no build, no data. */
function copyTree() {
  for (const name of readdirSync(root)) {
    if (/^(build.*|node_modules|data|\.git)$/.test(name)) continue;
    cpSync(join(root, name), join(tree, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
}

function run(command) {
  const done = spawnSync('sh', ['-ec', command], { cwd: tree, encoding: 'utf8', timeout: 500_000 });
  assert.equal(done.status, 0, `${command}\n${done.stdout}${done.stderr}`);
}

/** A change to the shelf, as a diff: a line that is there, then lines that are new. */
function change([context, ...added]) {
  const path = join(tree, 'games/meson.build');
  const text = readFileSync(path, 'utf8');
  assert.equal(context[0], ' ');
  assert.ok(
    added.every((line) => line[0] === '+'),
    added.join(),
  );
  const at = `${context.slice(1)}\n`;
  assert.equal(text.split(at).length, 2, `«${at}» is once in games/meson.build`);
  writeFileSync(path, text.replace(at, at + added.map((line) => `${line.slice(1)}\n`).join('')));
}

test('the page has what it takes: a copy, one line, the build, the two tests', () => {
  assert.deepEqual(
    blocks.map(({ kind }) => kind),
    ['sh', 'diff', 'sh', 'c', 'sh', 'sh'],
  );
  const added = blocks.filter(({ kind }) => kind === 'diff').flatMap(({ lines }) => lines.slice(1));
  assert.equal(added.length, 1, 'one line');
});

test('its steps lead to a game', { timeout: 600_000 }, () => {
  copyTree();
  assert.ok(!existsSync(join(tree, 'games', GAME)));
  for (const { kind, lines } of blocks) {
    if (kind === 'sh') lines.forEach(run);
    if (kind === 'diff') change(lines);
    if (kind === 'c') {
      const source = readFileSync(join(tree, `games/${GAME}/test/conformance_test.c`), 'utf8');
      for (const line of lines) assert.ok(source.includes(line.trim()), line);
    }
  }
});

test('every file that it names is there', () => {
  const named = [...page.matchAll(/`((?:games|src|test|web|tools|docs)\/[\w./{},*-]+)`/g)].map(
    ([, path]) => path,
  );
  assert.ok(named.length > 20, named.join());
  const choices = (path) => {
    const braces = /\{([^}]*)\}/.exec(path);
    return braces ? braces[1].split(',').map((part) => path.replace(braces[0], part)) : [path];
  };
  const missing = [...new Set(named)]
    .flatMap(choices)
    .filter((path) => !path.includes('*') && !existsSync(join(tree, path)));
  assert.deepEqual(missing, []);
});

test('every function that it explains is one of struct game', () => {
  const header = readFileSync(join(root, 'src/game.h'), 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  assert.ok(rows.length >= 7, rows.join());
  for (const name of rows) assert.match(header, new RegExp(`\\(\\*${name}\\)\\(`), name);
});

test('it stands on the home page and is played', { timeout: 300_000 }, async () => {
  process.env.LUDOTECA_BUILD = join(tree, 'build');
  const { launch, startServer, visitor } = await import('../web/browser.mjs');
  [browser, server] = await Promise.all([launch(), startServer()]);
  const [ana, luca] = await Promise.all([visitor(browser), visitor(browser, { language: 'bg' })]);
  await ana.goto(server.url);
  const tile = ana.locator(`.tile[data-game=${GAME}]`);
  await tile.getByRole('heading', { name: 'Chitón' }).waitFor();
  assert.match(await tile.textContent(), /2–6.*3–5/s);
  const art = tile.locator('img');
  assert.equal(await art.evaluate((img) => img.decode().then(() => img.naturalWidth > 0)), true);
  const drawn = await ana.request.get(new URL(await art.getAttribute('src'), server.url).href);
  assert.equal(await drawn.text(), readFileSync(join(root, `test/${GAME}/art/box.svg`), 'utf8'));
  assert.equal(await ana.locator('.tile').first().getAttribute('data-game'), GAME, 'the line comes first');
  await tile.locator(`button[value=${GAME}]`).click();
  await ana.waitForURL(/\/lobby$/);
  await ana.getByText('Quién puntúa').waitFor();
  const code = /rooms\/(\w{6})/.exec(ana.url())[1];
  await luca.goto(`${server.url}/rooms/${code}`);
  await ana.getByRole('button', { name: '¡Empezar!' }).click();
  for (const page_ of [ana, luca]) await page_.waitForURL(/\/game$/);
  for (let round = 1; round <= 3; round++) {
    await ana.getByRole('heading', { name: `Ronda ${round} de 3` }).waitFor();
    await luca.getByRole('heading', { name: `Рунд ${round} от 3` }).waitFor();
    for (const page_ of [ana, luca]) {
      assert.equal(await page_.locator('.hush-card').count(), 4);
      await page_.locator('.hush-card:enabled').first().click();
    }
    await ana.locator('.hush li.card').nth(1).waitFor();
    assert.equal(await ana.locator('.hush li.card').count(), 2);
  }
  await ana.locator('.over, .frame-over .card').first().waitFor();
  const { room } = await (await fetch(`${server.url}/rooms/${code}/state`)).json();
  assert.deepEqual([room.game, room.state], [GAME, 'GAME_OVER']);
  for (const page_ of [ana, luca]) assert.deepEqual(page_.problems, []);
});
