// Stands between a browser and the server and is told what goes wrong on a page, from its first script on:
// not every driver of a browser says so.
import { createServer, request } from 'node:http';
import { connect } from 'node:net';

/** Runs on the page, before everything else. */
function listen() {
  let left = false; // who leaves a page cuts off what it was fetching
  addEventListener('beforeunload', () => {
    left = true;
  });
  const tell = (text) => left || navigator.sendBeacon('/overheard', `${location.pathname}: ${text}`);
  addEventListener('error', ({ message }) => tell(message));
  addEventListener('unhandledrejection', ({ reason }) => tell(reason));
  document.addEventListener('securitypolicyviolation', ({ blockedURI }) => tell(`refused ${blockedURI}`));
  const { error } = console;
  console.error = (...words) => {
    tell(words.join(' '));
    error(...words);
  };
}

/** A page that allows no script but its own stays as it is. */
const mayListen = ({ headers }) =>
  /^text\/html/.test(headers['content-type']) &&
  headers['content-security-policy']?.includes("script-src 'self'");

async function textOf(stream) {
  let text = '';
  for await (const bytes of stream.setEncoding('utf8')) text += bytes;
  return text;
}

/** Hands an answer on; a page with our script in it. */
async function handOn(answer, to) {
  const { 'content-length': length, ...headers } = answer.headers;
  if (!mayListen(answer)) {
    answer.pipe(to.writeHead(answer.statusCode, answer.headers));
    return;
  }
  const page = await textOf(answer);
  to.writeHead(answer.statusCode, headers);
  to.end(length === '0' ? '' : page.replace('<head>', '<head><script src="/overheard.js"></script>'));
}

/** @param {{ port: number }} server @returns {Promise<{ url: string, problems: string[], close: () => void }>} */
export async function overhear({ port }) {
  const problems = [];
  const host = '127.0.0.1';
  const between = createServer(async (asked, answer) => {
    if (asked.url === '/overheard.js') {
      answer.setHeader('content-type', 'text/javascript');
      answer.end(`(${listen})()`);
    } else if (asked.url === '/overheard') {
      problems.push(await textOf(asked));
      answer.end();
    } else {
      const { method, url: path } = asked;
      const headers = { ...asked.headers, 'accept-encoding': 'identity' };
      const on = request({ host, port, method, path, headers }, (got) => handOn(got, answer));
      on.on('error', () => answer.destroy());
      answer.on('close', () => on.destroy());
      asked.pipe(on);
    }
  });
  between.on('upgrade', (asked, socket) => {
    const on = connect(port, host);
    const lines = asked.rawHeaders.map((word, i) => (i % 2 ? `${word}\r\n` : `${word}: `));
    on.write(`GET ${asked.url} HTTP/1.1\r\n${lines.join('')}\r\n`);
    socket.pipe(on).pipe(socket);
    for (const [one, other] of [
      [socket, on],
      [on, socket],
    ]) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await new Promise((done) => {
    between.listen(0, host, done);
  });
  const close = () => {
    between.close();
    between.closeAllConnections();
  };
  return { url: `http://${host}:${between.address().port}`, problems, close };
}
