// QR codes say what they should, and faces are pictures.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import jsqr from 'jsqr';
import { PNG } from 'pngjs';
import { render } from './preview.mjs';

function png(svg, size) {
  const done = spawnSync('rsvg-convert', ['-w', String(size), '-h', String(size)], { input: svg });
  assert.equal(done.status, 0, String(done.stderr));
  return PNG.sync.read(done.stdout);
}

test('a QR code decodes to its text', async () => {
  for (const text of [
    'https://ludoteca.example/rooms/XTBK92',
    'http://192.168.1.20:8080/rooms/N8WQ4C',
    'https://ludoteca.example/rooms/XTBK92/resume/3f0c0d8e-7a54-4c1d-9d0a-0a4a3a0f7e11',
    'ñ & <b> "Сантасе" 🎲',
  ]) {
    const picture = png(await render(`qr/${text}`), 400);
    const decode = jsqr.default ?? jsqr;
    assert.equal(decode(new Uint8ClampedArray(picture.data), picture.width, picture.height)?.data, text);
  }
});

test('faces are valid pictures and differ', async () => {
  const seen = new Map();
  for (const name of ['Ana', 'Luca', 'Калина', '<b>', '🦊🎲', 'Bea', 'Ciro', 'Zoe', 'W'.repeat(96)]) {
    const svg = await render(`avatar/${name}`);
    const picture = png(svg, 64);
    assert.equal(picture.width, 64);
    assert.equal(svg, await render(`avatar/${name}`));
    seen.set(svg, name);
  }
  assert.ok(seen.size >= 8, `only ${seen.size} of 9 faces differ`);
});
