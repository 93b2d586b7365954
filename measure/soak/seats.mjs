/* Somebody at a table, by one of the ways there are: Socket.IO over WebSocket or polling, a stream with
 * requests beside it, or requests alone. All of them can see (`view`), move (`does`) and be cut off (`cut`). */
import { io } from 'socket.io-client';
import { pause } from '../../test/site/server.mjs';

/** The connection went away before the answer came: nobody knows whether it was done. */
export class Cut extends Error {}

const LATE = 60000;
const json = (token) => ({
  'content-type': 'application/json',
  accept: 'application/json',
  ...(token && { authorization: `Bearer ${token}` }),
});

/** One request; an error if nobody was there to answer it. */
export async function request(house, path, { token, body } = {}) {
  try {
    const answer = await fetch(house.url + path, {
      method: body ? 'POST' : 'GET',
      headers: json(token),
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(LATE),
    });
    return await answer.json();
  } catch (error) {
    throw new Cut(`${path}: ${error.cause?.code ?? error.message}`);
  }
}

class Seat {
  constructor(house, code, token) {
    Object.assign(this, { house, code, token, latest: null, here: false });
  }

  /** What this person sees, no older than that record. */
  async view(seq = 0) {
    for (const since = Date.now(); Date.now() - since < LATE; await pause(10))
      if (this.here && this.latest?.seq >= seq) return this.latest;
    throw new Cut(`${this.kind} in ${this.code} was not told of ${seq}, only of ${this.latest?.seq}`);
  }

  async does(event, payload = {}) {
    return request(this.house, `/rooms/${this.code}/do/${event}`, { token: this.token, body: payload });
  }
}

/** Requests alone, as programs do it. */
export class RequestSeat extends Seat {
  kind = 'requests';

  view() {
    return request(this.house, `/rooms/${this.code}/state`, { token: this.token });
  }

  cut() {}

  end() {}
}

export class SocketSeat extends Seat {
  constructor(house, code, token, kind) {
    super(house, code, token);
    this.kind = kind;
    this.socket = io(house.url, {
      transports: [kind],
      forceNew: true,
      reconnectionDelay: 100,
      reconnectionDelayMax: 1000,
    });
    this.socket.on('connect', () => this.enter());
    this.socket.on('disconnect', () => {
      this.here = false;
    });
    this.socket.on('view', (view) => {
      this.latest = view;
    });
    this.socket.on('connect_error', (error) => {
      const status = error.context?.status;
      if (status >= 400) house.refused(`${kind}: ${status}`);
    });
  }

  async enter() {
    this.latest = null;
    try {
      const answer = await this.socket
        .timeout(LATE)
        .emitWithAck('join_room', { roomCode: this.code, playerId: this.token, views: true });
      if (answer.error) this.house.refused(`${this.kind}: ${answer.error.code} on coming back`);
      else this.here = true;
    } catch {
      // gone again
    }
  }

  async does(event, payload = {}) {
    if (!this.here) throw new Cut('not there');
    try {
      return await this.socket.timeout(LATE).emitWithAck(event, payload);
    } catch (error) {
      throw new Cut(error.message);
    }
  }

  /** Without a goodbye where that can be had; socket.io comes back by itself. */
  cut() {
    const { engine } = this.socket.io;
    if (engine?.transport?.ws?.terminate) engine.transport.ws.terminate();
    else this.socket.disconnect().connect();
  }

  end() {
    this.socket.close();
  }
}

export class StreamSeat extends Seat {
  kind = 'stream';

  constructor(house, code, token) {
    super(house, code, token);
    this.follow();
  }

  async follow() {
    while (!this.ended) {
      this.abort = new AbortController();
      try {
        await this.read();
      } catch {
        // cut off, or nobody there
      }
      this.here = false;
      await pause(200);
    }
  }

  async read() {
    const answer = await fetch(`${this.house.url}/sse/${this.code}?views=1`, {
      headers: json(this.token),
      signal: this.abort.signal,
    });
    if (answer.status >= 400) this.house.refused(`stream: ${answer.status}`);
    if (answer.status !== 200) return;
    this.here = true;
    let text = '';
    const decoder = new TextDecoder();
    for await (const bytes of answer.body) {
      text += decoder.decode(bytes, { stream: true });
      const events = text.split('\n\n');
      text = events.pop();
      for (const event of events) {
        const view = /^event: view\ndata: (.*)$/m.exec(event);
        if (view) this.latest = JSON.parse(view[1]);
      }
    }
  }

  cut() {
    this.abort.abort();
  }

  end() {
    this.ended = true;
    this.abort.abort();
  }
}

export const seatBy = (kind, house, code, token) =>
  kind === 'stream'
    ? new StreamSeat(house, code, token)
    : kind === 'requests'
      ? new RequestSeat(house, code, token)
      : new SocketSeat(house, code, token, kind);
