/* Memory is counted for the whole house: whoever makes it keep most is dropped first, and nobody else. */
import assert from 'node:assert/strict';
import http from 'node:http';
import { createConnection } from 'node:net';
import { describe, it } from 'node:test';
import { ask, figures, flooding } from './flood.mjs';
import { closeAtEnd, connect, pause, serverStarter } from './server.mjs';

const MB = 1 << 20;
const start = serverStarter((...args) => ({ limits: true, args }), 'SIGKILL');
const form = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' };
const makeRoom = async (server, game, from) => {
  const options = { method: 'POST', headers: form, body: `game=${game}&playerName=Ana`, from };
  return JSON.parse((await ask(server, '/rooms', options)).text);
};

/** A stream that is read; it remembers what came, and whether it was cut. */
const follow = (server, path, from = '127.0.0.2') =>
  new Promise((done, fail) => {
    const options = { host: '127.0.0.1', port: server.port, localAddress: from, path, agent: false };
    const request = http.get(options, (answer) => {
      const stream = { status: answer.statusCode, text: '', ended: false };
      answer.on('data', (part) => {
        stream.text += part;
      });
      answer.on('error', () => {});
      answer.on('close', () => {
        stream.ended = true;
      });
      closeAtEnd(() => request.destroy());
      done(stream);
    });
    request.on('error', fail);
  });
const until = async (what, condition) => {
  for (let i = 0; i < 1200; i++) {
    if (await condition()) return;
    await pause(50);
  }
  assert.fail(`never: ${what}`);
};
const warnings = (server) => server.stderr.split('\n').filter((line) => line.includes('were dropped'));

describe('a budget for the whole house', () => {
  it('drops the hungriest: bodies that never end', async () => {
    const server = await start('--memory-mb', '16');
    const room = await makeRoom(server, 'taboo', '127.0.0.2');
    const honest = await follow(server, `/sse/${room.roomCode}?watch=1`);
    const { flood } = await flooding(server, { kind: 'bodies', connections: 60, from: '127.0.0.9' });
    await until('some are dropped', async () => (await figures(server))('memory_dropped_total') > 5);
    await until('the rest has sent all', async () => flood.sockets.size < 30);
    const now = await figures(server);
    assert.equal(now('memory_max_bytes'), 16 * MB);
    // and what one turn of the loop may add before it is looked at
    assert.ok(now('memory_clients_bytes') <= 20 * MB, `${now('memory_clients_bytes')} bytes are kept`);
    assert.ok(now('heap_bytes') < 80 * MB, `${now('heap_bytes')} bytes of heap`);
    assert.equal(honest.ended, false, 'who reads stays');
    assert.equal((await ask(server, '/healthz')).status, 200);
    const lines = warnings(server);
    assert.ok(lines.length >= 1 && lines.length <= 3, lines.join('\n'));
    assert.match(lines[0], /\d+ clients were dropped, the first from 127\.0\.0\.9: more than 16 MB/);
  });

  it('drops who looks on and does not read', async () => {
    const server = await start('--memory-mb', '4', '--events-per-second', '0');
    const host = connect(server, { localAddress: '127.0.0.2' });
    const room = await host.ask('create_room', { game: 'taboo', playerName: 'Ana' });
    const honest = await follow(server, `/sse/${room.roomCode}?watch=1&views=1`);
    const deaf = [...Array(40).keys()].map(() => {
      const socket = createConnection({ port: server.port, host: '127.0.0.1', localAddress: '127.0.0.9' });
      socket.write(`GET /sse/${room.roomCode}?watch=1&views=1 HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      socket.on('error', () => {});
      socket.pause();
      closeAtEnd(() => socket.destroy());
      return socket;
    });
    await until('all look on', async () => (await figures(server))('connections{transport="sse"}') === 41);
    let count = 0;
    await until('some are dropped', async () => {
      for (let i = 0; i < 20; i++) await host.ask('rename', { playerName: `Ana ${count++}` });
      return (await figures(server))('memory_dropped_total') > 0;
    });
    const now = await figures(server);
    assert.ok(now('memory_clients_bytes') <= 8 * MB);
    assert.equal(honest.ended, false);
    await until('the one who reads has heard all', () => honest.text.includes(`Ana ${count - 1}`));
    for (const socket of deaf) socket.destroy();
    host.close();
  });

  it('keeps little for answers that nobody takes', async () => {
    const server = await start();
    const { flood } = await flooding(server, {
      kind: 'pages',
      connections: 50,
      from: '127.0.0.9',
      reads: false,
    });
    let last = -1;
    await until('nothing more is read', async () => {
      const before = last;
      last = flood.bytes;
      await pause(500);
      return last === before;
    });
    const now = await figures(server);
    const each = now('memory_clients_bytes') / 50;
    assert.ok(each < 400000, `${each} bytes for each`);
    assert.equal((await ask(server, '/healthz')).status, 200);
  });
});

describe('who looks on', () => {
  it('is counted', async () => {
    const server = await start('--max-watchers', '3');
    const room = await makeRoom(server, 'taboo', '127.0.0.2');
    const path = `/sse/${room.roomCode}?watch=1`;
    for (let i = 0; i < 2; i++) assert.equal((await follow(server, path)).status, 200);
    const guest = connect(server);
    await guest.ask('watch_room', { roomCode: room.roomCode });
    assert.equal((await follow(server, path)).status, 409);
    const late = connect(server);
    const refused = await late.ask('watch_room', { roomCode: room.roomCode });
    assert.equal(refused.error.code, 'ROOM_FULL');
    guest.close();
    await until('there is room again', async () => (await follow(server, path)).status === 200);
    late.close();
  });

  it('gets the same lobby as everybody, in the own language', async () => {
    const server = await start();
    const room = await makeRoom(server, 'taboo', '127.0.0.2');
    const path = `/sse/${room.roomCode}?watch=1`;
    const crowd = [];
    for (const lang of ['es', 'en', 'es', 'en', 'bg'])
      crowd.push(await follow(server, `${path}&lang=${lang}`));
    const rename = { method: 'POST', body: 'playerName=Zoe' };
    rename.headers = { ...form, Authorization: `Bearer ${room.playerId}` };
    assert.equal((await ask(server, `/rooms/${room.roomCode}/do/rename`, rename)).status, 200);
    const lobbies = (stream) => stream.text.match(/event: lobby\ndata: .*\n/g) ?? [];
    await until('all have two', () => crowd.every((stream) => lobbies(stream).length === 2));
    const [es, en, es2, en2, bg] = crowd.map((stream) => lobbies(stream)[1]);
    assert.match(es, /Zoe/);
    assert.equal(es, es2);
    assert.equal(en, en2);
    assert.notEqual(es, en);
    assert.notEqual(en, bg);
    for (const text of [es, en, bg]) assert.doesNotMatch(text, new RegExp(room.hostToken));
  });
});

describe('cards that hosts bring', () => {
  const bring = async (server, name, count, from) => {
    const room = await makeRoom(server, 'cah', from);
    const white = [...Array(count).keys()].map((i) => ({ text: `${name} card ${i}` }));
    const deck = { name, rating: 'family', packs: [{ name, black: [{ text: 'Why _?' }], white }] };
    return ask(server, `/rooms/${room.roomCode}/cards?name=${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain', Authorization: `Bearer ${room.playerId}` },
      body: JSON.stringify(deck),
      from,
    });
  };

  it('are counted for each address, and in bytes', async () => {
    const server = await start();
    assert.equal((await bring(server, 'one', 30000, '127.0.0.9')).status, 200);
    const again = await bring(server, 'one', 30000, '127.0.0.9');
    assert.equal(again.status, 200, 'the same ones take no memory');
    const more = await bring(server, 'two', 30000, '127.0.0.9');
    assert.equal(more.status, 429, more.text);
    assert.equal((await bring(server, 'two', 30000, '127.0.0.8')).status, 200);
    const bytes = (await figures(server))('memory_cards_bytes');
    assert.ok(bytes > 60000 * 10 && bytes < 20 * MB, `${bytes} bytes`);
  });

  it('take no more than half of the memory', async () => {
    const server = await start('--memory-mb', '1');
    // as a request they fit, however slowly they come; as cards they do not
    const answer = await bring(server, 'one', 15000, '127.0.0.9');
    assert.equal(answer.status, 503);
    assert.match(answer.text, /takes no more cards/);
    assert.equal((await ask(server, '/healthz')).status, 200);
  });
});
