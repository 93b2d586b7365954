/* Codenames by plain HTTP: whole games, every error, what each token may see, and the same room by
 * Socket.IO, by Server-Sent Events and in the store. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { closeAtEnd, connect, openServer, pause, startServer } from './server.mjs';

const GAMES = '/api/codenames/games';
const server = await openServer({ env: { RECONNECT_GRACE_MS: '300' } });

/** One call; `body` as text is sent as it is. */
async function call(method, path, { token, body, headers = {}, at = server } = {}) {
  const answer = await fetch(at.url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body: /json/.test(answer.headers.get('content-type') || '') ? JSON.parse(text) : null,
  };
}
const create = async (body = {}, at = server) => {
  const made = await call('POST', GAMES, { body, at });
  assert.equal(made.status, 201, made.text);
  return made.body;
};
const show = (id, token, at = server) => call('GET', `${GAMES}/${id}`, { token, at });
const clue = (g, team, text, count, at = server) =>
  call('POST', `${GAMES}/${g.id}/clue`, { token: g.tokens[team].spymaster, body: { text, count }, at });
const guess = (g, team, position, at = server) =>
  call('POST', `${GAMES}/${g.id}/guess`, { token: g.tokens[team].operative, body: { position }, at });
const endTurn = (g, team, at = server) =>
  call('POST', `${GAMES}/${g.id}/end-turn`, { token: g.tokens[team].operative, at });

/** The key, as a spymaster sees it: positions by type. */
async function key(g, at = server) {
  const { body } = await show(g.id, g.tokens.red.spymaster, at);
  const of = { red: [], blue: [], neutral: [], assassin: [] };
  for (const card of body.board) of[card.type].push(card.position);
  return of;
}
const fine = (answer) => {
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const refused = (answer, status, code) => {
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.body.error.code, code, answer.text);
  assert.ok(answer.body.error.message.length > 5);
  return answer;
};
const until = async (test, what) => {
  for (let i = 0; i < 600; i++) {
    if (await test()) return;
    await pause(50);
  }
  assert.fail(`never: ${what}`);
};
const rooms = async (at = server) => {
  const { text } = await call('GET', '/metrics', { at });
  return Number(/^ludoteca_rooms\{game="codenames"\} (\d+)/m.exec(text)?.[1] ?? 0);
};

describe('a game by HTTP', () => {
  it('is made with four tokens, and hides the key from whoever has none', async () => {
    const made = await call('POST', GAMES, { body: { startingTeam: 'blue', language: 'it' } });
    assert.equal(made.status, 201);
    const g = made.body;
    assert.match(g.id, /^[2-9A-HJ-NP-Z]{6}$/);
    assert.equal(g.code, g.id);
    assert.equal(made.headers.get('location'), `${GAMES}/${g.id}`);
    assert.equal(g.phase, 'AwaitingClue');
    assert.equal(g.startingTeam, 'blue');
    assert.equal(g.currentTeam, 'blue');
    assert.equal(g.blueAgentsRemaining, 9);
    assert.equal(g.redAgentsRemaining, 8);
    assert.equal(g.board.length, 25);
    assert.deepEqual(
      g.board.map((c) => c.position),
      [...Array(25).keys()],
    );
    assert.ok(g.board.every((c) => c.type === null && c.isRevealed === false && c.word));
    const tokens = [g.tokens.red, g.tokens.blue].flatMap((t) => [t.spymaster, t.operative]);
    assert.equal(new Set(tokens).size, 4);
    for (const t of tokens) assert.match(t, /^[0-9a-f-]{36}$/);
    for (const team of ['red', 'blue'])
      for (const role of ['spymaster', 'operative']) {
        const seen = fine(await show(g.id, g.tokens[team][role]));
        assert.equal(seen.you.team, team);
        assert.equal(seen.you.role, role);
        assert.equal(
          seen.board.every((c) => c.type !== null),
          role === 'spymaster',
        );
        assert.equal(seen.tokens, undefined);
        assert.equal(seen.can.clue, team === 'blue' && role === 'spymaster');
      }
    const of = await key(g);
    assert.deepEqual(
      Object.values(of).map((l) => l.length),
      [8, 9, 7, 1],
    );
    assert.equal(fine(await show(g.id.toLowerCase())).id, g.id);
  });

  it('is won by finding all agents, with every way to end a turn before', async () => {
    const g = await create({ startingTeam: 'red', seed: 7 });
    const of = await key(g);
    const given = fine(await clue(g, 'red', 'qxqx', 2));
    assert.equal(given.phase, 'AwaitingGuesses');
    assert.equal(given.guessesLeft, 3);
    const { text, count, team, at } = given.clue;
    assert.deepEqual([text, count, team], ['qxqx', 2, 'red']);
    assert.ok(Math.abs(at - Date.now()) < 3600000);
    let s = fine(await guess(g, 'red', of.red.pop()));
    assert.equal(s.redAgentsRemaining, 8);
    assert.equal(s.currentTeam, 'red');
    s = fine(await endTurn(g, 'red')); // stopped
    assert.deepEqual([s.currentTeam, s.phase], ['blue', 'AwaitingClue']);
    fine(await clue(g, 'blue', 'qzqz', 1));
    s = fine(await guess(g, 'blue', of.neutral.pop())); // neutral
    assert.equal(s.currentTeam, 'red');
    fine(await clue(g, 'red', 'wqwq', 0));
    s = fine(await guess(g, 'red', of.blue.pop())); // the others' agent
    assert.deepEqual([s.currentTeam, s.blueAgentsRemaining], ['blue', 7]);
    fine(await clue(g, 'blue', 'xwxw', 1));
    fine(await guess(g, 'blue', of.blue.pop()));
    s = fine(await guess(g, 'blue', of.blue.pop())); // count + 1
    assert.equal(s.currentTeam, 'red');
    s = fine(await clue(g, 'red', 'kqkq', 'unlimited'));
    assert.equal(s.clue.count, -1);
    assert.equal(s.guessesLeft, null);
    while (of.red.length) s = fine(await guess(g, 'red', of.red.pop()));
    assert.deepEqual([s.phase, s.winner, s.wonBy], ['Complete', 'red', 'agents']);
    assert.ok(
      s.board.every((c) => c.type),
      'all is shown at the end, to an operative too',
    );
    assert.ok(fine(await show(g.id)).board.every((c) => c.type));
    const history = fine(await call('GET', `${GAMES}/${g.id}/history`));
    assert.deepEqual(Object.keys(history).sort(), ['clueHistory', 'turnHistory']);
    assert.deepEqual(
      history.clueHistory.map((c) => [c.team, c.text, c.count]),
      [
        ['red', 'qxqx', 2],
        ['blue', 'qzqz', 1],
        ['red', 'wqwq', 0],
        ['blue', 'xwxw', 1],
        ['red', 'kqkq', -1],
      ],
    );
    assert.deepEqual(
      history.turnHistory.map((t) => [t.team, t.clue, t.guesses.length, t.why]),
      [
        ['red', 0, 1, 'stopped'],
        ['blue', 1, 1, 'neutral'],
        ['red', 2, 1, 'mistake'],
        ['blue', 3, 2, 'limit'],
        ['red', 4, 8, 'agents'],
      ],
    );
    for (const answer of [await clue(g, 'red', 'zzz', 1), await guess(g, 'blue', 3), await endTurn(g, 'red')])
      refused(answer, 409, 'GAME_OVER');
  });

  it('is won by the others when they are shown their last agent', async () => {
    const g = await create({ startingTeam: 'red' });
    const of = await key(g);
    fine(await clue(g, 'red', 'qxqx', 1));
    fine(await guess(g, 'red', of.blue.pop()));
    fine(await clue(g, 'blue', 'qzqz', 0));
    for (let i = 0; i < 6; i++) fine(await guess(g, 'blue', of.blue.pop()));
    fine(await endTurn(g, 'blue'));
    fine(await clue(g, 'red', 'wqwq', 1));
    const s = fine(await guess(g, 'red', of.blue.pop()));
    assert.deepEqual([s.phase, s.winner, s.wonBy], ['Complete', 'blue', 'agents']);
  });

  it('is lost by finding the assassin', async () => {
    const g = await create({ startingTeam: 'blue' });
    const of = await key(g);
    fine(await clue(g, 'blue', 'qxqx', 3));
    const s = fine(await guess(g, 'blue', of.assassin[0]));
    assert.deepEqual([s.phase, s.winner, s.wonBy], ['Complete', 'red', 'assassin']);
  });

  it('is forfeited by a team that somebody leaves', async () => {
    const g = await create();
    const left = await call('POST', `/rooms/${g.id}/leave`, { token: g.tokens.red.operative, body: {} });
    assert.equal(left.status, 200, left.text);
    const s = fine(await show(g.id, g.tokens.blue.operative));
    assert.deepEqual([s.phase, s.winner, s.wonBy], ['Complete', 'blue', 'forfeit']);
  });

  it('is the same board for the same seed, and another for another', async () => {
    const board = async (options) => {
      const g = await create(options);
      return JSON.stringify([g.startingTeam, g.board.map((c) => c.word), await key(g)]);
    };
    const words = [...Array(40).keys()].map((n) => `word ${n}`);
    for (const options of [
      { seed: 42 },
      { seed: 2147483647, startingTeam: 'red' },
      { seed: 42, words },
      { seed: 42, language: 'bg', startingTeam: 'blue' },
    ])
      assert.equal(await board(options), await board(options));
    assert.notEqual(await board({ seed: 42 }), await board({ seed: 43 }));
    assert.notEqual(await board({}), await board({}));
    assert.notEqual(await board({ seed: 0 }), await board({ seed: 0 }));
  });

  it('takes words of any script, trims them, and puts them into capitals', async () => {
    for (const [first, shown] of [
      [' león ', 'LEÓN'],
      ['щъркел', 'ЩЪРКЕЛ'],
      ['ήλιος', 'ΉΛΙΟΣ'],
      ['猫', '猫'],
    ]) {
      const words = [first, ...[...Array(24).keys()].map((n) => `${shown.toLowerCase()} ${n}`)];
      const g = await create({ words });
      assert.deepEqual(
        g.board.map((c) => c.word).sort(),
        [shown, ...[...Array(24).keys()].map((n) => `${shown} ${n}`)].sort(),
      );
    }
    const foreign = await create({ language: 'bg', words: [...Array(25).keys()].map((n) => `дума ${n}`) });
    assert.match(foreign.board[0].word, /^ДУМА \d+$/);
    const many = await create({ words: [...Array(10000).keys()].map((n) => `w${n}`) });
    assert.ok(many.board.every((c) => /^W\d+$/.test(c.word)));
    const same = [...Array(25).keys()].map((n) => `w${n}`);
    assert.equal((await create({ words: [...same, ...same.map((w) => w.toUpperCase())] })).board.length, 25);
  });

  it('does not care about what it does not know, nor about the kind of body', async () => {
    const g = await create({ players: 9, seed: null, words: null, startingTeam: null, language: null });
    const made = await fetch(server.url + GAMES, {
      method: 'POST',
      body: '{"startingTeam":"red"}',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    assert.equal((await made.json()).startingTeam, 'red');
    assert.equal((await call('POST', GAMES)).status, 201);
    const team = g.currentTeam;
    const s = await call('POST', `${GAMES}/${g.id}/clue`, {
      token: g.tokens[team].spymaster,
      body: { text: 'qxqx', count: 1, roomCode: 'AAAAAA', mood: 'good' },
    });
    assert.equal(s.status, 200, s.text);
  });
});

describe('errors', () => {
  const enough = [...Array(25).keys()].map((n) => `w${n}`);
  it('of a game that cannot be made leave nothing behind', async () => {
    const before = await rooms();
    const bad = [
      { seed: '7' },
      { seed: -1 },
      { seed: 2147483648 },
      { seed: 1.5 },
      { seed: true },
      { seed: [] },
      { startingTeam: 'green' },
      { startingTeam: 1 },
      { startingTeam: '' },
      { language: 'xx' },
      { language: {} },
      { words: 'a,b' },
      { words: {} },
      { words: [] },
      { words: enough.slice(1) },
      { words: [...enough.slice(1), 'W1'] },
      { words: [...enough, 7] },
      { words: [...enough, null] },
      { words: [...enough, ''] },
      { words: [...enough, '--'] },
      { words: [...enough, 'x'.repeat(25)] },
      { words: [...Array(10001).keys()].map((n) => `w${n}`) },
    ];
    for (const body of bad) {
      const answer = await call('POST', GAMES, { body });
      assert.equal(answer.status, 400, JSON.stringify(body).slice(0, 60) + answer.text);
      assert.equal(answer.body.error.code, 'BAD_REQUEST');
    }
    const { body } = await call('POST', GAMES, { body: { words: [...enough, 7] } });
    assert.equal(body.error.message, 'Word 26 is not a text.');
    for (const text of ['{', '[]', '7', 'seed=7', '{"seed":1,"seed":2}', '\xff'])
      refused(await call('POST', GAMES, { body: text }), 400, 'BAD_REQUEST');
    assert.equal(await rooms(), before);
  });

  it('say who may not, what is not there, and when it is not the time', async () => {
    const g = await create({ startingTeam: 'red' });
    const nobody = '00000000-0000-4000-8000-000000000000';
    const stranger = (await create()).tokens.red.spymaster;
    const path = `${GAMES}/${g.id}`;
    for (const step of ['clue', 'guess', 'end-turn'])
      for (const token of [undefined, nobody, stranger, 'x']) {
        const answer = refused(
          await call('POST', `${path}/${step}`, { token, body: {} }),
          401,
          'UNAUTHORIZED',
        );
        assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
      }
    assert.equal(fine(await show(g.id, nobody)).you, null);
    refused(await show('ZZZZZZ'), 404, 'ROOM_NOT_FOUND');
    refused(await call('GET', `${GAMES}/nothing/history`), 404, 'ROOM_NOT_FOUND');
    refused(await call('POST', `${GAMES}/ZZZZZZ/clue`, { body: {} }), 404, 'ROOM_NOT_FOUND');
    refused(await call('GET', '/api/nothing'), 404, 'NOT_FOUND');
    refused(await call('GET', `${path}/nothing`), 404, 'NOT_FOUND');
    // role before phase, phase before turn
    refused(
      await call('POST', `${path}/clue`, { token: g.tokens.red.operative, body: { text: 'a', count: 1 } }),
      403,
      'NOT_SPYMASTER',
    );
    refused(
      await call('POST', `${path}/guess`, { token: g.tokens.red.spymaster, body: { position: 1 } }),
      403,
      'NOT_OPERATIVE',
    );
    refused(await call('POST', `${path}/end-turn`, { token: g.tokens.red.spymaster }), 403, 'NOT_OPERATIVE');
    refused(await guess(g, 'red', 1), 409, 'WRONG_PHASE');
    refused(await endTurn(g, 'red'), 409, 'WRONG_PHASE');
    refused(await clue(g, 'blue', 'qxqx', 1), 409, 'NOT_YOUR_TURN');
    const word = g.board[3].word;
    for (const [text, count] of [
      [word, 1],
      [word.toLowerCase(), 1],
      [word.slice(0, -1), 1],
      [`${word}ar`, 1],
      ['', 1],
      ['dos palabras', 1],
      ['a1', 1],
      ['x'.repeat(31), 1],
      [7, 1],
      [undefined, 1],
      ['qxqx', -1],
      ['qxqx', 10],
      ['qxqx', 1.5],
      ['qxqx', '3'],
      ['qxqx', undefined],
      ['qxqx', null],
    ])
      refused(await clue(g, 'red', text, count), 400, 'INVALID_CLUE');
    fine(await clue(g, 'red', 'qxqx', 1));
    refused(await clue(g, 'red', 'qzqz', 1), 409, 'WRONG_PHASE');
    refused(await endTurn(g, 'red'), 409, 'GUESS_FIRST');
    refused(await guess(g, 'blue', 1), 409, 'NOT_YOUR_TURN');
    for (const position of [-1, 25, 1e9]) refused(await guess(g, 'red', position), 400, 'OUT_OF_RANGE');
    for (const position of ['3', 1.5, null, undefined, [3]])
      refused(await guess(g, 'red', position), 400, 'BAD_REQUEST');
    const { red } = await key(g);
    fine(await guess(g, 'red', red[0]));
    refused(await guess(g, 'red', red[0]), 409, 'ALREADY_REVEALED');
    refused(
      await call('POST', `${path}/clue`, {
        token: g.tokens.red.spymaster,
        body: { text: 'x'.repeat(9000), count: 1 },
      }),
      400,
      'BAD_REQUEST',
    );
    refused(
      await call('POST', `${path}/clue`, { token: g.tokens.red.spymaster, body: '{"text"' }),
      400,
      'BAD_REQUEST',
    );
  });

  it('say what an address answers to, also before a browser asks from elsewhere', async () => {
    const g = await create();
    for (const [method, path, allow] of [
      ['GET', GAMES, 'POST'],
      ['DELETE', `${GAMES}/${g.id}`, 'GET, HEAD'],
      ['POST', `${GAMES}/${g.id}`, 'GET, HEAD'],
      ['POST', `${GAMES}/${g.id}/history`, 'GET, HEAD'],
      ['GET', `${GAMES}/${g.id}/clue`, 'POST'],
      ['PUT', `${GAMES}/${g.id}/guess`, 'POST'],
      ['GET', `${GAMES}/${g.id}/end-turn`, 'POST'],
    ]) {
      const answer = refused(await call(method, path), 405, 'METHOD_NOT_ALLOWED');
      assert.equal(answer.headers.get('allow'), allow);
    }
    const options = await call('OPTIONS', `${GAMES}/${g.id}/clue`);
    assert.equal(options.status, 204);
    assert.equal(options.headers.get('allow'), 'POST, OPTIONS');
    const evil = { origin: 'https://elsewhere.example' };
    refused(await call('POST', GAMES, { body: {}, headers: evil }), 403, 'BAD_ORIGIN');
    const shown = await call('GET', `${GAMES}/${g.id}`, { headers: evil });
    assert.equal(shown.headers.get('access-control-allow-origin'), null);
    const friendly = await startServer({ args: ['--origins', 'https://friend.example'] });
    const headers = { origin: 'https://friend.example' };
    const asked = await call('OPTIONS', `${GAMES}/AAAAAA/clue`, {
      at: friendly,
      headers: {
        ...headers,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    assert.equal(asked.status, 204);
    assert.equal(asked.headers.get('access-control-allow-headers'), 'authorization,content-type');
    assert.match(asked.headers.get('access-control-allow-methods'), /POST/);
    for (const answer of [
      asked,
      await call('POST', GAMES, { at: friendly, headers, body: {} }),
      await call('GET', `${GAMES}/AAAAAA`, { at: friendly, headers }),
    ])
      assert.equal(answer.headers.get('access-control-allow-origin'), 'https://friend.example');
    await friendly.stop();
    friendly.remove();
  });

  it('of other rooms: another game is none of ours, and a lobby has no board', async () => {
    const room = async (game) => (await call('POST', '/rooms', { body: { game, playerName: 'Ana' } })).body;
    refused(await show((await room('taboo')).roomCode), 404, 'ROOM_NOT_FOUND');
    const lobby = await room('codenames');
    refused(await show(lobby.roomCode), 409, 'GAME_NOT_STARTED');
    refused(
      await call('POST', `${GAMES}/${lobby.roomCode}/clue`, { token: lobby.playerId, body: {} }),
      409,
      'GAME_NOT_STARTED',
    );
    await call('POST', `/rooms/${lobby.roomCode}/leave`, { token: lobby.playerId, body: {} });
  });
});

describe('limits', () => {
  it('a game counts as one room, and too many are put off', async () => {
    const small = await startServer({ limits: true, args: ['--creates-per-minute', '2'] });
    await create({}, small);
    await create({ words: [...Array(30).keys()].map((n) => `w${n}`) }, small);
    const late = refused(await call('POST', GAMES, { body: {}, at: small }), 429, 'TOO_MANY_REQUESTS');
    assert.ok(Number(late.headers.get('retry-after')) > 0);
    assert.equal(await rooms(small), 2);
    await small.stop();
    small.remove();
  });

  it('and the words that a server keeps for rooms have an end', async () => {
    const small = await startServer({ args: ['--max-own-cards', '30'] });
    const words = (n) => [...Array(30).keys()].map((i) => `${n} ${i}`);
    await create({ words: words('a') }, small);
    refused(await call('POST', GAMES, { body: { words: words('b') }, at: small }), 503, 'UNAVAILABLE');
    await create({}, small);
    await small.stop();
    small.remove();
  });
});

describe('secrets', () => {
  it('nothing that reaches an operative or nobody says what is hidden', async () => {
    const seed = 1234567891;
    const g = await create({ startingTeam: 'red', seed });
    const operative = g.tokens.red.operative;
    const watcher = connect(server),
      crowd = connect(server);
    await watcher.ask('join_room', { roomCode: g.id, playerId: operative, views: true, lastSeq: 0 });
    await crowd.ask('watch_room', { roomCode: g.id, views: true, lastSeq: 0 });
    const stream = await fetch(`${server.url}/sse/${g.id}?views=1&watch=1`, {
      headers: { accept: 'text/event-stream' },
    });
    const reader = stream.body.getReader();
    let streamed = '';
    const reading = (async () => {
      for (;;) {
        const { done, value } = await reader.read().catch(() => ({ done: true }));
        if (done) return;
        streamed += new TextDecoder().decode(value);
      }
    })();
    const of = await key(g);
    fine(await clue(g, 'red', 'qxqx', 2));
    fine(await guess(g, 'red', of.red[0]));
    const last = fine(await guess(g, 'red', of.neutral[0]));
    await watcher.next('turn_ended');
    await crowd.next('turn_ended');
    await until(() => streamed.includes(`"seq":${last.seq}`), 'the stream has the last step');
    watcher.close();
    crowd.close();
    await reader.cancel();
    await reading;
    const everything = [
      streamed,
      JSON.stringify(watcher.events),
      JSON.stringify(crowd.events),
      JSON.stringify(g),
    ];
    const room = `/rooms/${g.id}`;
    for (const token of [undefined, operative])
      for (const path of [
        `${GAMES}/${g.id}`,
        `${GAMES}/${g.id}/history`,
        `${room}/state`,
        `${room}/events?since=0`,
        `${room}/game`,
        `${room}/tv`,
        room,
      ])
        everything.push((await call('GET', path, { token })).text);
    const open = new Set([of.red[0], of.neutral[0]]);
    for (const text of everything) {
      assert.ok(!text.includes(String(seed)), 'the seed would give all away');
      assert.ok(!text.includes('assassin'), text.slice(0, 300));
      for (const board of text.matchAll(/"board":(\[.*?\])/g))
        for (const card of JSON.parse(board[1].replaceAll('\\"', '"')))
          if (!open.has(card.position)) assert.equal(card.type, null);
      for (const revealed of text.matchAll(/"position":(\d+)[^{}]*?"type":"/g))
        assert.ok(open.has(Number(revealed[1])), revealed[0]);
    }
    assert.ok(everything.some((t) => t.includes('"board"')));
    const seen = (await call('GET', `${room}/state`, { token: g.tokens.red.spymaster })).text;
    assert.ok(
      seen.includes('assassin') && !seen.includes(String(seed)),
      'a spymaster knows the key, not the seed',
    );
  });
});

describe('the room behind it', () => {
  it('tells everybody who follows it of every step', async () => {
    const g = await create({ startingTeam: 'blue' });
    const watcher = connect(server);
    const joined = await watcher.ask('watch_room', { roomCode: g.id });
    assert.deepEqual(
      joined.roomState.players.map((p) => [p.name, p.team, p.online]),
      [
        ['Red spymaster', 'red', true],
        ['Red operative', 'red', true],
        ['Blue spymaster', 'blue', true],
        ['Blue operative', 'blue', true],
      ],
    );
    const of = await key(g);
    const sent = fine(await clue(g, 'blue', 'qxqx', 1));
    const heard = await watcher.next('clue_given');
    assert.deepEqual([heard.team, heard.text, heard.count, heard.seq], ['blue', 'qxqx', 1, sent.seq]);
    await guess(g, 'blue', of.blue[0]);
    const card = await watcher.next('card_revealed');
    assert.deepEqual([card.position, card.type, card.blueAgentsRemaining], [of.blue[0], 'blue', 8]);
    await endTurn(g, 'blue');
    assert.equal((await watcher.next('turn_ended')).why, 'stopped');
    assert.equal((await watcher.next('turn_began')).team, 'red');
    fine(await clue(g, 'red', 'qzqz', 1));
    await guess(g, 'red', of.assassin[0]);
    const over = await watcher.next('codenames_over');
    assert.deepEqual([over.winner, over.wonBy, over.board.length], ['blue', 'assassin', 25]);
    const { events } = (await call('GET', `/rooms/${g.id}/events?since=${joined.roomState.seq}`)).body;
    assert.deepEqual(
      watcher.events.filter((e) => e.data?.seq > joined.roomState.seq).map((e) => e.name),
      events.map((e) => e.name),
    );
    watcher.close();
  });

  it('lets a token go on in a browser, and comes back to HTTP afterwards', async () => {
    const g = await create({ startingTeam: 'red' });
    const link = await call('POST', `/rooms/${g.id}/resume`, { body: { playerId: g.tokens.red.spymaster } });
    assert.equal(link.status, 303);
    const cookie = link.headers
      .getSetCookie()
      .map((c) => c.split(';')[0])
      .join('; ');
    const page = await call('GET', link.headers.get('location'), {
      headers: { cookie, accept: 'text/html' },
    });
    assert.equal(page.status, 200);
    const person = connect(server, { extraHeaders: { cookie } });
    const joined = await person.ask('join_room', { roomCode: g.id, views: true });
    assert.equal(joined.you.seat, 0);
    assert.equal((await person.next('view')).table.you.role, 'spymaster');
    assert.equal((await person.ask('submit_clue', { text: 'qxqx', count: 1 })).ok, true);
    person.close();
    /* somebody who came by a page goes, and is gone after the grace; who plays by HTTP is not */
    const guest = await call('POST', `/rooms/${g.id}/join`, { body: { playerName: 'Eva', watch: true } });
    const eva = connect(server);
    await eva.ask('join_room', { roomCode: g.id, playerId: guest.body.playerId });
    eva.close();
    const players = async () => (await call('GET', `/rooms/${g.id}/state`)).body.room.players;
    await until(async () => (await players()).every((p) => p.name !== 'Eva' || p.gone), 'Eva is gone');
    assert.deepEqual(
      (await players()).filter((p) => p.name !== 'Eva').map((p) => [p.online, p.gone]),
      Array(4).fill([true, false]),
    );
    const of = await key(g);
    fine(await guess(g, 'red', of.red[0]));
  });

  it('takes people who come by a page, late, into a team that they choose', async () => {
    const g = await create({ startingTeam: 'red' });
    const late = connect(server);
    const joined = await late.ask('join_room', {
      roomCode: g.id,
      playerName: 'Leo',
      teamName: 'blue',
      views: true,
    });
    assert.equal(joined.you.seat, 4);
    const seen = (await late.next('view')).table;
    assert.deepEqual(seen.you, { team: 'blue', role: 'operative' });
    assert.ok(seen.board.every((c) => c.type === null));
    const any = (await call('POST', `/rooms/${g.id}/join`, { body: { playerName: 'Mia' } })).body;
    assert.equal(any.you.team, 'red', 'the smaller team');
    const eyes = (await call('POST', `/rooms/${g.id}/join`, { body: { playerName: 'Nadia', watch: true } }))
      .body;
    assert.equal(eyes.you.seat, null);
    const of = await key(g);
    fine(await clue(g, 'red', 'qxqx', 1));
    const s = await call('POST', `${GAMES}/${g.id}/guess`, {
      token: any.playerId,
      body: { position: of.neutral[0] },
    });
    assert.equal(fine(s).currentTeam, 'blue');
    refused(
      await call('POST', `${GAMES}/${g.id}/guess`, { token: eyes.playerId, body: { position: 1 } }),
      403,
      'NOT_SEATED',
    );
    late.close();
  });

  it('of any host: words of their own, brought in the lobby', async () => {
    const host = (await call('POST', '/rooms', { body: { game: 'codenames', playerName: 'Ana' } })).body;
    const room = `/rooms/${host.roomCode}`,
      token = host.playerId;
    const bring = (text, who = token) =>
      call('POST', `${room}/cards`, { token: who, body: { text, name: 'Mine' } });
    const few = await bring('sol\nluna\nSOL');
    assert.deepEqual([few.status, few.body.kept, few.body.dropped, few.body.line], [400, 2, 1, 3], few.text);
    const list = [...Array(30).keys()].map((n) => `palabra ${n}`);
    refused(await bring(list.join('\n'), 'x'), 403, 'NOT_HOST');
    const { deck, ...brought } = (await bring(`${list.join('\n')}\n--`)).body;
    assert.match(deck, /^[0-9a-f]{32}$/);
    assert.deepEqual(brought, {
      ok: true,
      seq: 2,
      kept: 30,
      dropped: 1,
      line: 31,
      problem: 'Line 31: «--»: A word has letters or digits, and at most 24 characters.',
      problems: ['Line 31: «--»: A word has letters or digits, and at most 24 characters.'],
      failed: [{ line: 31, about: '--', key: 'codenames.why.word' }],
    });
    assert.equal((await call('GET', `${room}/state`)).body.room.ownCards, 30);
    await call('POST', `${room}/do/configure_room`, {
      token,
      body: { words: 'own', choose: false, start: 'red', seed: 5 },
    });
    for (const playerName of ['Ben', 'Carla', 'Dino'])
      await call('POST', `${room}/join`, { body: { playerName } });
    const started = await call('POST', `${room}/start`, { token, body: {} });
    assert.equal(started.status, 200, started.text);
    const { body } = await show(host.roomCode, token);
    assert.ok(body.board.every((c) => /^PALABRA \d+$/.test(c.word)));
    const again = await create({ words: list, seed: 5, startingTeam: 'red' });
    assert.deepEqual(
      again.board.map((c) => c.word),
      body.board.map((c) => c.word),
      'the same words, the same board',
    );
  });

  it('is there again after the server was killed', async () => {
    let mine = await startServer();
    const g = await create(
      { startingTeam: 'red', seed: 99, words: [...Array(30).keys()].map((n) => `слово ${n}`) },
      mine,
    );
    const of = await key(g, mine);
    fine(await clue(g, 'red', 'qxqx', 3, mine));
    const before = fine(await guess(g, 'red', of.red[0], mine));
    const pending = guess(g, 'red', of.red[1], mine).catch(() => null); // stored, or never seen
    await mine.stop('SIGKILL');
    const answered = await pending;
    mine = await startServer({ data: mine.data });
    const now = fine(await show(g.id, g.tokens.red.operative, mine));
    assert.ok(
      now.seq === before.seq + 1 || (now.seq === before.seq && !answered),
      `${before.seq} → ${now.seq}`,
    );
    assert.deepEqual(
      now.board.map((c) => c.word),
      before.board.map((c) => c.word),
    );
    if (now.seq === before.seq) fine(await guess(g, 'red', of.red[1], mine));
    const s = fine(await guess(g, 'red', of.red[2], mine));
    assert.equal(s.redAgentsRemaining, 6);
    await mine.stop('SIGKILL');
    const lines = execFileSync(
      join(process.env.LUDOTECA_BUILD || 'build', 'ludoteca'),
      ['verify', '--data', mine.data],
      { encoding: 'utf8' },
    );
    assert.match(lines, /^1 rooms, \d+ records: 0 differ, 0 broken, 0 of other rules/);
    mine.remove();
  });
});

describe('a game that is not finished being made', () => {
  it('does not stay when the client goes', async () => {
    const created = async () =>
      Number(/^ludoteca_rooms_created_total (\d+)/m.exec((await call('GET', '/metrics')).text)[1]);
    const before = await rooms(),
      made = await created();
    const body = JSON.stringify({ words: [...Array(500).keys()].map((n) => `w${n}`) });
    for (let i = 0; i < 5; i++)
      await new Promise((done) => {
        const socket = net.connect(server.port, '127.0.0.1', () => {
          socket.write(
            `POST ${GAMES} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
            () => socket.destroy(),
          );
        });
        closeAtEnd(() => socket.destroy());
        socket.on('error', () => {});
        socket.on('close', done);
      });
    await create();
    await until(async () => (await created()) === made + 6, 'each was begun');
    await until(async () => (await rooms()) === before + 1, 'only the last one is left');
  });

  it('does not stay when the disk is full halfway', { skip: process.platform !== 'linux' }, async () => {
    const mine = await startServer();
    await create({}, mine);
    const limit = (bytes) => execFileSync('prlimit', ['--pid', String(mine.pid), `--fsize=${bytes}:`]);
    const files = execFileSync('ls', [mine.data], { encoding: 'utf8' }).split('\n').filter(Boolean);
    const largest = Math.max(...files.map((f) => statSync(join(mine.data, f)).size));
    limit(largest + 100000);
    const words = [...Array(10000).keys()].map((n) => `unas palabras ${n}`);
    const answer = refused(await call('POST', GAMES, { body: { words }, at: mine }), 503, 'UNAVAILABLE');
    assert.equal(answer.body.tokens, undefined);
    assert.match(
      (await call('GET', '/metrics', { at: mine })).text,
      /^ludoteca_rooms_created_total 2$/m,
      'it was begun',
    );
    limit('unlimited');
    await until(async () => (await rooms(mine)) === 1, 'the half-made room is gone');
    assert.equal((await create({}, mine)).phase, 'AwaitingClue');
    await mine.stop('SIGKILL');
    const again = await startServer({ data: mine.data });
    assert.equal(await rooms(again), 2);
    await again.stop();
    again.remove();
  });
});

describe('docs/protocol.md', () => {
  it('shows calls that work as they stand there', async () => {
    const [, part] = /## Codenames by HTTP\n([\s\S]*?)(?=\n## )/.exec(
      readFileSync('docs/protocol.md', 'utf8'),
    );
    const lines = [...part.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap((m) =>
      m[1].replaceAll('\\\n', ' ').trim().split('\n'),
    );
    const env = { ...process.env, SITE: server.url };
    const answers = lines.map((line) => {
      const out = JSON.parse(execFileSync('bash', ['-c', line], { env, encoding: 'utf8' }));
      assert.equal(out.error, undefined, `${line}\n${JSON.stringify(out.error)}`);
      if (out.tokens)
        Object.assign(env, {
          ID: out.id,
          SPYMASTER: out.tokens.red.spymaster,
          OPERATIVE: out.tokens.red.operative,
        });
      return out;
    });
    assert.ok(lines.length >= 6);
    assert.equal(answers[0].currentTeam, 'red');
    assert.ok(
      answers.some((a) => a.clue),
      'a clue was given',
    );
    assert.ok(
      answers.some((a) => a.guesses === 1 || a.turnHistory?.some((t) => t.guesses.length)),
      'and a guess made',
    );
  });
});
