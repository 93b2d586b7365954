// Somebody rings the bell while a turn is on: asked for a name and a team, lets the turn pass without seeing its
// card, and plays from the next one on. Where the host wants nobody else, there is only watching.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect, openRoom, startServer } from '../../../test/site/server.mjs';
import { desk, launch, person, phone, shoot, violations } from '../../../test/web/phones.mjs';
import { leaks } from './seen.mjs';

const small = { width: 360, height: 640 };
const server = await startServer({ args: ['--turn-duration-seconds', '300', '--turn-end-pause-ms', '0'] });
const browser = await launch();
test.after(async () => {
  await browser.close();
  await server.stop();
  server.remove();
});

/** Ana, Carla and Eva against Ben and Dino; Ana is describing. */
async function startTurn(settings) {
  const room = await openRoom(server, { game: 'taboo', people: 5, settings });
  const [ana, ben] = room.people;
  await ana.ask('start_game', { roomCode: room.code });
  await ana.ask('describer_ready', { roomCode: room.code });
  const { card } = await ben.next('card_revealed');
  return { ...room, ana, ben, card: { word: card.word, taboo: card.tabooWords } };
}

const knock = async (code) => {
  const gema = await person(browser, 'Gema', { size: phone });
  await gema.page.goto(`${server.url}/rooms/${code}`);
  await gema.page.fill('#name', 'Gema');
  return gema;
};

test('who comes in the middle of a turn plays from the next one on', async () => {
  const { code, ana, ben, card, close } = await startTurn({ latecomers: true });
  const gema = await knock(code);
  const team = gema.page.locator('.option', { hasText: 'Equipo B' });
  assert.equal(await team.locator('input').isChecked(), true, 'the smaller team is proposed');
  const number = team.locator('.late-size');
  assert.equal(await number.innerText(), '2');
  const apart = await number.evaluate((size) => {
    const name = document.createRange();
    name.selectNodeContents(size.previousSibling);
    return size.getBoundingClientRect().left - name.getBoundingClientRect().right;
  });
  assert.ok(apart >= 0, `how many they are stands ${-apart} px over their name`);
  await shoot(gema, 'taboo-late-door', { phone, small, desk });
  assert.deepEqual(await violations(gema), []);
  await gema.page.getByRole('button', { name: 'Entrar a jugar' }).click();
  await gema.page.locator('.head', { hasText: 'Juegas desde el próximo turno.' }).waitFor();
  assert.equal(await gema.page.locator('.taboo-card .word').count(), 0);
  assert.equal(await gema.page.locator('.taboo-actions').count(), 0);
  assert.deepEqual(leaks(gema.heard, card), []);
  await shoot(gema, 'taboo-late-waits', { phone, small, desk });
  assert.deepEqual(await violations(gema), []);
  await ana.ask('leave_room', { roomCode: code });
  await gema.page.locator('.taboo[data-phase="WAITING_FOR_DESCRIBER"][data-role="guesser"]').waitFor();
  await ben.ask('describer_ready', { roomCode: code });
  await gema.page.locator('.big.right:not([aria-disabled])').click();
  await gema.page.locator('.side[data-team="1"] .points', { hasText: /^1$/ }).waitFor();
  assert.deepEqual(gema.problems, []);
  await gema.context.close();
  close();
});

test('the host decides, also while the game is on', async () => {
  const { code, ana, close } = await startTurn({});
  const late = connect(server);
  const join = { roomCode: code, playerName: 'Hugo', teamName: 'Equipo A' };
  assert.equal((await late.ask('join_room', join)).error.code, 'GAME_ALREADY_STARTED');
  const gema = await knock(code);
  assert.equal(await gema.page.getByRole('button', { name: 'Entrar a jugar' }).count(), 0);
  await ana.ask('configure_room', { roomCode: code, latecomers: true });
  await gema.page.reload();
  await gema.page.getByRole('button', { name: 'Entrar a jugar' }).waitFor();
  assert.equal((await late.ask('join_room', join)).roomState.latecomers, true);
  await gema.context.close();
  late.close();
  close();
});
