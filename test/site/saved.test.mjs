/* A finished game leaves the house as a file, and comes back to another one: the same views, or a reason why not. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { playCodenames } from '../web/codenames.mjs';
import { startServer } from './server.mjs';

let here;
let there;
before(async () => {
  const args = ['--reconnect-grace-ms', '3600000'];
  [here, there] = await Promise.all([startServer({ args }), startServer({ args })]);
});
after(async () => {
  await Promise.all([here.stop(), there.stop()]);
  here.remove();
  there.remove();
});

const json = { accept: 'application/json' };
const bearer = (token) => ({ ...json, ...(token && { authorization: `Bearer ${token}` }) });

async function finished() {
  const game = await playCodenames(here);
  await game.clue();
  await game.end();
  return game;
}

async function take(game, token, name = 'last.jsonl') {
  const answer = await fetch(`${here.url}/rooms/${game.id}/replay/${name}`, { headers: bearer(token) });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

async function bring(text) {
  const headers = { ...json, 'content-type': 'application/octet-stream' };
  const answer = await fetch(`${there.url}/replay`, { method: 'POST', headers, body: text });
  return { status: answer.status, said: await answer.json().catch(() => ({})) };
}

const get = async (server, path, token) =>
  (await fetch(server.url + path, { headers: bearer(token) })).json();

const resum = (text) => {
  const end = text.lastIndexOf('{"sha256"');
  const sum = createHash('sha256').update(text.slice(0, end)).digest('hex');
  return `${text.slice(0, end)}{"sha256":"${sum}"}\n`;
};

describe('a game as a file', () => {
  it('is shown on another server as it was on its own', async () => {
    const game = await finished();
    const file = await take(game, game.host);
    assert.equal(file.status, 200);
    assert.match(
      file.headers.get('content-disposition'),
      /attachment; filename="codenames-\d{4}-\d\d-\d\d\.jsonl"/,
    );
    const { status, said } = await bring(file.text);
    assert.equal(status, 200, JSON.stringify(said));
    const original = await get(here, `/rooms/${game.id}/replay.json`, game.host);
    const copy = await get(there, `${said.address}.json`);
    assert.equal(copy.games.length, 1);
    assert.deepEqual(copy.games, original.games);
    assert.equal(copy.you, undefined);
    const { from, players } = copy.games[0];
    for (const eyes of ['', ...players.map(({ id }) => `?as=${id}`)])
      assert.deepEqual(
        await get(there, `${said.address}/${from}.json${eyes}`),
        await get(here, `/rooms/${game.id}/replay/${from}.json${eyes}`, game.host),
      );
    const page = await fetch(there.url + said.address);
    assert.equal(page.status, 200);
    assert.match(await page.text(), new RegExp(`data-replay="${said.address}"`));
  });

  it('has nothing in it that proves a seat', async () => {
    const game = await finished();
    const { text } = await take(game, game.host);
    const tokens = [game.host, ...Object.values(game.tokens).flatMap((team) => Object.values(team))];
    for (const token of tokens) {
      assert.ok(!text.includes(token));
      const hash = createHash('sha256').update(token.toLowerCase()).digest('hex').slice(0, 32);
      assert.ok(!text.includes(hash));
    }
    for (const line of text.trim().split('\n')) assert.equal(typeof JSON.parse(line), 'object');
  });

  it('is given only to those who were there, and when it is over', async () => {
    const game = await finished();
    assert.equal((await take(game)).status, 403);
    assert.equal((await take(game, game.host, '99999.jsonl')).status, 404);
    assert.equal((await take(game, game.host, 'x.jsonl')).status, 404);
    const running = await playCodenames(here);
    const refused = await take(running, running.host);
    assert.equal(refused.status, 409);
    assert.equal(JSON.parse(refused.text).error.code, 'GAME_NOT_OVER');
  });

  it('is refused with the reason when it is none', async () => {
    const game = await finished();
    const { text } = await take(game, game.host);
    const reasons = [
      ['', 'FILE_NOT_OURS'],
      ['{"what":1}\n', 'FILE_NOT_OURS'],
      [text.slice(0, -100), 'FILE_DAMAGED'],
      [text.replace('"finished":true', '"finished":!!!!'), 'FILE_DAMAGED'],
      [resum(text.replace('"format":1', '"format":7')), 'FILE_VERSION'],
      [resum(text.replace(/"version":\d+/, '"version":9999')), 'FILE_RULES'],
      [resum(text.replace('"game":"codenames","version"', '"game":"chess","version"')), 'UNKNOWN_GAME'],
      [resum(text.replace(/"check":\d+/, '"check":7')), 'FILE_NO_GAME'],
      [resum(text.replace(/"decks":\["[0-9a-f]+/, '"decks":["00')), 'FILE_CARDS'],
    ];
    for (const [file, code] of reasons) {
      const { status, said } = await bring(file);
      assert.equal(said.error?.code, code);
      assert.ok(status >= 400 && status < 500);
    }
    const { status } = await bring(`{"ludoteca":"game",${' '.repeat(5 << 20)}`);
    assert.equal(status, 413);
    assert.equal((await bring(text)).status, 200, 'and what is whole still opens');
  });

  it('is asked for again when it is no longer there', async () => {
    const answer = await fetch(`${there.url}/replay/${'0'.repeat(32)}.json`, { headers: json });
    assert.equal(answer.status, 404);
    assert.equal((await answer.json()).error.code, 'FILE_GONE');
    assert.equal((await fetch(`${there.url}/replay`)).status, 200);
  });
});
