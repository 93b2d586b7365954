// clang-tidy with the short list of checks in .clang-tidy, over the program (not its tests).
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { root } from './sources.mjs';

const build = process.env.LUDOTECA_BUILD ?? join(root, 'build');

function tidy(files) {
  return new Promise((done, fail) => {
    const child = spawn('clang-tidy', ['-p', build, '--quiet', '--use-color=0', ...files], { cwd: root });
    let said = '';
    child.stdout.on('data', (chunk) => (said += chunk));
    child.on('error', fail);
    child.on('close', (code) => done({ code, said }));
  });
}

test('clang-tidy finds nothing in the program', { timeout: 2_400_000 }, async () => {
  const units = JSON.parse(readFileSync(join(build, 'compile_commands.json'), 'utf8'));
  const names = units.map((unit) => relative(root, resolve(unit.directory, unit.file)));
  const files = [...new Set(names)].filter((name) => /^(src|games)\/(?!.*\/test\/)/.test(name));
  assert.ok(files.length > 120, `${files.length} files`);
  const shares = Math.max(2, availableParallelism());
  const parts = Array.from({ length: shares }, (_, i) => files.filter((_name, n) => n % shares === i));
  const answers = await Promise.all(parts.map(tidy));
  assert.equal(answers.map(({ said }) => said).join(''), '');
  assert.ok(answers.every(({ code }) => code === 0));
});
