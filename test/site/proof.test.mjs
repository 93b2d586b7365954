/* Provably fair: what the phones were promised is what was dealt, in every game; and a server that cheats
 * is caught, whatever it changes. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { checkProof } from '../../web/js/proof-check.js';
import { loadRules } from '../../web/js/rules.js';
import { sha256 } from '../../web/js/sha256.js';
import { build } from './serve.mjs';
import { openRoom, startServer } from './server.mjs';

let server;
let wasm;
before(async () => {
  server = await startServer({ args: ['--reconnect-grace-ms', '3600000'] });
  wasm = readFileSync(join(build, 'src/wasm/rules.wasm'));
});
after(async () => {
  await server.stop();
  server.remove();
});

const people = { taboo: 4, codenames: 4, santase: 2, cah: 3 };

async function get(path, token) {
  const headers = { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(server.url + path, { headers });
  return { status: answer.status, said: await answer.json() };
}

const stateOf = async (code, token) => (await get(`/rooms/${code}/state`, token)).said;

/** Everybody's phone commits; those in `silent` never reveal. */
async function startFairly(room, silent = []) {
  const phones = room.people.map((person) => ({ person, id: person.you.id, number: randomBytes(32) }));
  for (const { person, number } of phones) {
    const commit = createHash('sha256').update(number).digest('hex');
    const answer = await person.ask('fair_commit', { commit });
    assert.ok(!answer.error, JSON.stringify(answer));
  }
  const begun = room.people[0].ask('start_game', {});
  for (let tries = 0; ; tries++) {
    const { fair } = (await stateOf(room.code, room.people[0].playerId)).room;
    if (fair.sealed) break;
    assert.ok(tries < 2000, 'it is never sealed');
  }
  const promises = [];
  for (const { person, id, number } of phones) {
    const { room: shown } = await stateOf(room.code, person.playerId);
    const { commitment, terms, phones: list } = shown.fair;
    promises.push({ seq: shown.seq, id, number: number.toString('hex'), commitment, terms, phones: list });
    if (!silent.includes(id)) await person.ask('fair_reveal', { number: number.toString('hex') });
  }
  const answer = await begun;
  assert.ok(!answer.error, JSON.stringify(answer));
  return promises;
}

/** A game that was begun so and stopped by its host. */
async function played(game, silent) {
  const room = await openRoom(server, { game, people: people[game] });
  const promises = await startFairly(room, silent);
  const [host] = room.people;
  await host.ask('pause_game', {});
  await host.ask('resume_game', {});
  const ended = await host.ask('end_game', {});
  assert.ok(!ended.error, JSON.stringify(ended));
  const { said } = await get(`/rooms/${room.code}/replay.json`, host.playerId);
  const [{ from }] = said.games;
  const proof = await get(`/rooms/${room.code}/proof/${from}.json`, host.playerId);
  assert.equal(proof.status, 200, JSON.stringify(proof.said).slice(0, 300));
  return { room, promises, from, proof: proof.said };
}

const check = async (proof, promised) => checkProof(await loadRules(wasm), proof, promised ? [promised] : []);

describe('a game that server and phones dealt together', () => {
  for (const game of Object.keys(people))
    it(`stands the test: ${game}`, async () => {
      const { promises, proof, room } = await played(game);
      for (const promised of promises)
        assert.deepEqual(await check(proof, promised), {
          kind: 'fair',
          phones: people[game],
          withheld: 0,
          abandoned: 0,
          own: true,
        });
      const { own } = await check(proof);
      assert.equal(own, false, 'whose phone took no part is told so');
      assert.doesNotMatch(JSON.stringify(proof.records), /oken\\":\\"(?!0+\\")/, 'nobody learns a token');
      room.close();
    });

  it('says how many did not reveal, and had not waited long for them', async () => {
    const { promises, proof, room } = await played('cah', ['p2']);
    const { kind, withheld } = await check(proof, promises[0]);
    assert.deepEqual({ kind, withheld }, { kind: 'fair', withheld: 1 });
    room.close();
  });

  it('is opened to its people only, and when it is over', async () => {
    const room = await openRoom(server, { game: 'santase', people: 2 });
    await startFairly(room);
    const { seq } = (await stateOf(room.code, room.people[0].playerId)).room;
    const running = await get(`/rooms/${room.code}/proof/${seq}.json`, room.people[0].playerId);
    assert.equal(running.said.error.code, 'GAME_NOT_OVER');
    await room.people[0].ask('end_game', {});
    const stranger = await get(`/rooms/${room.code}/proof/${seq}.json`);
    assert.equal(stranger.said.error.code, 'NOT_IN_ROOM');
    room.close();
  });

  it('without phones was the server’s alone', async () => {
    const room = await openRoom(server, { game: 'santase', people: 2 });
    assert.ok(!(await room.people[0].ask('start_game', {})).error);
    await room.people[0].ask('end_game', {});
    const { said } = await get(`/rooms/${room.code}/replay.json`, room.people[0].playerId);
    const proof = await get(`/rooms/${room.code}/proof/${said.games[0].from}.json`, room.people[0].playerId);
    assert.deepEqual(await check(proof.said), { kind: 'alone' });
    room.close();
  });
});

describe('a server that cheats is caught', () => {
  let game;
  before(async () => {
    game = await played('santase');
  });
  after(() => game.room.close());

  const find = (records, word) => records.findIndex((line) => line.startsWith(`{"do":"${word}"`));
  const other = (text) => (text[0] === '0' ? '1' : '0') + text.slice(1);

  /** The key of its own numbers, as docs/fair.md has it, put where the game's seed is. */
  function dealAgain(records) {
    const of = (line) => JSON.parse(line);
    const { seed } = records.map(of).find((r) => r.do === 'mix' && r.seed);
    const { terms } = of(records[find(records, 'seal')]);
    const revealed = new Map(
      records
        .map(of)
        .filter((r) => r.do === 'reveal')
        .map((r) => [r.by, r.number]),
    );
    const parts = [1, 2].map((by) =>
      Buffer.concat([
        Buffer.from([0, by, revealed.has(by) ? 1 : 0]),
        Buffer.from(revealed.get(by) ?? '0'.repeat(64), 'hex'),
      ]),
    );
    const all = [
      Buffer.from('ludoteca fair 1\n'),
      Buffer.from(terms, 'hex'),
      Buffer.from(seed, 'hex'),
      Buffer.from([2]),
      ...parts,
    ];
    const key = createHash('sha256').update(Buffer.concat(all)).digest('hex');
    return records.map((line) =>
      line.startsWith('{"do":"start"') ? line.replace(/"seed":"\w+"/, `"seed":"${key}"`) : line,
    );
  }

  const cheats = {
    'with another seed than it committed to': (records) => {
      const at = records.findIndex((line) => line.startsWith('{"do":"mix"') && line.includes('"seed"'));
      records[at] = records[at].replace(/"seed":"(\w+)"/, (_, seed) => `"seed":"${other(seed)}"`);
      return dealAgain(records);
    },
    'by dropping a number': (records) => {
      records.splice(find(records, 'reveal'), 1);
      return dealAgain(records);
    },
    'by dealing from another key': (records) => {
      const at = find(records, 'start');
      records[at] = records[at].replace(/"seed":"(\w+)"/, (_, seed) => `"seed":"${other(seed)}"`);
      return records;
    },
    'by sealing other terms': (records) => {
      const at = find(records, 'seal');
      records[at] = records[at].replace(/"terms":"(\w+)"/, (_, terms) => `"terms":"${other(terms)}"`);
      return dealAgain(records);
    },
    'by leaving the seal out': (records) =>
      records.filter((line) => !/^\{"do":"(mix|seal|reveal)"/.test(line)),
    'by putting records in another order': (records) => {
      const at = find(records, 'pause');
      [records[at], records[at + 1]] = [records[at + 1], records[at]];
      return records;
    },
    'by another state than was shown': (records) => {
      const at = find(records, 'pause');
      records[at] = records[at].replace(/"check":(\d+)/, (_, number) => `"check":${number ^ 1}`);
      return records;
    },
    'by cutting the end off': (records) => records.slice(0, -1),
  };

  for (const [how, cheat] of Object.entries(cheats))
    it(how, async () => {
      const { proof, promises } = game;
      const records = cheat([...proof.records]);
      assert.notDeepEqual(records, proof.records);
      const { kind } = await check({ ...proof, records }, promises[1]);
      assert.ok(['record', 'seal', 'promise', 'number'].includes(kind), kind);
    });

  it('with other cards', async () => {
    const { proof, promises, room } = await played('taboo');
    const decks = proof.decks.map((deck) => ({ ...deck, text: deck.text.replace(/[a-z]{4}/, 'zzzz') }));
    assert.equal((await check({ ...proof, decks }, promises[0])).kind, 'deck');
    room.close();
  });

  it('and the key is the one that the page on it describes', () => {
    const { proof } = game;
    assert.deepEqual(dealAgain(proof.records), proof.records);
  });
});

it('the phone’s own SHA-256 is SHA-256', () => {
  for (let len = 0; len < 200; len++) {
    const bytes = randomBytes(len);
    assert.equal(sha256(bytes), createHash('sha256').update(bytes).digest('hex'), `${len} bytes`);
  }
});
