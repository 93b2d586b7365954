import { test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { referenceRows } from './reference.mjs';

const ludoteca = join(process.env.LUDOTECA_BUILD ?? 'build', 'ludoteca');

for (const players of [2, 3, 4])
  test(`a second implementation agrees for ${players} players`, () => {
    const from = 111111 * players;
    const args = ['crypta', '--players', `${players}`, '--from', `${from}`, '--to', `${from + 999}`];
    const lines = execFileSync(ludoteca, args, { encoding: 'utf8' }).trimEnd().split('\n');
    assert.equal(lines.length, 1000);
    lines.forEach((line, i) =>
      assert.equal(line, `${from + i} ${players} ${referenceRows(from + i, players)}`),
    );
  });
