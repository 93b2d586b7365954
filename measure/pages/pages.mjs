import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, startServer } from '../../test/web/browser.mjs';
import { tables, weigh } from '../../test/web/weigh.mjs';
import { load } from './load.mjs';

const seconds = Number(process.argv[2] || 5);
const server = await startServer('--creates-per-minute', '0', '--max-per-address', '0');
const browser = await launch();

async function say(name, path, wait) {
  const { requests, bytes, foreign, kinds } = await weigh(browser, server.url + path, wait);
  const parts = Object.entries(kinds)
    .sort((one, other) => other[1] - one[1])
    .map(([type, size]) => `${type} ${(size / 1024).toFixed(1)}`)
    .join(', ');
  console.log(
    `${name.padEnd(9)} ${String(requests).padStart(3)} requests ${(bytes / 1024).toFixed(1).padStart(7)} kB   elsewhere: ${foreign}   (${parts})`,
  );
}

async function startNginx(size) {
  const folder = mkdtempSync(join(tmpdir(), 'ludoteca-nginx-'));
  chmodSync(folder, 0o755); // nginx reads it as nobody
  const port = 20000 + Math.floor(Math.random() * 20000);
  writeFileSync(join(folder, 'page.html'), 'x'.repeat(size));
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;
events { worker_connections 512; }
http { access_log off; keepalive_requests 100000000; default_type text/html;
  client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c; uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
  server { listen 127.0.0.1:${port}; root ${folder}; } }`,
  );
  const child = spawn('/usr/sbin/nginx', ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]);
  for (let i = 0; i < 50; i++) {
    try {
      await fetch(`http://127.0.0.1:${port}/page.html`);
      break;
    } catch {
      await new Promise((done) => {
        setTimeout(done, 100);
      });
    }
  }
  return {
    url: `http://127.0.0.1:${port}/page.html`,
    async stop() {
      const ended = new Promise((done) => {
        child.once('exit', done);
      });
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const created = await fetch(`${server.url}/rooms`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
  body: JSON.stringify({ game: 'taboo', playerName: 'Ana' }),
});
const { roomCode } = await created.json();

console.log('first visit on a phone, nothing cached (kB of 1024 on the wire, headers included)');
await say('home', '/', '.tile');
await say('join', '/join', '#code');
await say('lobby', `/rooms/${roomCode}`, '.person');
await say('tv', `/rooms/${roomCode}/tv`, '.tv-join');
for (const { game, path } of await tables(server.url)) await say(game, path, '.table-root > *');
await browser.close();

console.log(
  `\npages a second, 32 connections, ${seconds} s each, one process serving, generator on the same machine`,
);
for (const [name, path] of [
  ['home', '/?lang=en'],
  ['lobby', `/rooms/${roomCode}?lang=en`],
]) {
  const size = (await (await fetch(server.url + path)).arrayBuffer()).byteLength;
  const nginx = await startNginx(size);
  const rows = [];
  for (let round = 0; round < 2; round++) {
    rows.push(['ludoteca', await load(server.url + path, { seconds })]);
    rows.push(['nginx', await load(nginx.url, { seconds })]);
  }
  await nginx.stop();
  for (const who of ['ludoteca', 'nginx']) {
    const best = rows
      .filter(([name2]) => name2 === who)
      .map(([, row]) => row)
      .sort((a, b) => b.perSecond - a.perSecond)[0];
    console.log(
      `${name.padEnd(6)} ${who.padEnd(9)} ${best.bytes} B  ${best.perSecond.toFixed(0).padStart(7)}/s   p50 ${best.p50.toFixed(2)} ms   p99 ${best.p99.toFixed(2)} ms`,
    );
  }
}
await server.stop();
