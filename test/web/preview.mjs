// Serves the pages with sample data, the assets, and a table whose views the caller sets: what the
// tests of looks and access run against, and what a designer opens in a browser.
// usage: npx node test/web/preview.mjs [PORT]
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Server } from 'socket.io';
import { sampleView } from './samples.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const build = process.env.LUDOTECA_BUILD || join(root, 'build');
const run = promisify(execFile);
const types = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};
/** As the server's: its own files, and the one script that stands in the page. @param {string} page */
const policyOf = (page) =>
  `script-src 'self' ${[...String(page).matchAll(/<script>([^]*?)<\/script>/g)]
    .map(([, script]) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    .join(' ')}; ${others}`;
const others =
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

export const pages = [
  'home',
  'home-code',
  'join',
  'join-wrong',
  'lobby-host',
  'lobby-waiting',
  'lobby-guest',
  'lobby-visitor',
  'lobby-out',
  'home-back',
  'late',
  'late-watch',
  'put-out',
  'lobby-pair',
  'table',
  'tv',
  'resume',
  'not-found',
  'ended',
  'full',
  'running',
  'not-host',
  '404',
  '405',
  '500',
  'offline',
];

/** What pages-preview prints. */
export async function render(page, ...rest) {
  const { stdout } = await run(join(build, 'test/web/pages-preview'), [page, ...rest], {
    maxBuffer: 1 << 22,
  });
  return stdout;
}

async function asset(path) {
  const clean = normalize(path.replace(/^\/v\/[^/]+/, ''));
  const tries = [join(build, 'web/served', clean), join(root, 'test/web', clean)];
  for (const file of tries) {
    try {
      return await readFile(file);
    } catch {
      /* the next one */
    }
  }
  return null;
}

async function answer(request, response, state) {
  const url = new URL(request.url, 'http://preview');
  const path = decodeURIComponent(url.pathname);
  const send = (status, type, body) => {
    response.writeHead(status, {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Security-Policy': policyOf(body),
    });
    response.end(body);
  };
  if (request.method === 'POST') {
    let body = '';
    for await (const chunk of request) body += chunk;
    state.posts.push({
      path,
      body: Object.fromEntries(new URLSearchParams(body)),
      accept: request.headers.accept,
    });
    return send(
      state.refuse ? 409 : 200,
      'application/json',
      JSON.stringify(state.refuse ? { error: state.refuse } : { ok: true }),
    );
  }
  const language = url.searchParams.get('lang') || 'es';
  const look = url.searchParams.get('look') || '';
  const base = url.searchParams.get('base') || '';
  const room = /^\/rooms\/(\w+)\/(qr\.svg|resume)$/.exec(path);
  if (path === '/') return send(200, 'text/html', await render('home', language, look, base));
  if (path.startsWith('/preview/')) {
    const page = await render(path.slice(9), language, look, base);
    // the caller's views may be of any game: the table then loads the words of all
    return send(200, 'text/html', page.replace(/(<main[^>]* class="frame"[^>]*) data-game="[^"]*"/, '$1'));
  }
  if (path === '/offline') return send(200, 'text/html', await render('offline', language, look));
  if (path.startsWith('/avatar/'))
    return send(200, 'image/svg+xml', await render(path.slice(1).replace(/\.svg$/, '')));
  if (room?.[2] === 'qr.svg')
    return send(200, 'image/svg+xml', await render(`qr/https://ludoteca.example/rooms/${room[1]}`));
  if (room) return send(200, 'text/html', await render('resume', language, look));
  if (path.startsWith('/sse/')) {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write(': open\n\n');
    state.streams.add(response);
    request.on('close', () => state.streams.delete(response));
    return undefined;
  }
  const found = await asset(path);
  if (found) {
    response.writeHead(200, { 'Content-Type': types[extname(path)] || 'application/octet-stream' });
    return response.end(found);
  }
  return send(404, 'text/html', await render('404', language, look));
}

/** Starts on a free port unless told; `view` is what every table is sent. */
export async function startPreview(port = 0) {
  const state = { posts: [], streams: new Set(), refuse: null, view: sampleView(), heard: [] };
  const server = createServer((request, response) => {
    answer(request, response, state).catch((error) => {
      response.writeHead(500);
      response.end(String(error));
    });
  });
  const io = new Server(server);
  io.on('connection', (socket) => {
    socket.onAny((event, payload, ack) => {
      state.heard.push({ event, payload });
      if (typeof ack === 'function') ack(state.refuse ? { error: state.refuse } : { ok: true });
      if (event === 'join_room' || event === 'watch_room')
        socket.emit('view', { ...state.view, now: Date.now() });
    });
  });
  await new Promise((done) => {
    server.listen(port, '127.0.0.1', () => done(undefined));
  });
  return {
    state,
    url: `http://127.0.0.1:${server.address().port}`,
    setView(view) {
      state.view = view;
      io.emit('view', { ...view, now: Date.now() });
    },
    emit(event, payload) {
      io.emit(event, payload);
    },
    sse(event, data) {
      const lines = data
        .split('\n')
        .map((line) => `data: ${line}\n`)
        .join('');
      for (const stream of state.streams) stream.write(`event: ${event}\n${lines}\n`);
    },
    dropSockets() {
      io.disconnectSockets(true);
    },
    async stop() {
      for (const stream of state.streams) stream.end();
      await io.close();
      server.closeAllConnections?.();
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const preview = await startPreview(Number(process.argv[2] || 0));
  console.log(pages.map((page) => `${preview.url}/preview/${page}`).join('\n'));
}
