// A seat moves to another phone: the old one says so and can no longer act, at a table and in a lobby.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeSeat, visitor } from './browser.mjs';
import { close, openHouse, patient } from './house.mjs';
import { shoot, violations } from './phones.mjs';

const { browser, server, call, state, codenames } = await openHouse(...patient);
const gone = 'Tu sitio está ahora en otro móvil';

/** The link that the old phone shows, opened on another one. */
async function move(old) {
  const address = await old.locator('#resume .link-field').inputValue();
  const fresh = await visitor(browser);
  await fresh.goto(new URL(address, server.url).href);
  await fresh.getByRole('button', { name: 'Seguir aquí' }).click();
  return fresh;
}

/** What the cookies of that phone can still do. */
async function act(page, code, event, data = {}) {
  const answer = await page.request.post(`${server.url}/rooms/${code}/do/${event}`, {
    data,
    headers: { accept: 'application/json' },
  });
  return [answer.status(), (await answer.json()).error?.code];
}

test('at the table: the old phone says where the seat is, and plays no more', async () => {
  const { id, host } = await codenames();
  const old = await visitor(browser);
  await takeSeat(old, `${server.url}/rooms/${id}`, host);
  await old.locator('.codenames').waitFor();
  await old.getByRole('button', { name: 'Menú' }).click();
  await old.getByRole('button', { name: 'Seguir en otro móvil' }).click();
  await old.locator('dialog[open] #resume').getByText('Este móvil ya no podrá jugar por ti').waitFor();
  const fresh = await move(old);
  await fresh.locator('.codenames').waitFor();
  await old.getByRole('heading', { name: gone }).waitFor();
  await old.waitForFunction(() => !document.querySelector('dialog[open]'));
  assert.equal(await old.locator('.codenames, .table-root button').count(), 0);
  assert.deepEqual(await violations({ page: old }), []);
  await shoot({ page: old }, 'seat-moved');

  const clue = { text: 'zigurat', count: 1 };
  assert.deepEqual(await act(old, id, 'submit_clue', clue), [403, 'NOT_IN_ROOM']);
  await assert.rejects(call(`/rooms/${id}/do/submit_clue`, host, clue), /NOT_IN_ROOM/);
  await old.reload(); // a stranger now, who may come in as somebody else
  await old.locator('body').waitFor();
  assert.equal((await (await old.request.get(`${server.url}/rooms/${id}/state`)).json()).you, null);
  assert.equal((await act(fresh, id, 'submit_clue', clue))[0], 200);
  await close(old, fresh);
});

test('in the lobby: the host who made the room there is no host there any more', async () => {
  const old = await visitor(browser);
  await old.goto(`${server.url}/`);
  await old.locator('button[name=game][value=taboo]').click();
  await old.locator('#lobby').waitFor();
  const code = /rooms\/(\w{6})/.exec(old.url())[1];
  const asked = await old.context().newPage();
  await asked.goto(`${server.url}/rooms/${code}/resume`);
  const fresh = await move(asked);
  await fresh.locator('#lobby').waitFor();
  await old.getByRole('heading', { name: gone }).waitFor();
  assert.equal((await act(old, code, 'configure_room', { scoreLimit: 20 }))[1], 'NOT_IN_ROOM');
  assert.equal((await act(fresh, code, 'configure_room', { scoreLimit: 20 }))[0], 200);
  const cookie = (await fresh.context().cookies()).find(({ name }) => name === `seat_${code}`);
  assert.equal((await state(code, cookie.value)).you.isHost, true);
  await close(old, fresh);
});
