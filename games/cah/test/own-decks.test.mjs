/* Decks that a host brings to the cards game: the largest known file, packs that are chosen, files that
 * are taken home, addresses; and that all of it is there after a crash. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fullSize } from '../../../measure/cah/full-size.mjs';
import { closeAtEnd, openRoom, placeOf, startServer } from '../../../test/site/server.mjs';

const ludoteca = (...args) =>
  execFileSync(join(process.env.LUDOTECA_BUILD || 'build', 'ludoteca'), args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });

const ask = async (server, path, person, options = {}) => {
  const answer = await fetch(`${server.url}${path}`, {
    ...options,
    headers: {
      ...(person && { authorization: `Bearer ${person.playerId}` }),
      accept: 'application/json',
      ...options.headers,
    },
  });
  return { status: answer.status, headers: answer.headers, ...(await answer.json()) };
};
const bring = (server, code, person, body, type = 'text/plain', query = '') =>
  ask(server, `/rooms/${code}/cards${query}`, person, {
    method: 'POST',
    body,
    headers: { 'content-type': type },
  });
const post = (server, code, person, event, payload) =>
  ask(server, `/rooms/${code}/do/${event}`, person, {
    method: 'POST',
    body: JSON.stringify(payload),
    headers: { 'content-type': 'application/json' },
  });
const small = (name, whites = 40) =>
  JSON.stringify({
    name,
    rating: 'family',
    packs: ['A', 'B'].map((pack) => ({
      name: `${name} ${pack}`,
      black: Array.from({ length: 9 }, (_, i) => ({ text: `${name} ${pack} ${i}: _?` })),
      white: Array.from({ length: whites }, (_, i) => ({ text: `${name} ${pack} ${i}` })),
    })),
  });

describe('decks that a host brings', { concurrency: 4 }, () => {
  it('of the largest known size are taken, chosen from, kept over a crash, and given back', async () => {
    let server = await startServer();
    const file = fullSize();
    const useless = file.black.filter(({ pick }) => pick > 3).length;
    const { code, people, close } = await openRoom(server, {
      game: 'cah',
      people: 3,
      settings: { rating: 'mature', cards: 'own' },
    });
    const [host, guest] = people;
    const answer = await bring(server, code, host, JSON.stringify(file), 'text/plain', '?name=Full');
    assert.equal(answer.ok, true, JSON.stringify(answer));
    assert.deepEqual([answer.kept, answer.dropped], [22441 + 6308 - useless, useless]);
    assert.equal(answer.problems.length, Math.min(20, useless));
    assert.match(answer.problem, /^Pack 1, black card 1: .*more than 3 cards\.$/);

    const { decks } = await ask(server, `/rooms/${code}/decks`, guest);
    assert.equal(decks.length, 1);
    const [deck] = decks;
    assert.deepEqual([deck.hash, deck.name, deck.own, deck.fits], [answer.deck, 'Full', true, true]);
    assert.equal(deck.packs.length, 205);
    assert.ok(deck.packs.every((pack, i) => pack.chosen && pack.name === file.packs[i].name));
    assert.equal(
      deck.packs.reduce((sum, pack) => sum + pack.white, 0),
      22441,
    );

    const { deck: hash } = answer;
    assert.equal((await post(server, code, guest, 'choose_packs', { deck: hash })).error.code, 'NOT_HOST');
    const wrong = await post(server, code, host, 'choose_packs', { deck: hash, packs: [205] });
    assert.equal(wrong.error.code, 'BAD_REQUEST');
    assert.equal((await host.ask('choose_packs', { deck: hash, packs: [3, 7] })).ok, true);
    await host.ask('start_game', {});
    const chosen = new Set([3, 7].flatMap((i) => file.packs[i].white.map((at) => file.white[at])));
    const hand = async (s, person) => (await ask(s, `/rooms/${code}/state`, person)).table.hand;
    const before = await hand(server, host);
    assert.equal(before.length, 10);
    for (const card of before) assert.ok(chosen.has(card.text), card.text);

    await server.stop('SIGKILL');
    close();
    server = await startServer({ data: server.data });
    assert.deepEqual(await hand(server, host), before);
    const log = ludoteca('log', ...placeOf(server.data), code);
    assert.ok(log.length < 20000, 'the log names the deck and holds none of its cards');
    assert.match(ludoteca('verify', ...placeOf(server.data)), /: 0 differ, 0 broken/);

    const back = await ask(server, `/rooms/${code}/decks/${hash}.json?format=jah`, guest);
    assert.match(back.headers.get('content-disposition'), /attachment; filename="cah-/);
    assert.equal(new Set(back.white).size, 22441);
    assert.equal(back.packs.length, 205);
    assert.deepEqual(
      back.packs[3].white.map((at) => back.white[at]),
      file.packs[3].white.map((at) => file.white[at]),
    );
    const ours = await ask(server, `/rooms/${code}/decks/${hash}.json`, guest);
    assert.equal(ours.packs[204].white.length, file.packs[204].white.length);
    assert.equal((await ask(server, `/rooms/${code}/decks/${hash}.json`)).error.code, 'NOT_IN_ROOM');
    assert.equal((await ask(server, `/rooms/${code}/decks/${hash}.json?format=x`, guest)).status, 400);
    assert.equal((await ask(server, `/rooms/${code}/decks/${'0'.repeat(32)}.json`, guest)).status, 404);
    assert.equal((await server.stop())[0], 0);
    server.remove();
  });

  it('come in every way that a request can have, and only from the host', async () => {
    const server = await startServer();
    const { code, people, close } = await openRoom(server, { game: 'cah', people: 2 });
    const [host, guest] = people;
    assert.equal((await bring(server, code, guest, small('x'))).error.code, 'NOT_HOST');
    const raw = await bring(server, code, host, small('Raw'));
    assert.deepEqual([raw.kept, raw.dropped], [98, 0]);
    const json = await bring(server, code, host, JSON.stringify({ text: small('Json') }), 'application/json');
    assert.equal(json.kept, 98);
    const large = JSON.stringify({ text: small('Large'.repeat(8), 9000), name: 'ignored' });
    assert.ok(large.length > 1e6);
    assert.equal((await bring(server, code, host, large, 'application/json')).kept, 18018);
    const form = new URLSearchParams({ text: small('Form') });
    const type = 'application/x-www-form-urlencoded';
    assert.equal((await bring(server, code, host, form.toString(), type)).kept, 98);
    const again = await bring(server, code, host, small('Raw'));
    assert.equal(again.deck, raw.deck);
    const { decks } = await ask(server, `/rooms/${code}/decks`, host);
    const own = decks.filter((deck) => deck.own).map((deck) => deck.name);
    assert.deepEqual(own, ['Raw', 'Json', 'Large'.repeat(8), 'Form']);
    assert.ok(decks.some((deck) => !deck.own && deck.packs.length > 1));

    const broken = await bring(server, code, host, '{\n"white": [');
    assert.deepEqual([broken.status, broken.line], [400, 2]);
    assert.equal((await bring(server, code, host, ' '.repeat(8 * 2 ** 20 + 1))).status, 400);
    assert.equal((await ask(server, `/rooms/${code}/decks`)).error.code, 'NOT_IN_ROOM');

    // Who is not the host of that room may not even send so much.
    const much = 'x'.repeat(1100000);
    for (const [where, who] of [
      [code, guest],
      [code, null],
      ['ZZZZZZ', host],
    ]) {
      const status = await fetch(`${server.url}/rooms/${where}/cards`, {
        method: 'POST',
        body: much,
        headers: {
          'content-type': 'text/plain',
          ...(who && { authorization: `Bearer ${who.playerId}` }),
        },
      }).then(
        (sent) => sent.status,
        () => 413, // closed while it was still sending
      );
      assert.equal(status, 413);
    }
    close();
    assert.equal((await server.stop())[0], 0);
    server.remove();
  });

  it('are fetched from an address only where the operator allows that', async () => {
    const files = createServer((request, answer) => {
      if (request.url === '/away') answer.writeHead(302, { location: '/deck.json' }).end();
      else if (request.url === '/round') answer.writeHead(302, { location: '/round' }).end();
      else if (request.url === '/file') answer.writeHead(302, { location: 'file:///etc/passwd' }).end();
      else if (request.url === '/deck.json') answer.end(small('Far'));
      else answer.writeHead(404).end();
    });
    files.listen(0, '127.0.0.1');
    await once(files, 'listening');
    closeAtEnd(() => files.close());
    const at = (path) => `http://127.0.0.1:${files.address().port}${path}`;
    const fetched = async (server, path) => {
      const room = await openRoom(server, { game: 'cah', people: 1 });
      const body = JSON.stringify({ url: path.includes(':') ? path : at(path) });
      const answer = await bring(server, room.code, room.people[0], body, 'application/json');
      room.close();
      return answer.ok ? answer.kept : answer.error.message;
    };
    const off = await startServer();
    assert.match(await fetched(off, '/deck.json'), /fetches no cards/);
    await off.stop();
    off.remove();

    const careful = await startServer({ args: ['--deck-urls', 'any'] });
    for (const address of [
      at('/deck.json'),
      'http://localhost:1/',
      'http://[::1]:1/',
      'http://169.254.169.254/latest',
    ])
      assert.match(await fetched(careful, address), /not one of the open internet/, address);
    assert.match(await fetched(careful, 'file:///etc/passwd'), /no address of http/);
    await careful.stop();
    careful.remove();

    // Only tests set this variable: their server is on the same machine.
    const env = { DECK_URLS: '127.0.0.1', LUDOTECA_TEST_FETCH_LOOPBACK: '1' };
    const open = await startServer({ env });
    assert.equal(await fetched(open, '/deck.json'), 98);
    assert.equal(await fetched(open, '/away'), 98);
    assert.match(await fetched(open, '/round'), /only sends us on/);
    assert.match(await fetched(open, '/file'), /no address of http/);
    assert.match(await fetched(open, '/nothing'), /answered with 404/);
    assert.match(await fetched(open, 'http://localhost:1/'), /does not fetch from there/);
    assert.equal((await open.stop())[0], 0);
    open.remove();
    files.close();
  });
});
