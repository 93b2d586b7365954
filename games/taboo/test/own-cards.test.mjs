/* Cards that a host brings: in which forms, what is said about bad ones, and that they are the room's,
 * in its next game and after a restart as well. DECK_EMPTY when there are none. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { placeOf, startServer } from '../../../test/site/server.mjs';
import { Player, openTable } from './spec-player.mjs';

const ludoteca = (...args) =>
  execFileSync(join(process.env.LUDOTECA_BUILD || 'build', 'ludoteca'), args, { encoding: 'utf8' });
const row = (word) => `${word}, uno, dos, tres, cuatro, cinco`;

const bring = async (server, code, player, text, more = {}) => {
  const answer = await fetch(`${server.url}/rooms/${code}/cards`, {
    method: 'POST',
    body: JSON.stringify({ text, ...more }),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${player.playerId}` },
  });
  return { status: answer.status, ...(await answer.json()) };
};

describe('own cards', { concurrency: 4 }, () => {
  it("are the host's to bring, before a game; bad ones are named by their line", async () => {
    const server = await startServer();
    const t = await openTable(server);
    const [host, guest] = t.players;
    const refused = async (player, text, code, message, line) => {
      const answer = await bring(server, t.roomCode, player, text);
      assert.equal(answer.error?.code, code, JSON.stringify(answer));
      assert.match(answer.error.message, message);
      if (line !== undefined) assert.deepEqual([answer.status, answer.line], [400, line]);
    };
    await refused(guest, row('Faro'), 'NOT_HOST', /host/);
    await refused(host, undefined, 'BAD_REQUEST', /no text/);
    await refused(host, '', 'BAD_REQUEST', /no card/, 0);
    await refused(host, 'x'.repeat(2 ** 22 + 1), 'BAD_REQUEST', /too large/);
    await refused(host, '{"Faro":["a","b"],\n"Mar":', 'BAD_REQUEST', /Line 2/);
    await refused(
      host,
      `\nFaro, luz\n${row('Faro').replace('uno', 'faros')}`,
      'BAD_REQUEST',
      /Line 2: «Faro»/,
      2,
    );
    const forms = {
      table: `Palabra;a;b\r\n${row('Faro').replaceAll(',', ';')}\r\n`,
      bars: 'Mar|azul:agua:playa',
      words: '{"Sol":["luz","día"]}',
      byCategory: '{"cielo":{"Luna":["noche","queso"]}}',
    };
    let cards = 0;
    for (const text of Object.values(forms)) {
      const answer = await bring(server, t.roomCode, host, text);
      assert.deepEqual([answer.ok, answer.kept, answer.dropped, answer.problem], [true, 1, 0, ''], text);
      await t.all('room_updated', (e) => e.roomState.ownCards === cards + 1);
      cards++;
    }
    const half = await bring(server, t.roomCode, host, `${row('Nube')}\n${row('NUBE')}\n${row('Roca')}`);
    assert.deepEqual([half.kept, half.dropped, half.line], [2, 1, 2]);
    assert.match(half.problem, /^Line 2: «NUBE»: .*twice/);
    for (const word of ['Isla', 'Lago', 'Cabo']) await bring(server, t.roomCode, host, row(word));
    await refused(host, row('Bahía'), 'ROOM_FULL', /at most 8/);
    await t.start();
    await refused(host, row('Golfo'), 'GAME_ALREADY_STARTED', /started/);
    t.check();
    t.close();
    assert.equal((await server.stop())[0], 0);
    server.remove();
  });

  it('are played: alone, in the next game, after a restart; without any the deck is empty', async () => {
    let server = await startServer({ env: { DEFAULT_SCORE_LIMIT: '2' } });
    const t = await openTable(server, { settings: { cards: 'own' } });
    assert.equal(await t.host.refused('start_game'), 'DECK_EMPTY');
    assert.equal(t.host.got('game_started').length, 0);
    const words = ['FARO', 'MAR', 'ISLA', 'LAGO', 'CABO'];
    await bring(server, t.roomCode, t.host, words.map(row).join('\n'));
    let turn = await t.start();
    const seen = [await t.ready(turn)];
    turn.describer.send('card_correct', { cardId: seen[0].id });
    seen.push(await t.card(turn));
    turn.describer.send('card_correct', { cardId: seen[1].id });
    const over = await t.all('game_over');
    t.host.send('play_again');
    await t.all('room_updated', (e) => e.roomState.state === 'LOBBY' && e.seq > over.seq);
    t.check();

    await server.stop('SIGKILL');
    t.close();
    server = await startServer({ data: server.data, env: { DEFAULT_SCORE_LIMIT: '9' } });
    t.players = await Promise.all(t.players.map((p) => p.comeBack(server)));
    [t.host] = t.players;
    turn = await t.start();
    seen.push(await t.ready(turn));
    turn.describer.send('card_skip', { cardId: seen[2].id });
    seen.push(await t.card(turn));
    assert.equal(new Set(seen.map((c) => c.id)).size, 4, 'cards that were seen do not come back');
    for (const card of seen) assert.ok(words.includes(card.word), card.word);
    t.host.send('end_game');
    await t.all('room_updated', (e) => e.roomState.state === 'LOBBY');
    t.host.send('discard_cards');
    await t.all('room_updated', (e) => e.roomState.ownCards === 0);
    assert.equal(await t.host.refused('start_game'), 'DECK_EMPTY');
    t.host.send('configure_room', { cards: 'house' });
    turn = await t.start();
    assert.ok(!words.includes((await t.ready(turn)).word));
    t.close();
    assert.equal((await server.stop())[0], 0);
    assert.match(ludoteca('verify', ...placeOf(server.data)), /: 0 differ, 0 broken/);
    server.remove();
  });

  it('are not taken without end', async () => {
    const server = await startServer({ env: { MAX_OWN_CARDS: '2' } });
    const t = await openTable(server, { people: 1 });
    assert.equal((await bring(server, t.roomCode, t.host, `${row('Faro')}\n${row('Mar')}`)).kept, 2);
    const more = await bring(server, t.roomCode, t.host, row('Isla'));
    assert.deepEqual([more.status, more.error.code], [503, 'UNAVAILABLE']);
    t.close();
    assert.equal((await server.stop())[0], 0);
    server.remove();
  });

  it('are refused by a game without any, and by a room that is not there', async () => {
    const server = await startServer();
    const host = new Player(server, 'Ana');
    host.socket.emit('create_room', { game: 'santase', playerName: 'Ana' });
    const made = await host.client.next('room_created');
    assert.equal((await bring(server, made.roomCode, made, row('Faro'))).error.code, 'BAD_REQUEST');
    assert.equal((await bring(server, 'ZZZZZZ', made, row('Faro'))).error.code, 'ROOM_NOT_FOUND');
    host.close();
    assert.equal((await server.stop())[0], 0);
    server.remove();
  });
});
