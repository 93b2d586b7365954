/* src/net: where it listens, whom it refuses, and that a turn's events leave in one write. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { exchange, sleep, startEcho } from './echo.mjs';

const build = process.env.LUDOTECA_BUILD ?? 'build';
const ask = (options) =>
  new Promise((done, fail) => {
    http
      .get({ path: '/engine.io/?EIO=4&transport=polling', agent: false, ...options }, (answer) => {
        answer.resume();
        answer.on('end', () => done(answer.statusCode));
      })
      .on('error', fail);
  });

it('listens at a unix socket, and replaces one that was left behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wire-'));
  const path = join(folder, 'echo.sock');
  for (const signal of ['SIGKILL', 'SIGTERM']) {
    const server = await startEcho(['--unix', path]);
    assert.equal(await ask({ socketPath: path }), 200);
    await server.stop(signal);
    assert.equal(existsSync(path), signal === 'SIGKILL');
  }
  rmSync(folder, { recursive: true });
});

it('takes over a socket that was opened for it', async () => {
  const listener = net.createServer();
  await new Promise((done) => listener.listen(0, '127.0.0.1', done));
  const { port } = listener.address();
  const child = spawn('sh', ['-c', `LISTEN_PID=$$ LISTEN_FDS=1 exec ${build}/socketio-echo --port 1`], {
    stdio: ['ignore', 'pipe', 'inherit', listener._handle.fd],
  });
  const told = await new Promise((done) => child.stdout.once('data', (text) => done(String(text))));
  listener.close();
  assert.match(told, new RegExp(`port ${port}`));
  assert.equal(await ask({ host: '127.0.0.1', port }), 200);
  child.kill();
});

it('says what is wrong when it cannot listen', async () => {
  const first = await startEcho();
  await assert.rejects(startEcho(['--port', String(first.port)]), /address already in use/);
  await assert.rejects(startEcho(['--host', 'nowhere']), /listening at nowhere/);
  await first.stop();
});

const hasIpv6 = await new Promise((done) => {
  const probe = net.createServer().on('error', () => done(false));
  probe.listen(0, '::1', () => probe.close(() => done(true)));
});
it('listens at IPv6 too', { skip: !hasIpv6 && 'this machine has no ::1' }, async () => {
  const server = await startEcho(['--host', '::1']);
  assert.equal(await ask({ host: '::1', port: server.port }), 200);
  await server.stop();
});

it('limits the connections of one address', async () => {
  const server = await startEcho(['--per-address', '3']);
  const held = await Promise.all(
    [1, 2, 3].map(
      () =>
        new Promise((done) => {
          const socket = net.connect(server.port, '127.0.0.1', () => done(socket));
        }),
    ),
  );
  assert.equal(await exchange(server.port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'), '');
  for (let i = 0; i < 300 && !server.log(); i++) await sleep(100); // its words come by another pipe
  assert.match(server.log(), /refused 127\.0\.0\.1: it has 3 connections/);
  held[0].destroy();
  let answer = ''; // until the server has noticed
  for (let i = 0; i < 100 && !answer; i++) {
    await sleep(100);
    answer = await exchange(server.port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  }
  assert.match(answer, /^HTTP\/1\.1 404/);
  for (const socket of held) socket.destroy();
  await server.stop();
});

it('writes once for everything that a turn caused', async () => {
  const server = await startEcho(['--ping-interval', '60000']);
  const socket = net.connect(server.port, '127.0.0.1');
  const chunk = () => new Promise((done) => socket.once('data', done));
  const text = (message) =>
    Buffer.concat([Buffer.from([0x81, 0x80 | message.length, 0, 0, 0, 0]), Buffer.from(message)]);
  socket.write(
    'GET /engine.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n' +
      'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  await chunk();
  socket.write(Buffer.concat([text('4one'), text('4two'), text('4three')]));
  assert.equal((await chunk()).toString('latin1'), '\x81\x044one\x81\x044two\x81\x064three');
  socket.destroy();
  await server.stop();
});

it('answers a request that came just before it is told to stop', async () => {
  const server = await startEcho();
  const answers = Promise.all(
    Array.from({ length: 20 }, () => exchange(server.port, 'GET /x HTTP/1.1\r\nHost: x\r\n\r\n')),
  );
  for (let open = 0; open < 20; ) open = (await (await fetch(`${server.url}/figures`)).json()).connections;
  assert.equal(await server.stop(), 0);
  for (const answer of await answers) assert.match(answer, /^HTTP\/1\.1 404/);
});
