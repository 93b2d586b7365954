/* The caller's thread: everything here reads one snapshot, beside the writer. */
#include "core/buffer.h"
#include "store/page.h"
#include "store/sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RESTING "SELECT room, at, seq, note, sum FROM resting "
#define ROOM "SELECT id, code, game, first, last, ended_ms, sum FROM rooms "
#define DECK "SELECT name, sum, body FROM kept_decks "
#define RECORD "SELECT at, prev, room, seq, id, sum, body FROM records "

const char *const sqlite_read_sql[R_COUNT] = {
    [R_BEGIN] = "BEGIN",
    [R_COMMIT] = "COMMIT",
    [R_ROOM] = ROOM "WHERE id = ?",
    [R_CODE] = ROOM "WHERE code = ? ORDER BY last IS NULL DESC, id DESC LIMIT 1",
    [R_LIVE] = ROOM "INDEXED BY rooms_live WHERE last IS NULL ORDER BY id",
    [R_ALL] = ROOM "ORDER BY id",
    [R_RECORD] = RECORD "WHERE at = ?",
    [R_SCAN] = RECORD "WHERE at >= ? ORDER BY at",
    [R_DECK] = DECK "WHERE name = ?",
    [R_DECKS] = DECK "ORDER BY name",
    [R_LIVE_DECKS] = DECK "WHERE name IN (SELECT k.name FROM kept_deck_rooms k JOIN rooms r"
                          " ON r.id = k.room WHERE r.last IS NULL) ORDER BY name",
    [R_UPTO] = "SELECT coalesce((SELECT at FROM resting WHERE room = 0), 0)",
    [R_LINKS] = "SELECT at, prev, room, seq FROM records WHERE at > ? ORDER BY at",
    [R_RESTING] = RESTING "ORDER BY room",
    [R_NOTE] = RESTING "WHERE room = ?",
    [R_LIVE_COUNT] = "SELECT count(*) FROM rooms INDEXED BY rooms_live WHERE last IS NULL",
};

static bool failed(struct sqlite_store *e)
{
    sqlite_explain(e->base.error, e->file, e->reader, sqlite3_errcode(e->reader));
    return false;
}

static bool damaged(struct sqlite_store *e, const char *what, uint64_t number)
{
    char detail[80];
    snprintf(detail, sizeof detail, "%s %llu", what, (unsigned long long)number);
    sqlite_explain_damage(e->base.error, e->file, detail);
    return false;
}

/* Runs a statement that gives no row. */
static bool run(struct sqlite_store *e, int statement)
{
    sqlite3_step(e->read[statement]);
    return sqlite3_reset(e->read[statement]) == SQLITE_OK || failed(e);
}

/* Ends the snapshot, whatever became of it, and keeps the first error. */
static bool done(struct sqlite_store *e, bool ok)
{
    char kept[STORE_ERROR_BYTES];
    memcpy(kept, e->base.error, sizeof kept);
    bool ended = sqlite3_get_autocommit(e->reader) || run(e, R_COMMIT);
    if (!ok) memcpy(e->base.error, kept, sizeof kept);
    return ok && ended;
}

static const char *text(sqlite3_stmt *st, int column)
{
    const unsigned char *value = sqlite3_column_text(st, column);
    return value ? (const char *)value : "";
}

static bool room_row(struct sqlite_store *e, sqlite3_stmt *st, struct room_row *row)
{
    *row = (struct room_row){(uint64_t)sqlite3_column_int64(st, 0),
                             sqlite3_column_int64(st, 3),
                             sqlite3_column_int64(st, 4),
                             sqlite3_column_int64(st, 5),
                             text(st, 1),
                             text(st, 2)};
    if (sqlite3_column_int64(st, 6) != sqlite_room_sum(row) || row->id == 0)
        return damaged(e, "room", row->id);
    return true;
}

/* A record with its own row and the row of the room's one before. */
struct record_row {
    int64_t at, prev;
    struct store_record record;
};

static bool record_row(struct sqlite_store *e, sqlite3_stmt *st, struct record_row *row)
{
    row->at = sqlite3_column_int64(st, 0);
    row->prev = sqlite3_column_int64(st, 1);
    struct store_record *record = &row->record;
    record->room = (uint64_t)sqlite3_column_int64(st, 2);
    record->seq = (uint64_t)sqlite3_column_int64(st, 3);
    record->id = (uint64_t)sqlite3_column_int64(st, 4);
    record->body = text(st, 6);
    record->len = (size_t)sqlite3_column_bytes(st, 6);
    if (sqlite3_column_int64(st, 5) != sqlite_record_sum(row->prev, record))
        return damaged(e, "record", (uint64_t)row->at);
    return true;
}

/* Every room of a statement to a function that returns false to stop. */
static bool each_room(struct sqlite_store *e, int statement,
                      bool (*visit)(void *arg, const struct room_row *row), void *arg)
{
    sqlite3_stmt *st = e->read[statement];
    struct room_row row;
    bool ok = true, more = true;
    while (ok && more && sqlite3_step(st) == SQLITE_ROW) {
        ok = room_row(e, st, &row);
        more = ok && visit(arg, &row);
    }
    if (sqlite3_reset(st) != SQLITE_OK && ok) return failed(e);
    return ok;
}

struct room_visitor {
    bool (*room)(void *arg, const struct store_room *room);
    void *arg;
};

static bool show_room(void *arg, const struct room_row *row)
{
    const struct room_visitor *visitor = arg;
    return visitor->room(visitor->arg, &(struct store_room){row->id, row->code, row->game,
                                                            row->last == 0, row->ended_ms});
}

bool sqlite_rooms(struct store *s, bool live_only,
                  bool (*room)(void *arg, const struct store_room *room), void *arg)
{
    struct sqlite_store *e = (struct sqlite_store *)s;
    struct room_visitor visitor = {room, arg};
    return each_room(e, live_only ? R_LIVE : R_ALL, show_room, &visitor);
}

/* One pass over all records from the first that a live room has. */
struct scan {
    struct sqlite_store *e;
    struct heads seen;
    int64_t first;
    bool live_only;
    bool ok;
};

static bool expect_room(void *arg, const struct room_row *row)
{
    struct scan *scan = arg;
    heads_add(&scan->seen, row->id);
    if (scan->first == 0 || row->first < scan->first) scan->first = row->first;
    return true;
}

static bool was_complete(void *arg, const struct room_row *row)
{
    struct scan *scan = arg;
    const struct head *head = heads_find(&scan->seen, row->id);
    scan->ok = head && head->seq > 0 && (row->last == 0 || row->last == head->at);
    return scan->ok || damaged(scan->e, "the end of room", row->id);
}

/* Puts the record behind its room's last one; false if it does not fit there. */
static bool follows(struct scan *scan, struct head *head, const struct record_row *row)
{
    if (row->record.seq != head->seq + 1 || row->prev != head->at)
        return damaged(scan->e, "the order at record", (uint64_t)row->at);
    head->seq = row->record.seq;
    head->at = row->at;
    return true;
}

static bool scan_records(struct scan *scan,
                         bool (*visit)(void *arg, const struct store_record *record), void *arg)
{
    sqlite3_stmt *st = scan->e->read[R_SCAN];
    sqlite3_bind_int64(st, 1, scan->first);
    bool ok = true;
    struct record_row row;
    while (ok && sqlite3_step(st) == SQLITE_ROW) {
        ok = record_row(scan->e, st, &row);
        struct head *head = ok ? heads_find(&scan->seen, row.record.room) : NULL;
        if (ok && !head && !scan->live_only)
            ok = damaged(scan->e, "a stray record", (uint64_t)row.at);
        if (!ok || !head) continue;
        ok = follows(scan, head, &row);
        if (ok && visit && !visit(arg, &row.record))
            visit = NULL; /* it wants no more, but the heads do */
    }
    if (sqlite3_reset(st) != SQLITE_OK && ok) return failed(scan->e);
    return ok;
}

static bool scan_all(struct scan *scan, bool (*visit)(void *arg, const struct store_record *record),
                     void *arg)
{
    int rooms = scan->live_only ? R_LIVE : R_ALL;
    scan->ok = true;
    bool ok = run(scan->e, R_BEGIN) && each_room(scan->e, rooms, expect_room, scan) &&
              scan_records(scan, visit, arg) && each_room(scan->e, rooms, was_complete, scan) &&
              scan->ok;
    return done(scan->e, ok);
}

bool sqlite_load(struct store *s, bool (*record)(void *arg, const struct store_record *record),
                 void *arg)
{
    struct sqlite_store *e = (struct sqlite_store *)s;
    struct scan scan = {.e = e, .live_only = true};
    bool ok = scan_all(&scan, record, arg);
    if (ok && !e->loaded) {
        pthread_mutex_lock(&e->heads_lock);
        e->heads = scan.seen;
        sqlite_index_begin(e);
        e->loaded = true;
        pthread_mutex_unlock(&e->heads_lock);
        return true;
    }
    heads_free(&scan.seen);
    return ok;
}

/* The record in row `at`, which must be this room's; valid until the statement is reset. */
static bool get_record(struct sqlite_store *e, int64_t at, uint64_t room, struct record_row *row)
{
    sqlite3_stmt *st = e->read[R_RECORD];
    sqlite3_bind_int64(st, 1, at);
    int code = sqlite3_step(st);
    if (code == SQLITE_DONE) return damaged(e, "missing record", (uint64_t)at);
    if (code != SQLITE_ROW) return failed(e);
    if (!record_row(e, st, row)) return false;
    return (row->record.room == room && row->record.seq > 0) || damaged(e, "record", (uint64_t)at);
}

/* A room's records are met from the last to the first, so they are kept until they can be shown. */
static bool walk_back(struct sqlite_store *e, struct page *page, uint64_t room, int64_t at,
                      uint64_t from_seq)
{
    uint64_t after = 0; /* the sequence of the record behind, once there is one */
    bool ok = true;
    while (ok && at != 0 && after != from_seq) {
        struct record_row row = {0};
        ok = get_record(e, at, room, &row);
        if (ok && after != 0 && row.record.seq + 1 != after)
            ok = damaged(e, "the order at record", (uint64_t)at);
        if (ok && row.record.seq < from_seq) break;
        if (ok) page_add(page, &row.record);
        after = row.record.seq;
        at = row.prev;
        sqlite3_reset(e->read[R_RECORD]);
    }
    sqlite3_reset(e->read[R_RECORD]);
    if (ok && at == 0 && after > 1) return damaged(e, "the beginning of room", room);
    return ok;
}

/* The row of the room's last record; 0 if there is no such room. The head is looked up before the
 * snapshot is taken, so the snapshot has it, unless the room was forgotten in between. */
static bool last_row(struct sqlite_store *e, uint64_t room, int64_t *at)
{
    pthread_mutex_lock(&e->heads_lock);
    const struct head *head = heads_find(&e->heads, room);
    *at = head ? head->at : 0;
    pthread_mutex_unlock(&e->heads_lock);
    if (!run(e, R_BEGIN)) return false;
    sqlite3_stmt *st = e->read[R_ROOM];
    sqlite3_bind_int64(st, 1, (sqlite3_int64)room);
    struct room_row row = {0};
    bool found = sqlite3_step(st) == SQLITE_ROW;
    bool ok = !found || room_row(e, st, &row);
    if (!found || *at == 0) *at = row.last;
    if (sqlite3_reset(st) != SQLITE_OK && ok) return failed(e);
    return ok;
}

bool sqlite_read(struct store *s, uint64_t room, uint64_t from_seq,
                 bool (*record)(void *arg, const struct store_record *record), void *arg)
{
    struct sqlite_store *e = (struct sqlite_store *)s;
    struct page page = {0};
    int64_t at = 0;
    if (from_seq == 0) from_seq = 1;
    bool ok = sqlite_prepare(s);
    if (ok) ok = done(e, last_row(e, room, &at) && walk_back(e, &page, room, at, from_seq));
    for (size_t i = ok ? page.count : 0; i-- > 0;) {
        struct store_record shown = page_record(&page, i);
        if (!record(arg, &shown)) break;
    }
    page_free(&page);
    return ok;
}

static bool take_id(void *arg, const struct room_row *row)
{
    *(uint64_t *)arg = row->id;
    return false;
}

bool sqlite_find_code(struct store *s, const char *code, uint64_t *room)
{
    struct sqlite_store *e = (struct sqlite_store *)s;
    sqlite3_bind_text(e->read[R_CODE], 1, code, -1, SQLITE_TRANSIENT);
    return each_room(e, R_CODE, take_id, room);
}

static bool any_deck(void *arg, const struct store_deck *deck)
{
    (void)arg;
    (void)deck;
    return true;
}

bool sqlite_check(struct store *s)
{
    struct sqlite_store *e = (struct sqlite_store *)s;
    if (!sqlite_healthy(e->reader, e->file, "PRAGMA integrity_check(1)", s->error)) return false;
    struct scan scan = {.e = e};
    bool ok = scan_all(&scan, NULL, NULL) && sqlite_decks(s, false, any_deck, NULL);
    heads_free(&scan.seen);
    return ok;
}

static bool sync_file(const char *file)
{
    int fd = open(file, O_RDONLY | O_CLOEXEC);
    bool ok = fd >= 0 && fsync(fd) == 0;
    if (fd >= 0) close(fd);
    return ok;
}

/* Under another name first: a copy that was cut short never bears the name of a backup. */
bool sqlite_backup(struct store *s, const char *file)
{
    struct sqlite_store *e = (struct sqlite_store *)s;
    if (access(file, F_OK) == 0)
        return store_fail(s, "%s already exists; choose another name for the backup.", file);
    struct buffer part = {0};
    buffer_print(&part, "%s.part-%d", file, (int)getpid());
    const char *name = buffer_text(&part);
    sqlite3_stmt *st = NULL;
    bool ok = sqlite3_prepare_v2(e->reader, "VACUUM INTO ?1", -1, &st, NULL) == SQLITE_OK;
    if (ok) {
        sqlite3_bind_text(st, 1, name, -1, SQLITE_STATIC);
        ok = sqlite3_step(st) == SQLITE_DONE;
    }
    char detail[200];
    snprintf(detail, sizeof detail, "%s", sqlite3_errmsg(e->reader));
    sqlite3_finalize(st);
    if (ok && (!sync_file(name) || link(name, file) != 0)) {
        ok = false;
        snprintf(detail, sizeof detail, "%s", strerror(errno));
    }
    unlink(name);
    buffer_free(&part);
    if (!ok)
        store_fail(s, "The backup %s could not be written (%s); nothing was left behind.", file,
                   detail);
    return ok;
}
