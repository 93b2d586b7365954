/* Where every live room stands, so that a start need not read the whole log.
 *
 *     resting  room 7: at 5, seq 3, note          records ≤ 9: as the rows say
 *              room 0: at 9                       records > 9: read at the start
 *
 * The writer lists the rooms that got records and writes their rows behind them, when nothing else
 * is to be done or when many have gathered; the row of room 0 then says how far that goes. Nothing
 * here need be on the disk: what is lost with the power is read from the records. A row that does
 * not fit them makes all of it worthless, and the start reads everything as if it were not there. */
#include "core/alloc.h"
#include "store/sqlite.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A start reads so many records in about half a second. */
#define GATHERED 200000
#define SLICE 256

/* ---- the writer's thread ---- */

static void room_list_add(struct room_list *list, uint64_t room)
{
    if (list->count == list->cap) {
        list->cap = list->cap ? 2 * list->cap : 256;
        list->rooms = alloc_grow(list->rooms, list->cap * sizeof *list->rooms);
    }
    list->rooms[list->count++] = room;
}

void sqlite_index_moved(struct sqlite_store *e, const struct head *before)
{
    if (before->at < e->index.listed_from) room_list_add(&e->index.listed, before->room);
}

/* Every room anew: the rows are of no use, or there are none. */
static void list_all(struct sqlite_store *e)
{
    e->index.listed.count = e->index.going.count = 0;
    e->index.listed_from = e->index.upto = 0;
    for (size_t i = 0; e->heads.slots && i <= e->heads.mask; i++)
        if (e->heads.slots[i].room) room_list_add(&e->index.listed, e->heads.slots[i].room);
    e->index.listed_from = e->next_at;
}

/* Under the lock: the heads that are to be written next; *upto is 0 unless they are the last. */
static int take_slice(struct sqlite_store *e, struct head out[SLICE], int64_t *upto)
{
    struct sqlite_index *x = &e->index;
    if (x->done == x->going.count) {
        if (!x->listed.count) return -1;
        struct room_list empty = x->going;
        x->going = x->listed;
        x->listed = empty;
        x->listed.count = x->done = 0;
        x->listed_from = e->next_at;
        x->going_upto = e->next_at - 1;
    }
    int count = 0;
    size_t i = x->done;
    for (; i < x->going.count && count < SLICE; i++) {
        const struct head *head = heads_find(&e->heads, x->going.rooms[i]);
        if (head && head->seq) out[count++] = *head; /* else it has ended meanwhile */
    }
    x->taken = i;
    *upto = i == x->going.count ? x->going_upto : 0;
    return count;
}

static int put_row(struct sqlite_store *e, int statement, uint64_t room, int64_t at, uint64_t seq,
                   const char *note)
{
    sqlite3_stmt *st = e->write[statement];
    sqlite3_bind_int64(st, 1, (sqlite3_int64)room);
    sqlite3_bind_int64(st, 2, at);
    sqlite3_bind_int64(st, 3, (sqlite3_int64)seq);
    sqlite3_bind_text(st, 4, note, -1, SQLITE_STATIC);
    sqlite3_bind_int64(st, 5, sqlite_index_sum(room, at, seq, note));
    sqlite3_step(st);
    return sqlite3_reset(st);
}

static int step(sqlite3_stmt *st)
{
    sqlite3_step(st);
    return sqlite3_reset(st);
}

static bool write_slice(struct sqlite_store *e)
{
    struct head heads[SLICE];
    int64_t upto;
    pthread_mutex_lock(&e->heads_lock);
    int count = take_slice(e, heads, &upto);
    pthread_mutex_unlock(&e->heads_lock);
    if (count < 0) return false;
    sqlite3_exec(e->writer, "PRAGMA synchronous=NORMAL", NULL, NULL, NULL);
    int code = step(e->write[W_BEGIN]);
    for (int i = 0; i < count && code == SQLITE_OK; i++)
        code = put_row(e, W_HEAD, heads[i].room, heads[i].at, heads[i].seq, "");
    if (code == SQLITE_OK && upto) code = put_row(e, W_NOTE, 0, upto, 0, "");
    if (code == SQLITE_OK) code = step(e->write[W_COMMIT]);
    if (code != SQLITE_OK && !sqlite3_get_autocommit(e->writer)) step(e->write[W_ROLLBACK]);
    sqlite3_exec(e->writer, "PRAGMA synchronous=FULL", NULL, NULL, NULL);
    if (code != SQLITE_OK) return false;
    pthread_mutex_lock(&e->heads_lock);
    e->index.done = e->index.taken;
    if (upto) e->index.upto = upto;
    pthread_mutex_unlock(&e->heads_lock);
    return true;
}

bool sqlite_index_write(struct sqlite_store *e, bool now)
{
    pthread_mutex_lock(&e->heads_lock);
    bool gathered = e->next_at - e->index.upto > GATHERED;
    bool wanted = e->writer && e->loaded && (now || gathered);
    pthread_mutex_unlock(&e->heads_lock);
    return wanted && write_slice(e);
}

int sqlite_index_note(struct sqlite_store *e, const struct request *r)
{
    pthread_mutex_lock(&e->heads_lock);
    const struct head *head = heads_find(&e->heads, r->room);
    bool there = head && head->seq == r->expected_seq;
    int64_t at = there ? head->at : 0;
    pthread_mutex_unlock(&e->heads_lock);
    return there ? put_row(e, W_NOTE, r->room, at, r->expected_seq, r->body) : SQLITE_OK;
}

void sqlite_index_free(struct sqlite_store *e)
{
    free(e->index.listed.rooms);
    free(e->index.going.rooms);
}

/* ---- the caller's thread, at the start ---- */

struct index_row {
    uint64_t room, seq;
    int64_t at;
    const char *note;
};

static bool read_row(sqlite3_stmt *st, struct index_row *row)
{
    *row = (struct index_row){(uint64_t)sqlite3_column_int64(st, 0),
                              (uint64_t)sqlite3_column_int64(st, 2), sqlite3_column_int64(st, 1),
                              (const char *)sqlite3_column_text(st, 3)};
    if (!row->note) row->note = "";
    return sqlite3_column_int64(st, 4) == sqlite_index_sum(row->room, row->at, row->seq, row->note);
}

/* The rooms that got records after `upto`: where each stood before, and stands now. */
struct later {
    struct heads before, now;
    struct sqlite_store *e;
};

static bool read_later(struct later *l, int64_t upto)
{
    sqlite3_stmt *st = l->e->read[R_LINKS];
    sqlite3_bind_int64(st, 1, upto);
    bool ok = true;
    while (ok && sqlite3_step(st) == SQLITE_ROW) {
        int64_t at = sqlite3_column_int64(st, 0), prev = sqlite3_column_int64(st, 1);
        uint64_t room = (uint64_t)sqlite3_column_int64(st, 2);
        uint64_t seq = (uint64_t)sqlite3_column_int64(st, 3);
        struct head *now = heads_find(&l->now, room);
        if (!now) {
            struct head *before = heads_add(&l->before, room);
            before->at = prev;
            before->seq = seq - 1;
            now = heads_add(&l->now, room);
        } else {
            ok = now->at == prev && now->seq + 1 == seq;
        }
        now->at = at;
        now->seq = seq;
    }
    return sqlite3_reset(st) == SQLITE_OK && ok;
}

/* The row as it would be if it had been written a moment ago. False if the records do not fit. */
static bool bring_up(const struct later *l, struct index_row *row)
{
    const struct head *now = heads_find(&l->now, row->room);
    const struct head *before = heads_find(&l->before, row->room);
    if (!now || row->at >= now->at) return true;
    if (row->at < before->at || (row->at == before->at && row->seq != before->seq)) return false;
    row->at = now->at;
    row->seq = now->seq;
    row->note = "";
    return true;
}

static bool add_head(struct heads *heads, const struct index_row *row)
{
    if (heads_find(heads, row->room)) return true;
    struct head *head = heads_add(heads, row->room);
    head->at = row->at;
    head->seq = row->seq;
    return row->at && row->seq;
}

static bool read_rows(const struct later *l, struct heads *heads)
{
    sqlite3_stmt *st = l->e->read[R_RESTING];
    bool ok = true;
    while (ok && sqlite3_step(st) == SQLITE_ROW) {
        struct index_row row;
        ok = read_row(st, &row) && (!row.room || (bring_up(l, &row) && add_head(heads, &row)));
    }
    return sqlite3_reset(st) == SQLITE_OK && ok;
}

/* Rooms that were made after the rows were written. */
static void add_new(const struct later *l, struct heads *heads)
{
    for (size_t i = 0; l->now.slots && i <= l->now.mask; i++) {
        const struct head *now = &l->now.slots[i];
        if (!now->room || heads_find(heads, now->room)) continue;
        if (heads_find(&l->before, now->room)->seq) continue; /* it has ended */
        *heads_add(heads, now->room) = (struct head){now->room, now->at, now->seq, NULL};
    }
}

static int64_t count_of(struct sqlite_store *e, int statement)
{
    sqlite3_stmt *st = e->read[statement];
    int64_t count = sqlite3_step(st) == SQLITE_ROW ? sqlite3_column_int64(st, 0) : -1;
    return sqlite3_reset(st) == SQLITE_OK ? count : -1;
}

/* Ended rooms that are among the new ones have no business here. */
static void drop_ended(struct sqlite_store *e, const struct later *l, struct heads *heads)
{
    for (size_t i = 0; l->now.slots && i <= l->now.mask; i++) {
        sqlite3_stmt *st = e->read[R_ROOM];
        if (!l->now.slots[i].room) continue;
        sqlite3_bind_int64(st, 1, (sqlite3_int64)l->now.slots[i].room);
        bool live = sqlite3_step(st) == SQLITE_ROW && sqlite3_column_type(st, 4) == SQLITE_NULL;
        sqlite3_reset(st);
        if (!live) heads_remove(heads, l->now.slots[i].room);
    }
}

/* From the rows and the few records behind them; false if that is not possible. */
static bool heads_by_rows(struct sqlite_store *e, struct heads *heads, int64_t *upto)
{
    struct later l = {.e = e};
    bool begun = step(e->read[R_BEGIN]) == SQLITE_OK;
    *upto = count_of(e, R_UPTO);
    bool ok = begun && *upto > 0 && read_later(&l, *upto) && read_rows(&l, heads);
    if (ok) {
        add_new(&l, heads);
        drop_ended(e, &l, heads);
        ok = (int64_t)heads->count == count_of(e, R_LIVE_COUNT);
    }
    if (begun) step(e->read[R_COMMIT]);
    heads_free(&l.before);
    heads_free(&l.now);
    return ok;
}

static bool is_small(const struct sqlite_store *e)
{
    struct stat info;
    return stat(e->file, &info) != 0 || info.st_size <= e->check_bytes;
}

bool sqlite_prepare(struct store *s)
{
    struct sqlite_store *e = (struct sqlite_store *)s;
    struct heads heads = {0};
    int64_t upto = 0;
    if (e->loaded) return true;
    bool known = !is_small(e) && heads_by_rows(e, &heads, &upto);
    if (!known) {
        heads_free(&heads);
        if (!sqlite_load(s, NULL, NULL)) return false;
    }
    pthread_mutex_lock(&e->heads_lock);
    if (known) {
        e->heads = heads;
        e->index.upto = upto;
        e->index.listed_from = upto + 1;
        for (size_t i = 0; heads.slots && i <= heads.mask; i++)
            if (heads.slots[i].room && heads.slots[i].at > upto)
                room_list_add(&e->index.listed, heads.slots[i].room);
        e->index.listed_from = e->next_at;
        e->loaded = true;
    }
    pthread_mutex_unlock(&e->heads_lock);
    return true;
}

void sqlite_index_begin(struct sqlite_store *e)
{
    list_all(e);
}

struct index_visit {
    struct sqlite_store *e;
    bool (*room)(void *arg, const struct store_room *room, const char *note);
    void *arg;
};

/* What was noted of a room, if it has got no record since. Valid until the next one. */
static const char *note_of(struct sqlite_store *e, uint64_t room)
{
    sqlite3_stmt *st = e->read[R_NOTE];
    struct index_row row;
    sqlite3_reset(st);
    sqlite3_bind_int64(st, 1, (sqlite3_int64)room);
    if (sqlite3_step(st) != SQLITE_ROW || !read_row(st, &row) || !row.note[0]) return NULL;
    pthread_mutex_lock(&e->heads_lock);
    const struct head *head = heads_find(&e->heads, room);
    bool as_it_was = head && head->at == row.at && head->seq == row.seq;
    pthread_mutex_unlock(&e->heads_lock);
    return as_it_was ? row.note : NULL;
}

static bool show(void *arg, const struct store_room *room)
{
    const struct index_visit *v = arg;
    return v->room(v->arg, room, note_of(v->e, room->id));
}

bool sqlite_index(struct store *s,
                  bool (*room)(void *arg, const struct store_room *room, const char *note),
                  void *arg)
{
    struct sqlite_store *e = (struct sqlite_store *)s;
    struct index_visit v = {e, room, arg};
    bool ok = sqlite_prepare(s) && sqlite_rooms(s, true, show, &v);
    sqlite3_reset(e->read[R_NOTE]);
    return ok;
}
