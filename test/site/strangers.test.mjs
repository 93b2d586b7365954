/* Pages of other sites, and names that are not ours. */
import assert from 'node:assert/strict';
import http from 'node:http';
import { describe, it } from 'node:test';
import { serverStarter } from './server.mjs';

const start = serverStarter((...args) => ({ args }));
/** With headers that fetch would not let us choose; hangs up after the head. */
const ask = (server, path, headers = {}) =>
  new Promise((done, fail) => {
    const request = http.get(
      { host: '127.0.0.1', port: server.port, path, headers, agent: false },
      (answer) => {
        done(answer.statusCode);
        request.destroy();
      },
    );
    request.on('error', fail);
  });
const create = async (server) =>
  (await fetch(`${server.url}/rooms`, { method: 'POST', headers: { Accept: 'application/json' } })).json();
const people = async (server, code) =>
  (await (await fetch(`${server.url}/rooms/${code}/state`)).json()).room.players.length;

describe('a stream that a page of another site opens', () => {
  it('seats nobody', async () => {
    const server = await start();
    const { roomCode } = await create(server);
    const path = `/sse/${roomCode}`;
    assert.equal(await ask(server, path, { Origin: 'https://evil.example' }), 403);
    assert.equal(await ask(server, path, { Origin: 'null' }), 403);
    assert.equal(await ask(server, path, { 'Sec-Fetch-Site': 'cross-site' }), 403, 'a picture has no Origin');
    assert.equal(await people(server, roomCode), 1);
    const own = { Origin: server.url, 'Sec-Fetch-Site': 'same-origin' };
    assert.equal(await ask(server, path, own), 200);
    assert.equal(await people(server, roomCode), 2);
  });

  it('unless the operator named that site', async () => {
    const server = await start('--origins', 'https://friend.example');
    const { roomCode } = await create(server);
    const friend = { Origin: 'https://friend.example', 'Sec-Fetch-Site': 'cross-site' };
    assert.equal(await ask(server, `/sse/${roomCode}`, friend), 200);
  });
});

describe('a Host that we do not go by', () => {
  const paths = ['/', '/healthz', '/socket.io/?EIO=4&transport=polling', '/nothing'];
  it('is refused where --host says where we are', async () => {
    const server = await start(); // with --host 127.0.0.1
    for (const path of paths)
      assert.equal(await ask(server, path, { Host: `evil.example:${server.port}` }), 421, path);
    for (const host of [
      '127.0.0.1',
      'localhost',
      'LOCALHOST:80',
      'ludoteca:8080',
      '[::1]:8080',
      '192.168.1.7',
    ])
      assert.equal(await ask(server, '/healthz', { Host: host }), 200, host);
  });

  it('is refused where --public-url says what is right, also as the proxy tells it', async () => {
    const server = await start('--public-url', 'https://games.example.org/', '--trust-proxy');
    assert.equal(await ask(server, '/healthz', { Host: 'games.example.org' }), 200);
    assert.equal(await ask(server, '/healthz', { Host: 'Games.Example.Org:443' }), 200);
    assert.equal(await ask(server, '/healthz', { Host: 'evil.example' }), 421);
    assert.equal(await ask(server, '/', { Host: '127.0.0.1', 'X-Forwarded-Host': 'evil.example' }), 421);
    assert.equal(await ask(server, '/', { Host: 'inner', 'X-Forwarded-Host': 'games.example.org' }), 200);
  });

  it('is welcome where nobody said anything', async () => {
    const server = await start('--host', '0.0.0.0');
    assert.equal(await ask(server, '/', { Host: 'anything.example' }), 200);
    const proxied = await start('--trust-proxy');
    assert.equal(await ask(proxied, '/', { Host: 'anything.example' }), 200);
  });
});

describe('a session id that is none of ours', () => {
  it('is 400', async () => {
    const server = await start();
    for (const sid of ['x', 'x'.repeat(64), 'x'.repeat(3000), '%00', '%zz', ''])
      assert.equal(await ask(server, `/socket.io/?EIO=4&transport=polling&sid=${sid}`), 400, sid);
  });
});
