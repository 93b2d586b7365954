// Computers at the cards game on the real server: one person among them plays a whole game, and a seat whose
// owner is away is lent to one by whoever sits there, until the owner is back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServer } from '../../../test/site/server.mjs';
import { Player, sitDown } from './spec-player.mjs';

const server = await startServer({ args: ['--bot-pause-ms', '1'] });
test.after(async () => {
  await server.stop();
  server.remove();
});

test('one person and three computers play to the end', async () => {
  const [ana] = await sitDown(server, 1, { language: 'en', scoreLimit: 3 });
  for (const level of [1, 2, 3]) await ana.does('add_bot', { level });
  await ana.does('start_game');
  const steps = ['submit_response', 'judge_winner', 'next_round'];
  for (let done = ''; ; ) {
    const step = (t) => (t.over ? 'over' : steps.find((one) => t.may.includes(one)));
    const table = await ana.table((t) => step(t) && `${t.round} ${step(t)}` !== done);
    const todo = step(table);
    if (todo === 'over') break;
    done = `${table.round} ${todo}`;
    if (todo === 'submit_response') await ana.submit();
    if (todo === 'next_round') await ana.act('next_round'); // the moment may just have passed
    if (todo !== 'judge_winner') continue;
    await ana.does('reveal', { all: true });
    const { responses } = await ana.table((t) => t.responses?.every((one) => one.revealed));
    await ana.does('judge_winner', { responseId: responses[0].id });
  }
  const bots = ana.view.room.players.filter((player) => player.bot);
  assert.deepEqual(bots.map((player) => player.bot).sort(), [1, 2, 3]);
  ana.close();
});

test('a computer takes no seat where it cannot read the cards', async () => {
  const [ana] = await sitDown(server, 1, { language: 'es' });
  assert.equal(await ana.refused('add_bot', { level: 2 }), 'BAD_SETTING');
  ana.close();
});

test('anybody at the table lends the seat of who is away, and the owner has it back at once', async () => {
  const [ana, ben, carla] = await sitDown(server, 3, { language: 'en' });
  await ana.does('start_game');
  let last = 0; // of the views that were looked at: what was so before is no answer
  const seen = async (check) => {
    const is = (view) => view.seq > last && check(view.room.players.find(({ id }) => id === carla.id) ?? {});
    last = (ben.view && is(ben.view) ? ben.view : await ben.soon('view', is)).seq;
  };
  await seen((player) => player.online); // Ben may not have heard of her yet
  assert.equal(await ben.refused('seat_bot', { id: carla.id, level: 1 }), 'NOT_HOST');
  carla.close();
  await seen((player) => player.online === false);
  await ben.does('seat_bot', { id: carla.id, level: 3 });
  await seen((player) => player.bot === 3);
  const again = new Player(server, 'Carla');
  const answer = await again.ask('join_room', { roomCode: ana.code, playerId: carla.token, views: true });
  assert.equal(answer.ok, true, JSON.stringify(answer));
  await seen((player) => player.bot === 0 && player.online);
  for (const person of [ana, ben, again]) person.close();
});
