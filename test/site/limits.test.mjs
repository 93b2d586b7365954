/* The limits at the doors, each reached and each seen to let go again. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connect, openRoom, pause, serverStarter } from './server.mjs';

const start = serverStarter((...args) => ({ limits: true, args }));
const create = (server, headers = {}) =>
  fetch(`${server.url}/rooms`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Accept: 'application/json', ...headers },
  });

describe('limits', () => {
  it('on new rooms per address, by HTTP and by socket together', async () => {
    const server = await start('--creates-per-minute', '3');
    for (let i = 0; i < 3; i++) assert.equal((await create(server)).status, 201);
    const refused = await create(server);
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    assert.equal((await refused.json()).error.code, 'TOO_MANY_REQUESTS');
    const c = connect(server);
    assert.equal((await c.ask('create_room', { playerName: 'Ana' })).error.code, 'TOO_MANY_REQUESTS');
    c.close();
    assert.match(await (await fetch(`${server.url}/metrics`)).text(), /ludoteca_limited_total [1-9]/);
  });

  it('on guessed codes, while codes that exist cost nothing', async () => {
    const server = await start('--guesses-per-minute', '5');
    const { roomCode } = await (await create(server)).json();
    for (let i = 0; i < 20; i++)
      assert.equal((await fetch(`${server.url}/rooms/${roomCode}/state`)).status, 200);
    for (let i = 0; i < 5; i++) assert.equal((await fetch(`${server.url}/rooms/ZZZZZ${2 + i}`)).status, 404);
    for (const path of [
      '/rooms/ZZZZZZ',
      '/rooms?code=ZZZZZZ',
      '/sse/ZZZZZZ',
      '/rooms/ZZZZZZ/state',
      `/rooms/${roomCode}`,
    ])
      assert.equal((await fetch(server.url + path)).status, 429, path);
    const c = connect(server);
    assert.equal(
      (await c.ask('join_room', { roomCode: 'YYYYYY', playerName: 'A' })).error.code,
      'TOO_MANY_REQUESTS',
    );
    c.close();
  });

  it('on people who come in', async () => {
    const server = await start('--joins-per-minute', '2');
    const r = await openRoom(server, { game: 'taboo', people: 3 });
    const c = connect(server);
    assert.equal(
      (await c.ask('join_room', { roomCode: r.code, playerName: 'X' })).error.code,
      'TOO_MANY_REQUESTS',
    );
    c.close();
    r.close();
  });

  it('on events of one person, and lets go after a moment', async () => {
    const server = await start('--events-per-second', '5');
    const r = await openRoom(server, { game: 'taboo', people: 2 });
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) => r.people[0].ask('rename', { playerName: `Ana ${i}` })),
    );
    assert.ok(answers.filter((a) => a.ok).length >= 14);
    assert.ok(answers.filter((a) => a.error?.code === 'TOO_MANY_REQUESTS').length >= 10);
    assert.deepEqual(
      await r.people[1].ask('rename', { playerName: 'Ben' }),
      { ok: true },
      'the other is free',
    );
    await pause(500);
    assert.deepEqual(await r.people[0].ask('rename', { playerName: 'Ana' }), { ok: true });
    r.close();
  });

  it('on connections of one address', async () => {
    const server = await start('--max-per-address', '3');
    const clients = Array.from({ length: 6 }, () => connect(server, { timeout: 30000 }));
    const inside = () => clients.filter((c) => c.socket.connected).length;
    for (let i = 0; i < 300 && inside() < 3; i++) await pause(100);
    await pause(300);
    assert.equal(inside(), 3);
    clients.forEach((c) => c.close());
    let answer = null; // until the server has noticed that they are gone
    for (let i = 0; i < 300 && !answer; i++) {
      await pause(100);
      answer = await fetch(`${server.url}/healthz`).catch(() => null);
    }
    assert.equal(answer?.status, 200);
  });

  it('behind several proxies of ours, whatever the client claims', async () => {
    const proxies = ['--trusted-proxy', '10.0.0.0/8', '--trusted-proxy', '127.0.0.1,::1'];
    const server = await start('--creates-per-minute', '1', ...proxies);
    const chain = (claims, who) => ({ 'x-forwarded-for': `${claims}${who}, 10.1.2.3` });
    for (const who of ['203.0.113.1', '203.0.113.2', '2001:db8::7'])
      assert.equal((await create(server, chain('', who))).status, 201);
    for (const claims of ['198.51.100.1, ', '10.9.9.9, ', 'rubbish, ', '127.0.0.1, 198.51.100.2, '])
      assert.equal((await create(server, chain(claims, '203.0.113.1'))).status, 429, claims);
    const both = { ...chain('', '203.0.113.9'), forwarded: 'for=198.51.100.3' };
    assert.equal((await create(server, both)).status, 201);
    both.forwarded = 'for=198.51.100.4';
    assert.equal((await create(server, both)).status, 429, 'who claims two things is nobody in particular');
  });

  it('a proxy that cannot be understood is a sentence', async () => {
    await assert.rejects(
      start('--trusted-proxy', '10.0.0.0/40'),
      /--trusted-proxy is an address or a network like 10\.0\.0\.0\/8, not «10\.0\.0\.0\/40»/,
    );
  });

  it("by the proxy's word, only if it is trusted", async () => {
    const server = await start('--creates-per-minute', '1', '--trust-proxy');
    for (const who of ['10.0.0.1', '10.0.0.2', '10.0.0.3'])
      assert.equal((await create(server, { 'x-forwarded-for': who })).status, 201);
    assert.equal((await create(server, { 'x-forwarded-for': '6.6.6.6, 10.0.0.3' })).status, 429);
    const far = await start('--creates-per-minute', '1', '--trusted-proxy', '10.0.0.0/8');
    assert.equal((await create(far, { 'x-forwarded-for': '203.0.113.1' })).status, 201);
    assert.equal((await create(far, { 'x-forwarded-for': '203.0.113.2' })).status, 429, 'we are no proxy');
    const strict = await start('--creates-per-minute', '1');
    assert.equal((await create(strict, { 'x-forwarded-for': '10.0.0.1' })).status, 201);
    assert.equal((await create(strict, { 'x-forwarded-for': '10.0.0.2' })).status, 429);
  });
});
