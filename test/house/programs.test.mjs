// A build that was configured without its tests is noticed, program by program.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { root } from './sources.mjs';

const build = mkdtempSync(join(tmpdir(), 'ludoteca-configured-'));
after(() => rmSync(build, { recursive: true, force: true }));

const configure = (...options) =>
  execFileSync('meson', ['setup', build, ...options], {
    cwd: root,
    env: { ...process.env, CC: 'clang', CC_LD: 'lld' },
  });
const missing = () =>
  execFileSync(
    'python3',
    [
      '-c',
      'import pathlib, programs, sys; print(*programs.missing(pathlib.Path(sys.argv[1]), sys.argv[2]))',
      root,
      build,
    ],
    { encoding: 'utf8', env: { ...process.env, PYTHONPATH: join(root, 'tools') } },
  )
    .split(/\s+/)
    .filter(Boolean);

test('what ./play configures lacks every test program, and each is named', () => {
  configure('-Dtests=false');
  const names = missing();
  for (const name of ['test/room/room_test.c', 'test/wire/http_data.c', 'games/taboo/test/rules_test.c'])
    assert.ok(names.includes(name), `${name} among ${names}`);
  assert.ok(!names.includes('test/web/preview.c'), 'a helper is no test');
});

test('configured again for ./check it lacks none', () => {
  configure('--reconfigure', '-Dtests=true');
  assert.deepEqual(missing(), []);
});
