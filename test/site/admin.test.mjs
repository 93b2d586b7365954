/* Reports from the table, the operator's page, and what a ban does. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connect, openRoom, serverStarter } from './server.mjs';

const KEY = 'correct horse battery staple';
const start = serverStarter((options = {}) => ({
  ...options,
  env: { LUDOTECA_ADMIN_TOKEN: KEY, ...options.env },
}));

const bearer = (key) => ({ Authorization: `Bearer ${key}`, Accept: 'application/json' });
const admin = (server, headers = bearer(KEY)) => fetch(`${server.url}/admin`, { headers });
const post = (server, what, body, headers = bearer(KEY)) =>
  fetch(`${server.url}/admin/${what}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
const device = (number) => ({ Cookie: `device=00000000-0000-4000-8000-00000000000${number}` });
const byDevice = (number) => ({ extraHeaders: device(number) });
const createBy = (server, headers) =>
  fetch(`${server.url}/rooms`, { method: 'POST', headers: { Accept: 'application/json', ...headers } });

describe("the operator's page", () => {
  it('is not there without a key', async () => {
    const server = await start({ env: { LUDOTECA_ADMIN_TOKEN: '' } });
    const nowhere = await (await fetch(`${server.url}/nowhere`)).text();
    const page = await fetch(`${server.url}/admin`);
    assert.equal(page.status, 404);
    assert.equal(await page.text(), nowhere);
    assert.equal((await admin(server, bearer(''))).status, 404);
    for (const what of ['login', 'decide', 'ban', 'lift', 'logout'])
      assert.equal((await post(server, what, { key: '' }, bearer(''))).status, 404);
  });

  it('asks for the key, and says when it is wrong', async () => {
    const server = await start();
    const page = await fetch(`${server.url}/admin`);
    assert.equal(page.status, 401);
    assert.match(await page.text(), /type="password"/);
    assert.equal((await admin(server, bearer('wrong'))).status, 401);
    const tried = await fetch(`${server.url}/admin/login`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ key: 'wrong' }),
    });
    assert.equal(tried.status, 401);
    assert.match(await tried.text(), /role="alert"/);
    assert.equal(tried.headers.get('set-cookie')?.includes('operator='), false);
  });

  it('lets the operator in by a cookie that is not the key', async () => {
    const server = await start();
    const entered = await fetch(`${server.url}/admin/login`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ key: KEY }),
    });
    assert.equal(entered.status, 303);
    const cookie = entered.headers.get('set-cookie');
    assert.match(cookie, /^operator=[0-9a-f-]{36}; Path=\/admin; HttpOnly; SameSite=Strict/);
    const Cookie = cookie.split(';')[0];
    assert.equal((await admin(server, { Cookie })).status, 200);
    assert.equal(
      (await admin(server, { Cookie: 'operator=00000000-0000-4000-8000-000000000000' })).status,
      401,
    );
    // another site's page gets nothing done, even with the cookie
    const foreign = await post(server, 'lift', { ban: 1 }, { Cookie, Origin: 'https://elsewhere.example' });
    assert.equal(foreign.status, 403);
    await fetch(`${server.url}/admin/logout`, { method: 'POST', redirect: 'manual', headers: { Cookie } });
    assert.equal((await admin(server, { Cookie })).status, 401);
  });

  it('does nothing for pages of other sites, not even for those that may talk to us', async () => {
    for (const origins of ['', 'https://friend.example', '*']) {
      const server = await start({ args: ['--origins', origins] });
      const entered = await post(server, 'login', { key: KEY }, {});
      const Cookie = entered.headers.get('set-cookie').split(';')[0];
      const { code, people, close } = await openRoom(server, { people: 2 });
      const deeds = {
        login: { key: KEY },
        logout: {},
        decide: { report: 1, decision: 'dismiss' },
        ban: { kind: 'card', what: 'x' },
        lift: { ban: 1 },
        end: { code },
        remove: { code, id: people[1].roomState.players[1].id },
        announce: { text: 'Free cake', minutes: 1 },
      };
      for (const Origin of ['https://friend.example', 'null', `http://x.127.0.0.1:${server.port}`]) {
        for (const [what, body] of Object.entries(deeds)) {
          const foreign = await post(server, what, body, { Cookie, Origin });
          assert.equal(foreign.status, 403, `${what} from ${Origin} with --origins ${origins}`);
          assert.equal(foreign.headers.get('access-control-allow-origin'), null);
        }
        const read = await admin(server, { Cookie, Origin });
        assert.equal(read.status, 403, `reading from ${Origin}`);
        assert.equal(read.headers.get('access-control-allow-origin'), null);
      }
      const untouched = await (await admin(server, { Cookie, Accept: 'application/json' })).json();
      assert.deepEqual(
        [untouched.audit.length, untouched.bans.length, untouched.house.announcement],
        [0, 0, null],
      );
      assert.equal(untouched.rooms[0].people.length, 2);
      // its own page may, and so may whoever has the key but no page
      const own = await post(server, 'announce', { text: 'Tea' }, { Cookie, Origin: server.url });
      assert.equal(own.status, 200);
      for (const headers of [{}, { Cookie: 'operator=00000000-0000-4000-8000-000000000000' }])
        for (const what of Object.keys(deeds).filter((one) => !one.startsWith('log')))
          assert.equal((await post(server, what, deeds[what], headers)).status, 401, what);
      close();
    }
  });

  it('gets slow for who guesses', async () => {
    const server = await start();
    let refused = 0;
    for (let i = 0; i < 20; i++) refused += (await admin(server, bearer(`guess ${i}`))).status === 429;
    assert.ok(refused >= 10, `${refused} of 20`);
    assert.equal((await admin(server)).status, 429, 'the right one has to wait as well');
  });
});

describe('a report', () => {
  it('of a person is kept, escaped, and survives kill -9', async () => {
    let server = await start();
    const room = await openRoom(server, { people: 2 });
    const reason = '<img src=x onerror=alert(1)>';
    const answer = await room.people[1].ask('report', { id: 'p1', reason });
    assert.deepEqual(answer, { ok: true });
    await server.stop('SIGKILL');
    server = await start({ data: server.data });
    const [report] = (await (await admin(server)).json()).reports;
    assert.equal(report.kind, 'player');
    assert.equal(report.label, 'Ana');
    assert.equal(report.reason, reason);
    const html = await (await admin(server, { Authorization: `Bearer ${KEY}` })).text();
    assert.ok(html.includes('&lt;img src=x onerror=alert(1)&gt;'));
    assert.ok(!html.includes('<img src=x'));
    room.close();
  });

  it('of nobody, of no card, or from outside is refused', async () => {
    const server = await start();
    const room = await openRoom(server, { people: 2 });
    const [ana] = room.people;
    assert.equal((await ana.ask('report', { id: 'p99' })).error.code, 'UNKNOWN_PERSON');
    assert.equal((await ana.ask('report', { cardId: '12345678-w1' })).error.code, 'NO_SUCH_CARD');
    assert.equal((await ana.ask('report', {})).error.code, 'BAD_REQUEST');
    assert.equal((await ana.ask('report', { id: 'p1', cardId: 'x' })).error.code, 'BAD_REQUEST');
    const outside = connect(server);
    assert.equal((await outside.ask('report', { id: 'p1' })).error.code, 'NOT_IN_ROOM');
    outside.close();
    const form = await fetch(`${server.url}/rooms/${room.code}/do/report`, {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: new URLSearchParams({ id: 'p1' }),
    });
    assert.equal(form.status, 403);
    assert.deepEqual((await (await admin(server)).json()).reports, []);
    room.close();
  });

  it('changes nothing in the room, and cannot be made without end', async () => {
    const server = await start();
    const room = await openRoom(server, { people: 2 });
    const state = async () => (await (await fetch(`${server.url}/rooms/${room.code}/state`)).json()).seq;
    const before = await state();
    const answers = [];
    for (let i = 0; i < 12; i++) answers.push(await room.people[0].ask('report', { id: 'p2' }));
    assert.ok(answers.filter((a) => a.ok).length >= 3);
    assert.ok(answers.some((a) => a.error?.code === 'TOO_MANY_REQUESTS'));
    assert.equal(await state(), before);
    room.close();
  });
});

describe('a ban', () => {
  it('of a device closes the doors to it alone, says until when, and is lifted', async () => {
    const server = await start();
    const room = await openRoom(server, { people: 2, options: byDevice(1) });
    const other = connect(server, byDevice(2));
    assert.equal((await other.ask('join_room', { roomCode: room.code, playerName: 'Zoe' })).ok, true);
    await other.ask('report', { id: 'p1', reason: 'rude' });
    const [report] = (await (await admin(server)).json()).reports;
    assert.equal(JSON.stringify(report).includes('00000000'), false);
    const decided = await post(server, 'decide', { report: report.id, decision: 'banDevice', hours: 24 });
    assert.equal(decided.status, 200);

    const banned = connect(server, byDevice(1));
    for (const [event, payload] of [
      ['create_room', { game: 'santase', playerName: 'Ana' }],
      ['join_room', { roomCode: room.code, playerName: 'Ana' }],
    ]) {
      const { error } = await banned.ask(event, payload);
      assert.equal(error.code, 'BANNED');
      assert.match(error.message, /until \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
    }
    assert.equal((await createBy(server, device(1))).status, 403);
    const page = await fetch(`${server.url}/rooms`, {
      method: 'POST',
      headers: { ...device(1), 'Accept-Language': 'it' },
    });
    assert.match(await page.text(), /dispositivo non può aprire stanze/);
    const stream = await fetch(`${server.url}/sse/${room.code}`, { headers: device(1) });
    assert.equal(stream.status, 403);
    assert.equal((await createBy(server, device(2))).status, 201);
    assert.equal((await createBy(server, {})).status, 201);

    const after = await (await admin(server)).json();
    assert.deepEqual(after.reports, []);
    assert.equal(after.bans.length, 1);
    assert.equal(after.bans[0].what, undefined);
    assert.equal(after.audit[0].action, 'banDevice');
    assert.equal((await post(server, 'lift', { ban: after.bans[0].id })).status, 200);
    assert.equal((await createBy(server, device(1))).status, 201);
    assert.deepEqual(
      (await (await admin(server)).json()).audit.map((entry) => entry.action),
      ['lift', 'banDevice'],
    );
    banned.close();
    other.close();
    room.close();
  });

  it('counts after a restart, and a decision only once', async () => {
    let server = await start();
    const room = await openRoom(server, { people: 2, options: byDevice(3) });
    await room.people[0].ask('report', { id: 'p2' });
    const [report] = (await (await admin(server)).json()).reports;
    assert.equal((await post(server, 'decide', { report: report.id, decision: 'banDevice' })).status, 200);
    assert.equal((await post(server, 'decide', { report: report.id, decision: 'keep' })).status, 400);
    room.close();
    await server.stop('SIGKILL');
    server = await start({ data: server.data });
    assert.equal((await createBy(server, device(3))).status, 403);
  });

  it('of something that cannot be banned is refused', async () => {
    const server = await start();
    for (const body of [
      {},
      { kind: 'card', what: 'blank-1' },
      { kind: 'device', what: 'x' },
      { kind: 'deck' },
    ])
      assert.equal((await post(server, 'ban', body)).status, 400);
    assert.equal((await post(server, 'decide', { report: 77, decision: 'keep' })).status, 400);
    assert.equal((await post(server, 'nothing', {})).status, 404);
    assert.equal((await post(server, 'ban', { kind: 'card', what: '12345678-w1' }, {})).status, 401);
    assert.deepEqual((await (await admin(server)).json()).bans, []);
  });
});

describe('what was played', () => {
  it("is for the room's people; how cards fare is for everybody", async () => {
    const server = await start();
    const room = await openRoom(server, { people: 2 });
    const past = (headers) => fetch(`${server.url}/rooms/${room.code}/history`, { headers });
    assert.equal((await past({ Accept: 'application/json' })).status, 403);
    const mine = await past(bearer(room.people[0].playerId));
    assert.deepEqual(await mine.json(), { games: [], leaderboard: [], roomCode: room.code });
    const page = await past({ Authorization: `Bearer ${room.people[0].playerId}`, 'Accept-Language': 'bg' });
    assert.match(await page.text(), /Изиграни тук игри/);
    assert.deepEqual(await (await fetch(`${server.url}/api/cah/cards?sort=winRate`)).json(), { cards: [] });
    assert.equal((await fetch(`${server.url}/api/cah/cards/12345678-w1`)).status, 404);
    room.close();
  });
});
