/* Everything that bad luck and bad people send, against the real server, in the release and in the
 * sanitizer build; afterwards it serves as before and holds no more files and memory than before. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { createConnection } from 'node:net';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { WebSocket } from 'ws';
import { connect, exactHeap, openRoom, pause, startServer } from './server.mjs';

const files = (server) => readdirSync(`/proc/${server.pid}/fd`).length;
const metrics = async (server) =>
  (await fetch(`${server.url}/metrics`, { headers: { connection: 'close' } })).text();
const figure = (text, name) => Number(new RegExp(`^ludoteca_${name} (\\d+)$`, 'm').exec(text)[1]);

/** What it holds once nobody is connected but who asks. The store's cache of pages is not counted:
 * it has a size of its own and fills slowly. */
async function holds(server) {
  for (let i = 0; ; i++) {
    const text = await metrics(server);
    if (figure(text, 'sockets') === 1)
      return { files: files(server), heap: figure(text, 'heap_bytes') - figure(text, 'store_memory_bytes') };
    assert.ok(i < 300, `${figure(text, 'sockets')} connections are still open`);
    await pause(200);
  }
}

/** Opens a connection, writes, and tells what came back until it closed, said what was awaited, or
 * `ms` passed. */
const shout = (server, bytes, ms, awaited) =>
  new Promise((resolve) => {
    const c = createConnection(server.port, '127.0.0.1', () => c.write(bytes));
    let text = '';
    const done = () => {
      c.destroy();
      resolve(text);
    };
    c.on('data', (part) => {
      text += part.toString('latin1');
      if (awaited?.test(text)) done();
    });
    c.on('error', done);
    c.on('close', done);
    setTimeout(done, ms).unref();
  });

const handshake = (server, extra = '') =>
  `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n` +
  `Host: 127.0.0.1:${server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
  `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n${extra}\r\n`;

/** A masked frame, whole or not. */
function frame(opcode, payload, mask = [1, 2, 3, 4]) {
  const data = Buffer.from(payload);
  const head =
    data.length < 126
      ? Buffer.from([0x80 | opcode, 0x80 | data.length])
      : Buffer.from([0x80 | opcode, 0xfe, data.length >> 8, data.length & 255]);
  return Buffer.concat([head, Buffer.from(mask), data.map((b, i) => b ^ mask[i % 4])]);
}

async function slowLoris(server) {
  const closed = await Promise.all(
    Array.from(
      { length: 30 },
      () =>
        new Promise((resolve) => {
          const c = createConnection(server.port, '127.0.0.1');
          c.resume();
          const drip = setInterval(() => c.write('X'), 300);
          const patience = setTimeout(() => {
            resolve(false);
            c.destroy();
          }, 60000);
          c.on('error', () => {});
          c.on('close', () => {
            clearInterval(drip);
            clearTimeout(patience);
            resolve(true);
          });
        }),
    ),
  );
  assert.deepEqual(
    closed.filter((byServer) => !byServer),
    [],
    'whoever drips is closed, after ten seconds',
  );
}

async function openAndDrop(server, count) {
  for (let i = 0; i < count; i += 100)
    await Promise.all(
      Array.from(
        { length: 100 },
        (_, k) =>
          new Promise((resolve) => {
            const c = createConnection(server.port, '127.0.0.1', () => {
              if (k % 3 === 1) c.write('GET / HTTP/1.1\r\nHost: x\r\n');
              if (k % 3 === 2) c.write(handshake(server));
              if (k % 2) c.destroy();
              else c.resetAndDestroy();
            });
            c.on('error', () => {});
            c.on('close', resolve);
          }),
      ),
    );
}

async function brokenFrames(server) {
  const open = Buffer.from(handshake(server));
  const cases = [
    Buffer.from([0x81]),
    Buffer.from([0x81, 0xfe, 0xff]),
    Buffer.from([0x81, 0x05, 0x68]) /* unmasked */,
    frame(1, '40').subarray(0, 4),
    frame(1, [0xc3, 0x28]),
    frame(3, 'x'),
    Buffer.from([0xf1, 0x80, 0, 0, 0, 0]),
    Buffer.concat([frame(1, '40'), frame(1, '42["join_room"')]),
    Buffer.concat([frame(1, '40'), frame(1, '42[]')]),
    Buffer.concat([frame(1, '40'), frame(1, '451-["x",{"_placeholder":true,"num":5}]')]),
    Buffer.concat([frame(1, '40'), frame(1, `42${'['.repeat(30000)}`)]),
    Buffer.concat([frame(1, '40'), frame(1, '42["create_room",{"playerName":"\\ud800"}]')]),
    Buffer.concat([frame(1, '40'), frame(1, '42["create_room",{"playerName":"a\\u0000b"}]')]),
    Buffer.concat([frame(1, '40'), frame(1, '42["disconnect"]')]),
    frame(8, [3, 1]),
    frame(9, 'x'.repeat(126)),
    Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4]),
  ];
  for (const bytes of cases) await shout(server, Buffer.concat([open, bytes]), 60);
}

async function badRequests(server) {
  const cases = {
    'GET / HTTP/1.1\r\n\r\n': /^HTTP\/1.1 400/,
    'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n': /^HTTP\/1.1 400/,
    'POST /rooms HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n':
      /^HTTP\/1.1 400/,
    'GET / HTTP/1.1\r\nHost: x\r\n folded: y\r\n\r\n': /^HTTP\/1.1 400/,
    [`GET /${'a'.repeat(20000)} HTTP/1.1\r\nHost: x\r\n\r\n`]: /^HTTP\/1.1 414/,
    [`GET / HTTP/1.1\r\nHost: x\r\n${'A: b\r\n'.repeat(100)}\r\n`]: /^HTTP\/1.1 431/,
    'POST /rooms HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n': /^HTTP\/1.1 413/,
    'GET /rooms/%ff%fe HTTP/1.1\r\nHost: x\r\n\r\n': /^HTTP\/1.1 404/,
    'GET /rooms/%00 HTTP/1.1\r\nHost: x\r\n\r\n': /^HTTP\/1.1 404/,
    'GET /avatar/%ff%c3%28.svg HTTP/1.1\r\nHost: x\r\n\r\n': /^HTTP\/1.1 200/,
    'GET /?room=%ff HTTP/1.1\r\nHost: "><script>x\r\n\r\n': /^HTTP\/1.1 (200|400)/,
    'POST /rooms HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 16\r\n\r\nplayerName=%ff%fe':
      /^HTTP\/1.1 (303|400)/,
  };
  for (const [request, answer] of Object.entries(cases)) {
    const text = await shout(server, Buffer.from(request, 'latin1'), 30000, answer);
    assert.match(text, answer, request.slice(0, 60));
    assert.doesNotMatch(text, /"><script>x/);
  }
}

async function hugeThings(server) {
  const name = 'ñ'.repeat(400000);
  const answer = await fetch(`${server.url}/rooms`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ playerName: name }),
  });
  assert.equal(answer.status, 400);
  const c = connect(server);
  await new Promise((done) => {
    c.socket.on('connect', done);
  });
  c.socket.emit('create_room', { playerName: name });
  await new Promise((done) => {
    c.socket.on('disconnect', done);
  });
  c.close();
}

async function wrongOrigin(server) {
  const refused = await new Promise((resolve) => {
    const ws = new WebSocket(`ws://127.0.0.1:${server.port}/socket.io/?EIO=4&transport=websocket`, {
      origin: 'https://evil.example',
    });
    ws.on('open', () => resolve('open'));
    ws.on('error', () => resolve('refused'));
  });
  assert.equal(refused, 'refused');
}

async function noise(server, count) {
  for (let i = 0; i < count; i += 20)
    await Promise.all(
      Array.from({ length: 20 }, (_, k) => {
        const bytes = randomBytes(1 + Math.floor(Math.random() * 3000));
        return shout(server, k % 2 ? bytes : Buffer.concat([Buffer.from(handshake(server)), bytes]), 40);
      }),
    );
}

/** In a room with a lot to say, somebody listens and never reads. */
async function neverReads(server) {
  const r = await openRoom(server, { game: 'taboo', people: 2 });
  for (let i = 0; i < 28; i++)
    await fetch(`${server.url}/rooms/${r.code}/join`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ playerName: `Guest number ${i}`, watch: true }),
    });
  const deaf = createConnection(server.port, '127.0.0.1');
  deaf.on('error', () => {});
  deaf.write(
    Buffer.concat([
      Buffer.from(handshake(server)),
      frame(1, '40'),
      frame(1, `42["watch_room",{"roomCode":"${r.code}","views":true}]`),
    ]),
  );
  deaf.pause();
  let dropped = 0;
  for (let i = 0; i < 400 && !dropped; i++) {
    await Promise.all(
      Array.from({ length: 8 }, (_, k) => r.people[k % 2].ask('rename', { playerName: `N${i}.${k}` }, 20000)),
    );
    if (i % 10 === 9) dropped = figure(await metrics(server), 'dropped_total');
  }
  assert.equal(dropped, 1, 'it is dropped, not buffered for');
  assert.deepEqual(
    await r.people[0].ask('rename', { playerName: 'Ana' }),
    { ok: true },
    'the others play on',
  );
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

const builds = { build: { connections: 10000, noise: 600 }, 'build-asan': { connections: 2000, noise: 200 } };
for (const [folder, much] of Object.entries(builds))
  describe(`torture of ${folder}/ludoteca`, { skip: !existsSync(`${folder}/ludoteca`) }, () => {
    it('leaves it as it was', { timeout: 300000 }, async () => {
      const server = await startServer({
        binary: `${folder}/ludoteca`,
        args: ['--log-level', 'error'],
        env: exactHeap,
      });
      await evening(server);
      await openAndDrop(server, 1000);
      await noise(server, 100);
      const before = await holds(server);
      await Promise.all([
        slowLoris(server),
        (async () => {
          await badRequests(server);
          await brokenFrames(server);
          await hugeThings(server);
          await wrongOrigin(server);
          await noise(server, much.noise);
          await openAndDrop(server, much.connections);
        })(),
      ]);
      await neverReads(server);
      await evening(server);
      const after = await holds(server);
      assert.ok(after.files <= before.files + 2, `${before.files} files before, ${after.files} after`);
      if (folder === 'build') {
        // where the heap is the C library's; there are some open rooms more
        assert.ok(
          after.heap < before.heap + 50000,
          `${before.heap} bytes before, ${after.heap - before.heap} more after`,
        );
      }
      const [code] = await server.stop();
      assert.equal(server.stderr, '');
      assert.equal(code, 0);
      server.remove();
      console.log(
        `# ${folder}: ${before.heap} bytes and ${before.files} files before, ` +
          `${after.heap} bytes and ${after.files} files after`,
      );
    });
  });
