/* New cards for a room, from the key in the environment to the log: `cards_generating`,
 * `cards_ready`, CARD_API_FAILED, and a room that plays on without the network. The other side is a
 * local server that speaks as Google documents it, well and badly. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { placeOf, startServer } from '../../../test/site/server.mjs';
import { openTable } from './spec-player.mjs';

const KEY = 'AIzaSy-nobody-may-ever-see-this';
const deck = JSON.parse(readFileSync(new URL('../cards/es.json', import.meta.url))).cards.length;
const build = process.env.LUDOTECA_BUILD || 'build';
const ludoteca = (...args) => execFileSync(join(build, 'ludoteca'), args, { encoding: 'utf8' });

/** The deck as the room has it in its log, record by record. */
const generated = (data, code) =>
  ludoteca('log', code, ...placeOf(data))
    .split('\n')
    .filter((line) => /"tabooWords"/.test(line));

describe('new cards', { concurrency: 16 }, () => {
  let gemini, url;
  before(async () => {
    gemini = spawn(process.execPath, [new URL('gemini-server.mjs', import.meta.url).pathname], {
      env: { ...process.env, FAKE_GEMINI_KEY: KEY },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const port = await new Promise((resolve) => {
      gemini.stdout.once('data', (d) => resolve(String(d).trim()));
    });
    url = `http://127.0.0.1:${port}`;
  });
  after(() => {
    gemini.stdin.end();
  });

  /** With one card less than the threshold above which nothing is asked for. */
  const start = async (model, more = {}) => {
    const server = await startServer({
      args: ['--log-level', 'debug'],
      env: {
        GEMINI_API_KEY: KEY,
        GEMINI_MODEL: model,
        GEMINI_BASE_URL: url,
        GEMINI_TIMEOUT_MS: '1500',
        ...more,
        LOW_DECK_THRESHOLD: String(deck - 2),
      },
    });
    server.stdout = '';
    server.child.stdout.on('data', (bytes) => {
      server.stdout += bytes;
    });
    return server;
  };
  /** The second card leaves as few as the threshold says. */
  const drawTwo = async (t) => {
    const turn = await t.start();
    const first = await t.ready(turn);
    assert.equal(t.host.got('cards_generating').length, 0, 'not before');
    turn.describer.send('card_skip', { cardId: first.id });
    const second = await t.card(turn);
    const asked = await t.all('cards_generating');
    assert.deepEqual(asked, {});
    return { turn, second };
  };
  const goesOn = async (t, turn, card) => {
    turn.describer.send('card_correct', { cardId: card.id });
    await t.judged(card, 'correct');
    return t.card(turn);
  };
  const keepsTheKey = (t, server) => {
    const said = [
      server.stderr,
      server.stdout,
      ludoteca('log', t.roomCode, ...placeOf(server.data)),
      JSON.stringify(t.players.map((p) => p.events)),
    ].join('\n');
    assert.ok(!said.includes(KEY) && !said.includes('AIza'), 'the key is nowhere');
  };
  const end = async (t, server) => {
    t.check();
    t.close();
    assert.equal((await server.stop())[0], 0);
    keepsTheKey(t, server);
    assert.match(ludoteca('verify', ...placeOf(server.data)), /: 0 differ, 0 broken/);
    server.remove();
  };

  it('come when few are left, and are part of the log: the room plays on without the network', async () => {
    const server = await start('gemini-2.5-flash');
    const t = await openTable(server);
    const { turn, second } = await drawTwo(t);
    assert.equal((await t.all('cards_ready')).totalCards, deck + 3);
    await goesOn(t, turn, second);
    assert.deepEqual(
      t.players.flatMap((p) => p.got('error')),
      [],
    );
    const [record, ...others] = generated(server.data, t.roomCode);
    assert.equal(others.length, 0);
    for (const word of ['GAMUSINO', 'ZARZAPARRILLA', 'TROMPETISTA'])
      assert.ok(record.includes(`"${word}"`), word);
    t.check();
    keepsTheKey(t, server);

    await server.stop('SIGKILL');
    t.close();
    const again = await startServer({ data: server.data, env: { GEMINI_API_KEY: '' } });
    t.server = again;
    t.players = await Promise.all(t.players.map((p) => p.comeBack(again)));
    [t.host] = t.players;
    const state = await (
      await fetch(`${again.url}/rooms/${t.roomCode}/state`, {
        headers: { authorization: `Bearer ${t.host.playerId}` },
      })
    ).json();
    assert.equal(state.table.cardsLeft, deck + 3 - 3, 'the three new ones are still there');
    t.host.send('end_game');
    await t.all('room_updated', (e) => e.roomState.state === 'LOBBY' && e.roomState.ownCards === 3);
    await t.start();
    const next = await (await fetch(`${again.url}/rooms/${t.roomCode}/state`)).json();
    assert.equal(
      next.table.cardsLeft,
      deck,
      'they stay with the room, and the three seen ones do not come back',
    );
    t.close();
    assert.equal((await again.stop())[0], 0);
    assert.match(ludoteca('verify', ...placeOf(server.data)), /: 0 differ, 0 broken/);
    again.remove();
  });

  it('are checked one by one: half rubbish leaves the other half', async () => {
    const server = await start('half');
    const t = await openTable(server);
    const { turn, second } = await drawTwo(t);
    const { totalCards } = await t.all('cards_ready');
    const [record] = generated(server.data, t.roomCode);
    const words = [...record.matchAll(/"word":\s*"([^"]*)"/g)].map((m) => m[1]);
    assert.equal(totalCards, deck + words.length);
    assert.ok(words.length >= 3 && words.length < 8, words.join());
    assert.equal(new Set(words).size, words.length);
    for (const bad of ['PERA', 'UVA', 'CIRUELA', '']) assert.ok(!words.includes(bad), bad);
    await goesOn(t, turn, second);
    await end(t, server);
  });

  const failures = {
    slow: /in time/,
    drip: /in time/,
    quota: /429/,
    garbage: /./,
    'bad-cards': /./,
    broken: /500/,
    forbidden: /key/,
    html: /JSON/,
    truncated: /./,
    away: /./,
    'no-such-model': /404/,
  };
  for (const [model, sentence] of Object.entries(failures))
    it(`fail (${model}): the host hears CARD_API_FAILED, and the game goes on`, async () => {
      const server = await start(model);
      const t = await openTable(server);
      const { turn, second } = await drawTwo(t);
      const error = await t.host.next('error');
      assert.equal(error.code, 'CARD_API_FAILED');
      assert.match(error.message, sentence);
      await goesOn(t, turn, second);
      for (const p of t.players) {
        assert.equal(p.got('error').length, p === t.host ? 1 : 0, p.name);
        assert.equal(p.got('cards_ready').length, 0);
        assert.equal(p.got('cards_generating').length, 1, 'not asked again at once');
        assert.equal(p.got('cards_failed').length, 1, 'nobody is left waiting');
      }
      await end(t, server);
      assert.match(server.stderr, new RegExp(`${t.roomCode}.*Gemini`), 'the operator is told');
    });

  it('are not asked for without a key, nor when nobody answers at that address', async () => {
    const none = await start('gemini-2.0-flash', { GEMINI_API_KEY: '' });
    const t = await openTable(none);
    const turn = await t.start();
    let card = await t.ready(turn);
    for (let i = 0; i < 4; i++) card = await goesOn(t, turn, card);
    assert.equal(t.host.got('cards_generating').length, 0);
    await end(t, none);
    const nobody = await start('gemini-2.0-flash', { GEMINI_BASE_URL: 'http://127.0.0.1:1' });
    const u = await openTable(nobody);
    const drawn = await drawTwo(u);
    assert.equal((await u.host.next('error')).code, 'CARD_API_FAILED');
    await goesOn(u, drawn.turn, drawn.second);
    await end(u, nobody);
  });
});
