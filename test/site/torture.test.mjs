/* Everything that bad luck and bad people send, against the real server, in the release and in the
 * sanitizer build; afterwards it serves as before and holds no more files and memory than before. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { WebSocket } from 'ws';
import { connect, openRoom, pause, startServer } from './server.mjs';

const files = (server) => readdirSync(`/proc/${server.pid}/fd`).length;
const memory = (server) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]) / 1024;

/** Opens a connection, writes, and tells what came back until it closed or `ms` passed. */
const shout = (server, bytes, ms = 300) => new Promise((resolve) => {
  const c = createConnection(server.port, '127.0.0.1', () => c.write(bytes));
  let text = '';
  const done = () => { c.destroy(); resolve(text); };
  c.on('data', (part) => { text += part.toString('latin1'); });
  c.on('error', done);
  c.on('close', done);
  setTimeout(done, ms);
});

const handshake = (server, extra = '') => `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n` +
  `Host: 127.0.0.1:${server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
  `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n${extra}\r\n`;

/** A masked frame, whole or not. */
function frame(opcode, payload, mask = [1, 2, 3, 4]) {
  const data = Buffer.from(payload);
  const head = data.length < 126 ? Buffer.from([0x80 | opcode, 0x80 | data.length])
    : Buffer.from([0x80 | opcode, 0xfe, data.length >> 8, data.length & 255]);
  return Buffer.concat([head, Buffer.from(mask), data.map((b, i) => b ^ mask[i % 4])]);
}

async function slowLoris(server) {
  const closed = [];
  const all = Array.from({ length: 30 }, () => new Promise((resolve) => {
    const began = Date.now();
    const c = createConnection(server.port, '127.0.0.1');
    c.resume();
    const drip = setInterval(() => c.write('X'), 300);
    c.on('error', () => {});
    c.on('close', () => { clearInterval(drip); closed.push(Date.now() - began); resolve(); });
    setTimeout(() => { c.destroy(); resolve(); }, 14000);
  }));
  await Promise.all(all);
  assert.equal(closed.length, 30);
  assert.ok(Math.max(...closed) < 13000, 'whoever drips is closed after ten seconds');
}

async function openAndDrop(server, count) {
  for (let i = 0; i < count; i += 100)
    await Promise.all(Array.from({ length: 100 }, (_, k) => new Promise((resolve) => {
      const c = createConnection(server.port, '127.0.0.1', () => {
        if (k % 3 === 1) c.write('GET / HTTP/1.1\r\nHost: x\r\n');
        if (k % 3 === 2) c.write(handshake(server));
        if (k % 2) c.destroy(); else c.resetAndDestroy();
      });
      c.on('error', () => {});
      c.on('close', resolve);
    })));
}

async function brokenFrames(server) {
  const open = Buffer.from(handshake(server));
  const cases = [
    Buffer.from([0x81]), Buffer.from([0x81, 0xfe, 0xff]), Buffer.from([0x81, 0x05, 0x68]), /* unmasked */
    frame(1, '40').subarray(0, 4), frame(1, [0xc3, 0x28]), frame(3, 'x'), Buffer.from([0xf1, 0x80, 0, 0, 0, 0]),
    Buffer.concat([frame(1, '40'), frame(1, '42["join_room"')]), Buffer.concat([frame(1, '40'), frame(1, '42[]')]),
    Buffer.concat([frame(1, '40'), frame(1, '451-["x",{"_placeholder":true,"num":5}]')]),
    Buffer.concat([frame(1, '40'), frame(1, `42${'['.repeat(30000)}`)]),
    Buffer.concat([frame(1, '40'), frame(1, '42["create_room",{"playerName":"\\ud800"}]')]),
    Buffer.concat([frame(1, '40'), frame(1, '42["create_room",{"playerName":"a\\u0000b"}]')]),
    Buffer.concat([frame(1, '40'), frame(1, '42["disconnect"]')]), frame(8, [3, 1]), frame(9, 'x'.repeat(126)),
    Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4]),
  ];
  for (const bytes of cases) await shout(server, Buffer.concat([open, bytes]), 60);
}

async function badRequests(server) {
  const cases = {
    'GET / HTTP/1.1\r\n\r\n': /^HTTP\/1.1 400/,
    'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n': /^HTTP\/1.1 400/,
    'POST /rooms HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n': /^HTTP\/1.1 400/,
    'GET / HTTP/1.1\r\nHost: x\r\n folded: y\r\n\r\n': /^HTTP\/1.1 400/,
    [`GET /${'a'.repeat(20000)} HTTP/1.1\r\nHost: x\r\n\r\n`]: /^HTTP\/1.1 414/,
    [`GET / HTTP/1.1\r\nHost: x\r\n${'A: b\r\n'.repeat(100)}\r\n`]: /^HTTP\/1.1 431/,
    'POST /rooms HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n': /^HTTP\/1.1 413/,
    'GET /rooms/%ff%fe HTTP/1.1\r\nHost: x\r\n\r\n': /^HTTP\/1.1 404/,
    'GET /rooms/%00 HTTP/1.1\r\nHost: x\r\n\r\n': /^HTTP\/1.1 404/,
    'GET /avatar/%ff%c3%28.svg HTTP/1.1\r\nHost: x\r\n\r\n': /^HTTP\/1.1 200/,
    'GET /?room=%ff HTTP/1.1\r\nHost: "><script>\r\n\r\n': /^HTTP\/1.1 (200|400)/,
    'POST /rooms HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 16\r\n\r\nplayerName=%ff%fe': /^HTTP\/1.1 (303|400)/,
  };
  for (const [request, answer] of Object.entries(cases)) {
    const text = await shout(server, Buffer.from(request, 'latin1'), 200);
    assert.match(text, answer, request.slice(0, 60));
    assert.doesNotMatch(text, /"><script>/);
  }
}

async function hugeThings(server) {
  const name = 'ñ'.repeat(400000);
  const answer = await fetch(`${server.url}/rooms`, { method: 'POST', redirect: 'manual',
    headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ playerName: name }) });
  assert.equal(answer.status, 400);
  const c = connect(server);
  await new Promise((done) => { c.socket.on('connect', done); });
  c.socket.emit('create_room', { playerName: name });
  await new Promise((done) => { c.socket.on('disconnect', done); });
  c.close();
}

async function wrongOrigin(server) {
  const refused = await new Promise((resolve) => {
    const ws = new WebSocket(`ws://127.0.0.1:${server.port}/socket.io/?EIO=4&transport=websocket`, { origin: 'https://evil.example' });
    ws.on('open', () => resolve('open'));
    ws.on('error', () => resolve('refused'));
  });
  assert.equal(refused, 'refused');
}

async function noise(server, count) {
  for (let i = 0; i < count; i += 20)
    await Promise.all(Array.from({ length: 20 }, (_, k) => {
      const bytes = randomBytes(1 + Math.floor(Math.random() * 3000));
      return shout(server, k % 2 ? bytes : Buffer.concat([Buffer.from(handshake(server)), bytes]), 40);
    }));
}

/** In a room with a lot to say, somebody listens and never reads. */
async function neverReads(server) {
  const r = await openRoom(server, { game: 'taboo', people: 2 });
  for (let i = 0; i < 28; i++)
    await fetch(`${server.url}/rooms/${r.code}/join`, { method: 'POST', redirect: 'manual',
      headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ playerName: `Guest number ${i}`, watch: true }) });
  const deaf = createConnection(server.port, '127.0.0.1');
  deaf.on('error', () => {});
  deaf.write(Buffer.concat([Buffer.from(handshake(server)), frame(1, '40'),
    frame(1, `42["watch_room",{"roomCode":"${r.code}","views":true}]`)]));
  deaf.pause();
  let dropped = 0;
  for (let i = 0; i < 400 && !dropped; i++) {
    await Promise.all(Array.from({ length: 8 }, (_, k) => r.people[k % 2].ask('rename', { playerName: `N${i}.${k}` }, 20000)));
    if (i % 10 === 9)
      dropped = Number(/ludoteca_dropped_total (\d+)/.exec(await (await fetch(`${server.url}/metrics`)).text())[1]);
  }
  assert.equal(dropped, 1, 'it is dropped, not buffered for');
  assert.deepEqual(await r.people[0].ask('rename', { playerName: 'Ana' }), { ok: true }, 'the others play on');
  deaf.destroy();
  for (const p of r.people) await p.ask('leave_room', {});
  r.close();
}

/** A normal evening, to see that all is well. */
async function evening(server) {
  const r = await openRoom(server, { game: 'taboo', people: 4 });
  await r.people[0].ask('start_game', {});
  await r.people[3].next('turn_started');
  await r.people[0].ask('describer_ready', {});
  await r.people[3].next('card_revealed');
  for (const p of r.people) await p.ask('leave_room', {});
  r.close();
}

const builds = { build: { connections: 10000, noise: 600, growth: 16 },
  'build-asan': { connections: 2000, noise: 200, growth: 0 } };
for (const [folder, much] of Object.entries(builds))
  describe(`torture of ${folder}/ludoteca`, { skip: !existsSync(`${folder}/ludoteca`) }, () => {
    it('leaves it as it was', { timeout: 120000 }, async () => {
      const server = await startServer({ binary: `${folder}/ludoteca`, args: ['--log-level', 'error'] });
      await evening(server);
      await openAndDrop(server, 1000);
      await pause(500);
      const before = { files: files(server), memory: memory(server) };
      await Promise.all([slowLoris(server), (async () => {
        await badRequests(server);
        await brokenFrames(server);
        await hugeThings(server);
        await wrongOrigin(server);
        await noise(server, much.noise);
        await openAndDrop(server, much.connections);
      })()]);
      await neverReads(server);
      await evening(server);
      await pause(1500);
      const after = { files: files(server), memory: memory(server) };
      assert.ok(after.files <= before.files + 2, `${before.files} files before, ${after.files} after`);
      if (much.growth)
        assert.ok(after.memory < before.memory + much.growth, `${before.memory} MB before, ${after.memory} MB after`);
      const [code] = await server.stop();
      assert.equal(server.stderr, '');
      assert.equal(code, 0);
      server.remove();
      console.log(`# ${folder}: ${before.memory.toFixed(1)} MB and ${before.files} files before, ` +
        `${after.memory.toFixed(1)} MB and ${after.files} files after`);
    });
  });
