/* Server-Sent Events as the Santase specification has them, with an EventSource and with our eyes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { closeAtEnd, closedAfterEach, connect, openServer, pause } from './server.mjs';

const server = await openServer();
const kept = closedAfterEach();

/** Follows a stream by fetch, so that headers and cookies are seen too. */
async function follow(path, headers = {}) {
  const control = new AbortController();
  closeAtEnd(() => control.abort());
  const answer = await fetch(server.url + path, {
    headers: { Accept: 'text/event-stream', ...headers },
    signal: control.signal,
  });
  const events = [];
  const waiting = [];
  const stream = {
    status: answer.status,
    headers: answer.headers,
    events,
    ended: false,
    close: () => control.abort(),
    cookie: answer.headers
      .getSetCookie()
      .map((c) => c.split(';')[0])
      .join('; '),
  };
  kept(stream);
  stream.next = (name, test = () => true, ms = 4000) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no «${name}»; got ${events.map((e) => e.name)}`)), ms);
      const look = () => {
        const found = events.find((e) => !e.taken && e.name === name && test(e.data));
        if (!found) return;
        found.taken = true;
        waiting.splice(waiting.indexOf(look), 1);
        clearTimeout(timer);
        resolve(found);
      };
      waiting.push(look);
      look();
    });
  (async () => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const part of answer.body) {
      text += decoder.decode(part, { stream: true });
      for (let end; (end = text.indexOf('\n\n')) >= 0; text = text.slice(end + 2)) {
        const event = { name: null, data: [], id: null };
        for (const line of text.slice(0, end).split('\n')) {
          if (line.startsWith('event: ')) event.name = line.slice(7);
          if (line.startsWith('data:')) event.data.push(line.slice(5).replace(/^ /, ''));
          if (line.startsWith('id: ')) event.id = Number(line.slice(4));
        }
        if (!event.name) continue;
        events.push({ ...event, data: event.data.join('\n') });
        [...waiting].forEach((w) => w());
      }
    }
    stream.ended = true;
  })().catch(() => {
    stream.ended = true;
  });
  return stream;
}

async function makeRoom(game = 'santase') {
  const answer = await fetch(`${server.url}/rooms`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ game, playerName: 'Ana' }),
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((c) => c.split(';')[0])
    .join('; ');
  return {
    code: answer.headers.get('location').split('/')[2],
    cookie,
    hostToken: /host_\w+=([^;]+)/.exec(cookie)[1],
  };
}
const state = async (code, cookie) =>
  (await fetch(`${server.url}/rooms/${code}/state`, { headers: { cookie } })).json();

describe('the stream of a lobby', () => {
  it('tells the host when the guest comes, and both where the game is', async () => {
    const room = await makeRoom();
    const host = await follow(`/sse/${room.code}?hostToken=${room.hostToken}`);
    assert.match(host.headers.get('content-type'), /^text\/event-stream/);
    assert.match((await host.next('status')).data, /^<span/);
    assert.equal((await host.next('start-game')).data, '');
    const guest = await follow(`/sse/${room.code}`);
    assert.match(guest.cookie, /^seat_/);
    const connected = await host.next('connected');
    assert.equal(connected.data, 'guest');
    assert.equal(connected.id, 2);
    assert.equal((await guest.next('connected')).data, 'guest');
    const start = await host.next('start-game');
    assert.match(start.data, /<button/);
    assert.ok(start.data.includes(room.hostToken));
    assert.ok(!guest.events.some((e) => e.name === 'start-game'), 'only the host starts');
    assert.ok(!JSON.stringify(guest.events).includes(room.hostToken));
    const view = await state(room.code, guest.cookie);
    assert.equal(view.you.id, 'p2');
    const started = await fetch(`${server.url}/rooms/${room.code}/start`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ hostToken: room.hostToken }),
    });
    assert.equal(started.status, 303);
    assert.equal((await host.next('game-start')).data, `/rooms/${room.code}/game`);
    assert.equal((await guest.next('game-start')).data, `/rooms/${room.code}/game`);
  });

  it('seats a guest under a name of its language; a third one looks on', async () => {
    const room = await makeRoom();
    const guest = await follow(`/sse/${room.code}`, { 'accept-language': 'bg' });
    await guest.next('status');
    const third = await follow(`/sse/${room.code}`);
    await third.next('status');
    const { room: seen } = await state(room.code, room.cookie);
    assert.deepEqual(
      seen.players.map((p) => [p.name, p.watching]),
      [
        ['Ana', false],
        ['Гост', false],
        ['Invitado', true],
      ],
    );
    /* the same browser again is the same person */
    const again = await follow(`/sse/${room.code}`, { cookie: guest.cookie });
    await again.next('status');
    assert.equal((await state(room.code, room.cookie)).room.players.length, 3);
  });

  it('follows without a seat if asked to, or when the game is running', async () => {
    const room = await makeRoom();
    await (await follow(`/sse/${room.code}?watch=1`)).next('status');
    assert.equal((await state(room.code, room.cookie)).room.players.length, 1);
    await (await follow(`/sse/${room.code}`)).next('status');
    await fetch(`${server.url}/rooms/${room.code}/start`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: room.cookie },
    });
    const late = await follow(`/sse/${room.code}?views=1`);
    assert.equal((await late.next('game-start')).data, `/rooms/${room.code}/game`);
    const view = JSON.parse((await late.next('view')).data);
    assert.equal(view.you, null);
    assert.equal((await state(room.code, room.cookie)).room.players.length, 2);
  });

  it('gives views with their sequence as id', async () => {
    const room = await makeRoom();
    const host = await follow(`/sse/${room.code}?views=1`, { cookie: room.cookie });
    const first = await host.next('view');
    assert.equal(first.id, 1);
    assert.equal(JSON.parse(first.data).you.id, 'p1');
    const guest = kept(connect(server));
    await guest.ask('join_room', { roomCode: room.code, playerName: 'Ben' });
    const second = await host.next('view', (d) => JSON.parse(d).seq === 2);
    assert.equal(second.id, 2);
  });

  it('resumes from Last-Event-ID: nothing again, nothing missing', async () => {
    const room = await makeRoom();
    const host = await follow(`/sse/${room.code}`, { cookie: room.cookie });
    await host.next('status');
    await (await follow(`/sse/${room.code}`)).next('status');
    await host.next('connected');
    const { seq } = await state(room.code, room.cookie);
    const same = await follow(`/sse/${room.code}`, { cookie: room.cookie, 'last-event-id': String(seq) });
    await pause(150);
    assert.deepEqual(same.events, [], 'has seen everything');
    const behind = await follow(`/sse/${room.code}`, { cookie: room.cookie, 'last-event-id': '1' });
    assert.equal((await behind.next('connected')).id, seq);
    await behind.next('status');
  });

  it('puts nobody back who was put out', async () => {
    const room = await makeRoom();
    const guest = await follow(`/sse/${room.code}`);
    await guest.next('status');
    await fetch(`${server.url}/rooms/${room.code}/do/kick`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: room.cookie, 'content-type': 'application/json' },
      body: '{"id":"p2"}',
    });
    assert.equal((await guest.next('closed')).data, 'kicked');
    for (let i = 0; i < 200 && !guest.ended; i++) await pause(100);
    assert.ok(guest.ended);
    const again = await fetch(`${server.url}/sse/${room.code}`, { headers: { cookie: guest.cookie } });
    assert.equal(again.status, 204, 'a browser does not try again after this');
    assert.equal((await state(room.code, room.cookie)).room.players.length, 1);
    /* nor by the link, until the host says so */
    const visit = (path, options = {}) =>
      fetch(`${server.url}/rooms/${room.code}${path}`, {
        redirect: 'manual',
        headers: { cookie: guest.cookie, 'content-type': 'application/json' },
        ...options,
      });
    assert.equal((await visit('')).status, 403);
    assert.equal((await visit('/join', { method: 'POST', body: '{"playerName":"Eva"}' })).status, 403);
    await visit('/do/readmit', {
      method: 'POST',
      headers: { cookie: room.cookie, 'content-type': 'application/json' },
      body: '{"id":"p2"}',
    });
    assert.equal((await visit('')).status, 200);
    assert.equal((await visit('/join', { method: 'POST', body: '{"playerName":"Eva"}' })).status, 201);
    const { players } = (await state(room.code, room.cookie)).room;
    assert.deepEqual(
      players.map(({ id, name }) => `${id} ${name}`),
      [`p1 ${players[0].name}`, 'p2 Eva'],
    );
  });

  it('writes names so that markup stays text', async () => {
    const room = await makeRoom('taboo');
    const host = await follow(`/sse/${room.code}`, { cookie: room.cookie });
    const guest = kept(connect(server));
    await guest.ask('join_room', { roomCode: room.code, playerName: '<img src=x>' });
    const lobby = await host.next('lobby', (d) => d.includes('img src=x'));
    assert.ok(!lobby.data.includes('<img src=x>'));
    assert.ok(lobby.data.includes('&lt;img src=x&gt;'));
  });
});
