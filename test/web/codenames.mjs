// Codenames played by its REST interface, for tests that need a game with an end: four people, red finds its
// first agent, then the assassin. Red's spymaster is the host.
import assert from 'node:assert/strict';

const api = '/api/codenames/games';

export async function playCodenames(server) {
  async function call(path, token, body) {
    const answer = await fetch(server.url + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        authorization: `Bearer ${token}`,
      },
      body: body && JSON.stringify(body),
    });
    const said = await answer.json();
    assert.ok(answer.ok, `${path}: ${JSON.stringify(said)}`);
    return said;
  }
  const { id, tokens } = await call(api, '', { startingTeam: 'red', language: 'es', seed: 7 });
  return {
    id,
    tokens,
    host: tokens.red.spymaster,
    /** An event of the room, by its host. */
    act: (event, payload = {}) => call(`/rooms/${id}/do/${event}`, tokens.red.spymaster, payload),
    async clue() {
      await call(`${api}/${id}/clue`, tokens.red.spymaster, { text: 'zigurat', count: 3 });
    },
    async end() {
      const { board } = await call(`${api}/${id}`, tokens.red.spymaster);
      const guess = (type) =>
        call(`${api}/${id}/guess`, tokens.red.operative, {
          position: board.findIndex((card) => card.type === type),
        });
      await guess('red');
      await guess('assassin');
    },
  };
}
