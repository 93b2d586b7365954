/* Computers think on two threads for the whole house. Whoever opens many rooms full of them waits, and not
 * those who have one. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { connect, openServer } from './server.mjs';

const ROOMS = 32;
const server = await openServer({ args: ['--bot-pause-ms', '0'] });

/** A table of computers only, which its host looks at; it waits to begin. */
async function table(localAddress) {
  const host = connect(server, { localAddress });
  const settings = { language: 'en' };
  await host.ask('create_room', { game: 'codenames', playerName: 'Ana', settings });
  assert.deepEqual(await host.ask('choose_team', { watch: true }), { ok: true });
  for (const playerName of ['A', 'B', 'C', 'D'])
    assert.deepEqual(await host.ask('add_bot', { level: 3, playerName }), { ok: true });
  const moves = () =>
    host.events.filter(({ name }) => name === 'clue_given' || name === 'card_revealed').length;
  return { ...host, moves };
}

it('one computer is not behind all of somebody’s many', async () => {
  const many = await Promise.all(Array.from({ length: ROOMS }, () => table('127.0.0.2')));
  const one = await table('127.0.0.3');
  await Promise.all([...many, one].map((host) => host.ask('start_game', {})));
  await one.next('codenames_over', () => true, 120000);
  const own = one.moves();
  const each = many.reduce((sum, host) => sum + host.moves(), 0) / ROOMS;
  for (const client of [...many, one]) client.close();
  assert.ok(own >= 2 * each, `${own} moves of one, ${each} of each of many`);
});
