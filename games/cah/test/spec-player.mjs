/* Players who know the contract of the cards game and nothing else: the official client, its events and
 * its acknowledgements. Everybody gets views, so that a test can read what a seat may know. */
import assert from 'node:assert/strict';
import { connect } from '../../../test/site/server.mjs';

const PATIENCE_MS = 60000; /* the machine may be busy; nothing here waits that long when it is not */
const NAMES = ['Ana', 'Ben', 'Carla', 'Dino', 'Eva', 'Filip', 'Gala', 'Hugo', 'Iris', 'Jan', 'Kai'];

export class Player {
  constructor(server, name) {
    Object.assign(this, connect(server));
    this.name = name;
    this.socket.on('view', (view) => {
      this.view = view;
    });
  }
  soon(event, test = () => true) {
    return this.next(event, test, PATIENCE_MS);
  }
  got(event) {
    return this.events.filter((e) => e.name === event).map((e) => e.data);
  }
  act(event, payload = {}) {
    return this.ask(event, { roomCode: this.code, ...payload }, PATIENCE_MS);
  }
  /** It has to be accepted. */
  async does(event, payload) {
    const answer = await this.act(event, payload);
    assert.equal(answer.ok, true, `${this.name} ${event}: ${JSON.stringify(answer)}`);
    return answer;
  }
  /** It must not; says why not. */
  async refused(event, payload) {
    const answer = await this.act(event, payload);
    assert.ok(answer.error, `${this.name} ${event} was not refused: ${JSON.stringify(answer)}`);
    return answer.error.code;
  }
  /** The table as this seat sees it, once it is as asked. */
  async table(test = () => true) {
    const seen = this.view;
    if (seen?.table && test(seen.table)) return seen.table;
    const after = seen?.seq ?? 0; // what was true once, in another round, is over
    return (await this.soon('view', (view) => view.seq > after && view.table && test(view.table))).table;
  }
  async submit(places) {
    const { hand, blackCard } = await this.table((t) => t.phase === 'waiting_for_responses');
    const chosen = places ? places.map((i) => hand[i]) : hand.slice(0, blackCard.pick);
    const texts = Object.fromEntries(chosen.filter((c) => c.blank).map((c) => [c.id, `by ${this.name}`]));
    return this.does('submit_response', { cardIds: chosen.map((c) => c.id), texts });
  }
}

export async function sitDown(server, count, settings = {}) {
  const host = new Player(server, NAMES[0]);
  const made = await host.ask('create_room', { game: 'cah', playerName: NAMES[0], settings, views: true });
  assert.ok(made.ok, JSON.stringify(made));
  const people = [host];
  Object.assign(host, { code: made.roomCode, id: made.you.id, token: made.playerId });
  for (let i = 1; i < count; i++) people.push(await comeIn(server, made.roomCode, NAMES[i]));
  return people;
}

export async function comeIn(server, code, name) {
  const player = new Player(server, name);
  const joined = await player.ask('join_room', { roomCode: code, playerName: name, views: true });
  assert.ok(joined.ok, JSON.stringify(joined));
  return Object.assign(player, { code, id: joined.you.id, token: joined.playerId });
}

export async function start(people) {
  await people[0].does('start_game');
  await Promise.all(people.map((p) => p.table()));
  return czarOf(people);
}

/** Divides the players by the round that everybody sees. */
export async function czarOf(people, round = 1) {
  const tables = await Promise.all(people.map((p) => p.table((t) => t.round >= round)));
  const czar = people.find((p) => p.id === tables[0].czarId);
  return { czar, others: people.filter((p) => p !== czar), table: tables[0] };
}
