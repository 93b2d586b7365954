/* The writer's thread: a batch is one transaction; what it decided becomes visible in the heads
 * only when it is on the disk. */
#include "store/sqlite.h"

#include <stdio.h>
#include <string.h>

/* After this many pages in the write-ahead log (4 MB) they are copied into the database. Syncing a
 * log that still grows costs twice the processor time of one that is written over: the sooner it
 * starts again from its beginning, the better. */
#define CHECKPOINT_PAGES 1000

const char *const sqlite_write_sql[W_COUNT] = {
    [W_BEGIN] = "BEGIN IMMEDIATE",
    [W_COMMIT] = "COMMIT",
    [W_ROLLBACK] = "ROLLBACK",
    [W_ADD_ROOM] = "INSERT INTO rooms (id, code, game, first, sum) VALUES (?,?,?,?,?)",
    [W_ADD_RECORD] =
        "INSERT INTO records (at, prev, room, seq, id, sum, body) VALUES (?,?,?,?,?,?,?)",
    [W_GET_ROOM] = "SELECT first, last, code, game FROM rooms WHERE id = ?1",
    [W_END_ROOM] = "UPDATE rooms SET last = ?2, ended_ms = ?3, sum = ?4 WHERE id = ?1",
    [W_GET_PREV] = "SELECT prev FROM records WHERE at = ?1 AND room = ?2",
    [W_DROP_RECORD] = "DELETE FROM records WHERE at = ?1",
    [W_DROP_ROOM] = "DELETE FROM rooms WHERE id = ?1",
    [W_ADD_DECK] = "INSERT INTO kept_decks (name, sum, body) VALUES (?1,?2,?3)"
                   " ON CONFLICT (name) DO NOTHING",
    [W_NAME_DECK] = "INSERT OR IGNORE INTO kept_deck_rooms (room, name) VALUES (?1,?2)",
    [W_DROP_DECKS] = "DELETE FROM kept_decks"
                     " WHERE name IN (SELECT name FROM kept_deck_rooms WHERE room = ?1)"
                     " AND NOT EXISTS (SELECT 1 FROM kept_deck_rooms o"
                     "                 WHERE o.name = kept_decks.name AND o.room <> ?1)",
    [W_UNNAME_DECKS] = "DELETE FROM kept_deck_rooms WHERE room = ?1",
    [W_GET_POSITION] = "SELECT seq FROM history_positions WHERE room = ?1",
    [W_SET_POSITION] = "REPLACE INTO history_positions (room, seq, ended) VALUES (?,?,?)",
    [W_HEAD] = "INSERT INTO resting (room, at, seq, note, sum) VALUES (?1,?2,?3,?4,?5)"
               " ON CONFLICT (room) DO UPDATE SET at = ?2, seq = ?3, note = ?4, sum = ?5"
               " WHERE at < ?2",
    [W_NOTE] = "REPLACE INTO resting (room, at, seq, note, sum) VALUES (?,?,?,?,?)",
    [W_DROP_NOTE] = "DELETE FROM resting WHERE room = ?1",
};

/* Where a room stands, counting what this batch has done so far. */
struct tail {
    bool live;
    uint64_t seq;
    int64_t at;
};

static struct tail tail_of(const struct sqlite_store *e, uint64_t room)
{
    const struct head *head = heads_find(&e->heads, room);
    if (!head) return (struct tail){0};
    const struct request *r = head->planned;
    if (!r) return (struct tail){true, head->seq, head->at};
    if (r->kind == REQUEST_END || r->kind == REQUEST_FORGET) return (struct tail){0};
    return (struct tail){true, r->seq, r->at};
}

static void plan(struct sqlite_store *e, struct request *r)
{
    struct head *head = heads_find(&e->heads, r->room);
    if (head) head->planned = r;
}

static int conflict(struct request *r, uint64_t seq, const char *reason)
{
    r->result = STORE_CONFLICT;
    r->seq = seq;
    r->reason = reason;
    return SQLITE_OK;
}

/* Runs a statement that gives no row. */
static int run(sqlite3_stmt *st)
{
    sqlite3_step(st);
    return sqlite3_reset(st);
}

static int add_record(struct sqlite_store *e, struct request *r, int64_t prev, int64_t at)
{
    struct store_record record = {r->room, r->seq, r->record_id, r->body, r->len};
    sqlite3_stmt *st = e->write[W_ADD_RECORD];
    sqlite3_bind_int64(st, 1, at);
    sqlite3_bind_int64(st, 2, prev);
    sqlite3_bind_int64(st, 3, (sqlite3_int64)r->room);
    sqlite3_bind_int64(st, 4, (sqlite3_int64)r->seq);
    sqlite3_bind_int64(st, 5, (sqlite3_int64)r->record_id);
    sqlite3_bind_int64(st, 6, sqlite_record_sum(prev, &record));
    sqlite3_bind_text(st, 7, r->body, (int)r->len, SQLITE_STATIC);
    r->at = at;
    return run(st);
}

static int create(struct sqlite_store *e, struct request *r, int64_t *at)
{
    struct room_row row = {.id = r->room, .first = *at, .code = r->code, .game = r->game};
    sqlite3_stmt *st = e->write[W_ADD_ROOM];
    sqlite3_bind_int64(st, 1, (sqlite3_int64)row.id);
    sqlite3_bind_text(st, 2, row.code, -1, SQLITE_STATIC);
    sqlite3_bind_text(st, 3, row.game, -1, SQLITE_STATIC);
    sqlite3_bind_int64(st, 4, row.first);
    sqlite3_bind_int64(st, 5, sqlite_room_sum(&row));
    int code = run(st);
    if ((code & 0xff) == SQLITE_CONSTRAINT)
        return conflict(r, 0, "A live room already has this code.");
    if (code != SQLITE_OK) return code;
    pthread_mutex_lock(&e->heads_lock);
    heads_add(&e->heads, r->room);
    pthread_mutex_unlock(&e->heads_lock);
    plan(e, r);
    r->seq = 1;
    return add_record(e, r, 0, (*at)++);
}

static int append(struct sqlite_store *e, struct request *r, int64_t *at)
{
    struct tail tail = tail_of(e, r->room);
    if (!tail.live) return conflict(r, 0, "There is no such live room.");
    if (tail.seq != r->expected_seq)
        return conflict(r, tail.seq, "The room is at another sequence.");
    r->seq = tail.seq + 1;
    plan(e, r);
    return add_record(e, r, tail.at, (*at)++);
}

/* Only live rooms stand somewhere. */
static int drop_note(struct sqlite_store *e, uint64_t room)
{
    sqlite3_bind_int64(e->write[W_DROP_NOTE], 1, (sqlite3_int64)room);
    return run(e->write[W_DROP_NOTE]);
}

static int end(struct sqlite_store *e, struct request *r)
{
    struct tail tail = tail_of(e, r->room);
    if (!tail.live) return conflict(r, 0, "There is no such live room.");
    sqlite3_stmt *get = e->write[W_GET_ROOM];
    sqlite3_bind_int64(get, 1, (sqlite3_int64)r->room);
    if (sqlite3_step(get) != SQLITE_ROW) {
        int code = sqlite3_reset(get);
        return code == SQLITE_OK ? SQLITE_CORRUPT : code;
    }
    struct room_row row = {r->room,
                           sqlite3_column_int64(get, 0),
                           tail.at,
                           r->now_ms,
                           (const char *)sqlite3_column_text(get, 2),
                           (const char *)sqlite3_column_text(get, 3)};
    sqlite3_stmt *st = e->write[W_END_ROOM];
    sqlite3_bind_int64(st, 1, (sqlite3_int64)r->room);
    sqlite3_bind_int64(st, 2, row.last);
    sqlite3_bind_int64(st, 3, row.ended_ms);
    sqlite3_bind_int64(st, 4, sqlite_room_sum(&row));
    sqlite3_reset(get);
    r->seq = tail.seq;
    plan(e, r);
    int code = run(st);
    return code == SQLITE_OK ? drop_note(e, r->room) : code;
}

static int keep_deck(struct sqlite_store *e, struct request *r)
{
    if (!tail_of(e, r->room).live) return conflict(r, 0, "There is no such live room.");
    return sqlite_keep_deck(e, r);
}

/* *value becomes the statement's first column, 0 if it gives no row. */
static int get(sqlite3_stmt *st, int column, int64_t *value)
{
    *value = sqlite3_step(st) == SQLITE_ROW ? sqlite3_column_int64(st, column) : 0;
    return sqlite3_reset(st);
}

static int forget(struct sqlite_store *e, struct request *r)
{
    struct tail tail = tail_of(e, r->room);
    int64_t at = tail.at;
    int code = SQLITE_OK;
    if (!tail.live) {
        sqlite3_bind_int64(e->write[W_GET_ROOM], 1, (sqlite3_int64)r->room);
        code = get(e->write[W_GET_ROOM], 1, &at);
        if (code == SQLITE_OK && at == 0) return conflict(r, 0, "There is no such room.");
    }
    while (code == SQLITE_OK && at != 0) {
        sqlite3_bind_int64(e->write[W_DROP_RECORD], 1, at);
        sqlite3_bind_int64(e->write[W_GET_PREV], 1, at);
        sqlite3_bind_int64(e->write[W_GET_PREV], 2, (sqlite3_int64)r->room);
        code = get(e->write[W_GET_PREV], 0, &at);
        if (code == SQLITE_OK) code = run(e->write[W_DROP_RECORD]);
    }
    if (code == SQLITE_OK) code = sqlite_forget_rows(e, r->room);
    if (code == SQLITE_OK) code = sqlite_forget_decks(e, r->room);
    if (code == SQLITE_OK) code = drop_note(e, r->room);
    if (code != SQLITE_OK) return code;
    plan(e, r);
    sqlite3_bind_int64(e->write[W_DROP_ROOM], 1, (sqlite3_int64)r->room);
    return run(e->write[W_DROP_ROOM]);
}

static int write_one(struct sqlite_store *e, struct request *r, int64_t *at)
{
    r->result = STORE_ACCEPTED;
    switch (r->kind) {
    case REQUEST_CREATE: return create(e, r, at);
    case REQUEST_APPEND: return append(e, r, at);
    case REQUEST_KEEP_DECK: return keep_deck(e, r);
    case REQUEST_END: return end(e, r);
    case REQUEST_FORGET: return forget(e, r);
    case REQUEST_ROWS: return sqlite_add_rows(e, r);
    case REQUEST_HOLD: /* a folder has one server */
    case REQUEST_PROJECT:
    case REQUEST_NOTE: break; /* go the other way */
    }
    return SQLITE_MISUSE;
}

static int write_all(struct sqlite_store *e, struct request *batch, int64_t *at)
{
    int code = run(e->write[W_BEGIN]);
    for (struct request *r = batch; r && code == SQLITE_OK; r = r->next)
        code = write_one(e, r, at);
    if (code == SQLITE_OK) code = run(e->write[W_COMMIT]);
    if (code != SQLITE_OK) code = sqlite3_extended_errcode(e->writer);
    if (code != SQLITE_OK && !sqlite3_get_autocommit(e->writer)) run(e->write[W_ROLLBACK]);
    return code;
}

static const char *reason_for(int code)
{
    switch (code & 0xff) {
    case SQLITE_FULL: return "The disk is full.";
    case SQLITE_IOERR:
        return code == SQLITE_IOERR_FSYNC ? "The disk could not keep what was written."
                                          : "The disk could not be written (input/output error).";
    case SQLITE_READONLY: return "The store has become read-only.";
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return "The store is locked by another program.";
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return "The store is damaged; stop the server and restore a backup.";
    default: return sqlite3_errstr(code);
    }
}

static void publish(struct sqlite_store *e, const struct request *r)
{
    if (r->result != STORE_ACCEPTED || r->kind == REQUEST_ROWS || r->kind == REQUEST_KEEP_DECK)
        return;
    if (r->kind == REQUEST_END || r->kind == REQUEST_FORGET) {
        heads_remove(&e->heads, r->room);
        return;
    }
    struct head *head = heads_find(&e->heads, r->room);
    if (!head) /* ended or forgotten further on, and already out */
        return;
    sqlite_index_moved(e, head);
    head->seq = r->seq;
    head->at = r->at;
    head->planned = NULL;
}

static void unplan(struct sqlite_store *e, struct request *r, const char *reason)
{
    struct head *head = heads_find(&e->heads, r->room);
    if (head) head->planned = NULL;
    if (r->kind == REQUEST_CREATE) heads_remove(&e->heads, r->room);
    r->result = STORE_UNAVAILABLE;
    r->seq = 0;
    r->reason = reason;
}

/* A sync that failed: the bytes may be on the disk or not, now or later, and asking again proves
 * nothing. Whoever starts anew reads what is there, and writes it again before it is shown. */
static void break_off(struct sqlite_store *e)
{
    char sentence[STORE_ERROR_BYTES];
    e->broken = true;
    snprintf(
        sentence, sizeof sentence,
        "The disk could not keep what was written to the store %s (sync failed). Nobody was told "
        "that it is kept; start again to go on with what is really there, and look after the "
        "disk.",
        e->file);
    if (e->base.options.broken) e->base.options.broken(e->base.options.ready_arg, sentence);
}

/* What a batch takes away the mark must not claim. */
static bool may_forget(struct sqlite_store *e, const struct request *batch)
{
    for (; batch; batch = batch->next)
        if (batch->kind == REQUEST_FORGET) return sqlite_mark_lower(e);
    return true;
}

void sqlite_commit(struct store *s, struct request *batch)
{
    struct sqlite_store *e = (struct sqlite_store *)s;
    int64_t at = e->next_at;
    int code = e->broken               ? SQLITE_IOERR_FSYNC
               : !may_forget(e, batch) ? SQLITE_IOERR
                                       : write_all(e, batch, &at);
    if (code == SQLITE_IOERR_FSYNC && !e->broken) break_off(e);
    pthread_mutex_lock(&e->heads_lock);
    if (code == SQLITE_OK) {
        e->next_at = at;
        for (struct request *r = batch; r; r = r->next)
            publish(e, r);
    } else {
        for (struct request *r = batch; r; r = r->next)
            unplan(e, r, reason_for(code));
    }
    pthread_mutex_unlock(&e->heads_lock);
}

/* Failing here loses nothing: the log keeps what it has, and the next time tries again. */
void sqlite_tidy(struct store *s)
{
    struct sqlite_store *e = (struct sqlite_store *)s;
    if (e->broken) return;
    e->unrested = true;
    sqlite_mark_sometimes(e);
    sqlite_index_write(e, false);
    if (e->copy) copy_changed(e->copy);
    if (e->wal_pages < CHECKPOINT_PAGES) return;
    e->wal_pages = 0;
    sqlite3_wal_checkpoint_v2(e->writer, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
}

/* All of the log into the database, which is then whole without it. Somebody who reads may be in the
 * way: then the next rest does it. */
static void empty_log(struct sqlite_store *e)
{
    sqlite3_busy_timeout(e->writer, 0);
    int code = sqlite3_wal_checkpoint_v2(e->writer, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    sqlite3_busy_timeout(e->writer, SQLITE_BUSY_MS);
    if (code != SQLITE_OK) return;
    e->wal_pages = 0;
    e->unrested = false;
}

/* Can anything be written again? The version that is there, once more. */
static void probe(struct store *s)
{
    struct sqlite_store *e = (struct sqlite_store *)s;
    int code = sqlite3_exec(e->writer, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    if (code == SQLITE_OK) code = sqlite_touch(e->writer);
    if (code == SQLITE_OK) code = run(e->write[W_COMMIT]);
    if (code != SQLITE_OK && !sqlite3_get_autocommit(e->writer)) run(e->write[W_ROLLBACK]);
    if (code != SQLITE_OK) return;
    e->unrested = true;
    pthread_mutex_lock(&s->lock);
    s->trouble = NULL;
    pthread_mutex_unlock(&s->lock);
}

#define QUIET_MS 2000

int sqlite_rest(struct store *s)
{
    struct sqlite_store *e = (struct sqlite_store *)s;
    if (e->broken) return 0;
    if (s->trouble) probe(s);
    if (sqlite_index_write(e, true)) {
        e->unrested = true;
        return 1;
    }
    if (e->unmarked) {
        sqlite_mark_now(e);
        return QUIET_MS;
    }
    if (e->unrested) empty_log(e);
    return e->unrested || e->unmarked || s->trouble ? QUIET_MS : 0;
}
