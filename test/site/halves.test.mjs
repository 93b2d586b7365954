/* Half an emoji, as a field's limit or a clumsy selection leaves it: browsers send it as "\ud83d". Nobody loses a
 * connection or a text over it; it is shown as the sign for «unreadable», as browsers do with forms. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { closedAfterEach, connect, openServer } from './server.mjs';

const server = await openServer();
const kept = closedAfterEach();
const half = '\ud83d';
const names = (answer) => answer.roomState.players.map((player) => player.name);

for (const transports of [['websocket'], ['polling']])
  it(`is read by ${transports[0]}, and the connection stays`, async () => {
    const ana = kept(connect(server, { transports }));
    const made = await ana.ask('create_room', { playerName: `Ana ${half}` });
    assert.deepEqual(names(made), ['Ana \ufffd']);
    const id = ana.socket.id;
    assert.equal((await ana.ask('rename', { playerName: `${half}\ud83c\udfb2` })).error, undefined);
    const told = await ana.next('room_updated', (e) => e.roomState.players[0].name.endsWith('🎲'));
    assert.deepEqual(names(told), ['\ufffd🎲']);
    assert.equal(ana.socket.id, id, 'the same connection');
  });

it('is refused with a sentence where nothing is left of a text, and the connection stays', async () => {
  const ana = kept(connect(server));
  const no = await ana.ask('join_room', { roomCode: half, playerName: 'Ana' });
  assert.equal(no.error.code, 'ROOM_NOT_FOUND');
  assert.ok(ana.socket.connected);
});

it('is read in the body of a request', async () => {
  const answer = await fetch(`${server.url}/rooms`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ game: 'taboo', playerName: `Ana ${half}` }),
  });
  const made = await answer.json();
  assert.equal(answer.status, 201, JSON.stringify(made));
  const cards = JSON.stringify({ [`Perro${half}`]: ['gato', 'ladrar'], Sol: ['luna', 'calor'] });
  const brought = await fetch(`${server.url}/rooms/${made.roomCode}/cards`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      authorization: `Bearer ${made.playerId}`,
    },
    body: JSON.stringify({ text: cards, name: `Mazo ${half}` }),
  });
  const deck = await brought.json();
  assert.equal(brought.status, 200, JSON.stringify(deck));
  assert.deepEqual([deck.kept, deck.dropped], [2, 0]);
});
