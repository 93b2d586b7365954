// Asks one address over and over on keep-alive connections, one request in flight on each, and counts
// whole answers. Plain sockets: the generator costs as little as Node allows, the same for everybody.
import { connect } from 'node:net';

/** @returns {Promise<{ perSecond: number, p50: number, p99: number, bytes: number }>} */
export function load(url, { seconds = 5, connections = 32 } = {}) {
  const { hostname, port, pathname, search } = new URL(url);
  const request = `GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`;
  const times = [];
  let bytes = 0;
  const ends = performance.now() + seconds * 1000;
  const one = () =>
    new Promise((done, fail) => {
      let buffer = '';
      let sent = 0;
      const socket = connect(Number(port), hostname, () => {
        sent = performance.now();
        socket.write(request);
      });
      socket.setNoDelay(true);
      socket.setEncoding('latin1');
      socket.on('error', fail);
      socket.on('data', (chunk) => {
        buffer += chunk;
        const head = buffer.indexOf('\r\n\r\n');
        if (head < 0) return;
        const length = Number(/content-length: (\d+)/i.exec(buffer.slice(0, head))?.[1]);
        if (buffer.length < head + 4 + length) return;
        if (!buffer.startsWith('HTTP/1.1 200')) return fail(new Error(buffer.slice(0, 60)));
        bytes = length;
        const now = performance.now();
        times.push(now - sent);
        buffer = '';
        if (now > ends) {
          socket.destroy();
          return done();
        }
        sent = now;
        socket.write(request);
      });
    });
  const began = performance.now();
  return Promise.all(Array.from({ length: connections }, one)).then(() => {
    times.sort((a, b) => a - b);
    const at = (share) => times[Math.floor(times.length * share)];
    return {
      perSecond: times.length / ((performance.now() - began) / 1000),
      p50: at(0.5),
      p99: at(0.99),
      bytes,
    };
  });
}
