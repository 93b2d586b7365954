/* The connection of a table to its room: one socket, views in, verbs out. It heals by itself: after
 * every reconnection it names the last event it saw and gets exactly what it missed. */
import { rememberFaces } from './avatar.js';

/** @typedef {import('./parts.js').View} View */
/** @typedef {{ ok?: true, error?: import('./parts.js').Refusal }} Answer */
/** @typedef {{ onView: (view: View) => void, onEvent: (event: string, payload: any) => void, onConnection: (connected: boolean) => void, onClosed: (reason: string) => void }} Listener */

const gone = new Set(['ROOM_NOT_FOUND', 'ROOM_ENDED']);
const ours = new Set(['view', 'room_created', 'room_joined', 'room_updated', 'timer_tick', 'room_closed']);

/** True if (seq, part) comes after what was last seen. @param {{ seq: number, part: number }} last @param {any} payload */
export function isNew(last, payload) {
  if (typeof payload?.seq !== 'number') return true;
  const part = payload.part ?? 0;
  return payload.seq > last.seq || (payload.seq === last.seq && part > last.part);
}

/** The server's clock minus ours: the largest seen is the one that travelled fastest. @param {number} offset @param {number} sample */
export function betterOffset(offset, sample) {
  return Number.isNaN(offset) || sample > offset || offset - sample > 2000 ? sample : offset;
}

/**
 * @param {{ code: string, watch?: boolean }} room
 * @param {Listener} listener
 */
export function connectRoom({ code, watch = false }, listener) {
  const socket = /** @type {any} */ (window).io({
    reconnectionDelay: 300,
    reconnectionDelayMax: 3000,
    timeout: 8000,
  });
  const last = { seq: -1, part: -1 };
  let viewSeq = -1;
  let offset = NaN;
  let closed = false;

  /** @param {string} reason */
  function close(reason) {
    closed = true;
    socket.disconnect();
    listener.onClosed(reason);
  }

  function follow() {
    socket.emit('watch_room', { roomCode: code, views: true }, (/** @type {Answer} */ answer) => {
      if (answer?.error) close(gone.has(answer.error.code) ? 'ended' : answer.error.code);
    });
  }

  function join() {
    if (watch) return follow();
    const seen = last.seq >= 0 ? { lastSeq: last.seq, lastPart: last.part } : {};
    return socket.emit(
      'join_room',
      { roomCode: code, views: true, ...seen },
      (/** @type {Answer} */ answer) => {
        if (!answer?.error) return;
        if (gone.has(answer.error.code)) close('ended');
        else follow(); // no seat in this room: look on with the crowd
      },
    );
  }

  socket.on('connect', () => {
    listener.onConnection(true);
    join();
  });
  socket.on('disconnect', (/** @type {string} */ reason) => {
    if (closed) return;
    listener.onConnection(false);
    // The client does not try again by itself after a server's goodbye; a restarting server says one.
    if (reason === 'io server disconnect') setTimeout(() => socket.connect(), 1000);
  });
  socket.on('connect_error', () => {
    if (!closed) listener.onConnection(false);
  });
  socket.on('room_closed', (/** @type {{ reason: string }} */ payload) => {
    if (payload.reason !== 'shutdown') close(payload.reason);
  });
  socket.on('view', (/** @type {View} */ view) => {
    if (view.seq < viewSeq) return;
    viewSeq = view.seq;
    offset = betterOffset(offset, view.now - Date.now());
    rememberFaces(view.room.players);
    listener.onView(view);
  });
  socket.onAny((/** @type {string} */ event, /** @type {any} */ payload) => {
    if (!isNew(last, payload) && event !== 'view') return;
    if (event !== 'view' && typeof payload?.seq === 'number') {
      last.seq = payload.seq;
      last.part = payload.part ?? 0;
    }
    if (!ours.has(event)) listener.onEvent(event, payload);
  });
  // A phone that wakes up should not wait for the next try.
  const wake = () => {
    if (!closed && document.visibilityState === 'visible' && !socket.connected) socket.connect();
  };
  document.addEventListener('visibilitychange', wake);
  window.addEventListener('online', wake);

  return {
    /** The server's time now. */
    now: () => Date.now() + (Number.isNaN(offset) ? 0 : offset),
    /** Sends a verb; the answer is a value, never an exception. @param {string} event @param {object} [payload] @returns {Promise<Answer>} */
    send(event, payload = {}) {
      if (!socket.connected) return Promise.resolve({ error: { code: 'OFFLINE' } });
      return new Promise((resolve) => {
        socket.timeout(8000).emit(event, payload, (/** @type {any} */ late, /** @type {Answer} */ answer) => {
          resolve(late ? { error: { code: 'OFFLINE' } } : answer || { ok: true });
        });
      });
    },
  };
}
