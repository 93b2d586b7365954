/* A seat moves to another device by a link that works once and holds no token; no page has a token in
 * an address, and no line of the log. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { startServer } from './server.mjs';

const server = await startServer({ args: ['--log-level', 'debug'] });
after(async () => {
  await server.stop();
  server.remove();
});
const get = (path, headers = {}) => fetch(server.url + path, { redirect: 'manual', headers });
const post = (path, body = '', headers = {}) =>
  fetch(server.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers,
    body: new URLSearchParams(body),
  });
const jar = (answer) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/;
const secrets = new Set();
const makeRoom = async () => {
  const made = await post('/rooms', 'game=santase&playerName=Ana');
  const room = made.headers.get('location').replace('/lobby', '');
  const cookie = jar(made);
  for (const part of cookie.split('; ')) secrets.add(part.split('=')[1]);
  return { room, cookie };
};
const askLink = async ({ room, cookie }) => {
  const answer = await get(`${room}/resume`, { cookie, accept: 'application/json' });
  assert.equal(answer.status, 200);
  const { link, expiresInMs } = await answer.json();
  assert.equal(expiresInMs, 600000);
  secrets.add(link.split('/').at(-1));
  return link.replace(server.url, '');
};

describe('the link to another device', () => {
  it('gives the seat once', async () => {
    const made = await makeRoom();
    const link = await askLink(made);
    assert.doesNotMatch(link, UUID);
    for (let i = 0; i < 2; i++) {
      // a messenger that previews it uses nothing up
      const looked = await get(link);
      assert.equal(looked.status, 200);
      assert.doesNotMatch(jar(looked), /seat_/);
      assert.match(await looked.text(), /<form method="post" action="[^"]*\/resume\/[\w-]{20}"/);
    }
    const moved = await post(link);
    assert.equal(moved.status, 303);
    assert.equal(moved.headers.get('location'), `${made.room}/lobby`);
    const view = await (await get(`${made.room}/state`, { cookie: jar(moved) })).json();
    assert.equal(view.you.id, 'p1');
    for (const again of [await post(link), await get(link)]) {
      assert.equal(again.status, 403);
      assert.doesNotMatch(jar(again), /seat_/);
    }
  });

  it('gives the seat to one of many who come at once', async () => {
    const made = await makeRoom();
    const link = await askLink(made);
    const answers = await Promise.all(Array.from({ length: 24 }, () => post(link)));
    const got = answers.filter((answer) => answer.status === 303);
    assert.equal(got.length, 1);
    assert.match(jar(got[0]), /seat_/);
    for (const answer of answers.filter((one) => one !== got[0])) {
      assert.equal(answer.status, 403);
      assert.doesNotMatch(jar(answer), /seat_/);
    }
  });

  it('is over when another is asked for, and opens no other room', async () => {
    const made = await makeRoom();
    const other = await makeRoom();
    const first = await askLink(made);
    const second = await askLink(made);
    const elsewhere = await askLink(other);
    assert.equal((await post(first)).status, 403);
    assert.equal((await post(second.replace(made.room, other.room))).status, 403);
    assert.equal((await post(second)).status, 303);
    assert.equal((await post(elsewhere)).status, 303);
  });

  it('is no token: that goes in the body', async () => {
    const made = await makeRoom();
    const token = /seat_\w+=([^;]+)/.exec(made.cookie)[1];
    assert.equal((await post(`${made.room}/resume/${token}`)).status, 403);
    assert.equal((await get(`${made.room}/resume/${token}`)).status, 403);
    const sat = await post(`${made.room}/resume`, `playerId=${token}`);
    assert.equal(sat.status, 303);
    assert.match(jar(sat), /^seat_/);
    const wrong = await post(`${made.room}/resume`, 'playerId=00000000-0000-4000-8000-000000000000');
    assert.equal(wrong.status, 403);
    assert.equal((await post(`${made.room}/resume`)).status, 403);
  });

  it('is not for strangers, nor for pages of other sites', async () => {
    const made = await makeRoom();
    assert.equal((await get(`${made.room}/resume`)).status, 403);
    const link = await askLink(made);
    assert.equal((await post(link, '', { origin: 'https://evil.example' })).status, 403);
    assert.equal((await post(link)).status, 303);
  });
});

describe('the device that a seat has left', () => {
  it('is not seated again by a stream that it still has, and is a stranger who asks for the page', async () => {
    const made = await makeRoom();
    const moved = await post(await askLink(made));
    const people = async () =>
      (await (await get(`${made.room}/state`, { cookie: jar(moved) })).json()).room.players.length;
    const sse = `/sse/${made.room.split('/').at(-1)}`;
    const browser = { 'accept-language': 'es' };
    const seat = /seat_\w+=[^;]+/.exec(made.cookie)[0];
    const again = await get(sse, { ...browser, cookie: seat });
    await again.body?.cancel();
    assert.equal(again.status, 204);
    assert.equal(await people(), 1);
    const page = await get(made.room, { ...browser, cookie: seat });
    assert.equal(page.status, 200);
    assert.match(page.headers.getSetCookie().join(), /seat_\w+=; .*Max-Age=0/);
    const stranger = await get(sse, browser);
    assert.equal(stranger.status, 200);
    await stranger.body.cancel();
    assert.equal(await people(), 2);
  });
});

describe('tokens', () => {
  /** What stands in an address: links, forms, streams, whatever a script asks for. */
  const addresses = (html) => [...html.matchAll(/[\w-]+="([^"]*\/[^"]*)"/g)].map((found) => found[1]);

  it('stand in no address of a page', async () => {
    const { room, cookie } = await makeRoom();
    const browser = { cookie, 'accept-language': 'es' };
    for (const page of [`${room}/lobby`, room, `${room}/resume`, `${room}/game`, `${room}/tv`, '/']) {
      const html = await (await get(page, browser)).text();
      for (const address of addresses(html)) assert.doesNotMatch(address, UUID, page);
    }
    const lobby = await (await get(`${room}/lobby`, browser)).text();
    assert.match(lobby, /sse-connect="\/sse\/[0-9A-Z]{6}"/);
    const stream = await get(`/sse/${room.split('/').at(-1)}`, browser);
    assert.equal(stream.status, 200);
    let text = '';
    for await (const part of stream.body) {
      text += Buffer.from(part);
      if (text.includes('event: lobby')) break;
    }
    assert.match(text, /event: start-game/, 'by its cookie it is the host');
  });

  it('are in the stream’s address for programs, as the specification says', async () => {
    const { room, cookie } = await makeRoom();
    const lobby = await (await get(`${room}/lobby`, { cookie })).text();
    const address = /sse-connect="([^"]+)"/.exec(lobby)[1];
    assert.match(address, /^\/sse\/\w+\?hostToken=/);
    const stream = await get(address);
    assert.equal(stream.status, 200);
    await stream.body.cancel();
  });

  it('are in no line of the log', () => {
    assert.ok(secrets.size > 10);
    for (const secret of secrets) assert.ok(!server.stderr.includes(secret), 'the log knows a secret');
  });
});
