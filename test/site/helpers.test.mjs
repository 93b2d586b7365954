/* What the server does by itself: computer players, new cards, and how it is told what to do. */
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createConnection, createServer as createTcpServer } from 'node:net';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { closeAtEnd, connect, openRoom, pause, startServer } from './server.mjs';

const program = join(process.env.LUDOTECA_BUILD || 'build', 'ludoteca');

describe('computer players', () => {
  it('play a match of Santase to its end, also across a kill', { timeout: 240000 }, async () => {
    let server = await startServer({ args: ['--bot-pause-ms', '0'] });
    const { port, data } = server;
    const host = connect(server);
    const { roomCode, playerId } = await host.ask('create_room', {
      game: 'santase',
      playerName: 'Ana',
      settings: { matchTo: '7' },
    });
    const bot = await host.ask('add_bot', { level: 1 });
    assert.deepEqual(bot, { ok: true });
    await host.next('room_updated', (e) => e.roomState.players[1]?.bot === 1);
    assert.deepEqual(await host.ask('start_game', {}), { ok: true });
    assert.deepEqual(await host.ask('seat_bot', { level: 1 }), { ok: true }, 'the owner lets one play too');
    await host.next('trick_won', () => true, 10000).catch(() => {});
    await pause(100);
    host.close();
    await server.stop('SIGKILL');
    server = await startServer({ port, data, args: ['--bot-pause-ms', '0'] });
    const back = connect(server);
    await back.ask('join_room', { roomCode, playerId });
    /* whoever comes back plays for himself again, unless he lets the computer */
    await back.ask('seat_bot', { level: 1 });
    let state = '';
    for (let i = 0; i < 1500 && state !== 'GAME_OVER'; i++) {
      await pause(100);
      ({
        room: { state },
      } = await (await fetch(`${server.url}/rooms/${roomCode}/state`)).json());
    }
    assert.equal(state, 'GAME_OVER');
    assert.deepEqual(await back.ask('play_again', {}), { ok: true });
    back.close();
    assert.equal((await server.stop())[0], 0);
    assert.equal(server.stderr, '');
    assert.match(
      execFileSync(program, ['verify', '--data', data], { encoding: 'utf8' }),
      /: 0 differ, 0 broken/,
    );
    server.remove();
  });
});

describe('new cards', () => {
  /** Speaks like Gemini: good cards at first, then an error. */
  async function fakeGemini() {
    const asked = [];
    const good = JSON.stringify(
      Array.from({ length: 5 }, (_, i) => ({
        word: `Inventada${'abcde'[i]}`,
        tabooWords: ['uno', 'dos', 'tres', 'cuatro', 'cinco'].map((w) => `${w}${'abcde'[i]}`),
        category: 'prueba',
        difficulty: 'easy',
      })),
    );
    const server = createServer((request, answer) => {
      let body = '';
      request.on('data', (part) => {
        body += part;
      });
      request.on('end', () => {
        asked.push({ url: request.url, key: request.headers['x-goog-api-key'], body: JSON.parse(body) });
        answer.setHeader('Content-Type', 'application/json');
        if (asked.length > 1) answer.statusCode = 429;
        answer.end(
          JSON.stringify({ candidates: [{ content: { parts: [{ text: good }] }, finishReason: 'STOP' }] }),
        );
      });
    });
    await new Promise((done) => {
      server.listen(0, '127.0.0.1', done);
    });
    closeAtEnd(() => server.close());
    return { asked, server, url: `http://127.0.0.1:${server.address().port}` };
  }

  it("are asked for in time, and a failure is the host's alone to know", async () => {
    const gemini = await fakeGemini();
    const server = await startServer({
      env: {
        GEMINI_API_KEY: 'a-secret-key',
        GEMINI_BASE_URL: gemini.url,
        LOW_DECK_THRESHOLD: '1000',
        CARDS_PER_GENERATION: '5',
      },
    });
    const r = await openRoom(server, { game: 'taboo', people: 4 });
    await r.people[0].ask('start_game', {});
    await r.people[2].next('cards_generating');
    const ready = await r.people[2].next('cards_ready');
    assert.ok(ready.totalCards > 5);
    const failed = await r.people[0].next('error');
    assert.equal(failed.code, 'CARD_API_FAILED');
    assert.equal(gemini.asked[0].key, 'a-secret-key');
    assert.match(gemini.asked[0].url, /gemini-2\.0-flash:generateContent/);
    await pause(200);
    for (const p of r.people.slice(1)) assert.ok(!p.events.some((e) => e.name === 'error'));
    assert.equal(gemini.asked.length, 2, 'after a failure it rests');
    assert.deepEqual(await r.people[0].ask('describer_ready', {}), { ok: true }, 'the game goes on');
    assert.ok(!server.stderr.includes('a-secret-key'));
    const figures = await (await fetch(`${server.url}/metrics`)).text();
    assert.match(figures, /ludoteca_cards_fetched_total 5/);
    assert.match(figures, /ludoteca_cards_failed_total 1/);
    r.close();
    assert.equal((await server.stop())[0], 0);
    server.remove();
  });

  it('are not asked for without a key', async () => {
    const gemini = await fakeGemini();
    const server = await startServer({ env: { GEMINI_BASE_URL: gemini.url, LOW_DECK_THRESHOLD: '1000' } });
    const r = await openRoom(server, { game: 'taboo', people: 4 });
    await r.people[0].ask('start_game', {});
    await r.people[0].next('turn_started');
    await pause(200);
    assert.equal(gemini.asked.length, 0);
    r.close();
    await server.stop();
    server.remove();
  });
});

describe('settings', () => {
  const run = (args, env = {}) =>
    spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, ...env }, timeout: 10000 });

  it('are all in --help and in docs/operations.md, with the same defaults', () => {
    const help = run(['serve', '--help']);
    assert.equal(help.status, 0);
    const docs = readFileSync('docs/operations.md', 'utf8');
    const rows = [...help.stdout.matchAll(/^ {2}(--[\w-]+) +([A-Z_]+) +(.+)$/gm)];
    assert.ok(rows.length >= 30);
    for (const [, flag, env, text] of rows) {
      const standard = /\[([^\]]+)\]$/.exec(text)?.[1] || '';
      const row = docs.split('\n').find((line) => line.startsWith(`| \`${flag}\``));
      assert.ok(row, `${flag} is in the table`);
      const cells = row.split('|').map((c) => c.trim().replaceAll('`', ''));
      assert.deepEqual([cells[2], cells[3]], [env, standard], flag);
      assert.equal(cells[4], text.replace(/ \[[^\]]+\]$/, ''), flag);
    }
    for (const name of [
      'PORT',
      'TURN_DURATION_SECONDS',
      'MIN_PLAYERS_PER_TEAM',
      'MAX_PLAYERS_PER_TEAM',
      'DEFAULT_SCORE_LIMIT',
      'LOW_DECK_THRESHOLD',
      'CARDS_PER_GENERATION',
      'ROOM_EXPIRY_MS',
      'RECONNECT_GRACE_MS',
      'TURN_END_PAUSE_MS',
      'GEMINI_API_KEY',
    ])
      assert.ok(
        rows.some((r) => r[2] === name),
        name,
      );
  });

  it('that make no sense are refused with a sentence', () => {
    for (const [args, sentence] of [
      [['--port', 'x'], /--port is a whole number/],
      [['--port'], /needs a value/],
      [['--port', '70000'], /0 to 65535/],
      [['--nonsense'], /no option «--nonsense»/],
      [['--log-level', 'loud'], /error, warn, info or debug/],
    ]) {
      const done = run(['serve', ...args]);
      assert.equal(done.status, 2, args.join(' '));
      assert.match(done.stderr, sentence);
    }
    assert.match(
      run(['serve'], { TURN_DURATION_SECONDS: 'long' }).stderr,
      /TURN_DURATION_SECONDS is a whole number/,
    );
    assert.equal(run(['dance']).status, 2);
    assert.equal(run([]).status, 2);
    assert.equal(run(['--help']).status, 0);
    assert.match(run(['--version']).stdout, /^ludoteca \d/);
    const nowhere = run(['serve', '--port', '0', '--data', '/proc/nowhere']);
    assert.equal(nowhere.status, 1);
    assert.match(nowhere.stderr, /\/proc\/nowhere/);
  });

  it('reach the games, and go into the log', async () => {
    const server = await startServer({
      env: { TURN_DURATION_SECONDS: '42', MIN_PLAYERS_PER_TEAM: '1' },
      args: ['--default-score-limit=3', '--max-players-per-team', '2'],
    });
    const r = await openRoom(server, { game: 'taboo', people: 2 });
    assert.equal(r.people[0].roomState.settings.turnSeconds, 42);
    assert.equal(r.people[0].roomState.settings.scoreLimit, 3);
    await r.people[0].ask('choose_game', { game: 'santase' });
    await r.people[0].ask('choose_game', { game: 'taboo' });
    await r.people[1].next(
      'room_updated',
      (e) => e.roomState.game === 'taboo' && e.roomState.seq === 4 && e.roomState.settings.scoreLimit === 3,
    );
    for (const name of ['X', 'Y'])
      await connect(server).ask('join_room', { roomCode: r.code, playerName: name });
    const full = await connect(server).ask('join_room', {
      roomCode: r.code,
      playerName: 'Z',
      teamName: 'Equipo A',
    });
    assert.equal(full.error.code, 'TEAM_FULL');
    assert.deepEqual(await r.people[0].ask('start_game', {}), { ok: true });
    r.close();
    await server.stop();
    const log = execFileSync(program, ['log', '--data', server.data, r.code], { encoding: 'utf8' });
    assert.match(log, /^1 \{.*"turnSeconds":42/);
    server.remove();
  });

  it('listen on a unix socket, and end although clients are connected', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ludoteca-'));
    const path = join(folder, 'socket');
    const server = await startServer({ args: ['--unix', path, '--public-url', 'http://x.example:1'] });
    const answer = await new Promise((resolve, reject) => {
      const c = createConnection(path, () =>
        c.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
      );
      let text = '';
      c.on('data', (d) => {
        text += d;
      });
      c.on('end', () => resolve(text));
      c.on('error', reject);
    });
    assert.match(answer, /^HTTP\/1\.1 200/);
    const held = createConnection(path, () => held.write('GET /healthz HTT'));
    held.on('error', () => {});
    await pause(100);
    const began = Date.now();
    assert.equal((await server.stop())[0], 0);
    assert.ok(Date.now() - began < 5000, 'gone within five seconds');
    rmSync(folder, { recursive: true });
    server.remove();
  });

  it(
    'end a room in which nothing happens, and one whose host went before anybody came',
    { timeout: 240000 },
    async () => {
      const server = await startServer({ args: ['--room-expiry-ms', '4000'] });
      const r = await openRoom(server, { game: 'taboo', people: 2 });
      for (const p of r.people) assert.deepEqual(await p.next('room_closed'), { reason: 'idle' });
      assert.equal((await r.people[0].ask('rename', { playerName: 'X' })).error.code, 'NOT_IN_ROOM');
      assert.equal(
        (await r.people[0].ask('join_room', { roomCode: r.code, playerId: r.people[0].playerId })).error.code,
        'ROOM_NOT_FOUND',
      );
      r.close();
      await server.stop();
      server.remove();
      const lonely = await startServer();
      const one = await openRoom(lonely, { game: 'santase', people: 1 });
      one.close();
      await pause(2000);
      assert.equal((await fetch(`${lonely.url}/rooms/${one.code}/state`)).status, 200, 'a reload survives');
      let status = 200;
      for (let i = 0; i < 600 && status === 200; i++) {
        await pause(100);
        ({ status } = await fetch(`${lonely.url}/rooms/${one.code}/state`));
      }
      assert.equal(status, 404);
      await lonely.stop();
      lonely.remove();
    },
  );

  it('make links and pictures as the operator wants them', async () => {
    const server = await startServer({
      args: [
        '--public-url',
        'https://games.example/',
        '--avatar-url',
        'https://pictures.example/7.x/svg?seed=',
      ],
    });
    const at = { url: `http://127.0.0.1:${server.port}` };
    const made = await fetch(`${at.url}/rooms`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ playerName: 'Ana' }),
    });
    const cookies = made.headers.getSetCookie();
    for (const cookie of cookies) assert.match(cookie, /; Secure/);
    const page = await fetch(at.url + made.headers.get('location'), {
      headers: { cookie: cookies.map((c) => c.split(';')[0]).join('; ') },
    });
    assert.match(
      page.headers.get('content-security-policy'),
      /img-src 'self' data: https:\/\/pictures\.example;/,
    );
    const text = await page.text();
    assert.match(text, /https:\/\/games\.example\/rooms\//);
    assert.match(text, /https:\/\/pictures\.example\/7\.x\/svg\?seed=Ana/);
    await server.stop();
    server.remove();
    const proxied = await startServer({ args: ['--trust-proxy'] });
    const { roomCode } = await (
      await fetch(`${proxied.url}/rooms`, { method: 'POST', headers: { Accept: 'application/json' } })
    ).json();
    const tv = await (
      await fetch(`${proxied.url}/rooms/${roomCode}/tv`, {
        headers: { 'X-Forwarded-Host': 'play.example', 'X-Forwarded-Proto': 'https' },
      })
    ).text();
    assert.match(tv, /https:\/\/play\.example\/rooms\//);
    await proxied.stop();
    proxied.remove();
  });

  it('take a socket that somebody else listens on', async () => {
    const listener = createTcpServer();
    await new Promise((done) => {
      listener.listen(0, '127.0.0.1', done);
    });
    const { port } = listener.address();
    const data = mkdtempSync(join(tmpdir(), 'ludoteca-'));
    const child = spawn('sh', ['-c', `LISTEN_PID=$$ LISTEN_FDS=1 exec ${program} serve --data ${data}`], {
      stdio: ['ignore', 'pipe', 'inherit', listener._handle],
    });
    closeAtEnd(() => child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    listener.close();
    const health = await (await fetch(`http://127.0.0.1:${port}/healthz`)).json();
    assert.equal(health.ok, true);
    child.kill('SIGTERM');
    assert.equal((await once(child, 'exit'))[0], 0);
    rmSync(data, { recursive: true });
  });

  it('say goodbye to everybody when the house closes', async () => {
    const server = await startServer();
    const r = await openRoom(server, { game: 'taboo', people: 2 });
    const ended = server.stop();
    for (const p of r.people) assert.deepEqual(await p.next('room_closed'), { reason: 'shutdown' });
    assert.equal((await ended)[0], 0);
    r.close();
    server.remove();
  });
});
