/* Cards from an address that never answers: whoever waits for them keeps nobody else from anything. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { it } from 'node:test';
import { closeAtEnd, openRoom, openServer } from './server.mjs';

const key = 'the-operator';
const server = await openServer({
  env: { DECK_URLS: '127.0.0.1', LUDOTECA_TEST_FETCH_LOOPBACK: '1', LUDOTECA_ADMIN_TOKEN: key },
});

/** Takes requests and keeps them until they are let go. */
async function slowFiles() {
  const asked = [];
  let told = () => {};
  const files = createServer((request, answer) => {
    asked.push(answer);
    told();
  });
  files.listen(0, '127.0.0.1');
  await once(files, 'listening');
  closeAtEnd(() => files.closeAllConnections());
  return {
    url: `http://127.0.0.1:${files.address().port}/deck.json`,
    /** As soon as that many wait. */
    async waiting(count) {
      while (asked.length < count)
        await new Promise((resolve) => {
          told = resolve;
        });
    },
    letGo() {
      for (const answer of asked) answer.writeHead(404).end();
      files.close();
    },
  };
}

const bring = async (room, body) => {
  const answer = await fetch(`${server.url}/rooms/${room.code}/cards`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      authorization: `Bearer ${room.people[0].playerId}`,
    },
    body: JSON.stringify(body),
  });
  return answer.json();
};

it('more of them than there are threads stop neither cards, nor computers, nor pages', async () => {
  const files = await slowFiles();
  const rooms = [];
  for (let i = 0; i < 6; i++) rooms.push(await openRoom(server, { game: 'taboo', people: 1 }));
  const slow = rooms.map((room) => bring(room, { url: files.url }));
  await files.waiting(2);

  const honest = await openRoom(server, { game: 'taboo', people: 1 });
  const brought = await bring(honest, { text: 'Sol|luna:calor:verano', name: 'Nuestras' });
  assert.equal(brought.kept, 1, JSON.stringify(brought));
  const page = await fetch(`${server.url}/admin`, {
    headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
  });
  assert.equal(page.status, 200, 'which asks the store, on another thread');

  files.letGo();
  const codes = (await Promise.all(slow)).map((answer) => answer.error.code);
  assert.deepEqual([...new Set(codes)].sort(), ['FETCH_FAILED', 'ROOM_BUSY'], 'who was too many was told');
  for (const room of [...rooms, honest]) room.close();
});
