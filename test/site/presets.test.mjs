// Presets by HTTP: one name sets many settings in one record, and a link shows settings and makes nothing.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startServer } from './server.mjs';

let server;
before(async () => {
  server = await startServer();
});
after(async () => {
  const [code] = await server.stop();
  server.remove();
  assert.equal(code, 0);
  assert.equal(server.stderr, '');
});

const json = { 'Content-Type': 'application/json', Accept: 'application/json' };
const spanish = { 'Accept-Language': 'es', Accept: 'text/html' };
const get = (path, headers = spanish) => fetch(server.url + path, { redirect: 'manual', headers });
const post = (path, body, token) =>
  fetch(server.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...json, ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
const make = async (game) => {
  const { roomCode, playerId } = await (await post('/rooms', { game, playerName: 'Ana' })).json();
  return { code: roomCode, token: playerId };
};
const stateOf = async (code) => (await (await get(`/rooms/${code}/state`, json)).json()).room;
const rooms = async () => (await (await get('/metrics')).text()).match(/^ludoteca_rooms\{.*$/gm).join();

describe('a preset', () => {
  it('sets all that it names, in one record, and leaves the rest', async () => {
    const { code, token } = await make('taboo');
    const before = await stateOf(code);
    await post(`/rooms/${code}/do/configure_room`, { turnEndPauseMs: 1500 }, token);
    const { seq } = await (
      await post(`/rooms/${code}/do/choose_preset`, { preset: 'children' }, token)
    ).json();
    const { settings } = await stateOf(code);
    assert.equal(seq, before.seq + 2);
    assert.deepEqual(
      [settings.mode, settings.scoreLimit, settings.turnSeconds, settings.deck, settings.turnEndPauseMs],
      ['score', 10, 90, 'children', 1500],
    );
    assert.equal(settings.language, before.settings.language);
  });
  it('is one of the game on the table, and the host’s to choose', async () => {
    const { code, token } = await make('santase');
    const before = await stateOf(code);
    for (const preset of ['twentyCards', '', 'x'.repeat(5000), 7, null, ['quick'], undefined]) {
      const answer = await post(`/rooms/${code}/do/choose_preset`, { preset }, token);
      assert.equal(answer.status, 400, String(preset));
      assert.equal((await answer.json()).error.code, 'BAD_SETTING');
    }
    const guest = await (await post(`/rooms/${code}/join`, { playerName: 'Ben' })).json();
    const refused = await post(`/rooms/${code}/do/choose_preset`, { preset: 'quick' }, guest.playerId);
    assert.equal((await refused.json()).error.code, 'NOT_HOST');
    assert.deepEqual((await stateOf(code)).settings, before.settings);
  });
});

describe('settings as a link', () => {
  it('are shown in words, and nothing is made by looking', async () => {
    const before = await rooms();
    const page = await get('/new?game=taboo&mode=deck&deckSize=20&turnEndPauseMs.seconds=1.5&preset=Viernes');
    assert.equal(page.status, 200);
    const text = await page.text();
    assert.match(text, /Tabú: <bdi>Viernes/);
    assert.match(text, /hasta acabar las cartas/);
    assert.match(text, /name="turnEndPauseMs" value="1500"/);
    assert.match(text, /href="\?game=taboo&amp;mode=deck&amp;.*preset=Viernes&amp;lang=it"/);
    assert.equal(await rooms(), before);
  });
  it('are what the room then has', async () => {
    const text = await (await get('/new?game=santase&matchTo=7&autoClaim=true&turnSeconds=30')).text();
    const fields = [...text.matchAll(/type="hidden" name="(\w+)" value="(\w*)"/g)].map(([, k, v]) => [k, v]);
    const made = await fetch(`${server.url}/rooms`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(fields),
    });
    const { settings } = await stateOf(/rooms\/(\w+)/.exec(made.headers.get('location'))[1]);
    assert.deepEqual([settings.matchTo, settings.autoClaim, settings.turnSeconds], ['7', true, 30]);
  });
  it('count without what a messenger has hung on them', async () => {
    const hung = [
      'fbclid=IwAR0-x_y',
      'utm_source=whatsapp&utm_medium=x',
      'gclid=1',
      'igshid=MzRl%3D%3D',
      'igsh=1',
    ];
    for (const tracking of hung)
      for (const query of [
        `game=taboo&turnSeconds=33&preset=Viernes&${tracking}`,
        `${tracking}&game=taboo&turnSeconds=33&preset=Viernes`,
      ]) {
        const page = await get(`/new?${query}`);
        const text = await page.text();
        assert.equal(page.status, 200, query);
        assert.match(text, /name="turnSeconds" value="33"/);
        assert.match(text, /href="\?game=taboo&amp;turnSeconds=33&amp;preset=Viernes&amp;lang=it"/);
        assert.doesNotMatch(text, /fbclid|utm_|gclid|igsh/);
      }
    assert.equal((await get('/new?game=taboo&utm=1&fbclids=2')).status, 400, 'only those');
    assert.equal((await get('/new?fbclid=1', json)).status, 404, 'a link has a game');
  });
  it('are refused whole where one of them is wrong, with a sentence, and the room can still be made', async () => {
    for (const [query, sentence] of [
      ['game=taboo&turnSeconds=30&scoreLimit=900', /Puntos para ganar: un número del 1 al 100/],
      ['game=taboo&turnSeconds=30&mode=chess', /Se juega/],
      ['game=taboo&turnSeconds=30&colour=red', /no tiene el ajuste «colour»/],
      ['game=taboo&turnSeconds=30&latecomers=maybe', /Quien llega tarde/],
      ['game=taboo&turnSeconds=30&scoreLimit=', /Puntos para ganar/],
      ['game=taboo&turnSeconds=30&turnEndPauseMs.seconds=soon', /Pausa entre turnos/],
      ['game=taboo&turnSeconds=30&%3Cscript%3E=1', /«&lt;script&gt;»/],
      ['game=codenames&seed=7', /no tiene el ajuste «seed»/],
    ]) {
      const page = await get(`/new?${query}`);
      const text = await page.text();
      assert.equal(page.status, 400, query);
      const [, alert] = /role="alert">(.*?)<\/p>/s.exec(text);
      assert.match(alert, sentence);
      assert.match(alert, /los de siempre/);
      assert.doesNotMatch(text, /name="turnSeconds"|name="seed"/);
      assert.match(text, /Crear con los de siempre/);
      const program = await get(`/new?${query}`, json);
      assert.equal((await program.json()).error.code, 'BAD_SETTING');
    }
  });
  it('need a game that there is, and an address that can be read', async () => {
    for (const [query, code] of [
      ['', 'UNKNOWN_GAME'],
      ['game=chess', 'UNKNOWN_GAME'],
      ['game=crypta', 'UNKNOWN_GAME'],
      ['game=taboo&mode=%zz', 'BAD_REQUEST'],
      ['game=taboo&mode=%ff', 'BAD_REQUEST'],
      ['game=taboo&mode=%00', 'BAD_REQUEST'],
      [`game=taboo&${'k'.repeat(200)}=1`, 'BAD_REQUEST'],
    ]) {
      const answer = await get(`/new?${query}`, json);
      assert.ok(answer.status >= 400 && answer.status < 500, query);
      assert.equal((await answer.json()).error.code, code, query);
      assert.match(await (await get(`/new?${query}`)).text(), /<h1>/);
    }
  });
});
