#include "store/store.h"

#include "core/alloc.h"
#include "store/engine.h"
#include "store/rows.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WAITING_BYTES_MAX ((size_t)64 << 20)

/* The engines, chosen by how the place begins; a plain path is SQLite's. */
static const struct store_engine *const engines[] = {
    &store_postgresql,
    &store_sqlite,
};

/* The address of a database in which a sign was forgotten: a folder of that name would be the last
 * thing that was wanted. */
static bool is_mistyped(const char *place)
{
    return strncmp(place, "postgres", 8) == 0 && !strstr(place, "://") &&
           (strstr(place, "//") || strpbrk(place, ":@"));
}

static const struct store_engine *engine_for(const char *place)
{
    bool is_path = !strstr(place, "://");
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
        size_t len = strlen(engines[i]->prefix);
        if (strncmp(place, engines[i]->prefix, len) == 0 && (len > 0 || is_path)) return engines[i];
    }
    return NULL;
}

struct store *store_open(const struct store_options *options, char error[STORE_ERROR_BYTES])
{
    error[0] = '\0';
    const struct store_engine *engine = engine_for(options->place);
    if (is_mistyped(options->place)) { /* not shown: there may be a password in it */
        snprintf(error, STORE_ERROR_BYTES,
                 "The store looks like the address of a database, and is not written like one: it "
                 "is postgresql://USER@HOST/DATABASE. A folder of that name begins with ./ or /.");
        return NULL;
    }
    if (!engine) {
        snprintf(error, STORE_ERROR_BYTES,
                 "No store is known for addresses that begin with «%.*s://»; use a folder, or "
                 "postgresql://USER@HOST/DATABASE.",
                 (int)(strstr(options->place, "://") - options->place), options->place);
        return NULL;
    }
    struct store *s = engine->open(options, error);
    if (!s) return NULL;
    s->engine = engine;
    s->options = *options;
    s->options.place = NULL; /* the caller's string; the engine has its own */
    if (s->options.waiting_bytes_max == 0) s->options.waiting_bytes_max = WAITING_BYTES_MAX;
    queue_start(s);
    return s;
}

void store_close(struct store *s)
{
    if (!s) return;
    queue_stop(s);
    s->engine->close(s);
}

bool store_fail(struct store *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(s->error, sizeof s->error, format, args);
    va_end(args);
    return false;
}

const char *store_error(const struct store *s)
{
    return s->error;
}

bool store_rooms(struct store *s, bool live_only,
                 bool (*room)(void *arg, const struct store_room *room), void *arg)
{
    return s->engine->rooms(s, live_only, room, arg);
}

struct unnoted {
    bool (*room)(void *arg, const struct store_room *room, const char *note);
    void *arg;
};

static bool show_unnoted(void *arg, const struct store_room *room)
{
    const struct unnoted *u = arg;
    return u->room(u->arg, room, NULL);
}

bool store_index(struct store *s,
                 bool (*room)(void *arg, const struct store_room *room, const char *note),
                 void *arg)
{
    struct unnoted unnoted = {room, arg};
    if (s->engine->index) return s->engine->index(s, room, arg);
    return s->engine->prepare(s) && s->engine->rooms(s, true, show_unnoted, &unnoted);
}

bool store_load(struct store *s, bool (*record)(void *arg, const struct store_record *record),
                void *arg)
{
    return record ? load_ahead(s, record, arg) : s->engine->load(s, NULL, NULL);
}

bool store_read(struct store *s, uint64_t room, uint64_t from_seq,
                bool (*record)(void *arg, const struct store_record *record), void *arg)
{
    return s->engine->read(s, room, from_seq, record, arg);
}

struct wanted_record {
    uint64_t id, seq;
};

static bool compare_id(void *arg, const struct store_record *record)
{
    struct wanted_record *wanted = arg;
    if (record->id == wanted->id) wanted->seq = record->seq;
    return wanted->seq == 0;
}

bool store_find_record(struct store *s, uint64_t room, uint64_t record_id, uint64_t *seq)
{
    struct wanted_record wanted = {record_id, 0};
    bool ok = s->engine->read(s, room, 1, compare_id, &wanted);
    *seq = wanted.seq;
    return ok;
}

bool store_find_code(struct store *s, const char *code, uint64_t *room)
{
    *room = 0;
    return s->engine->find_code(s, code, room);
}

bool store_find_live(struct store *s, const char *code, uint64_t *room)
{
    *room = 0;
    return store_shared(s) && s->engine->find_live(s, code, room);
}

bool store_decks(struct store *s, bool live_only,
                 bool (*deck)(void *arg, const struct store_deck *deck), void *arg)
{
    return s->engine->decks(s, live_only, deck, arg);
}

bool store_find_deck(struct store *s, const char *name,
                     bool (*deck)(void *arg, const struct store_deck *deck), void *arg)
{
    return s->engine->find_deck(s, name, deck, arg);
}

bool store_check(struct store *s)
{
    return s->engine->check(s);
}

bool store_backup(struct store *s, const char *file)
{
    return s->engine->backup(s, file);
}

/* A request with room for a record and, when creating, code and game behind it. One that would be
 * too much comes back without its bytes and is refused by `submit`. */
static struct request *request_make(enum request_kind kind, uint64_t room, const char *body,
                                    size_t len)
{
    struct request *r = alloc_grow(NULL, sizeof *r + len + 1);
    *r = (struct request){.kind = kind, .room = room, .size = sizeof *r + len + 1, .len = len};
    if (len) memcpy(r->body, body, len);
    r->body[len] = '\0';
    return r;
}

static void submit(struct store *s, struct request *r)
{
    if (s->options.mode == STORE_READ)
        queue_refuse(s, r, "The store is open for reading only.");
    else if (!s->engine->prepare(s))
        queue_refuse(s, r, "The store could not be read; see the log of the server's start.");
    else
        queue_submit(s, r);
}

/* NULL if there is space for `len` more bytes. */
static const char *too_much(const struct store *s, size_t len, size_t max)
{
    if (len > max) return "The record is larger than the store takes.";
    if (s->figures.waiting_bytes + sizeof(struct request) + len > s->options.waiting_bytes_max)
        return "The disk does not keep up: too much is waiting to be stored.";
    return NULL;
}

uint64_t store_create(struct store *s, const char *code, const char *game, uint64_t record_id,
                      const char *body, size_t len,
                      void (*answered)(void *arg, const struct store_answer *answer), void *arg)
{
    size_t code_size = strlen(code) + 1, game_size = strlen(game) + 1;
    const char *excess = too_much(s, len + code_size + game_size, STORE_RECORD_BYTES_MAX);
    if (game_size > STORE_GAME_BYTES_MAX + 1)
        excess = "The game's name is longer than the store takes.";
    uint64_t room = s->engine->new_room(s);
    struct request *r = request_make(REQUEST_CREATE, room, body, excess ? 0 : len);
    r->record_id = record_id;
    r->answered = answered;
    r->arg = arg;
    if (excess) {
        queue_refuse(s, r, excess);
        return room;
    }
    r->size += code_size + game_size;
    r = alloc_grow(r, r->size);
    char *behind = r->body + len + 1;
    r->code = memcpy(behind, code, code_size);
    r->game = memcpy(behind + code_size, game, game_size);
    submit(s, r);
    return room;
}

void store_append(struct store *s, uint64_t room, uint64_t expected_seq, uint64_t record_id,
                  const char *body, size_t len,
                  void (*answered)(void *arg, const struct store_answer *answer), void *arg)
{
    const char *excess = too_much(s, len, STORE_RECORD_BYTES_MAX);
    struct request *r = request_make(REQUEST_APPEND, room, body, excess ? 0 : len);
    r->expected_seq = expected_seq;
    r->record_id = record_id;
    r->answered = answered;
    r->arg = arg;
    if (excess)
        queue_refuse(s, r, excess);
    else
        submit(s, r);
}

void store_keep_deck(struct store *s, uint64_t room, const char *name, const char *body, size_t len,
                     void (*answered)(void *arg, const struct store_answer *answer), void *arg)
{
    size_t name_size = strlen(name) + 1;
    const char *excess = too_much(s, len + name_size, STORE_DECK_BYTES_MAX);
    if (name_size > STORE_DECK_NAME_BYTES_MAX + 1)
        excess = "The deck's name is longer than the store takes.";
    struct request *r = request_make(REQUEST_KEEP_DECK, room, body, excess ? 0 : len);
    r->answered = answered;
    r->arg = arg;
    if (excess) {
        queue_refuse(s, r, excess);
        return;
    }
    r->size += name_size;
    r = alloc_grow(r, r->size);
    r->deck = memcpy(r->body + len + 1, name, name_size);
    submit(s, r);
}

void store_end(struct store *s, uint64_t room, int64_t now_ms,
               void (*answered)(void *arg, const struct store_answer *answer), void *arg)
{
    struct request *r = request_make(REQUEST_END, room, NULL, 0);
    r->now_ms = now_ms;
    r->answered = answered;
    r->arg = arg;
    submit(s, r);
}

void store_forget(struct store *s, uint64_t room,
                  void (*answered)(void *arg, const struct store_answer *answer), void *arg)
{
    struct request *r = request_make(REQUEST_FORGET, room, NULL, 0);
    r->answered = answered;
    r->arg = arg;
    submit(s, r);
}

void store_note(struct store *s, const struct rows *rows,
                void (*answered)(void *arg, const struct store_answer *answer), void *arg)
{
    const char *excess = too_much(s, rows->bytes.len, STORE_RECORD_BYTES_MAX);
    struct request *r =
        request_make(REQUEST_ROWS, 0, rows->bytes.data, excess ? 0 : rows->bytes.len);
    r->answered = answered;
    r->arg = arg;
    if (excess)
        queue_refuse(s, r, excess);
    else
        submit(s, r);
}

void store_project(struct store *s, uint64_t room, uint64_t from, uint64_t seq, bool last,
                   const struct rows *rows)
{
    if (s->options.mode == STORE_READ) return;
    struct request *r = request_make(REQUEST_PROJECT, room, rows->bytes.data, rows->bytes.len);
    r->expected_seq = from;
    r->seq = seq;
    r->last = last;
    queue_behind(s, r);
}

void store_rest(struct store *s, uint64_t room, uint64_t seq, const char *note)
{
    if (s->options.mode == STORE_READ || !s->engine->index) return;
    struct request *r = request_make(REQUEST_NOTE, room, note, strlen(note));
    r->expected_seq = seq;
    queue_behind(s, r);
}

bool store_shared(const struct store *s)
{
    return s->engine->watch && s->options.mode != STORE_READ;
}

static void hold(struct store *s, uint64_t room, uint64_t person, bool here, int64_t due_ms)
{
    if (!store_shared(s)) return;
    struct request *r = request_make(REQUEST_HOLD, room, NULL, 0);
    r->expected_seq = person;
    r->last = here;
    r->now_ms = due_ms;
    submit(s, r);
}

void store_here(struct store *s, uint64_t room, uint16_t person, bool here)
{
    hold(s, room, person, here, 0);
}

void store_let_go(struct store *s, uint64_t room, int64_t due_ms)
{
    hold(s, room, HOLD_NOTHING, false, due_ms);
}

void store_look(struct store *s, uint64_t room)
{
    if (store_shared(s)) s->engine->look(s, room);
}

bool store_unheld(struct store *s, int64_t now_ms,
                  bool (*room)(void *arg, const struct store_room *room), void *arg)
{
    return !store_shared(s) || s->engine->unheld(s, now_ms, room, arg);
}

struct ask *store_ask(struct store *s, char error[STORE_ERROR_BYTES])
{
    return s->engine->ask(s, error);
}

struct store_figures store_figures(struct store *s)
{
    struct store_figures figures = s->figures;
    pthread_mutex_lock(&s->lock);
    figures.commits = s->commits;
    figures.trouble = s->trouble;
    pthread_mutex_unlock(&s->lock);
    figures.live_rooms = s->engine->live_rooms(s);
    figures.memory = s->engine->memory(s);
    figures.copying = s->options.copy_to && s->options.copy_to[0];
    figures.copied = figures.copying && s->engine->copied(s);
    return figures;
}
