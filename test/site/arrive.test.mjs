// From the lobby to the table: the lobby's streams close when the game begins, and phones that need
// their time to load the table are not called away meanwhile; whoever describes first stays the same.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { startServer } from '../web/browser.mjs';

let server;
before(async () => {
  server = await startServer();
});
after(async () => {
  await server.stop();
});

const ask = (socket, event, payload = {}) =>
  new Promise((done) => {
    socket.emit(event, payload, done);
  });
const connect = () =>
  new Promise((done) => {
    const socket = io(server.url, { transports: ['websocket'], forceNew: true });
    socket.on('connect', () => done(socket));
  });

/** Somebody in the lobby: the stream seats them; `started` is when it says that the game begins. */
async function inLobby(code) {
  const controller = new AbortController();
  const answer = await fetch(`${server.url}/sse/${code}`, {
    headers: { Accept: 'text/event-stream' },
    signal: controller.signal,
  });
  const token = new RegExp(`seat_${code}=([\\w-]+)`).exec(answer.headers.get('set-cookie'))[1];
  const reader = answer.body.getReader();
  const started = (async () => {
    const text = new TextDecoder();
    for (let said = ''; !said.includes('event: game-start'); )
      said += text.decode((await reader.read()).value, { stream: true });
    controller.abort();
  })();
  return { token, started };
}

test('nobody is away while slow phones load the table', async () => {
  const host = await connect();
  const made = await ask(host, 'create_room', { game: 'taboo', playerName: 'Ana', views: true });
  const code = made.roomCode;
  const guests = [];
  for (let i = 0; i < 3; i++) guests.push(await inLobby(code));
  const views = [];
  const playing = new Promise((done) => {
    host.on('view', (view) => {
      if (view.room.state !== 'PLAYING') return;
      views.push(view);
      done(view);
    });
  });
  assert.equal((await ask(host, 'start_game')).error, undefined);
  const first = await playing;
  await Promise.all(guests.map(({ started }) => started));
  await sleep(5000); // longer than a page of the lobby may take
  for (const { token } of guests) {
    const socket = await connect();
    const joined = await ask(socket, 'join_room', { roomCode: code, playerId: token });
    assert.equal(joined.error, undefined);
    guests.find((guest) => guest.token === token).socket = socket;
  }
  for (const view of views)
    assert.deepEqual(
      view.room.players.filter((player) => !player.online).map(({ name }) => name),
      [],
    );
  assert.equal(
    views.at(-1).table.describer?.id ?? views.at(-1).table.nextDescriber?.id,
    first.table.describer?.id ?? first.table.nextDescriber?.id,
  );
  for (const socket of [host, ...guests.map((guest) => guest.socket)]) socket.disconnect();
});
