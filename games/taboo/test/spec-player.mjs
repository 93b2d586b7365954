/* Players who know the Taboo specification and nothing else: they emit its events with the official
 * client, never ask for an acknowledgement, and check every event they get against its tables. */
import assert from 'node:assert/strict';
import { connect, closeAtEnd } from '../../../test/site/server.mjs';
import { PRIVATE, TEAMS, checkEvent, givesAway } from './spec-events.mjs';

const PATIENCE_MS = 30000; /* the machine may be busy; nothing here waits that long when it is not */
const NAMES = ['Ana', 'Ben', 'Carla', 'Dino', 'Eva', 'Filip', 'Gala', 'Hugo', 'Iris', 'Jan', 'Kai', 'Lea'];

/** A word is told when it was guessed, and not when its card was passed or buzzed. */
export function unsaid({ name, data }) {
  if (name !== 'card_scored') return data;
  assert.equal('word' in data, data.result === 'correct');
  return { ...data, word: '' };
}

export class Player {
  constructor(server, name, transports = ['websocket']) {
    this.name = name;
    this.problems = [];
    this.client = connect(server, { transports });
    this.socket = this.client.socket;
    this.events = this.client.events;
    this.socket.onAny((event, data) => {
      this.events.at(-1).at = Date.now();
      try {
        checkEvent(event, data);
      } catch (e) {
        this.problems.push(`${event}: ${e.message}`);
      }
    });
  }

  send(event, payload = {}) {
    this.socket.emit(event, { roomCode: this.roomCode, ...payload });
  }
  next(event, test = () => true) {
    return this.client.next(event, test, PATIENCE_MS);
  }
  got(name) {
    return this.events.filter((e) => e.name === name).map((e) => e.data);
  }

  /** Sends what must be refused, and says with which code it was. */
  async refused(event, payload) {
    this.send(event, payload);
    return (await this.next('error')).code;
  }

  async create(settings) {
    this.socket.emit('create_room', { playerName: this.name, settings });
    const made = await this.next('room_created');
    this.roomCode = made.roomCode;
    this.playerId = made.playerId;
    return made;
  }

  async join(roomCode, teamName) {
    this.socket.emit('join_room', { roomCode, playerName: this.name, teamName });
    const joined = await this.next('room_joined');
    this.roomCode = roomCode;
    this.playerId = joined.playerId;
    this.team = teamName;
    return joined;
  }

  /** The same person on a new connection, by its playerId. */
  async comeBack(server, transports) {
    const back = new Player(server, this.name, transports);
    Object.assign(back, { roomCode: this.roomCode, playerId: this.playerId, team: this.team });
    back.send('join_room', { playerName: this.name, teamName: this.team, playerId: this.playerId });
    back.joined = await back.next('room_joined');
    return back;
  }

  close() {
    this.socket.close();
  }
}

/** A room in the lobby: Ana, the host, in Equipo A, then in turns B, A, B … */
export async function openTable(server, { people = 4, transports, settings, teams } = {}) {
  const players = NAMES.slice(0, people).map((name) => new Player(server, name, transports));
  const [host] = players;
  await host.create(settings);
  host.team = 'Equipo A';
  for (const [i, p] of players.entries()) {
    if (i === 0) continue;
    await p.join(host.roomCode, teams ? teams[i] : TEAMS[i % 2]);
    await Promise.all(
      players.slice(0, i + 1).map((q) => q.next('room_updated', (e) => e.roomState.players.length === i + 1)),
    );
  }
  const table = new Table(server, players);
  closeAtEnd(() => table.close());
  return table;
}

export class Table {
  constructor(server, players) {
    this.server = server;
    this.players = players;
    [this.host] = players;
    this.roomCode = this.host.roomCode;
  }

  /** What everybody is told, from everybody: the same for all. */
  async all(event, test) {
    const heard = await Promise.all(this.players.map((p) => p.next(event, test)));
    for (const one of heard) assert.deepEqual(one, heard[0], `«${event}» is the same for all`);
    return heard[0];
  }

  async start() {
    this.host.send('start_game');
    await this.all('game_started');
    return this.turn();
  }

  /** Waits for the next turn; the roles in it. */
  async turn() {
    const started = await this.all('turn_started');
    const describer = this.players.find((p) => p.name === started.describerName);
    const active = this.players.filter((p) => p.team === started.activeTeam);
    return {
      ...started,
      describer,
      guessers: active.filter((p) => p !== describer),
      buzzers: this.players.filter((p) => p.team !== started.activeTeam),
    };
  }

  /** The card on the table, from all who see it. */
  async card({ describer, buzzers }) {
    const shown = await Promise.all([describer, ...buzzers].map((p) => p.next('card_revealed')));
    for (const one of shown) assert.deepEqual(one.card, shown[0].card);
    return shown[0].card;
  }

  async ready(turn) {
    turn.describer.send('describer_ready');
    return this.card(turn);
  }

  async judged(card, result) {
    const scored = await this.all('card_scored', (e) => e.cardId === card.id);
    assert.equal(scored.result, result);
    return scored;
  }

  /**
   * Nobody was sent anything that the tables do not have; everybody heard the same, in the same
   * order; and nobody who was guessing was told anything of a card before it was judged.
   */
  check() {
    for (const p of this.players) assert.deepEqual(p.problems, [], p.name);
    const publics = this.players.map((p) => p.events.filter((e) => !PRIVATE.includes(e.name)));
    const from = Math.max(...publics.map((list) => list[0].data.seq ?? 0));
    const lists = publics.map((list) =>
      list.slice(list.findIndex((e) => e.data.seq >= from)).map((e) => JSON.stringify([e.name, e.data])),
    );
    const shortest = Math.min(...lists.map((l) => l.length));
    for (const l of lists) assert.deepEqual(l.slice(0, shortest), lists[0].slice(0, shortest));
    assert.ok(shortest > 0);
    this.checkRoles();
    return this.checkSecrets();
  }

  /** Who was shown a card was describing, or buzzing; by what that player was told of the turn. */
  checkRoles() {
    for (const p of this.players) {
      let turn;
      for (const { name, data } of p.events) {
        if (name === 'turn_started') turn = data;
        if (name !== 'card_revealed' || !turn) continue;
        assert.ok(
          p.team !== turn.activeTeam || p.name === turn.describerName,
          `${p.name} guesses in turn ${turn.turnNumber}, and was shown ${data.card.word}`,
        );
      }
    }
  }

  checkSecrets() {
    const cards = new Map();
    for (const p of this.players)
      for (const { card } of p.got('card_revealed')) {
        const seen = cards.get(card.id) ?? { card, by: new Set() };
        cards.set(card.id, { card, by: seen.by.add(p) });
      }
    let kept = 0;
    for (const { card, by } of cards.values())
      for (const p of this.players.filter((q) => !by.has(q))) {
        kept++;
        /* other cards, in turns where this one is describer or buzzer, may share a word */
        const heard = p.events.filter((e) => e.name !== 'card_revealed' || e.data.card.id === card.id);
        for (const e of heard) {
          if (e.name === 'card_scored' && e.data.cardId === card.id) break;
          assert.ok(!givesAway(card, e.data), `${p.name} guesses, and was told in ${e.name}`);
        }
        const told = heard.filter((e) => givesAway({ ...card, id: 'none' }, unsaid(e)));
        assert.deepEqual(told, [], `${p.name} never hears the words of ${card.word}`);
      }
    return kept;
  }

  close() {
    for (const p of this.players) p.close();
  }
}
