// Computers at Codenames on the real server, over Socket.IO: one person among three of them, rooms full of
// them, and words that they do not know.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect, startServer } from '../../../test/site/server.mjs';

const server = await startServer({ args: ['--bot-pause-ms', '1'] });
test.after(async () => {
  await server.stop();
  server.remove();
});

/** Somebody who has just made a room. */
async function host(settings) {
  const person = connect(server);
  const made = await person.ask('create_room', {
    game: 'codenames',
    playerName: 'Ana',
    teamName: 'red',
    views: true,
    settings: { language: 'en', start: 'red', ...settings },
  });
  assert.equal(made.error, undefined, JSON.stringify(made.error));
  return person;
}

const fine = async (person, verb, payload = {}) => {
  const answer = await person.ask(verb, payload);
  assert.equal(answer.error, undefined, `${verb}: ${JSON.stringify(answer.error)}`);
};
const add = (person, teamName, level) => fine(person, 'add_bot', { teamName, level });
const table = async (person, check) => (await person.next('view', (v) => v.table && check(v.table))).table;
const isOver = (game) => game.phase === 'Complete';

test('one person guesses for a computer, against two others, and hears at the end what it meant', async () => {
  const ana = await host();
  await add(ana, 'red', 3);
  await add(ana, 'blue', 1);
  await add(ana, 'blue', 2);
  await fine(ana, 'start_game');
  const setup = await table(ana, (game) => game.phase === 'Setup');
  assert.deepEqual(setup.you, { team: 'red', role: 'operative' });
  assert.ok(setup.can.ready && setup.can.takeSpymaster);
  await fine(ana, 'ready');
  let game;
  for (let seen = ''; ; ) {
    const now = (one) => `${one.board.filter((card) => card.isRevealed).length} ${one.turnHistory.length}`;
    game = await table(ana, (one) => isOver(one) || (one.can.guess && now(one) !== seen));
    if (isOver(game)) break;
    seen = now(game);
    assert.ok(game.board.every((card) => (card.type === null) === !card.isRevealed));
    assert.ok(game.turnHistory.every((turn) => !turn.meant));
    const card = game.board.find((one) => !one.isRevealed);
    await fine(ana, 'make_guess', { position: card.position });
  }
  const told = game.turnHistory.filter((turn) => turn.meant);
  assert.ok(told.length > 0);
  for (const { team, meant, clue } of told) {
    assert.equal(meant.length, game.clueHistory[clue].count);
    assert.ok(meant.every((position) => game.board[position].type === team));
  }
  ana.close();
});

test('many rooms of computers all come to their end', async () => {
  const rooms = await Promise.all(
    Array.from({ length: 8 }, async (_, i) => {
      const person = await host({ choose: i % 2 === 0 });
      await fine(person, 'choose_team', { watch: true });
      for (const team of ['red', 'blue', 'red', 'blue']) await add(person, team, 1 + (i % 3));
      await fine(person, 'start_game');
      return person;
    }),
  );
  for (const person of rooms) {
    await person.next('view', (view) => view.table && isOver(view.table), 240000);
    person.close();
  }
});

for (const language of ['es', 'it', 'bg'])
  test(`four computers play to the end with words of ${language}`, async () => {
    const person = await host({ language });
    await fine(person, 'choose_team', { watch: true });
    for (const team of ['red', 'blue', 'red', 'blue']) await add(person, team, 2);
    await fine(person, 'start_game');
    const { table: game } = await person.next('view', (view) => view.table && isOver(view.table), 240000);
    const clues = game.clueHistory.filter((clue) => clue.count > 0);
    assert.ok(clues.length > 0);
    person.close();
  });
