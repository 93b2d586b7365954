/* Following rooms: live ones step by step, ended ones from their logs. */
#include "core/alloc.h"
#include "history/inside.h"
#include "history/projector.h"
#include "room/fold.h"
#include "store/ask.h"

#include <stdio.h>
#include <stdlib.h>

struct position {
    uint64_t room, seq;
};

struct projector {
    struct store *store;
    struct position *positions; /* as the start found them, by room */
    size_t count;
};

/* The answer to a question without values, as JSON; NULL and a sentence. */
static json_t *answer(struct store *store, enum question question, char error[STORE_ERROR_BYTES])
{
    struct ask *ask = store_ask(store, error);
    if (!ask) return NULL;
    struct buffer text = {0};
    struct writer w = writer_to(&text);
    json_t *json = ask_write(ask, &w, question, (struct ask_about){0})
                       ? json_loadb(text.data, text.len, 0, NULL)
                       : NULL;
    if (!json) snprintf(error, STORE_ERROR_BYTES, "The tables of history cannot be read.");
    buffer_free(&text);
    ask_close(ask);
    return json;
}

static int by_room(const void *a, const void *b)
{
    uint64_t x = ((const struct position *)a)->room, y = ((const struct position *)b)->room;
    return (x > y) - (x < y);
}

static uint64_t number(const json_t *row, const char *key)
{
    return (uint64_t)json_integer_value(json_object_get(row, key));
}

struct projector *projector_open(struct store *store, char error[STORE_ERROR_BYTES])
{
    json_t *rows = answer(store, ASK_POSITIONS, error);
    if (!rows) return NULL;
    struct projector *p = alloc_zero(1, sizeof *p);
    p->store = store;
    p->positions = alloc_zero(json_array_size(rows) + 1, sizeof *p->positions);
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row) p->positions[p->count++] =
        (struct position){number(row, "room"), number(row, "seq")};
    qsort(p->positions, p->count, sizeof *p->positions, by_room);
    json_decref(rows);
    return p;
}

void projector_close(struct projector *p)
{
    if (!p) return;
    free(p->positions);
    free(p);
}

static uint64_t position_of(const struct projector *p, uint64_t room)
{
    if (!p->count) return 0;
    struct position key = {room, 0};
    const struct position *found =
        bsearch(&key, p->positions, p->count, sizeof *p->positions, by_room);
    return found ? found->seq : 0;
}

void projector_step(struct projector *p, struct live *live)
{
    struct seen *seen = live->history;
    history_look(p->store, live->room, &seen, seen ? 0 : position_of(p, live->room->id));
    live->history = seen;
}

/* ---- a room from its log ---- */

struct reading {
    struct store *store;
    struct folding folding;
    struct room *room;
    struct seen *seen;
    uint64_t position, records;
    bool broken;
};

static bool read_record(void *arg, const struct store_record *record)
{
    struct reading *r = arg;
    r->records++;
    enum fold result = fold_record(&r->folding, &r->room, record->room, record->body, record->len);
    r->broken |= result == FOLD_BROKEN;
    if (!r->room) return false; /* its first record made no room */
    r->position = history_look(r->store, r->room, &r->seen, r->position);
    return true;
}

/* Whatever its log says, the projection of an ended room is over afterwards. */
static void finish(struct reading *r, uint64_t room)
{
    struct rows none = {0};
    if (r->room && r->room->phase == ROOM_ENDED) return;
    store_project(r->store, room, r->position, r->position, true, &none);
}

static bool read_room(struct reading *r, uint64_t room, uint64_t position, bool ended)
{
    r->room = NULL;
    r->seen = NULL;
    r->position = position;
    r->broken = false;
    bool readable = store_read(r->store, room, 1, read_record, r);
    if (ended) finish(r, room);
    room_free(r->room);
    free(r->seen);
    return readable;
}

bool projector_catch_up(struct projector *p, const struct house *house,
                        char error[STORE_ERROR_BYTES])
{
    json_t *rows = answer(p->store, ASK_ENDED_BEHIND, error);
    if (!rows) return false;
    struct reading r = {.store = p->store, .folding = {.house = house}};
    bool readable = true;
    for (size_t i = 0; readable && i < json_array_size(rows); i++) {
        uint64_t room = number(json_array_get(rows, i), "room");
        readable = read_room(&r, room, position_of(p, room), true);
    }
    if (!readable) snprintf(error, STORE_ERROR_BYTES, "%s", store_error(p->store));
    if (json_array_size(rows)) store_flush(p->store);
    folding_free(&r.folding);
    json_decref(rows);
    return readable;
}

/* ---- everything again ---- */

struct rebuilding {
    struct reading reading;
    struct rebuild_result *result;
    uint64_t *rooms;
    bool *live;
    size_t count, cap;
};

static bool note_room(void *arg, const struct store_room *room)
{
    struct rebuilding *b = arg;
    if (b->count == b->cap) {
        b->cap = b->cap ? 2 * b->cap : 64;
        b->rooms = alloc_grow(b->rooms, b->cap * sizeof *b->rooms);
        b->live = alloc_grow(b->live, b->cap * sizeof *b->live);
    }
    b->rooms[b->count] = room->id;
    b->live[b->count++] = room->live;
    return true;
}

static void project_alone(struct store *store, uint64_t room, enum row_kind kind)
{
    struct rows rows = {0};
    if (kind == ROW_CLEAR_ROOM)
        rows_add(&rows, kind, (int64_t)room);
    else
        rows_add(&rows, kind);
    store_note(store, &rows, NULL, NULL);
    rows_free(&rows);
    store_flush(store);
    store_drain(store);
}

bool projector_rebuild(struct store *store, const struct house *house,
                       struct rebuild_result *result, char error[STORE_ERROR_BYTES])
{
    struct rebuilding b = {.reading = {.store = store, .folding = {.house = house}},
                           .result = result};
    *result = (struct rebuild_result){0};
    bool readable = store_rooms(store, false, note_room, &b);
    for (size_t i = 0; readable && i < b.count; i++) {
        project_alone(store, b.rooms[i], ROW_CLEAR_ROOM);
        readable = read_room(&b.reading, b.rooms[i], 0, !b.live[i]);
        result->unreadable += b.reading.broken;
        result->rooms++;
        store_flush(store);
    }
    project_alone(store, 0, ROW_RECOUNT);
    result->records = b.reading.records;
    if (!readable) snprintf(error, STORE_ERROR_BYTES, "%s", store_error(store));
    folding_free(&b.reading.folding);
    free(b.rooms);
    free(b.live);
    return readable;
}
