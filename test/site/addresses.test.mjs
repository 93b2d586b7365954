/* Addresses that are passed on (links, pasts, proofs, files), asked as an enemy would: no secret of a running
 * game, no name that becomes markup, an error in words for rubbish, and limits that hold. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { describe, it } from 'node:test';
import { playCodenames } from '../web/codenames.mjs';
import { closeAtEnd, connect, openServer } from './server.mjs';

const server = await openServer({ args: ['--reconnect-grace-ms', '3600000'] });
const strict = await openServer({
  limits: true,
  args: ['--events-per-second', '1', '--creates-per-minute', '3'],
});

async function get(path, { token, accept = 'application/json', at = server, ...options } = {}) {
  const headers = { accept, ...(token && { authorization: `Bearer ${token}` }), ...options.headers };
  const answer = await fetch(at.url + path, { redirect: 'manual', ...options, headers });
  const text = await answer.text();
  return { status: answer.status, text, type: answer.headers.get('content-type') };
}

const bring = (body, at = server) =>
  get('/replay', { method: 'POST', body, at, headers: { 'content-type': 'application/octet-stream' } });
const pasts = (id, seq) => [
  `/rooms/${id}/replay`,
  `/rooms/${id}/replay.json`,
  `/rooms/${id}/replay/last.jsonl`,
  `/rooms/${id}/replay/${seq}.json`,
  `/rooms/${id}/replay/${seq}.json?as=p1`,
  `/rooms/${id}/recap`,
  `/rooms/${id}/recap.svg`,
  `/rooms/${id}/proof/${seq}.json`,
];
const rubbish = ['%00', '%ff%fe', '..%2f..%2fetc%2fpasswd', '9'.repeat(40), '-1.json', "'%20OR%201=1", '<b>'];
const evil = '"><b>&\'x';

/** A clear error: of the client's making, in JSON, with a sentence. */
function isRefusal({ status, text }, what) {
  assert.ok(status >= 400 && status < 500, `${what}: ${status}`);
  const { error } = JSON.parse(text);
  assert.match(error.code, /^[A-Z_]+$/, what);
  assert.ok(error.message.length > 5, what);
}

describe('the past of a room', () => {
  it('says nothing of a game that runs', async () => {
    const game = await playCodenames(server);
    await game.clue();
    const { seq, table } = JSON.parse((await get(`/rooms/${game.id}/state`, { token: game.host })).text);
    const assassin = table.board.find(({ type }) => type === 'assassin').word;
    for (const token of [undefined, game.host, game.tokens.blue.operative])
      for (const path of pasts(game.id, seq)) {
        const answer = await get(path, { token });
        if (path.endsWith('/replay.json')) assert.deepEqual(JSON.parse(answer.text).games, [], path);
        else isRefusal(answer, path);
        assert.ok(!answer.text.includes(assassin), path);
        assert.doesNotMatch(answer.text, /"seed"|assassin/, path);
      }
  });

  it('takes names as text', async () => {
    const game = await playCodenames(server);
    await game.act('rename', { playerName: evil });
    await game.clue();
    await game.end();
    for (const path of [
      `/rooms/${game.id}/recap`,
      `/rooms/${game.id}/recap.svg`,
      `/rooms/${game.id}/replay`,
    ]) {
      const { status, text } = await get(path, { token: game.host, accept: 'text/html' });
      assert.equal(status, 200, path);
      assert.ok(!text.includes('<b>'), path);
    }
  });

  it('answers rubbish in words', async () => {
    const game = await playCodenames(server);
    await game.clue();
    await game.end();
    for (const bad of rubbish)
      for (const path of [
        `/rooms/${game.id}/replay/${bad}`,
        `/rooms/${game.id}/proof/${bad}`,
        `/rooms/${bad}/replay`,
        `/rooms/${bad}/recap.svg`,
      ])
        isRefusal(await get(path, { token: game.host }), path);
  });
});

describe('a link to a new room', () => {
  it('shows what it was given as text, and makes nothing', async () => {
    for (const query of [
      `game=codenames&preset=${encodeURIComponent(evil)}`,
      `game=${encodeURIComponent(evil)}`,
      `game=taboo&${encodeURIComponent(evil)}=1`,
      `game=taboo&turnSeconds=${encodeURIComponent(evil)}`,
      ...rubbish.map((bad) => `game=cah&scoreLimit=${bad}`),
    ]) {
      const { status, text } = await get(`/new?${query}`, { accept: 'text/html' });
      assert.ok(status < 500, `${query}: ${status}`);
      assert.ok(!text.includes('<b>'), query);
    }
    const secret = await get('/new?game=codenames&seed=7', { accept: 'text/html' });
    assert.ok(secret.status >= 400 && secret.status < 500, 'nobody is led into a deal that is known');
  });
});

describe('a file that is brought', () => {
  it('is refused in words if it is none', async () => {
    const game = await playCodenames(server);
    await game.clue();
    await game.end();
    const { status, text } = await get(`/rooms/${game.id}/replay/last.jsonl`, { token: game.host });
    assert.equal(status, 200);
    assert.equal((await bring(text)).status, 200);
    const lines = text.split('\n');
    for (const bad of [
      'x',
      '\0'.repeat(1000),
      '{'.repeat(5000),
      '{}\n{}\n',
      text.slice(0, text.length / 2),
      text.replace('zigurat', 'ziggurat'),
      [lines[0], ...lines].join('\n'),
      `${text}${text}`,
    ])
      isRefusal(await bring(bad), bad.slice(0, 40));
  });

  it('is refused if it is too long, and the house goes on', async () => {
    const socket = createConnection({ port: server.port, host: '127.0.0.1' });
    closeAtEnd(() => socket.destroy());
    socket.write('POST /replay HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 999999999\r\n\r\n');
    const [bytes] = await once(socket, 'data');
    assert.match(bytes.toString(), /^HTTP\/1.1 413 /);
    socket.destroy();
    assert.equal((await get('/healthz')).status, 200);
  });
});

describe('limits', () => {
  it('hold for pasts and files', async () => {
    const host = connect(strict);
    const { roomCode, error } = await host.ask('create_room', { game: 'santase', playerName: 'Ana' });
    assert.ok(roomCode, JSON.stringify(error));
    const thirty = (ask) => Promise.all(Array.from({ length: 30 }, ask));
    const refused = (answers) => answers.filter(({ status }) => status === 429).length;
    assert.ok(
      refused(await thirty(() => get(`/rooms/${roomCode}/replay.json`, { at: strict }))) > 0,
      'pasts',
    );
    assert.ok(refused(await thirty(() => bring('x', strict))) > 15, 'files');
    host.close();
  });
});
