/* The service worker. Pages always come from the network, so none can be stale; assets live behind
 * /v/HASH/ and never change, so they come from the cache; the offline page and what it offers (games
 * that are pages of their own) are kept for when there is no network. Its own address carries the hash: a new version of the site registers a
 * new worker, which throws the old caches away. */
const version = new URL(location.href).searchParams.get('v') || '';
const cacheName = `ludoteca-${version}`;
const shell = [
  'css/house.css',
  'js/shell.js',
  'js/prefs.js',
  'js/lang.js',
  'js/dom.js',
  'js/dialog.js',
  'js/settings.js',
  'js/parts.js',
  'i.svg',
  'font/rubik-latin.woff2',
].map((path) => `/v/${version}/${path}`);
const offline = '/offline';

/** Keeps what can be had: a missing page must not keep the worker from installing. */
async function keep(cache, path) {
  try {
    // Assets never change and may be in the browser's cache already; pages must be fresh.
    const answer = await fetch(path, { cache: path.startsWith('/v/') ? 'default' : 'reload' });
    if (answer.ok) await cache.put(path, answer.clone());
    return answer;
  } catch {
    return undefined; // another time
  }
}

/** What the offline page links to besides the start page. */
async function offered(answer) {
  const text = answer?.ok ? await answer.text() : '';
  return [...text.matchAll(/data-keep href="([^"]+)"/g)].map((match) => match[1]);
}

async function fill() {
  const cache = await caches.open(cacheName);
  const pages = keep(cache, offline).then(async (answer) =>
    Promise.all((await offered(answer)).map((path) => keep(cache, path))),
  );
  await Promise.all([pages, ...shell.map((path) => keep(cache, path))]);
}

async function dropOld() {
  for (const name of await caches.keys()) {
    if (name.startsWith('ludoteca-') && name !== cacheName) await caches.delete(name);
  }
}

async function page(request) {
  const path = new URL(request.url).pathname;
  const cache = await caches.open(cacheName);
  try {
    const answer = await fetch(request);
    if (answer.ok && (await cache.match(path))) await cache.put(path, answer.clone());
    return answer;
  } catch {
    return (
      (await cache.match(path)) ||
      (await cache.match(offline)) ||
      new Response('Ludoteca: offline', { status: 503, headers: { 'Content-Type': 'text/plain' } })
    );
  }
}

async function asset(request) {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

self.addEventListener('install', (event) => {
  event.waitUntil(fill().then(() => self.skipWaiting()));
});
self.addEventListener('activate', (event) => {
  event.waitUntil(dropOld().then(() => self.clients.claim()));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (url.pathname.startsWith(`/v/${version}/`)) event.respondWith(asset(request));
});
