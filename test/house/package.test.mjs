/* The parts of the Debian package; tools/package --try installs the whole of it. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

test('the service exposes little', () => {
  const { stdout } = spawnSync(
    'systemd-analyze',
    ['security', '--offline=true', '--no-pager', 'packaging/ludoteca.service'],
    { encoding: 'utf8' },
  );
  const level = Number(/exposure level.*: ([\d.]+)/.exec(stdout)?.[1]);
  assert.ok(level < 2, `${level}\n${stdout}`);
});

test('its scripts can be read', () => {
  for (const script of ['postinst', 'prerm', 'postrm']) execFileSync('sh', ['-n', `packaging/${script}`]);
  execFileSync('bash', ['-n', 'tools/package']);
});

test('the manual page names every command', () => {
  const page = readFileSync('packaging/ludoteca.1', 'utf8');
  const source = readFileSync('src/main.c', 'utf8');
  const commands = [...source.matchAll(/^ {4}\{"([a-z]+)", \w+,/gm)].map((found) => found[1]);
  assert.ok(commands.includes('serve') && commands.length > 4);
  for (const command of commands) assert.match(page, new RegExp(`^\\.BI? ${command}\\b`, 'm'));
});

test('a package made twice is the same', { timeout: 300000 }, () => {
  const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'ludoteca-')));
  const sums = folders.map((folder) =>
    execFileSync('tools/package', [folder], {
      encoding: 'utf8',
      env: { ...process.env, SOURCE_DATE_EPOCH: '1800000000' },
    }),
  );
  assert.match(sums[0], /\.deb\n.*\.tar\.xz\n$/);
  assert.equal(sums[0], sums[1]);
  const deb = execFileSync(
    'sh',
    ['-c', `dpkg-deb --fsys-tarfile ${folders[0]}/*.deb | tar -xO ./etc/ludoteca/ludoteca.conf`],
    {
      encoding: 'utf8',
    },
  );
  assert.match(deb, /^#LUDOTECA_COPY_TO=$/m);
  assert.match(deb, /^#MAX_CONNECTIONS=20000$/m);
  for (const folder of folders) rmSync(folder, { recursive: true });
});
