/* Routes, streams and lobby as the tables of Santase's specification have them, with curl and with an
 * EventSource. What holds for every game (cookies, watchers, who was put out, …) is in
 * test/site/http.test.mjs and test/site/streams.test.mjs. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { describe, it } from 'node:test';
import { EventSource } from 'eventsource';
import { closeAtEnd, openServer, startServer } from '../../../test/site/server.mjs';

const LONG = 60000;
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';
const server = await openServer();

const jar = (answer) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
const get = (path, headers = {}, from = server) => fetch(from.url + path, { redirect: 'manual', headers });
const post = (path, fields = {}, headers = {}, from = server) =>
  fetch(from.url + path, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams(fields) });

/** A room made by the form of the home page; the token is read where the specification puts it. */
async function makeRoom(fields = {}, from = server) {
  const made = await post('/rooms', fields, {}, from);
  assert.equal(made.status, 303);
  const lobby = made.headers.get('location');
  const page = await (await get(lobby, { cookie: jar(made) }, from)).text();
  const code = /^\/rooms\/([0-9A-Z]{4,6})\/lobby$/.exec(lobby)[1];
  const hostToken = new RegExp(`sse-connect="/sse/${code}\\?hostToken=(${UUID})"`).exec(page)[1];
  return { code, hostToken, cookie: jar(made), page };
}

/** Waits until `look` gives something; whoever adds things calls `wake`. */
function shelf() {
  const waiting = new Set();
  return {
    wake: () => {
      for (const look of [...waiting]) look();
    },
    wait: (look, what) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(again);
          reject(new Error(`no ${what()}`));
        }, LONG);
        timer.unref();
        function again() {
          const found = look();
          if (!found) return;
          waiting.delete(again);
          clearTimeout(timer);
          resolve(found);
        }
        waiting.add(again);
        again();
      }),
  };
}

/** One block of a stream's text, by the standard's rules. */
function parse(block) {
  const event = { name: null, data: [], id: null, comment: false };
  for (const line of block.split('\n')) {
    const [, field, value] = /^([^:]*):? ?(.*)$/.exec(line);
    if (line.startsWith(':')) event.comment = true;
    else if (field === 'event') event.name = value;
    else if (field === 'data') event.data.push(value);
    else if (field === 'id') event.id = Number(value);
  }
  return { ...event, data: event.data.join('\n') };
}

/** Follows a stream with curl. `blocks` is everything between empty lines, comments too. */
function curl(path, { headers = [], from = server } = {}) {
  const child = spawn(
    'curl',
    ['--silent', '--no-buffer', '--include', ...headers.flatMap((line) => ['-H', line]), from.url + path],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const blocks = [];
  const { wake, wait } = shelf();
  let text = '';
  let head = null;
  child.stdout.on('data', (bytes) => {
    text += bytes;
    if (head === null && text.includes('\r\n\r\n'))
      [head, text] = [text.slice(0, text.indexOf('\r\n\r\n')), text.slice(text.indexOf('\r\n\r\n') + 4)];
    for (let end; head !== null && (end = text.indexOf('\n\n')) >= 0; text = text.slice(end + 2))
      blocks.push({ ...parse(text.slice(0, end)), at: Date.now() });
    wake();
  });
  const ended = new Promise((resolve) => {
    child.on('exit', () => {
      wake();
      resolve();
    });
  });
  const close = () => {
    child.kill();
    return ended;
  };
  closeAtEnd(close);
  return {
    blocks,
    close,
    ended,
    head: () =>
      wait(
        () => head,
        () => 'head',
      ),
    next: (name, test = () => true) =>
      wait(
        () => {
          const found = blocks.find((one) => !one.taken && one.name === name && test(one.data));
          if (found) found.taken = true;
          return found;
        },
        () => `«${name}»; got ${blocks.map((one) => one.name)}`,
      ),
    beat: (count) =>
      wait(
        () => blocks.filter((one) => one.comment)[count - 1],
        () => 'heartbeat',
      ),
  };
}

/** Follows a stream with an EventSource, as the pages do. */
function source(path, { cookie, from = server } = {}) {
  const answers = [];
  const stream = new EventSource(from.url + path, {
    fetch: async (url, init) => {
      const answer = await fetch(url, {
        ...init,
        headers: { ...init.headers, ...(cookie ? { cookie } : {}) },
      });
      answers.push({ asked: init.headers, cookie: jar(answer), status: answer.status });
      return answer;
    },
  });
  const events = [];
  const { wake, wait } = shelf();
  for (const name of ['connected', 'status', 'start-game', 'game-start', 'open'])
    stream.addEventListener(name, (event) => {
      events.push({ name, data: event.data, id: Number(event.lastEventId) });
      wake();
    });
  closeAtEnd(() => stream.close());
  return {
    events,
    answers,
    close: () => stream.close(),
    next: (name, test = () => true) =>
      wait(
        () => {
          const found = events.find((one) => !one.taken && one.name === name && test(one.data));
          if (found) found.taken = true;
          return found;
        },
        () => `«${name}»; got ${events.map((one) => one.name)}`,
      ),
  };
}

describe('the table of routes', { concurrency: true }, () => {
  it('GET / offers to create a room and to join one', async () => {
    const page = await (await get('/')).text();
    assert.match(
      page,
      /<form[^>]*action="\/rooms"[^>]*method="post"|<form[^>]*method="post"[^>]*action="\/rooms"/,
    );
    assert.match(page, /<button[^>]*name="game"[^>]*value="santase"/);
    assert.match(page, /name="code"/);
  });

  it('GET /join has the form that asks for a code', async () => {
    const answer = await get('/join');
    assert.equal(answer.status, 200);
    const form = /<form[^>]*action="\/rooms"[^>]*>[^]*?<\/form>/.exec(await answer.text())[0];
    assert.doesNotMatch(form, /method="post"/);
    assert.match(form, /<input[^>]*name="code"/);
  });

  it('POST /rooms makes a room of Santase and leads its host to the lobby', async () => {
    const room = await makeRoom();
    assert.match(room.code, /^[2-9A-HJ-NP-Z]{4,6}$/);
    assert.match(room.page, /data-game="santase"/);
  });

  it('GET /rooms?code= reads lower case, blanks, hyphens, and O as 0', async () => {
    const { code } = await makeRoom();
    for (const typed of [
      code,
      code.toLowerCase(),
      `  ${code}\t`,
      [...code].join(' '),
      `${code.slice(0, 3)}-${code.slice(3)}`,
    ]) {
      const answer = await get(`/rooms?${new URLSearchParams({ code: typed })}`);
      assert.deepEqual([answer.status, answer.headers.get('location')], [303, `/rooms/${code}`], typed);
    }
    for (const path of [
      `/rooms/${code.toLowerCase()}`,
      `/rooms/%20${code}`,
      `/rooms/${code.toLowerCase()}/game`,
      `/sse/${code.toLowerCase()}?watch=1`,
    ]) {
      const answer = await get(path);
      assert.notEqual(answer.status, 404, path);
      await answer.body?.cancel();
    }
    /* neither O nor 0 is ever issued, so a code with one is nobody's; it is the same one, though */
    const [letter, digit] = await Promise.all(
      ['OOOO', '0000'].map(async (typed) => {
        const answer = await get(`/rooms?code=${typed}`);
        assert.equal(answer.status, 404);
        return (await answer.text()).replaceAll(typed, 'CODE');
      }),
    );
    assert.equal(letter, digit);
  });

  it('shows the lobby to host and guest, and the table to both after the start', async () => {
    const room = await makeRoom();
    assert.equal((await get(`/rooms/${room.code}`)).status, 200);
    assert.equal((await get(`/rooms/${room.code}/lobby`, { cookie: room.cookie })).status, 200);
    const joined = await post(`/rooms/${room.code}/join`, { playerName: 'Boris' });
    const guest = await get(`/rooms/${room.code}`, { cookie: jar(joined) });
    assert.equal(guest.status, 200);
    assert.ok(!(await guest.text()).includes(room.hostToken), "the token is the host's alone");
    await post(`/rooms/${room.code}/start`, { hostToken: room.hostToken });
    for (const cookie of [room.cookie, jar(joined)]) {
      const table = await get(`/rooms/${room.code}/game`, { cookie });
      assert.equal(table.status, 200);
      assert.match(table.headers.get('content-type'), /text\/html/);
      assert.equal(table.headers.get('cache-control'), 'no-store');
    }
  });

  it('POST /rooms/:code/start wants the hostToken, and a second player', async () => {
    const room = await makeRoom();
    const start = async (fields, headers) =>
      (await post(`/rooms/${room.code}/start`, fields, headers)).status;
    assert.equal(await start({ hostToken: room.hostToken }), 409, 'nobody to play with');
    const joined = await post(`/rooms/${room.code}/join`, { playerName: 'Boris' });
    const page = await (await get(`/rooms/${room.code}/lobby`, { cookie: room.cookie })).text();
    const form = new RegExp(`<form[^>]*action="/rooms/${room.code}/start"[^>]*>[^]*?</form>`).exec(page)[0];
    assert.match(form, new RegExp(`name="hostToken" value="${room.hostToken}"`));
    assert.equal(await start({}), 403);
    assert.equal(await start({ hostToken: '' }), 403);
    assert.equal(await start({ hostToken: 'x'.repeat(5000) }), 403);
    assert.equal(
      await start({ hostToken: room.hostToken.replace(/.$/, (last) => (last === '0' ? '1' : '0')) }),
      403,
    );
    assert.equal(await start({}, { cookie: jar(joined) }), 403, 'a guest is no host');
    const seat = /seat_\w+=([^;]+)/.exec(jar(joined))[1];
    assert.equal(await start({ hostToken: seat }), 403, "nor is a guest's own token a host's");
    const other = await makeRoom();
    assert.equal(await start({ hostToken: other.hostToken }), 403, 'nor the host of another room');
    const right = await post(`/rooms/${room.code}/start`, { hostToken: room.hostToken });
    assert.deepEqual([right.status, right.headers.get('location')], [303, `/rooms/${room.code}/game`]);
    assert.equal(await start({ hostToken: room.hostToken }), 409, 'it is running already');
  });

  it('GET /sse/:code is a stream, or 404', async () => {
    const room = await makeRoom();
    const stream = curl(`/sse/${room.code}`);
    const head = await stream.head();
    assert.match(head, /^HTTP\/1\.1 200 /);
    assert.match(head, /^content-type: text\/event-stream/im);
    assert.match(head, /^cache-control: no-(cache|store)/im);
    await stream.close();
    assert.equal((await get('/sse/ZZZZZZ')).status, 404);
  });
});

describe('the table of events', { concurrency: true }, () => {
  it('is told to the host and to the guest, each what is theirs', async () => {
    const room = await makeRoom({ playerName: 'Ana' });
    const host = curl(`/sse/${room.code}?hostToken=${room.hostToken}`);
    assert.match((await host.next('status')).data, /^<span[^>]*>[^]*<\/span>$/);
    assert.equal((await host.next('start-game')).data, '');
    const guest = source(`/sse/${room.code}`);
    const came = await host.next('connected');
    assert.equal(came.data, 'guest');
    assert.equal((await guest.next('connected')).data, 'guest');
    assert.match((await host.next('status')).data, /^<span[^>]*data-ready="yes"[^>]*>[^]*<\/span>$/);
    const button = (await host.next('start-game')).data;
    assert.match(button, /<button/);
    assert.ok(button.includes(room.hostToken));

    guest.close(); // gone again: nothing to start
    assert.equal((await host.next('start-game')).data, '');
    await host.next('status', (html) => !/data-ready="yes"/.test(html));
    const back = source(`/sse/${room.code}`, { cookie: guest.answers[0].cookie });
    assert.match((await host.next('start-game')).data, /<button/);
    assert.ok(!host.blocks.some((one) => one.name === 'connected' && !one.taken), 'told the first time only');

    await post(`/rooms/${room.code}/start`, { hostToken: room.hostToken });
    assert.equal((await host.next('game-start')).data, `/rooms/${room.code}/game`);
    assert.equal((await back.next('game-start')).data, `/rooms/${room.code}/game`);
    for (const one of [guest, back]) {
      assert.ok(!one.events.some((event) => event.name === 'start-game'), 'only the host starts');
      assert.ok(!JSON.stringify(one.events).includes(room.hostToken));
    }
    const ids = host.blocks.filter((one) => one.name).map((one) => one.id);
    assert.ok(
      ids.every((id, i) => Number.isInteger(id) && (i === 0 || id >= ids[i - 1])),
      `ids grow: ${ids}`,
    );
    back.close();
    await host.close();
  });

  it('goes on after Last-Event-ID: with curl', async () => {
    const room = await makeRoom();
    const first = curl(`/sse/${room.code}?hostToken=${room.hostToken}`);
    const { id } = await first.next('status');
    await first.close();
    await post(`/rooms/${room.code}/join`, { playerName: 'Boris' });
    await post(`/rooms/${room.code}/start`, { hostToken: room.hostToken });
    const again = curl(`/sse/${room.code}?hostToken=${room.hostToken}`, {
      headers: [`Last-Event-ID: ${id}`],
    });
    assert.equal((await again.next('connected')).data, 'guest');
    const started = await again.next('game-start');
    assert.equal(started.data, `/rooms/${room.code}/game`);
    assert.ok(started.id > id);
    await again.close();
    const seen = curl(`/sse/${room.code}?hostToken=${room.hostToken}`, {
      headers: [`Last-Event-ID: ${started.id}`],
    });
    await seen.next('status');
    const third = curl(`/sse/${room.code}?hostToken=${room.hostToken}`);
    await third.next('game-start'); // a stream opened later has had its news …
    const names = new Set(seen.blocks.map((one) => one.name));
    assert.ok(!names.has('connected') && !names.has('game-start'), `… this one knew: ${[...names]}`);
    await Promise.all([seen.close(), third.close()]);
  });

  it('goes on by itself in an EventSource when the server was killed', async () => {
    const own = await startServer();
    const room = await makeRoom({}, own);
    const host = source(`/sse/${room.code}?hostToken=${room.hostToken}`, { from: own });
    await host.next('status');
    await post(`/rooms/${room.code}/join`, { playerName: 'Boris' }, {}, own);
    const came = await host.next('connected');
    await own.stop('SIGKILL');
    const next = await startServer({ data: own.data, port: own.port });
    await host.next('open');
    await host.next('open');
    const asked = new Headers(host.answers.at(-1).asked).get('last-event-id');
    assert.ok(Number(asked) >= came.id, `${asked}`);
    await post(`/rooms/${room.code}/start`, { hostToken: room.hostToken }, {}, next);
    assert.equal((await host.next('game-start')).data, `/rooms/${room.code}/game`);
    assert.equal(host.events.filter((one) => one.name === 'connected').length, 1, 'not told again');
    host.close();
    await next.stop();
    next.remove();
  });

  it('has a heartbeat every 25 seconds: a comment', { timeout: 2 * LONG }, async () => {
    const room = await makeRoom();
    const host = curl(`/sse/${room.code}?hostToken=${room.hostToken}`);
    await host.head();
    const began = Date.now();
    const beat = await host.beat(1);
    const passed = (beat.at - began) / 1000;
    assert.ok(passed > 20 && passed < 30, `${passed} s`);
    assert.deepEqual([beat.name, beat.data], [null, '']);
    await host.close();
  });
});

describe('the end of a room', { concurrency: true }, () => {
  const until = async (path, status, headers, from) => {
    const began = Date.now();
    while (Date.now() - began < LONG) {
      const answer = await get(path, headers, from);
      await answer.body?.cancel();
      if (answer.status === status) return (Date.now() - began) / 1000;
      await new Promise((resolve) => {
        setTimeout(resolve, 200);
      });
    }
    throw new Error(`${path} is never ${status}`);
  };
  /** Whether somebody with that token still finds the room; asking is no presence. */
  const there = async (room, from) => (await get(`/rooms/${room.code}/qr.svg`, {}, from)).status === 200;

  it('comes ten seconds after its host went, if no guest ever came', { timeout: 2 * LONG }, async () => {
    const room = await makeRoom();
    const host = curl(`/sse/${room.code}?hostToken=${room.hostToken}`);
    await host.next('status');
    await host.close();
    const passed = await until(`/rooms/${room.code}/qr.svg`, 404);
    assert.ok(passed > 8 && passed < 20, `${passed} s`);
    for (const path of [`/rooms/${room.code}`, `/rooms/${room.code}/lobby`, `/sse/${room.code}`])
      assert.equal((await get(path, { cookie: room.cookie })).status, 404, path);
  });

  it('does not come by a reload, nor when a guest has been there', { timeout: 2 * LONG }, async () => {
    const [reloaded, visited] = await Promise.all([makeRoom(), makeRoom()]);
    const streams = [reloaded, visited].map((room) => curl(`/sse/${room.code}?hostToken=${room.hostToken}`));
    await Promise.all(streams.map((stream) => stream.next('status')));
    const guest = source(`/sse/${visited.code}`);
    await guest.next('connected');
    guest.close();
    await Promise.all(streams.map((stream) => stream.close()));
    const again = curl(`/sse/${reloaded.code}?hostToken=${reloaded.hostToken}`);
    await again.next('status');
    await new Promise((resolve) => {
      setTimeout(resolve, 14000);
    });
    assert.ok(await there(reloaded));
    assert.ok(await there(visited));
    await again.close();
  });

  it('comes when nothing happened for ROOM_EXPIRY_MS', { timeout: 2 * LONG }, async () => {
    const quick = await startServer({ env: { ROOM_EXPIRY_MS: '2000' } });
    const room = await makeRoom({}, quick);
    const host = curl(`/sse/${room.code}?hostToken=${room.hostToken}`, { from: quick });
    await host.next('status');
    await host.ended; // the stream ends with the room
    assert.ok(!(await there(room, quick)));
    await quick.stop();
    quick.remove();
  });
});

describe('what people write', () => {
  it('stays text in every page and fragment', async () => {
    const evil = '"><script>x</script>';
    const room = await makeRoom({ playerName: evil });
    const guest = source(`/sse/${room.code}`);
    const status = await guest.next('status', (html) => html.includes('script')); // «… starts the game»
    const pages = [
      room.page,
      status.data,
      await (await get(`/rooms/${room.code}`)).text(),
      await (await get(`/rooms/${room.code}/lobby`, { cookie: room.cookie })).text(),
      await (await get(`/rooms?${new URLSearchParams({ code: evil })}`)).text(),
      await (await get(`/?${new URLSearchParams({ room: evil })}`)).text(),
    ];
    for (const page of pages) assert.ok(!page.includes('<script>x'), page);
    assert.ok(pages[0].includes('&lt;script&gt;x'), 'the name is there, as text');
    guest.close();
  });
});
