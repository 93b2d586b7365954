/* The official client against our server: every transport, and the upgrade under load. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { io } from 'socket.io-client';
import { sleep, startEcho } from './echo.mjs';

let server;
const open = new Set();
const patient = ['--ping-interval', '200', '--ping-timeout', '10000'];
before(async () => {
  server = await startEcho(patient);
});
after(async () => {
  for (const socket of open) socket.disconnect();
  assert.equal(await server.stop(), 0);
});

function connect(options = {}, namespace = '/', at = server.url) {
  const socket = io(at + namespace, { forceNew: true, reconnection: false, ...options });
  open.add(socket);
  return socket;
}
const once = (socket, event, ms = 30000) =>
  new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`no ${event} came`)), ms);
    socket.once(event, (...args) => {
      clearTimeout(timer);
      done(args);
    });
  });

for (const transports of [['polling'], ['websocket'], ['polling', 'websocket']]) {
  describe(`by ${transports.join(' then ')}`, () => {
    it('connects with its auth payload', async () => {
      const socket = connect({ transports, auth: { name: 'Añá', list: [1, 2] } });
      assert.deepEqual(await once(socket, 'auth'), [{ name: 'Añá', list: [1, 2] }]);
      assert.equal(typeof socket.id, 'string');
      socket.disconnect();
    });

    it('echoes arguments of every kind', async () => {
      const socket = connect({ transports });
      await once(socket, 'auth');
      const args = [1, -2.5, 'text €', true, null, [], {}, { deep: [{ er: 'é' }] }, 'x'.repeat(70000)];
      socket.emit('message', ...args);
      assert.deepEqual(await once(socket, 'message-back'), args);
      socket.disconnect();
    });

    it('carries binary there and back, in events and acknowledgements', async () => {
      const socket = connect({ transports });
      await once(socket, 'auth');
      const big = Buffer.alloc(100000, 7);
      socket.emit('message', Buffer.from([0, 255]), { inner: [big] }, 'tail');
      const back = await once(socket, 'message-back');
      assert.deepEqual(back, [Buffer.from([0, 255]), { inner: [big] }, 'tail']);
      const acked = await socket.timeout(30000).emitWithAck('message-with-ack', { a: Buffer.from('hi') });
      assert.deepEqual(acked, { a: Buffer.from('hi') });
      socket.disconnect();
    });

    it('acknowledges many at once, each to its own', async () => {
      const socket = connect({ transports });
      await once(socket, 'auth');
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, i) => socket.timeout(30000).emitWithAck('message-with-ack', i)),
      );
      assert.deepEqual(
        answers,
        Array.from({ length: 100 }, (_, i) => i),
      );
      socket.disconnect();
    });

    it('shares one connection between namespaces', async () => {
      const socket = connect({ transports, forceNew: false, multiplex: true });
      await once(socket, 'auth');
      const custom = socket.io.socket('/custom', { auth: { here: 1 } });
      assert.deepEqual(await once(custom, 'auth'), [{ here: 1 }]);
      const nowhere = socket.io.socket('/nowhere');
      const [error] = await once(nowhere, 'connect_error');
      assert.equal(error.message, 'Invalid namespace');
      custom.disconnect();
      assert.equal(await socket.timeout(30000).emitWithAck('message-with-ack', 1), 1);
      socket.disconnect();
    });

    it('stays connected over many pings', async () => {
      const socket = connect({ transports });
      await once(socket, 'auth');
      await sleep(1300);
      assert.equal(socket.connected, true);
      assert.equal(await socket.timeout(30000).emitWithAck('message-with-ack', 1), 1);
      socket.disconnect();
    });
  });
}

describe('upgrade', () => {
  it('in the middle of traffic loses nothing and keeps the order', async () => {
    for (let round = 0; round < 5; round++) {
      const socket = connect({ transports: ['polling', 'websocket'] });
      const seen = [];
      let upgraded = false;
      socket.on('message-back', (n) => seen.push(n));
      socket.io.engine.on('upgrade', () => {
        upgraded = true;
      });
      await once(socket, 'auth');
      let sent = 0;
      const began = Date.now(); // traffic until well after the upgrade
      while (Date.now() < began + 400 || (!upgraded && Date.now() < began + 30000)) {
        for (let i = 0; i < 5; i++) socket.emit('message', sent++);
        await sleep(round % 3);
      }
      for (let i = 0; i < 3000 && seen.length < sent; i++) await sleep(10);
      assert.equal(upgraded, true);
      assert.equal(socket.io.engine.transport.name, 'websocket');
      assert.deepEqual(
        seen,
        Array.from({ length: sent }, (_, i) => i),
      );
      socket.disconnect();
    }
  });
});

describe('losing the server', () => {
  for (const transports of [['polling'], ['websocket'], ['polling', 'websocket']]) {
    it(`reconnects by itself after SIGKILL, by ${transports.join(' then ')}`, async () => {
      let mortal = await startEcho(patient);
      const socket = connect(
        { transports, reconnection: true, reconnectionDelay: 30, reconnectionDelayMax: 60 },
        '/',
        mortal.url,
      );
      await once(socket, 'auth');
      const lost = once(socket, 'disconnect');
      await mortal.stop('SIGKILL');
      const [why] = await lost;
      assert.match(why, /transport (close|error)/);
      mortal = await startEcho([...patient, '--port', String(mortal.port)]);
      await once(socket, 'auth');
      assert.equal(await socket.timeout(30000).emitWithAck('message-with-ack', 'back'), 'back');
      socket.disconnect();
      assert.equal(await mortal.stop(), 0);
    });
  }

  it('is told goodbye upon SIGTERM', async () => {
    for (const transports of [['polling'], ['websocket']]) {
      const mortal = await startEcho(patient);
      const socket = connect({ transports }, '/', mortal.url);
      await once(socket, 'auth');
      const lost = once(socket, 'disconnect');
      assert.equal(await mortal.stop(), 0);
      await lost;
    }
  });

  it('notices a client that vanished', async () => {
    const socket = connect({ transports: ['websocket'] });
    await once(socket, 'auth');
    socket.io.engine.transport.ws.terminate();
    await once(socket, 'disconnect');
    assert.equal(socket.connected, false);
  });
});
