/* The example in docs/wire.md is compiled and used. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { io } from 'socket.io-client';

const build = process.env.LUDOTECA_BUILD ?? 'build';

it('the example of the manual is a chat server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wire-'));
  const [, code] = /```c\n([\s\S]*?)```/.exec(readFileSync('docs/wire.md', 'utf8'));
  writeFileSync(join(folder, 'chat.c'), code);
  const library = (name) => `${build}/src/${name}/lib${name}.a`;
  execFileSync('clang', [
    '-std=gnu17',
    '-Wall',
    '-Wextra',
    '-Werror',
    '-D_GNU_SOURCE',
    '-Isrc',
    join(folder, 'chat.c'),
    library('net'),
    library('wire'),
    library('core'),
    '-luv',
    '-luring',
    '-ljansson',
    '-lnettle',
    '-lutf8proc',
    '-o',
    join(folder, 'chat'),
  ]);
  const server = spawn(join(folder, 'chat'), { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const port = await new Promise((done) =>
      server.stdout.once('data', (text) => done(/\d+/.exec(String(text))[0])),
    );
    const people = ['polling', 'websocket'].map((transport) =>
      io(`http://127.0.0.1:${port}`, { transports: [transport], reconnection: false, forceNew: true }),
    );
    await Promise.all(people.map((p) => new Promise((done) => p.once('welcome', done))));
    const heard = people.map((p) => new Promise((done) => p.once('say', (...args) => done(args))));
    assert.equal(await people[0].timeout(30000).emitWithAck('say', { text: 'ciao' }, 2), true);
    assert.deepEqual(await Promise.all(heard), [
      [{ text: 'ciao' }, 2],
      [{ text: 'ciao' }, 2],
    ]);
    for (const p of people) p.disconnect();
  } finally {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  }
});
