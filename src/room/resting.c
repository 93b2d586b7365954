#include "room/resting.h"
#include "core/alloc.h"
#include "room/hall_inside.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Nothing is due for at least so long: shorter rests would cost more than they spare. */
#define REST_LEAST_MS 60000
/* Rooms that are folded in one turn of the loop for their deadline's sake. */
#define OPEN_AT_ONCE 32
/* After an entry's room could not be read. */
#define READ_AGAIN_MS 60000

/* ---- counting ---- */

struct room_census room_census(const struct room *room)
{
    struct room_census c = {.playing = room->phase == ROOM_PLAYING};
    for (int i = 0; i < room->people; i++) {
        const struct person *p = &room->person[i];
        if (p->gone) continue;
        c.people += p->human;
        c.online += p->human && !p->away_since;
        c.watching += p->human && (room->phase == ROOM_LOBBY ? p->watching : p->seat < 0);
        c.seats += c.playing && p->seat >= 0;
        c.bots += p->bot > 0;
    }
    return c;
}

static void count(struct rests *rests, const struct resting *entry, uint64_t by)
{
    struct rest_totals *t = &rests->totals;
    const struct room_census *c = &entry->census;
    rests->unknown += entry->noted ? 0 : by;
    if (!entry->noted) return;
    t->rooms[entry->game] += by;
    t->playing += c->playing * by;
    t->people += c->people * by;
    t->online += c->online * by;
    t->watching += c->watching * by;
    t->seats += c->seats * by;
    t->bots += c->bots * by;
}

static int game_number(const struct house *house, const char *name)
{
    for (int i = 0; house->games[i] && i < 64; i++)
        if (strcmp(house->games[i]->name, name) == 0) return i;
    return -1;
}

/* ---- notes ---- */

/* What a room that rests wants by itself: to be woken, or to end. */
struct rest_wants {
    int64_t wake; /* 0: never */
    int64_t idle; /* ms after the last connection, or the house's opening; 0: has no such end */
};

/* Who is called away, and when, is decided when the room is open. */
static struct rest_wants wants(const struct room *room)
{
    return (struct rest_wants){room_wakes_at(room), room->game->idle_ms};
}

static void write_note(const struct room *room, char out[REST_NOTE_BYTES])
{
    struct rest_wants w = wants(room);
    struct room_census c = room_census(room);
    snprintf(out, REST_NOTE_BYTES,
             "%s time %" PRId64 " wake %" PRId64 " idle %" PRId64
             " playing %d people %u online %u watching %u seats %u bots %u",
             room->game->name, room->time, w.wake, w.idle, c.playing, c.people, c.online,
             c.watching, c.seats, c.bots);
}

/* Passes WORD and the number behind it. */
static bool read_field(const char **at, const char *word, int64_t *number)
{
    char *end;
    size_t len = strlen(word);
    if (strncmp(*at, word, len) != 0) return false;
    errno = 0;
    *number = strtoll(*at + len, &end, 10);
    if (errno || end == *at + len) return false;
    *at = end;
    return true;
}

static bool read_note(const char *note, char game[32], int64_t *time, struct rest_wants *w,
                      struct room_census *c)
{
    size_t name = strcspn(note, " ");
    const char *at = note + name;
    int64_t playing, people, online, watching, seats, bots;
    if (!name || name >= 32) return false;
    memcpy(game, note, name);
    game[name] = '\0';
    if (!read_field(&at, " time ", time) || !read_field(&at, " wake ", &w->wake) ||
        !read_field(&at, " idle ", &w->idle) || !read_field(&at, " playing ", &playing) ||
        !read_field(&at, " people ", &people) || !read_field(&at, " online ", &online) ||
        !read_field(&at, " watching ", &watching) || !read_field(&at, " seats ", &seats) ||
        !read_field(&at, " bots ", &bots) || *at)
        return false;
    *c = (struct room_census){(uint16_t)people, (uint16_t)online, (uint16_t)watching,
                              (uint16_t)seats,  (uint16_t)bots,   playing != 0};
    return true;
}

/* ---- entries ---- */

static void add(struct hall *hall, struct resting *entry, int64_t at)
{
    livemap_put(&hall->rests.by_code, code_key(entry->code), entry);
    livemap_put(&hall->rests.by_id, entry->id, entry);
    count(&hall->rests, entry, 1);
    deadline_set(&hall->rests.deadlines, &entry->deadline, at);
}

static void take_out(struct hall *hall, struct resting *entry)
{
    livemap_remove(&hall->rests.by_code, code_key(entry->code));
    livemap_remove(&hall->rests.by_id, entry->id);
    count(&hall->rests, entry, (uint64_t)-1);
    deadline_set(&hall->rests.deadlines, &entry->deadline, 0);
    free(entry);
}

static int64_t sooner(int64_t a, int64_t b)
{
    return !a ? b : !b ? a : a < b ? a : b;
}

/* The house opens: nobody could come before, so a room has its idle time from now on. */
static bool read_entry(void *arg, const struct store_room *room, const char *note)
{
    struct hall *hall = arg;
    struct resting *entry = alloc_zero(1, sizeof *entry);
    struct rest_wants w;
    char game[32];
    int64_t time;
    entry->id = room->id;
    if (!code_normalise(entry->code, room->code)) { /* not one of ours: only its log can tell */
        free(entry);
        return true;
    }
    int number = -1;
    if (note && read_note(note, game, &time, &w, &entry->census))
        number = game_number(hall->house, game);
    entry->noted = number >= 0;
    if (!entry->noted) {
        add(hall, entry, hall->opened);
        return true;
    }
    entry->game = (uint8_t)number;
    if (time > hall->opened) hall->opened = time;
    add(hall, entry, sooner(w.wake, w.idle ? hall->opened + w.idle : 0));
    return true;
}

bool rests_read(struct hall *hall)
{
    return store_index(hall->store, read_entry, hall);
}

void rests_free(struct hall *hall)
{
    struct rests *rests = &hall->rests;
    for (size_t i = 0; i < rests->by_id.cap; i++)
        free(rests->by_id.slots[i].live);
    livemap_free(&rests->by_id);
    livemap_free(&rests->by_code);
    deadlines_free(&rests->deadlines);
}

/* ---- opening ---- */

struct opening {
    struct hall *hall;
    struct live *live;
    const struct resting *entry;
};

static void complain(struct hall *hall, const char *code, const char *what)
{
    char sentence[260];
    snprintf(sentence, sizeof sentence, "Room %s: %s.", code, what);
    if (hall->hooks.complain) hall->hooks.complain(hall->hooks.arg, sentence);
}

/* Records that cannot be used stay in the store as they are, for `ludoteca log`. */
static bool fold_one(void *arg, const struct store_record *record)
{
    struct opening *o = arg;
    struct hall *hall = o->hall;
    enum fold result =
        fold_record(&hall->folding, &o->live->room, record->room, record->body, record->len);
    if (result != FOLD_FINE) complain(hall, o->entry->code, hall->folding.why);
    if (!o->live->room) return false; /* its first record made no room */
    if (hall->hooks.loaded) hall->hooks.loaded(hall->hooks.arg, o->live);
    return true;
}

static bool fold_room(struct hall *hall, struct live *live, struct resting *entry)
{
    struct opening o = {hall, live, entry};
    if (store_read(hall->store, entry->id, 1, fold_one, &o)) return true;
    complain(hall, entry->code, store_error(hall->store));
    deadline_set(&hall->rests.deadlines, &entry->deadline, hall->now + READ_AGAIN_MS);
    return false;
}

struct live *rest_open(struct hall *hall, struct resting *entry)
{
    struct live *live = live_new(hall);
    if (!fold_room(hall, live, entry)) {
        live_free(live);
        return NULL;
    }
    bool open = live->room && live->room->phase != ROOM_ENDED;
    if (live->room && !open) store_end(hall->store, entry->id, hall->now, NULL, NULL);
    if (!live->room) {
        char what[80];
        snprintf(what, sizeof what, "it stays closed; its records are kept as number %" PRIu64,
                 entry->id);
        complain(hall, entry->code, what);
    }
    live->quiet_since = entry->quiet_since;
    take_out(hall, entry);
    if (open) {
        live_open(live);
        return live;
    }
    live_free(live);
    return NULL;
}

bool rests_open_some(struct hall *hall, int most)
{
    for (struct deadline *d; hall->rests.unknown && most-- > 0;) {
        if (!(d = deadlines_take(&hall->rests.deadlines, hall->opened))) break;
        rest_open(hall, (struct resting *)((char *)d - offsetof(struct resting, deadline)));
    }
    return hall->rests.unknown > 0;
}

int64_t rests_tick(struct hall *hall, int64_t now)
{
    struct deadline *d;
    for (int i = 0; i < OPEN_AT_ONCE && (d = deadlines_take(&hall->rests.deadlines, now)); i++)
        rest_open(hall, (struct resting *)((char *)d - offsetof(struct resting, deadline)));
    return deadlines_next(&hall->rests.deadlines);
}

/* ---- and back ---- */

static bool computer_awaited(const struct room *room)
{
    uint32_t awaited = room->phase == ROOM_PLAYING ? room_pulse(room).awaited : 0;
    for (int i = 0; i < room->people && !room->paused_since; i++)
        if (room->person[i].bot && room->person[i].seat >= 0 &&
            awaited & SEAT_BIT(room->person[i].seat))
            return true;
    return false;
}

static bool may_rest(const struct live *live)
{
    return live->room && live->room->phase != ROOM_ENDED && !live->flight && !live->first_wait &&
           !live->start && !live->unwanted && !computer_awaited(live->room);
}

/* As far as time is concerned. */
static bool is_quiet(const struct live *live, int64_t now)
{
    int64_t due = live_due(live);
    return !live_anybody(live) && !live->fresh && !live->check_at &&
           (!due || due - now >= REST_LEAST_MS) && !kept_waits(live->hall, live->room->id);
}

bool rest_try(struct live *live, int64_t now)
{
    struct hall *hall = live->hall;
    bool used = live->used;
    live->used = false;
    if (used || !hall->hooks.let_go || !may_rest(live) || !is_quiet(live, now)) return false;
    if (!hall->hooks.let_go(hall->hooks.arg, live)) return false;
    struct resting *entry = alloc_zero(1, sizeof *entry);
    const struct room *room = live->room;
    entry->id = room->id;
    entry->quiet_since = live->quiet_since;
    memcpy(entry->code, room->code, sizeof entry->code);
    entry->game = (uint8_t)game_number(hall->house, room->game->name);
    entry->census = room_census(room);
    entry->noted = true;
    rest_note(live);
    int64_t due = live_due(live);
    deadline_set(&hall->deadlines, &live->deadline, 0);
    livemap_remove(&hall->by_code, code_key(room->code));
    livemap_remove(&hall->by_id, room->id);
    live_free(live);
    add(hall, entry, due);
    return true;
}

void rest_note(struct live *live)
{
    char note[REST_NOTE_BYTES];
    if (!may_rest(live)) return;
    write_note(live->room, note);
    store_rest(live->hall->store, live->room->id, live->room->seq, note);
}
