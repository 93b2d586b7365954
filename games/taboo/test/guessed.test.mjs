// The television during a turn: words pop up when they were guessed, and no other word is ever there.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desk, takeSeat } from '../../../test/web/browser.mjs';
import { close, openHouse, patient } from '../../../test/web/house.mjs';
import { shoot, violations } from '../../../test/web/phones.mjs';

const house = await openHouse(...patient, '--turn-duration-seconds', '300');

/** A phone describes, the others are programs. @returns {Promise<{ code: string, token: string, buzzer: string }>} */
async function begin(phone) {
  const { roomCode: code, playerId: token } = await house.call('/rooms', '', {
    game: 'taboo',
    playerName: 'Ana',
    teamName: 'Equipo A',
    settings: { scoreLimit: 30 },
  });
  const [buzzer] = [
    await house.call(`/rooms/${code}/join`, '', { playerName: 'Ben', teamName: 'Equipo B' }),
    await house.call(`/rooms/${code}/join`, '', { playerName: 'Carla', teamName: 'Equipo A' }),
    await house.call(`/rooms/${code}/join`, '', { playerName: 'Dino', teamName: 'Equipo B' }),
  ];
  await house.call(`/rooms/${code}/do/start_game`, token, {});
  await takeSeat(phone, `${house.url}/rooms/${code}`, token); // who describes has to be there
  await phone.locator('.taboo').waitFor();
  await house.call(`/rooms/${code}/do/describer_ready`, token, {});
  return { code, token, buzzer: buzzer.playerId };
}

/** Judges the card on the table; says its word. */
async function judge({ code, token }, verb, by = token) {
  const { table } = await house.state(code, token);
  await house.call(`/rooms/${code}/do/${verb}`, by, { cardId: table.card.id });
  return table.card.word;
}

test('a word pops up when it was guessed; passed and buzzed ones do not', async () => {
  const [phone, tele] = [await house.visit(), await house.visit({ size: desk })];
  const turn = await begin(phone);
  const words = tele.locator('.guessed li');
  await tele.goto(`${house.url}/rooms/${turn.code}/tv`);
  await tele.locator('.taboo[data-phase=TURN_ACTIVE]').waitFor();
  assert.equal(await words.count(), 0);
  const unsaid = [await judge(turn, 'card_skip')];
  const said = [await judge(turn, 'card_correct')];
  await words.filter({ hasText: said[0] }).waitFor();
  unsaid.push(await judge(turn, 'card_buzz', turn.buzzer));
  for (let i = 0; i < 11; i++) said.push(await judge(turn, 'card_correct'));
  await words.filter({ hasText: said.at(-1) }).waitFor();
  unsaid.push((await house.state(turn.code, turn.token)).table.card.word);
  assert.deepEqual(await words.allInnerTexts(), said.slice(-6), 'the last ones');
  const shown = await tele.locator('main').innerText();
  for (const word of unsaid) assert.ok(!shown.includes(word), word);
  assert.deepEqual(await violations({ page: tele }), []);
  await shoot({ page: tele }, 'taboo-guessed', { desk, wide: { width: 1920, height: 1080 } });
  await tele.reload();
  await words.filter({ hasText: said.at(-1) }).waitFor();
  assert.deepEqual(await words.allInnerTexts(), said.slice(-6), 'who comes now sees them, too');
  await close(phone, tele);
});
