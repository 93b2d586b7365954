/* Everything that a hostile or broken client can do to a running server. Afterwards it serves, has
 * no more files and memory than before, and the sanitizers have nothing to say. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import net from 'node:net';
import { describe, it, before, after } from 'node:test';
import { io } from 'socket.io-client';
import { Line, exchange, sleep, startEcho } from './echo.mjs';

const build = process.env.LUDOTECA_BUILD ?? 'build';
const folders = [build, 'build-asan'].filter(
  (folder, i, all) => all.indexOf(folder) === i && existsSync(`${folder}/socketio-echo`),
);
const options = [
  '--head-ms',
  '700',
  '--body-ms',
  '700',
  '--out-max',
  '2000000',
  '--ping-interval',
  '5000',
  '--ping-timeout',
  '5000',
];
const SESSIONS_AT_ONCE = 2100;
const CONNECTIONS_AT_ONCE = 800;
const UPGRADE =
  'Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
const OPEN_SOCKET = `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n${UPGRADE}`;

/* A small generator with a seed, so that a finding can be repeated. */
let seed = 12345;
const random = (below) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};
const randomBytes = (length) => Buffer.from(Array.from({ length }, () => random(256)));

function frame(first, payload, mask = Buffer.from([9, 8, 7, 6])) {
  const body = Buffer.from(payload);
  const head =
    body.length < 126
      ? Buffer.from([first, 0x80 | body.length])
      : Buffer.from([first, 0xfe, body.length >> 8, body.length & 255]);
  return Buffer.concat([head, mask, body.map((byte, i) => byte ^ mask[i & 3])]);
}

/** Connects, sends, and hangs up rudely or politely after a moment. */
function hitAndRun(port, bytes, rude) {
  return new Promise((done) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      const leave = () => {
        if (rude) socket.resetAndDestroy?.() ?? socket.destroy();
        else socket.end();
      };
      if (bytes.length) socket.write(bytes, leave);
      else leave();
    });
    socket.on('error', () => done());
    socket.on('close', () => done());
    socket.resume();
  });
}

async function inBatches(count, size, make) {
  for (let done = 0; done < count; done += size) {
    await Promise.all(Array.from({ length: Math.min(size, count - done) }, (_, i) => make(done + i)));
  }
}

const files = (pid) => readdirSync(`/proc/${pid}/fd`).length;

const attacks = {
  async 'slow headers'(port) {
    const answers = await Promise.all(
      Array.from(
        { length: 100 },
        () =>
          new Promise((done) => {
            let got = '';
            const socket = net.connect(port, '127.0.0.1');
            socket.write('GET / HTTP/1.1\r\n');
            const drip = setInterval(() => socket.write(`X-${random(1000)}: y\r\n`), 100);
            const end = () => {
              clearInterval(drip);
              socket.destroy();
              done(got);
            };
            socket.on('data', (part) => {
              got += part;
            });
            socket.on('close', end);
            socket.on('end', end);
            socket.on('error', end);
          }),
      ),
    );
    for (const got of answers) assert.match(got, /^(HTTP\/1\.1 408|$)/);
  },

  async 'slow bodies'(port) {
    const answer = await exchange(port, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nab');
    assert.match(answer, /^HTTP\/1\.1 408/);
  },

  async 'half frames'(port) {
    const whole = frame(0x81, '42["message","half"]');
    await inBatches(200, 50, (i) =>
      hitAndRun(
        port,
        Buffer.concat([Buffer.from(OPEN_SOCKET), frame(0x81, '40'), whole.subarray(0, i % whole.length)]),
        i % 2,
      ),
    );
  },

  async '10,000 connections opened and dropped'(port) {
    const begins = [
      '',
      'G',
      'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
      OPEN_SOCKET,
      'GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: x\r\n\r\n',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n1',
    ];
    await inBatches(10000, 250, (i) => hitAndRun(port, begins[i % begins.length], i % 3 === 0));
  },

  async 'a client that never reads'(port) {
    const figures = async () => (await fetch(`http://127.0.0.1:${port}/figures`)).json();
    const before = await figures();
    const socket = net.connect(port, '127.0.0.1');
    socket.pause();
    socket.on('error', () => {});
    socket.write(OPEN_SOCKET);
    socket.write(frame(0x81, '40'));
    const greedy = frame(0x81, `42["message","${'x'.repeat(60000)}"]`);
    for (let i = 0; i < 300; i++) socket.write(greedy);
    let most = 0;
    for (let i = 0; i < 20; i++) {
      most = Math.max(most, (await figures()).heap - before.heap);
      await sleep(100);
    }
    assert.ok(most < 1000000, `${most} bytes wait for it: no more was read than it took`);
    socket.destroy();
  },

  async 'a poller that never polls'(port) {
    const base = `http://127.0.0.1:${port}/engine.io/?EIO=4&transport=polling`;
    const { sid } = JSON.parse((await (await fetch(base)).text()).slice(1));
    let last = 200;
    for (let i = 0; i < 10 && last === 200; i++) {
      last = (await fetch(`${base}&sid=${sid}`, { method: 'POST', body: `4${'x'.repeat(900000)}` })).status;
    }
    assert.equal(last, 400);
  },

  async 'huge payloads'(port) {
    const big = 'a'.repeat(1 << 20);
    assert.match(await exchange(port, `GET /${big} HTTP/1.1\r\nHost: x\r\n\r\n`), /^HTTP\/1\.1 414/);
    assert.match(await exchange(port, `GET / HTTP/1.1\r\nHost: x\r\n${big}: 1\r\n\r\n`), /^HTTP\/1\.1 431/);
    assert.match(
      await exchange(port, `GET / HTTP/1.1\r\nHost: x\r\n${'A: b\r\n'.repeat(100)}\r\n`),
      /^HTTP\/1\.1 431/,
    );
    assert.match(
      await exchange(port, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5000000\r\n\r\n'),
      /^HTTP\/1\.1 413/,
    );
    const endless = Buffer.concat([
      Buffer.from(OPEN_SOCKET),
      Buffer.from([0x82, 0xff, 0x3f, 255, 255, 255, 255, 255, 255, 255, 1, 2, 3, 4]),
    ]);
    assert.match(await exchange(port, endless), /\x03\xf1/);
    const line = new Line(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
    await line.next();
    line.send('40');
    line.send(`42["${'n'.repeat(900000)}",1]`); // a name of almost 1 MB is an event that nobody handles
    line.send('42["message",1]');
    await line.next();
    await line.next();
    assert.equal(await line.next(), '42["message-back",1]');
    line.send(`42["message",${'['.repeat(100000)}`);
    await line.closed;
  },

  async 'invalid UTF-8'(port) {
    for (const bad of [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xe2, 0x82]]) {
      const bytes = Buffer.concat([
        Buffer.from(OPEN_SOCKET),
        frame(0x81, '40'),
        frame(0x81, Buffer.from([0x34, ...bad])),
      ]);
      assert.match(await exchange(port, bytes), /\x88\x02\x03\xef$/); // closed with 1007
    }
  },

  async 'random bytes'(port) {
    await inBatches(400, 50, (i) => hitAndRun(port, randomBytes(random(600)), i % 2));
    await inBatches(400, 50, (i) =>
      hitAndRun(port, Buffer.concat([Buffer.from(OPEN_SOCKET), randomBytes(random(600))]), i % 2),
    );
    await inBatches(200, 50, (i) =>
      hitAndRun(
        port,
        Buffer.concat([
          Buffer.from(OPEN_SOCKET),
          frame(0x81, '40'),
          frame(0x81 + (i % 2), randomBytes(random(100))),
          frame(
            0x81,
            `4${random(8)}${randomBytes(20)
              .toString('latin1')
              .replace(/[^ -~]/g, '[')}`,
          ),
        ]),
        i % 2,
      ),
    );
  },
};

for (const folder of folders) {
  describe(`torture of ${folder}`, () => {
    const sanitized = /asan/.test(folder);
    let server, filesBefore, heapBefore;

    async function works() {
      for (const transports of [['polling'], ['websocket']]) {
        const socket = io(server.url, { forceNew: true, transports, reconnection: false });
        assert.equal(await socket.timeout(20000).emitWithAck('message-with-ack', 'alive'), 'alive');
        socket.disconnect();
      }
    }
    /* The server's own figures, once nothing is open but the connection that asks for them. */
    async function quiet() {
      for (let i = 0; ; i++) {
        const answer = await exchange(
          server.port,
          'GET /figures HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
        );
        const figures = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
        if (figures.sessions === 0 && figures.connections === 1) return figures;
        assert.ok(i < 300, `still open after ${i / 5} s: ${JSON.stringify(figures)}`);
        await sleep(200);
      }
    }

    /* Tables stay as large as they had to be, and how many sessions and connections the attacks have at
     * a time depends on how busy the machine is: here are more of both. */
    async function fillTables() {
      const open = 'GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: x\r\n';
      const answers = await exchange(
        server.port,
        `${open}\r\n`.repeat(SESSIONS_AT_ONCE - 1) + `${open}Connection: close\r\n\r\n`,
      );
      assert.equal(answers.split('HTTP/1.1 200').length - 1, SESSIONS_AT_ONCE);
      const lines = Array.from({ length: CONNECTIONS_AT_ONCE }, () => net.connect(server.port, '127.0.0.1'));
      await Promise.all(lines.map((line) => once(line, 'connect')));
      await exchange(server.port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      for (const line of lines) line.on('error', () => {}).destroy();
    }

    before(async () => {
      server = await startEcho(options, folder);
      filesBefore = files(server.pid);
      if (sanitized) return; // there the heap is another one, and it looks for leaks itself
      await fillTables();
      // once before measuring: tables have the size they need, libraries what they keep for good
      for (const [name, attack] of Object.entries(attacks)) {
        if (!name.startsWith('slow')) await attack(server.port, server);
      }
      await works();
      heapBefore = (await quiet()).heap;
    });

    for (const [name, attack] of Object.entries(attacks)) {
      it(`survives ${name}`, async () => {
        await attack(server.port, server);
        await works();
      });
    }

    it('has no more files and memory than before', async () => {
      const { heap } = await quiet();
      for (let i = 0; i < 50 && files(server.pid) > filesBefore; i++) await sleep(200);
      assert.equal(files(server.pid), filesBefore);
      if (sanitized) return;
      assert.ok(heap < heapBefore + 2000, `${heapBefore} bytes before, ${heap - heapBefore} more now`);
    });

    after(async () => {
      const code = await server.stop();
      assert.doesNotMatch(server.log(), /AddressSanitizer|LeakSanitizer|runtime error/);
      assert.equal(code, 0);
    });
  });
}
