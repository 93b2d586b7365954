/* Engine.IO 4 and Socket.IO 5 as seen on the wire: every fact that a foreign client relies upon. */
import assert from 'node:assert/strict';
import net from 'node:net';
import { after, before, describe, it } from 'node:test';
import { Line, exchange, sleep, startEcho } from './echo.mjs';

/* Most tests want nothing of pings, and those that answer them have time to, so that a busy machine
 * cannot fail them. */
let server, calm, exact, patient;
before(async () => {
  exact = await startEcho();
  calm = await startEcho(['--ping-interval', '60000']);
  patient = await startEcho(['--ping-timeout', '30000']);
  server = calm;
});
after(async () => {
  assert.equal(await calm.stop(), 0);
  assert.equal(await exact.stop(), 0);
  assert.equal(await patient.stop(), 0);
});
/** What was sent before has reached the server: it answers in the order in which it was asked. */
async function arrived() {
  await sleep(50);
  for (let i = 0; i < 2; i++) await (await fetch(`${server.url}/figures`)).text();
}
const withPings = (which = () => exact) => {
  before(() => {
    server = which();
  });
  after(() => {
    server = calm;
  });
};

const polling = (path, query = '') => `${server.url}${path}?EIO=4&transport=polling${query}`;
const socketUrl = (path, query = '') =>
  `ws://127.0.0.1:${server.port}${path}?EIO=4&transport=websocket${query}`;

async function openPolling(path = '/engine.io/') {
  const answer = await fetch(polling(path));
  return JSON.parse((await answer.text()).slice(1)).sid;
}
const get = (sid, path = '/engine.io/') => fetch(polling(path, `&sid=${sid}`));
const post = (sid, body, path = '/engine.io/') =>
  fetch(polling(path, `&sid=${sid}`), { method: 'POST', body });

async function openSocket(path = '/engine.io/') {
  const line = new Line(socketUrl(path));
  assert.match(await line.next(), /^0\{/);
  return line;
}

async function connected(namespace = '/') {
  const line = await openSocket('/socket.io/');
  line.send(namespace === '/' ? '40' : `40${namespace},`);
  await line.next();
  await line.next();
  return line;
}

for (const path of ['/engine.io/', '/socket.io/']) {
  describe(`handshake at ${path}`, () => {
    withPings();
    it('opens a polling session with every promised field', async () => {
      const answer = await fetch(polling(path));
      assert.equal(answer.status, 200);
      assert.match(answer.headers.get('content-type'), /^text\/plain/);
      const text = await answer.text();
      assert.equal(text[0], '0');
      const value = JSON.parse(text.slice(1));
      assert.deepEqual(Object.keys(value).sort(), [
        'maxPayload',
        'pingInterval',
        'pingTimeout',
        'sid',
        'upgrades',
      ]);
      assert.equal(typeof value.sid, 'string');
      assert.deepEqual(
        { ...value, sid: '' },
        { sid: '', upgrades: ['websocket'], pingInterval: 300, pingTimeout: 200, maxPayload: 1000000 },
      );
    });

    it('opens a websocket session that offers no upgrade', async () => {
      const line = new Line(socketUrl(path));
      const value = JSON.parse((await line.next()).slice(1));
      assert.deepEqual(value.upgrades, []);
      line.close();
    });

    it('gives every session another id', async () => {
      const ids = await Promise.all(Array.from({ length: 20 }, () => openPolling(path)));
      assert.equal(new Set(ids).size, 20);
    });

    const refusals = [
      ['a missing protocol version', '?transport=polling', {}, 400, 5, 'Unsupported protocol version'],
      ['another protocol version', '?EIO=abc&transport=polling', {}, 400, 5, 'Unsupported protocol version'],
      ['protocol version 3', '?EIO=3&transport=polling', {}, 400, 5, 'Unsupported protocol version'],
      ['a missing transport', '?EIO=4', {}, 400, 0, 'Transport unknown'],
      ['an unknown transport', '?EIO=4&transport=abc', {}, 400, 0, 'Transport unknown'],
      ['a handshake by POST', '?EIO=4&transport=polling', { method: 'POST' }, 400, 2, 'Bad handshake method'],
      ['a handshake by PUT', '?EIO=4&transport=polling', { method: 'PUT' }, 400, 2, 'Bad handshake method'],
      ['an unknown sid', '?EIO=4&transport=polling&sid=nobody', {}, 400, 1, 'Session ID unknown'],
      [
        'an unknown sid by POST',
        '?EIO=4&transport=polling&sid=nobody',
        { method: 'POST', body: '4x' },
        400,
        1,
        'Session ID unknown',
      ],
      ['a websocket without an upgrade', '?EIO=4&transport=websocket', {}, 400, 3, 'Bad request'],
    ];
    for (const [what, query, options, status, code, message] of refusals) {
      it(`refuses ${what}`, async () => {
        const answer = await fetch(`${server.url}${path}${query}`, options);
        assert.equal(answer.status, status);
        assert.deepEqual(await answer.json(), { code, message });
        assert.equal(answer.headers.get('access-control-allow-origin'), '*');
      });
    }

    for (const query of [
      '?transport=websocket',
      '?EIO=abc&transport=websocket',
      '?EIO=4',
      '?EIO=4&transport=abc',
    ]) {
      it(`does not upgrade ${query}`, async () => {
        const line = new Line(`ws://127.0.0.1:${server.port}${path}${query}`);
        await assert.rejects(line.opened, /400/);
      });
    }

    it('answers OPTIONS before it looks at anything else', async () => {
      const answer = await fetch(`${server.url}${path}?EIO=4&transport=polling&sid=nobody`, {
        method: 'OPTIONS',
        headers: { Origin: 'http://elsewhere.example', 'Access-Control-Request-Headers': 'x-mine' },
      });
      assert.equal(answer.status, 204);
      assert.equal(answer.headers.get('access-control-allow-origin'), '*');
      assert.match(answer.headers.get('access-control-allow-methods'), /POST/);
      assert.equal(answer.headers.get('access-control-allow-headers'), 'x-mine');
    });
  });
}

describe('polling', () => {
  it('echoes one packet, several, and binary ones', async () => {
    for (const body of ['4hello', '4test1\x1e4test2\x1e4test3', '4hello\x1ebAQIDBA==', '4ñandú €']) {
      const sid = await openPolling();
      const pushed = await post(sid, body);
      assert.equal(pushed.status, 200);
      assert.equal(await pushed.text(), 'ok');
      assert.equal(await (await get(sid)).text(), body);
    }
  });

  it('answers a poll that waits as soon as there is something', async () => {
    const sid = await openPolling();
    const waiting = get(sid);
    await arrived();
    await post(sid, '4now');
    assert.equal(await (await waiting).text(), '4now');
  });

  it('gathers what one turn caused into one answer', async () => {
    const sid = await openPolling();
    const waiting = get(sid);
    await arrived();
    await post(sid, '4a\x1e4b\x1e4c');
    assert.equal(await (await waiting).text(), '4a\x1e4b\x1e4c');
  });

  for (const body of ['abc', '', '4ok\x1e', 'b!!!', '2', '0', '9']) {
    it(`closes the session upon the packet ${JSON.stringify(body)}`, async () => {
      const sid = await openPolling();
      assert.equal((await post(sid, body)).status, 400);
      const later = await get(sid);
      assert.equal(later.status, 400);
      assert.equal((await later.json()).code, 1);
    });
  }

  it('closes the session upon text that is not UTF-8', async () => {
    const sid = await openPolling();
    assert.equal((await post(sid, Buffer.from([0x34, 0xc3, 0x28]))).status, 400);
    assert.equal((await get(sid)).status, 400);
  });

  it('closes the session upon two polls at once', async () => {
    const sid = await openPolling();
    const first = get(sid);
    await arrived();
    assert.equal((await get(sid)).status, 400);
    const answer = await first;
    assert.equal(answer.status, 200);
    assert.equal(await answer.text(), '1');
    assert.equal((await get(sid)).status, 400);
  });

  it('closes the session upon two POSTs at once', async () => {
    const sid = await openPolling();
    const slow = net.connect(server.port, '127.0.0.1');
    slow.write(
      `POST /engine.io/?EIO=4&transport=polling&sid=${sid} HTTP/1.1\r\nHost: x\r\n` +
        'Content-Length: 10\r\n\r\n4ab',
    );
    await arrived();
    assert.equal((await post(sid, '4second')).status, 400);
    assert.equal((await get(sid)).status, 400);
    slow.destroy();
  });

  it('closes the session when a poll is cancelled', async () => {
    const sid = await openPolling();
    const stop = new AbortController();
    const cancelled = fetch(polling('/engine.io/', `&sid=${sid}`), { signal: stop.signal });
    cancelled.catch(() => {});
    await arrived();
    stop.abort();
    await arrived();
    assert.equal((await get(sid)).status, 400);
  });

  it('refuses a POST over maxPayload with 413, with CORS, and keeps the session', async () => {
    for (const size of [1000001, 5000000]) {
      const sid = await openPolling();
      const head =
        `POST /engine.io/?EIO=4&transport=polling&sid=${sid} HTTP/1.1\r\nHost: x\r\n` +
        `Content-Length: ${size}\r\n\r\n`;
      const answer = await exchange(server.port, head + '4'.repeat(1000));
      assert.match(answer, /^HTTP\/1\.1 413 /);
      assert.match(answer, /Access-Control-Allow-Origin: \*/);
      assert.equal((await post(sid, '4still')).status, 200);
    }
    const sid = await openPolling();
    assert.equal((await post(sid, '4'.repeat(1000000))).status, 200);
  });

  it('refuses other methods', async () => {
    const sid = await openPolling();
    assert.equal(
      (await fetch(polling('/engine.io/', `&sid=${sid}`), { method: 'PUT', body: '4x' })).status,
      400,
    );
    assert.equal((await post(sid, '4x')).status, 200);
  });
});

describe('heartbeat', () => {
  withPings(() => patient);
  it('pings by polling and goes on after the pong', async () => {
    const sid = await openPolling();
    for (let i = 0; i < 3; i++) {
      const answer = await get(sid);
      assert.equal(answer.status, 200);
      assert.equal(await answer.text(), '2');
      assert.equal((await post(sid, '3')).status, 200);
    }
  });

  it('pings by websocket, every 300 ms', async () => {
    const began = Date.now();
    const line = await openSocket();
    for (let i = 0; i < 3; i++) {
      assert.equal(await line.next({ pings: true }), '2');
      line.send('3');
    }
    const took = Date.now() - began;
    assert.ok(took > 850, `three pings took ${took} ms`);
    line.close();
  });
});

describe('heartbeat without an answer', () => {
  withPings();
  it('really closes a polling session after the time-out', async () => {
    const sid = await openPolling();
    await sleep(510);
    assert.equal((await get(sid)).status, 400);
  });

  it('really closes a websocket after the time-out', async () => {
    const began = Date.now();
    const line = await openSocket();
    await line.closed;
    const took = Date.now() - began;
    assert.ok(took > 450 && took < 30000, `closed after ${took} ms`);
  });
});

describe('close', () => {
  it('releases the poll that waits with a noop', async () => {
    const sid = await openPolling();
    const [waiting] = await Promise.all([get(sid), arrived().then(() => post(sid, '1'))]);
    assert.equal(waiting.status, 200);
    assert.equal(await waiting.text(), '6');
    assert.equal((await get(sid)).status, 400);
  });

  it('closes the websocket', async () => {
    const line = await openSocket();
    line.send('1');
    await line.closed;
  });

  for (const packet of ['abc', '', '2', '0', '7']) {
    it(`closes the websocket upon ${JSON.stringify(packet)}`, async () => {
      const line = await openSocket();
      line.send(packet);
      await line.closed;
    });
  }
});

describe('websocket', () => {
  it('echoes text and binary', async () => {
    const line = await openSocket();
    line.send('4hello');
    assert.equal(await line.next(), '4hello');
    line.send(Buffer.from([1, 2, 3, 4]));
    assert.deepEqual(await line.next(), Buffer.from([1, 2, 3, 4]));
    line.send(`4${'x'.repeat(999000)}`);
    assert.equal((await line.next()).length, 999001);
    line.close();
  });

  it('closes upon a message over maxPayload with 1009', async () => {
    const line = await openSocket();
    line.send(`4${'x'.repeat(1000000)}`);
    assert.equal(await line.closed, 1009);
  });
});

describe('upgrade', () => {
  async function probe(sid) {
    const line = new Line(socketUrl('/engine.io/', `&sid=${sid}`));
    await line.opened;
    line.send('2probe');
    assert.equal(await line.next(), '3probe');
    return line;
  }

  it('releases pending and following polls with a noop until it is done', async () => {
    const sid = await openPolling();
    const pending = get(sid);
    await arrived();
    const line = await probe(sid);
    assert.equal(await (await pending).text(), '6');
    assert.equal(await (await get(sid)).text(), '6');
    line.send('5');
    line.send('4hello');
    assert.equal(await line.next(), '4hello');
    line.close();
  });

  it('does not lose what was queued for a poll', async () => {
    const sid = await openPolling();
    await post(sid, '4one\x1ebAQID\x1e4two');
    const line = await probe(sid);
    line.send('5');
    assert.equal(await line.next(), '4one');
    assert.deepEqual(await line.next(), Buffer.from([1, 2, 3]));
    assert.equal(await line.next(), '4two');
    line.close();
  });

  it('refuses polls afterwards, and the websocket goes on', async () => {
    const sid = await openPolling();
    const line = await probe(sid);
    line.send('5');
    await arrived();
    const answer = await get(sid);
    assert.equal(answer.status, 400);
    assert.equal((await answer.json()).code, 3);
    line.send('4hello');
    assert.equal(await line.next(), '4hello');
    line.close();
  });

  it('accepts and closes a second websocket, and the first goes on', async () => {
    const sid = await openPolling();
    const line = await probe(sid);
    line.send('5');
    const second = new Line(socketUrl('/engine.io/', `&sid=${sid}`));
    await second.opened;
    await second.closed;
    line.send('4hello');
    assert.equal(await line.next(), '4hello');
    line.close();
  });

  it('keeps polling alive when the probe fails', async () => {
    for (const bad of ['nonsense', '2prob', '5', null]) {
      const sid = await openPolling();
      const line = new Line(socketUrl('/engine.io/', `&sid=${sid}`));
      await line.opened;
      if (bad) line.send(bad);
      else line.close();
      await line.closed;
      await post(sid, '4alive');
      assert.equal(await (await get(sid)).text(), '4alive');
    }
  });

  it('keeps polling alive when a websocket dies after its probe', async () => {
    const sid = await openPolling();
    const line = await probe(sid);
    line.socket.terminate();
    await arrived();
    const waiting = get(sid);
    await arrived();
    await post(sid, '4alive');
    assert.equal(await (await waiting).text(), '4alive');
  });
});

describe('Socket.IO', () => {
  it('connects, and answers before any event', async () => {
    for (const [packet, prefix, auth] of [
      ['40', '40', '42["auth",{}]'],
      ['40{"token":"123"}', '40', '42["auth",{"token":"123"}]'],
      ['40/custom,', '40/custom,', '42/custom,["auth",{}]'],
      ['40/custom', '40/custom,', '42/custom,["auth",{}]'],
      ['40/custom,{"token":"abc"}', '40/custom,', '42/custom,["auth",{"token":"abc"}]'],
    ]) {
      const line = await openSocket('/socket.io/');
      line.send(packet);
      const answer = await line.next();
      assert.ok(answer.startsWith(prefix), answer);
      const value = JSON.parse(answer.slice(prefix.length));
      assert.deepEqual(Object.keys(value), ['sid']);
      assert.equal(typeof value.sid, 'string');
      assert.equal(await line.next(), auth);
      line.close();
    }
  });

  it('works by polling too', async () => {
    const sid = await openPolling('/socket.io/');
    await post(sid, '40', '/socket.io/');
    assert.match(await (await get(sid, '/socket.io/')).text(), /^40\{"sid":"[^"]+"\}\x1e42\["auth",\{\}\]$/);
    await post(sid, '451-["message",{"_placeholder":true,"num":0}]\x1ebAQID', '/socket.io/');
    assert.equal(
      await (await get(sid, '/socket.io/')).text(),
      '451-["message-back",{"_placeholder":true,"num":0}]\x1ebAQID',
    );
  });

  it('refuses an unknown namespace and leaves the engine open', async () => {
    const line = await openSocket('/socket.io/');
    line.send('40/random');
    assert.equal(await line.next(), '44/random,{"message":"Invalid namespace"}');
    line.send('40');
    assert.match(await line.next(), /^40\{/);
    line.close();
  });

  it('leaves the engine open after 41', async () => {
    const line = await connected();
    line.send('41');
    line.send('40');
    assert.match(await line.next(), /^40\{/);
    line.close();
  });

  it('ignores a second CONNECT', async () => {
    const line = await connected();
    line.send('40{"again":1}');
    line.send('42["message",1]');
    assert.equal(await line.next(), '42["message-back",1]');
    line.close();
  });

  it('keeps namespaces apart', async () => {
    const line = await connected();
    line.send('40/custom');
    await line.next();
    await line.next();
    line.send('42/custom,["message","there"]');
    assert.equal(await line.next(), '42/custom,["message-back","there"]');
    line.send('41/custom');
    line.send('42["message","here"]');
    assert.equal(await line.next(), '42["message-back","here"]');
    line.close();
  });

  for (const [sent, ...expected] of [
    ['42["message",1,"2",{"3":[true]}]', '42["message-back",1,"2",{"3":[true]}]'],
    ['42["message"]', '42["message-back"]'],
    ['42["message",null,-0.5,1e3,"\\u00f1\\ud83d\\ude00"]', '42["message-back",null,-0.5,1000.0,"ñ😀"]'],
    ['42["message",12345678901234567890]', '42["message-back",12345678901234567000.0]'],
    ['42456["message-with-ack",1,"2",{"3":[false]}]', '43456[1,"2",{"3":[false]}]'],
    ['420["message-with-ack"]', '430[]'],
  ]) {
    it(`answers ${sent}`, async () => {
      const line = await connected();
      line.send(sent);
      const numbers = (text) => text.replace(/-?\d+\.\d+(e\+?\d+)?/gi, (n) => String(Number(n)));
      for (const packet of expected) assert.equal(numbers(await line.next()), numbers(packet));
      line.close();
    });
  }

  it('acknowledges in the namespace, and only if an id came', async () => {
    const line = await connected('/custom');
    line.send('42/custom,7["message-with-ack",1]');
    assert.equal(await line.next(), '43/custom,7[1]');
    line.send('42/custom,["message-with-ack",2]');
    line.send('42/custom,["message",3]');
    assert.equal(await line.next(), '42/custom,["message-back",3]');
    line.close();
  });

  it('carries binary attachments, in order', async () => {
    const line = await connected();
    line.send('452-["message",{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}]');
    line.send(Buffer.from([1, 2, 3]));
    line.send(Buffer.from([4, 5, 6]));
    assert.equal(
      await line.next(),
      '452-["message-back",{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}]',
    );
    assert.deepEqual(await line.next(), Buffer.from([1, 2, 3]));
    assert.deepEqual(await line.next(), Buffer.from([4, 5, 6]));
    line.send('452-789["message-with-ack",{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}]');
    line.send(Buffer.from([1]));
    line.send(Buffer.alloc(0));
    assert.equal(await line.next(), '462-789[{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}]');
    assert.deepEqual(await line.next(), Buffer.from([1]));
    assert.deepEqual(await line.next(), Buffer.alloc(0));
    line.close();
  });

  const fatal = [
    ['an event before CONNECT', ['42["message"]'], false],
    ['an invalid handshake', ['4abc'], false],
    ['CONNECT with an array', ['40[]'], false],
    ['an unknown type', ['47'], true],
    ['an event that is no array', ['42{"a":1}'], true],
    ['an empty event', ['42[]'], true],
    ['an event without data', ['42'], true],
    ['an event that begins with a number', ['42[1,2]'], true],
    ['a reserved name', ['42["disconnect"]'], true],
    ['broken JSON', ['42["message",'], true],
    ['an ack without an id', ['43[]'], true],
    ['a placeholder without an attachment', ['451-["message",{"_placeholder":true,"num":1}]'], true],
    ['a binary event without a count', ['45["message"]'], true],
    ['text between attachments', ['451-["message",{"_placeholder":true,"num":0}]', '42["message"]'], true],
    ['an attachment that nobody announced', [Buffer.from([1])], true],
    ['too many attachments', ['45999999999-["message"]'], true],
    ['an event for a namespace that was left', ['41', '42["message"]'], true],
    ["the server's own connect error", ['44{"message":"x"}'], true],
  ];
  for (const [what, packets, first] of fatal) {
    it(`closes upon ${what}`, async () => {
      const line = first ? await connected() : await openSocket('/socket.io/');
      for (const packet of packets) line.send(packet);
      const began = Date.now();
      await line.closed;
      assert.ok(Date.now() - began < 30000, 'before any ping');
    });
  }
});

describe('origin', () => {
  it('is checked unless everybody is allowed', async () => {
    const strict = await startEcho(['--origins', 'https://friend.example']);
    const ask = (origin) =>
      exchange(
        strict.port,
        'GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\n' +
          `Host: 127.0.0.1:${strict.port}\r\nConnection: close\r\n${origin ? `Origin: ${origin}\r\n` : ''}\r\n`,
      );
    assert.match(
      await ask('https://evil.example'),
      /^HTTP\/1\.1 403 [\s\S]*\{"code":4,"message":"Forbidden"\}/,
    );
    assert.doesNotMatch(await ask('https://evil.example'), /Access-Control/);
    assert.match(await ask('null'), /^HTTP\/1\.1 403 /);
    assert.match(await ask(''), /^HTTP\/1\.1 200 /);
    assert.match(await ask(`http://127.0.0.1:${strict.port}`), /^HTTP\/1\.1 200 /);
    assert.match(
      await ask('https://friend.example'),
      /^HTTP\/1\.1 200 [\s\S]*Access-Control-Allow-Origin: https:\/\/friend\.example\r\n/,
    );
    const line = new Line(`ws://127.0.0.1:${strict.port}/socket.io/?EIO=4&transport=websocket`, {
      origin: 'https://evil.example',
    });
    await assert.rejects(line.opened, /403/);
    await strict.stop();
  });
});
