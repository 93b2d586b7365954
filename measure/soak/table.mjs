/* One table that plays a game again and again, and remembers what was acknowledged. */
import { moveOf } from '../../test/yesterday/play.mjs';
import { pause } from '../../test/site/server.mjs';
import { Cut, request, seatBy } from './seats.mjs';

const names = ['Ana', 'Ben', 'Carla', 'Dino', 'Eva'];
/* What is wrong with us or our limits; everything else a table says to whoever was too late. */
const OURS = /TOO_MANY_REQUESTS|UNAVAILABLE|ROOM_BUSY|ROOM_NOT_FOUND|NOT_IN_ROOM|NOT_FOUND|BAD_/;

export class Table {
  /** @param {{name: string, game: string, by: string[], settings?: object, bot?: boolean, api?: boolean}} what */
  constructor(house, what) {
    Object.assign(this, { house, ...what, seats: [], seq: 0, games: 0, number: 0, moves: 0, late: 0 });
    this.times = [];
    this.books = []; // of each room, the last one is played in
  }

  get book() {
    return this.books.at(-1);
  }

  get code() {
    return this.book.code;
  }

  /** A new room: what was acknowledged by verb, and by record where the answer had its number. */
  begin(code) {
    this.books.push({ code, acknowledged: new Map(), numbered: new Map(), unknown: 0 });
    this.seq = 0;
    this.games++;
  }

  async open() {
    const tokens = this.api ? await this.openApi() : await this.openRoom();
    this.seats = tokens.map((token, i) => seatBy(this.by[i % this.by.length], this.house, this.code, token));
    if (this.bot) await this.ask(0, 'add_bot', { level: 1 });
    if (!this.api) await this.ask(0, 'start_game');
  }

  async openRoom() {
    const { game, settings } = this;
    const host = await request(this.house, '/rooms', { body: { game, playerName: names[0], settings } });
    this.begin(host.roomCode);
    const tokens = [host.playerId];
    for (let i = 1; i < this.by.length; i++) {
      const teamName = game === 'taboo' ? (i % 2 ? 'Equipo B' : 'Equipo A') : undefined;
      const body = { playerName: names[i], teamName };
      tokens.push((await request(this.house, `/rooms/${this.code}/join`, { body })).playerId);
    }
    return tokens;
  }

  async openApi() {
    const { id, tokens } = await request(this.house, '/api/codenames/games', { body: { language: 'en' } });
    this.begin(id);
    return [tokens.red, tokens.blue].flatMap(({ spymaster, operative }) => [spymaster, operative]);
  }

  /** By request, so that it needs nobody's connection. */
  async ask(i, event, payload = {}) {
    const { token } = this.seats[i];
    const answer = await request(this.house, `/rooms/${this.code}/do/${event}`, { token, body: payload });
    this.judge(event, answer);
    return answer;
  }

  judge(event, answer) {
    if (answer.ok) return true;
    const code = answer.error?.code ?? 'STALE';
    if (OURS.test(code)) this.house.refused(`${this.name}: ${event}: ${code}`);
    else this.late++;
    return false;
  }

  async move(seat, [event, payload]) {
    const began = performance.now();
    let answer;
    try {
      answer = await seat.does(event, payload);
    } catch (error) {
      this.book.unknown++;
      throw error;
    }
    this.times.push(performance.now() - began);
    if (!this.judge(event, answer)) return;
    const { acknowledged, numbered } = this.book;
    this.moves++;
    acknowledged.set(event, (acknowledged.get(event) ?? 0) + 1);
    if (answer.seq) numbered.set(answer.seq, event);
    this.seq = answer.seq ?? (await seat.view(this.seq + 1)).seq;
  }

  async again() {
    if (this.api) {
      await pause(6000); // a game is a new room, and an address opens twenty a minute
      await this.open();
    } else {
      await this.ask(0, 'next_game');
      this.games++;
    }
  }

  async step() {
    let state;
    for (const seat of this.seats) {
      const view = await seat.view(this.seq);
      const move = moveOf(view, this.number);
      if (!view.room) throw new Error(`${this.name}: ${JSON.stringify(view)}`);
      state = view.room.state;
      if (move) {
        this.number++;
        return this.move(seat, move);
      }
    }
    return state === 'PLAYING' ? pause(100) : this.again();
  }

  /** Plays until it is told to stop; whoever is cut off tries again. */
  async play() {
    while (!this.house.over) {
      await pause(20 + Math.random() * 100);
      try {
        await this.step();
      } catch (error) {
        if (!(error instanceof Cut)) throw error;
        this.house.cuts++;
      }
    }
  }
}
