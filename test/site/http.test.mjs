/* Every route of docs/protocol.md by plain HTTP, as a browser without scripts and as a program. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import http from 'node:http';
import { gunzipSync } from 'node:zlib';
import { openServer, startServer } from './server.mjs';

const server = await openServer();

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/;
const json = { 'Content-Type': 'application/json', Accept: 'application/json' };
const get = (path, headers = {}) => fetch(server.url + path, { redirect: 'manual', headers });
const post = (path, body, headers = {}) =>
  fetch(server.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: typeof body === 'string' ? headers : { ...json, ...headers },
    body: typeof body === 'string' ? new URLSearchParams(body) : JSON.stringify(body || {}),
  });
const make = async (body = {}) => (await post('/rooms', { playerName: 'Ana', ...body })).json();
const join = async (code, body = {}) =>
  (await post(`/rooms/${code}/join`, { playerName: 'Ben', ...body })).json();
/** Cookies of an answer as a Cookie header. */
const jar = (answer) =>
  answer.headers
    .getSetCookie()
    .map((c) => c.split(';')[0])
    .join('; ');

/** fetch hides some things; this is one request as it is. */
const raw = (path, options = {}) =>
  new Promise((resolve, reject) => {
    const request = http.request(server.url + path, options, (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }),
      );
    });
    request.on('error', reject);
    request.end(options.body);
  });

describe('pages', () => {
  it('shows the home page and fills a code in', async () => {
    const home = await get('/');
    assert.equal(home.status, 200);
    assert.match(home.headers.get('content-type'), /text\/html/);
    assert.match(await (await get('/?room=XTBK92')).text(), /value="XTBK92"/);
    assert.equal((await get('/join')).status, 200);
    assert.equal((await get('/offline')).status, 200);
  });

  it('sends the headers that keep a page safe', async () => {
    for (const path of ['/', '/join', '/nowhere']) {
      const { headers } = await get(path);
      const policy = headers.get('content-security-policy');
      assert.match(policy, /script-src 'self' 'wasm-unsafe-eval' 'sha256-[^ ]+';/);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.doesNotMatch(policy, /'unsafe/);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('referrer-policy'), 'same-origin');
    }
  });

  it('has no inline style anywhere, and no inline script but the one that its policy names', async () => {
    const made = await post('/rooms', 'game=taboo&playerName=Ana');
    const cookie = jar(made);
    const lobby = made.headers.get('location');
    for (const path of ['/', '/join', lobby, lobby.replace('/lobby', '/game'), '/nowhere']) {
      const page = await get(path, { cookie });
      const text = await page.text();
      const [script, ...more] = text.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([^]*?)<\/script>/g);
      const hash = createHash('sha256').update(script[1]).digest('base64');
      assert.ok(page.headers.get('content-security-policy').includes(`'sha256-${hash}'`), path);
      assert.deepEqual(more, [], path);
      assert.doesNotMatch(text, /\son[a-z]+=|<style|\sstyle=/, path);
    }
  });

  it('answers in the language that was asked for, and remembers it', async () => {
    assert.match(await (await get('/', { 'accept-language': 'bg,en;q=0.5' })).text(), /<html lang="bg"/);
    const chosen = await get('/?lang=it', { 'accept-language': 'bg' });
    assert.match(await chosen.text(), /<html lang="it"/);
    assert.match(chosen.headers.get('set-cookie'), /^lang=it;/);
    assert.match(await (await get('/', { cookie: 'lang=es' })).text(), /<html lang="es"/);
    assert.doesNotMatch((await get('/?lang=xx')).headers.get('set-cookie'), /lang=/);
  });
});

describe('the device', () => {
  it('is a number that only the browser has, given once', async () => {
    const cookie = (await get('/')).headers.get('set-cookie');
    assert.match(cookie, /^device=[0-9a-f-]{36}; Path=\/; HttpOnly; SameSite=Lax/);
    const again = await get('/', { cookie: cookie.split(';')[0] });
    assert.equal(again.headers.get('set-cookie'), null);
  });
});

describe('methods', () => {
  it('answers HEAD like GET, without the body', async () => {
    for (const path of ['/', '/healthz', '/css/house.css', '/nowhere']) {
      const full = await raw(path),
        head = await raw(path, { method: 'HEAD' });
      assert.equal(head.status, full.status, path);
      assert.equal(head.headers['content-length'], String(full.body.length), path);
      assert.equal(head.body.length, 0);
    }
  });

  it('says 404 and 405 with what would be allowed, to people and to programs', async () => {
    const lost = await get('/nowhere');
    assert.equal(lost.status, 404);
    assert.match(await lost.text(), /<html/);
    const program = await get('/nowhere', { Accept: 'application/json' });
    assert.equal(program.status, 404);
    assert.deepEqual(Object.keys((await program.json()).error), ['code', 'message']);
    const wrong = await raw('/rooms', { method: 'DELETE' });
    assert.equal(wrong.status, 405);
    assert.equal(wrong.headers.allow, 'POST, GET, HEAD');
    assert.equal((await raw('/healthz', { method: 'POST' })).headers.allow, 'GET, HEAD');
    assert.equal((await raw('/rooms/XTBK92/start')).headers.allow, 'POST');
    const options = await raw('/rooms', { method: 'OPTIONS' });
    assert.equal(options.status, 204);
    assert.match(options.headers.allow, /OPTIONS/);
  });

  it('refuses bodies that are no object', async () => {
    for (const body of ['[1]', '{"a":', '"x"', '{"a":1,"a":2}']) {
      const answer = await raw('/rooms', { method: 'POST', headers: json, body });
      assert.equal(answer.status, 400, body);
      assert.equal(JSON.parse(answer.body).error.code, 'BAD_REQUEST');
    }
  });
});

describe('assets', () => {
  it('are there for ever under their hash, and fresh under their name', async () => {
    const home = await (await get('/')).text();
    const address = /href="(\/v\/[0-9a-f]+\/css\/house\.css)"/.exec(home)[1];
    const hashed = await raw(address);
    assert.equal(hashed.status, 200);
    assert.match(hashed.headers['cache-control'], /immutable/);
    assert.match(hashed.headers['content-type'], /^text\/css/);
    const named = await raw('/css/house.css');
    assert.equal(named.headers['cache-control'], 'no-cache');
    assert.deepEqual(named.body, hashed.body);
    const old = await raw(address.replace(/\/v\/[0-9a-f]+/, '/v/000000000000'));
    assert.equal(old.status, 200);
    assert.equal(old.headers['cache-control'], 'no-cache');
  });

  it('are compressed where the client takes it', async () => {
    const plain = await raw('/vendor/htmx.js');
    const zipped = await raw('/vendor/htmx.js', { headers: { 'accept-encoding': 'br, gzip' } });
    assert.equal(zipped.headers['content-encoding'], 'gzip');
    assert.match(zipped.headers.vary, /Accept-Encoding/);
    assert.deepEqual(gunzipSync(zipped.body), plain.body);
    assert.ok(zipped.body.length < plain.body.length / 2);
    assert.notEqual(zipped.headers.etag, plain.headers.etag);
    const none = await raw('/vendor/htmx.js', { headers: { 'accept-encoding': 'gzip;q=0' } });
    assert.equal(none.headers['content-encoding'], undefined);
  });

  it('answer 304 to whoever has them', async () => {
    const { headers } = await raw('/vendor/htmx.js');
    const again = await raw('/vendor/htmx.js', { headers: { 'if-none-match': headers.etag } });
    assert.equal(again.status, 304);
    assert.equal(again.body.length, 0);
    assert.equal(again.headers.etag, headers.etag);
    assert.equal((await raw('/vendor/htmx.js', { headers: { 'if-none-match': '"x"' } })).status, 200);
  });

  it('have the right types', async () => {
    const types = {
      '/css/house.css': /^text\/css/,
      '/icons/ludoteca.svg': /^image\/svg\+xml/,
      '/manifest.webmanifest': /^application\/manifest\+json/,
      '/socket.io/socket.io.js': /javascript/,
      '/vendor/htmx.js': /^text\/javascript/,
      '/sw.js': /javascript/,
      '/crypta': /^text\/html/,
    };
    for (const [path, type] of Object.entries(types)) {
      const answer = await get(path);
      assert.equal(answer.status, 200, path);
      assert.match(answer.headers.get('content-type'), type, path);
      await answer.arrayBuffer();
    }
    assert.match((await get('/crypta')).headers.get('content-security-policy'), /sha256-|'none'/);
  });

  it('cannot be climbed out of', async () => {
    for (const path of ['/../etc/passwd', '/v/../../x', '/css/%2e%2e/%2e%2e/x', '/v/', '/v//', '/css/'])
      assert.ok([400, 404].includes((await raw(path)).status), path);
  });
});

describe('rooms by form', () => {
  it('creates santase and leads to the lobby, which knows the hostToken', async () => {
    const made = await post('/rooms', '');
    assert.equal(made.status, 303);
    const lobby = made.headers.get('location');
    assert.match(lobby, /^\/rooms\/[2-9A-HJ-NP-Z]{6}\/lobby$/);
    const cookies = made.headers.getSetCookie();
    assert.equal(cookies.length, 2);
    for (const cookie of cookies) assert.match(cookie, /HttpOnly; SameSite=Lax/);
    const page = await (await get(lobby, { cookie: jar(made) })).text();
    const host = /host_[0-9A-Z]+=([0-9a-f-]+)/.exec(cookies.join())[1];
    assert.match(host, uuid);
    assert.ok(page.includes(host), 'the page has the hostToken');
    /* and nobody else's page has */
    const other = await get(lobby);
    assert.equal(other.status, 303);
    assert.equal(other.headers.get('location'), lobby.replace('/lobby', ''));
    assert.ok(!(await (await get(other.headers.get('location'))).text()).includes(host));
  });

  it('plays through join, start, and leaving', async () => {
    const made = await post('/rooms', 'playerName=Ana');
    const room = made.headers.get('location').replace('/lobby', '');
    const joined = await post(`${room}/join`, 'playerName=Ben');
    assert.equal(joined.headers.get('location'), room);
    assert.match(await (await get(room, { cookie: jar(joined) })).text(), /Ben/);
    assert.equal((await post(`${room}/start`, '', { cookie: jar(joined) })).status, 403);
    const started = await post(`${room}/start`, '', { cookie: jar(made) });
    assert.equal(started.status, 303);
    assert.equal(started.headers.get('location'), `${room}/game`);
    for (const page of ['', '/lobby']) {
      const away = await get(room + page, { cookie: jar(made) });
      assert.equal(away.headers.get('location'), `${room}/game`);
    }
    assert.equal((await get(`${room}/game`, { cookie: jar(made) })).status, 200);
    assert.equal((await get(room)).status, 409, 'a stranger hears that the game is running');
    assert.equal((await get(`${room}/tv`)).status, 200);
    const left = await post(`${room}/leave`, '', { cookie: jar(joined) });
    assert.equal(left.headers.get('location'), '/');
    assert.doesNotMatch(left.headers.getSetCookie().join(), /seat_/, 'the cookie is the way back');
  });

  it('starts by hostToken alone, as the Santase specification does', async () => {
    const made = await make({ game: 'santase' });
    await join(made.roomCode);
    const wrong = await post(
      `/rooms/${made.roomCode}/start`,
      'hostToken=00000000-0000-4000-8000-000000000000',
    );
    assert.equal(wrong.status, 403);
    const right = await post(`/rooms/${made.roomCode}/start`, `hostToken=${made.hostToken}`);
    assert.equal(right.status, 303);
    assert.equal(right.headers.get('location'), `/rooms/${made.roomCode}/game`);
  });

  it('configures by a form whose values are all texts', async () => {
    const made = await post('/rooms', 'game=santase&playerName=Ana&autoClaim=on&turnSeconds=45');
    const room = made.headers.get('location').replace('/lobby', '');
    const cookie = jar(made);
    let view = await (await get(`${room}/state`, { cookie })).json();
    assert.equal(view.room.settings.autoClaim, true);
    assert.equal(view.room.settings.turnSeconds, 45);
    const done = await post(`${room}/do/configure_room`, 'turnSeconds=30&autoClaim=false&matchTo=7', {
      cookie,
    });
    assert.equal(done.headers.get('location'), `${room}/lobby`);
    view = await (await get(`${room}/state`, { cookie })).json();
    assert.deepEqual(
      [view.room.settings.autoClaim, view.room.settings.turnSeconds, view.room.settings.matchTo],
      [false, 30, '7'],
    );
    assert.equal((await post(`${room}/do/configure_room`, 'turnSeconds=99999', { cookie })).status, 400);
  });

  it('finds rooms by what people type', async () => {
    const { roomCode } = await make();
    const sloppy = `${roomCode.slice(0, 3).toLowerCase()}- ${roomCode.slice(3)} `;
    const found = await get(`/rooms?code=${encodeURIComponent(sloppy)}`);
    assert.equal(found.status, 303);
    assert.equal(found.headers.get('location'), `/rooms/${roomCode}`);
    const lost = await get('/rooms?code=ZZZZZZ');
    assert.equal(lost.status, 404);
    assert.match(await lost.text(), /ZZZZZZ/);
    assert.equal((await get('/rooms?code=<b>')).status, 404);
    assert.equal((await get('/rooms')).status, 404);
    for (const page of ['', '/lobby', '/game', '/tv', '/state', '/events', '/resume', '/qr.svg'])
      assert.equal((await get(`/rooms/ZZZZZZ${page}`)).status, 404, page);
  });

  it('does not seat whoever only fetches the link', async () => {
    const { roomCode, playerId } = await make();
    await get(`/rooms/${roomCode}`);
    await raw(`/sse/${roomCode}`, { method: 'HEAD' });
    const view = await (
      await get(`/rooms/${roomCode}/state`, { authorization: `Bearer ${playerId}` })
    ).json();
    assert.equal(view.room.players.length, 1);
  });
});

describe('the language of cards and words', () => {
  const language = async (code) =>
    (await (await fetch(`${server.url}/rooms/${code}/state`)).json()).room.settings.language;
  const made = async (headers, body) => {
    const answer = await fetch(`${server.url}/rooms`, { method: 'POST', headers, body, redirect: 'manual' });
    return answer.status === 303
      ? /rooms\/(\w+)\//.exec(answer.headers.get('location'))[1]
      : (await answer.json()).roomCode;
  };
  const form = (game) => new URLSearchParams({ game });

  it('is the one of the page on which the host opened the room', async () => {
    for (const game of ['codenames', 'taboo', 'cah'])
      assert.equal(await language(await made({ 'Accept-Language': 'it-IT, en;q=0.5' }, form(game))), 'it');
    assert.equal(await language(await made({ Cookie: 'lang=bg' }, form('codenames'))), 'bg');
  });

  it('is another one where there is no deck in it', async () => {
    assert.equal(await language(await made({ 'Accept-Language': 'de' }, form('taboo'))), 'es');
  });

  it("is the specification's for programs and for who asks for nothing", async () => {
    assert.equal(await language(await made({}, form('codenames'))), 'es');
    assert.equal(await language(await made({}, form('cah'))), 'en');
    const json = { 'Content-Type': 'application/json', 'Accept-Language': 'it' };
    assert.equal(await language(await made(json, JSON.stringify({ game: 'codenames' }))), 'es');
  });
});

describe('rooms by JSON', () => {
  it('creates and joins', async () => {
    const answer = await post('/rooms', { game: 'taboo', playerName: 'Ana', settings: { scoreLimit: 7 } });
    assert.equal(answer.status, 201);
    const made = await answer.json();
    assert.match(made.playerId, uuid);
    assert.match(made.hostToken, uuid);
    assert.equal(made.roomState.settings.scoreLimit, 7);
    assert.equal(made.you.isHost, true);
    const joined = await join(made.roomCode, { teamName: 'Equipo B' });
    assert.equal(joined.you.team, 'Equipo B');
    assert.notEqual(joined.playerId, made.playerId);
    assert.equal(joined.hostToken, undefined);
  });

  const cases = [
    ['BAD_NAME', 400, () => post('/rooms', { game: 'taboo', playerName: '\u202e \u0007' })],
    ['BAD_NAME', 400, () => post('/rooms', { game: 'taboo', playerName: 'x'.repeat(500) })],
    ['UNKNOWN_GAME', 404, () => post('/rooms', { game: 'chess', playerName: 'Ana' })],
    [
      'BAD_SETTING',
      400,
      () => post('/rooms', { game: 'taboo', playerName: 'Ana', settings: { scoreLimit: 'x' } }),
    ],
    [
      'BAD_SETTING',
      400,
      () => post('/rooms', { game: 'taboo', playerName: 'Ana', settings: { nothing: 1 } }),
    ],
    ['ROOM_NOT_FOUND', 404, () => post('/rooms/ZZZZZZ/join', { playerName: 'Ben' })],
    ['ROOM_NOT_FOUND', 404, () => post('/rooms/ZZZZZZ/start', {})],
    ['ROOM_NOT_FOUND', 404, () => get('/sse/ZZZZZZ')],
  ];
  for (const [code, status, request] of cases)
    it(`refuses with ${code}`, async () => {
      const answer = await request();
      assert.equal(answer.status, status);
      assert.equal((await answer.json()).error.code, code);
    });

  it('does every event, for whoever the bearer is', async () => {
    const made = await make({ game: 'taboo' });
    const guest = await join(made.roomCode, { teamName: 'Equipo B' });
    const host = { authorization: `Bearer ${made.playerId}` };
    const ben = { authorization: `Bearer ${guest.playerId}` };
    const act = async (event, body, who) => {
      const answer = await post(`/rooms/${made.roomCode}/do/${event}`, body, who);
      return { status: answer.status, ...(await answer.json()) };
    };
    assert.equal((await act('rename', { playerName: 'Bea' }, ben)).ok, true);
    assert.equal((await act('rename', { playerName: 'Bea' }, {})).error.code, 'NOT_IN_ROOM');
    assert.equal((await act('configure_room', { scoreLimit: 9 }, ben)).error.code, 'NOT_HOST');
    assert.equal((await act('configure_room', { scoreLimit: 9 }, host)).ok, true);
    assert.equal((await act('choose_team', { teamName: 'Equipo C' }, ben)).error.code, 'INVALID_TEAM');
    assert.equal((await act('start_game', {}, host)).error.code, 'NEED_MORE_PLAYERS');
    assert.equal((await act('nonsense', {}, host)).error.code, 'UNKNOWN_VERB');
    assert.equal((await act('kick', { id: 'p99' }, host)).error.code, 'UNKNOWN_PERSON');
    assert.equal((await act('hand_over', { id: 'p2' }, host)).ok, true);
    assert.equal((await act('kick', { id: 'p1' }, ben)).ok, true);
    assert.equal((await act('rename', { playerName: 'X' }, host)).error.code, 'NOT_IN_ROOM');
    assert.equal(
      (await act('rename', { playerName: 'X', hostToken: made.hostToken }, {})).error.code,
      'NOT_IN_ROOM',
    );
    const view = await (await get(`/rooms/${made.roomCode}/state`, ben)).json();
    assert.deepEqual(
      view.room.players.map((p) => p.name),
      ['Bea'],
    );
    assert.equal(view.you.isHost, true);
    assert.equal(view.room.settings.scoreLimit, 9);
  });

  it('tells the events since a sequence', async () => {
    const made = await make({ game: 'taboo' });
    for (const name of ['Ben', 'Eva', 'Dino']) await join(made.roomCode, { playerName: name });
    const all = await (await get(`/rooms/${made.roomCode}/events`)).json();
    assert.equal(all.seq, 4);
    assert.deepEqual(
      all.events.map((e) => [e.name, e.data.seq, e.data.part]),
      [
        ['room_updated', 1, 0],
        ['room_updated', 2, 0],
        ['room_updated', 3, 0],
        ['room_updated', 4, 0],
      ],
    );
    const rest = await (await get(`/rooms/${made.roomCode}/events?since=3`)).json();
    assert.deepEqual(rest.events, all.events.slice(3));
    assert.deepEqual((await (await get(`/rooms/${made.roomCode}/events?since=4`)).json()).events, []);
    assert.deepEqual((await (await get(`/rooms/${made.roomCode}/events?since=999`)).json()).events, []);
  });

  it('never shows a token to anybody else', async () => {
    const made = await make({ game: 'santase' });
    const guest = await join(made.roomCode);
    const auth = { authorization: `Bearer ${made.playerId}` };
    await post(
      `/rooms/${made.roomCode}/do/start_game`,
      { playerId: made.playerId, hostToken: made.hostToken },
      auth,
    );
    for (const path of ['/state', '/events', '', '/game', '/tv']) {
      const text = await (await get(`/rooms/${made.roomCode}${path}`)).text();
      for (const secret of [made.playerId, made.hostToken, guest.playerId])
        assert.ok(!text.includes(secret), path);
    }
  });
});

describe('pictures', () => {
  it('draws avatars and QR codes', async () => {
    const face = await get('/avatar/Ana%20%3Cb%3E.svg');
    assert.equal(face.headers.get('content-type'), 'image/svg+xml');
    assert.match(await face.text(), /^<svg/);
    assert.equal((await get('/avatar/Ana.png')).status, 404);
    const { roomCode } = await make();
    assert.match(await (await get(`/rooms/${roomCode}/qr.svg`)).text(), /<svg/);
  });
});

describe('other sites', () => {
  it('may not post from a browser', async () => {
    const evil = await post('/rooms', {}, { Origin: 'https://evil.example' });
    assert.equal(evil.status, 403);
    assert.equal((await evil.json()).error.code, 'BAD_ORIGIN');
    assert.equal(evil.headers.get('access-control-allow-origin'), null);
    assert.equal((await post('/rooms', {}, { Origin: server.url })).status, 201);
  });

  it('may, if the operator says so', async () => {
    const open = await startServer({ args: ['--origins', 'https://friend.example'] });
    const ask = (origin) =>
      fetch(`${open.url}/rooms`, {
        method: 'POST',
        headers: { ...json, Origin: origin },
        body: '{"playerName":"Ana"}',
      });
    const fine = await ask('https://friend.example');
    assert.equal(fine.status, 201);
    assert.equal(fine.headers.get('access-control-allow-origin'), 'https://friend.example');
    assert.equal((await ask('https://evil.example')).status, 403);
    await open.stop();
    open.remove();
  });
});

describe('figures', () => {
  it('reports health', async () => {
    const health = await (await get('/healthz')).json();
    assert.equal(health.ok, true);
    assert.ok(health.rooms > 0);
  });

  it('has every figure in the form of Prometheus', async () => {
    const answer = await get('/metrics');
    assert.match(answer.headers.get('content-type'), /^text\/plain; version=0\.0\.4/);
    const text = await answer.text();
    for (const line of text.trim().split('\n'))
      assert.match(line, /^(# (HELP|TYPE) ludoteca_\w+ .+|ludoteca_\w+(\{[^}]*\})? [0-9.e+-]+)$/);
    for (const wanted of [
      /ludoteca_rooms\{game="taboo"\} [1-9]/,
      /ludoteca_people\{state="online"\} \d/,
      /ludoteca_connections\{transport="websocket"\} 0/,
      /ludoteca_refusals_total\{code="NOT_HOST"\} [1-9]/,
      /ludoteca_append_seconds_bucket\{le="\+Inf"\} [1-9]/,
      /ludoteca_bytes_out_total [1-9]/,
      /ludoteca_dropped_total 0/,
      /ludoteca_uptime_seconds \d/,
      /ludoteca_heap_bytes [1-9]/,
      /ludoteca_store_memory_bytes [1-9]/,
      /ludoteca_actions_total [1-9]/,
    ])
      assert.match(text, wanted);
  });
});
