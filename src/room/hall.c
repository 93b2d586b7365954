/* Opening and closing: which rooms there are, how they come back, how one ends. */
#include "core/alloc.h"
#include "core/token.h"
#include "room/hall_inside.h"
#include "room/kept.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* After a restart everybody gets this long to connect again before the log calls them away. */
#define RETURN_MS 15000

uint64_t code_key(const char *code)
{
    uint64_t key = 1;
    for (; *code; code++)
        key = key << 5 | (uint64_t)(strchr(CODE_ALPHABET, *code) - CODE_ALPHABET);
    return key;
}

struct live *live_new(struct hall *hall)
{
    struct live *live = alloc_zero(1, sizeof *live);
    live->hall = hall;
    live->last_wait = &live->first_wait;
    return live;
}

void live_free(struct live *live)
{
    live_drop_proposals(live);
    room_free(live->room);
    room_free(live->past[0]);
    room_free(live->past[1]);
    free(live->links);
    free(live->history);
    free(live);
}

static void complain(struct hall *hall, const char *code, const char *what)
{
    char sentence[260];
    snprintf(sentence, sizeof sentence, "Room %s: %s.", code, what);
    if (hall->hooks.complain) hall->hooks.complain(hall->hooks.arg, sentence);
}

/* Records that cannot be used stay in the store as they are, for `ludoteca log`. */
static bool load_record(void *arg, const struct store_record *record)
{
    struct hall *hall = arg;
    struct live *live = livemap_get(&hall->by_id, record->room);
    if (live && !live->room) return true; /* its first record made no room */
    if (!live) {
        live = live_new(hall);
        livemap_put(&hall->by_id, record->room, live);
    }
    enum fold result =
        fold_record(&hall->folding, &live->room, record->room, record->body, record->len);
    if (live->room && live->room->time > hall->opened) hall->opened = live->room->time;
    if (live->room && hall->hooks.loaded) hall->hooks.loaded(hall->hooks.arg, live);
    char number[24];
    snprintf(number, sizeof number, "number %llu", (unsigned long long)record->room);
    if (result != FOLD_FINE)
        complain(hall, live->room ? live->room->code : number, hall->folding.why);
    return true;
}

static bool name_closed(void *arg, const struct store_room *room)
{
    struct hall *hall = arg;
    const struct live *live = livemap_get(&hall->by_id, room->id);
    char what[80];
    snprintf(what, sizeof what, "it stays closed; its records are kept as number %llu",
             (unsigned long long)room->id);
    if (live && !live->room) complain(hall, room->code, what);
    return true;
}

static void open_room(struct hall *hall, struct live *live, int64_t now)
{
    livemap_put(&hall->by_code, code_key(live->room->code), live);
    live->opened = now;
    live->check_at = live->arrive_by = now + RETURN_MS;
    if (live->room->rules_changed)
        live_propose(live, (struct step){.kind = STEP_STOP, .end.why = "rules"}, now);
    live_set_deadline(live);
}

static void drop_broken(struct hall *hall, int64_t now)
{
    struct live **all = alloc_zero(hall->by_id.count, sizeof *all);
    size_t count = 0;
    for (size_t i = 0; i < hall->by_id.cap; i++)
        if (hall->by_id.slots[i].key) all[count++] = hall->by_id.slots[i].live;
    struct livemap fine = {0};
    bool broken = false;
    for (size_t i = 0; i < count; i++)
        broken |= !all[i]->room;
    if (broken) store_rooms(hall->store, true, name_closed, hall);
    for (size_t i = 0; i < count; i++) {
        struct live *live = all[i];
        if (live->room && live->room->phase != ROOM_ENDED) {
            livemap_put(&fine, live->room->id, live);
            continue;
        }
        if (live->room) store_end(hall->store, live->room->id, now, NULL, NULL);
        live_free(live);
    }
    free(all);
    livemap_free(&hall->by_id);
    hall->by_id = fine;
}

static void wake_bots(void *arg, struct live *live)
{
    struct hall *hall = arg;
    for (int i = 0; hall->hooks.bot && i < live->room->people; i++) {
        const struct person *p = &live->room->person[i];
        if (p->bot && p->seat >= 0 && room_pulse(live->room).awaited & SEAT_BIT(p->seat))
            hall->hooks.bot(hall->hooks.arg, live, p);
    }
}

struct hall *hall_open(struct store *store, const struct house *house,
                       const struct hall_hooks *hooks, int64_t now, char error[STORE_ERROR_BYTES])
{
    struct hall *hall = alloc_zero(1, sizeof *hall);
    uint8_t seed[CHANCE_SEED_BYTES];
    random_bytes(seed, sizeof seed);
    chance_init(&hall->ids, seed, 0);
    hall->store = store;
    hall->house = hall->folding.house = house;
    hall->hooks = *hooks;
    hall->opened = now;
    says_init(&hall->says, 0);
    if (!kept_load(store, house, true, hooks) || !store_load(store, load_record, hall)) {
        snprintf(error, STORE_ERROR_BYTES, "%s", store_error(store));
        hall_close(hall);
        return NULL;
    }
    drop_broken(hall, hall->opened);
    for (size_t i = 0; i < hall->by_id.cap; i++)
        if (hall->by_id.slots[i].key) open_room(hall, hall->by_id.slots[i].live, hall->opened);
    hall_each(hall, wake_bots, hall);
    return hall;
}

void hall_close(struct hall *hall)
{
    if (!hall) return;
    kept_close(hall);
    for (size_t i = 0; i < hall->by_code.cap; i++) /* on their way to be rooms */
        if (hall->by_code.slots[i].key && !hall->by_code.slots[i].live->room)
            live_free(hall->by_code.slots[i].live);
    for (size_t i = 0; i < hall->by_id.cap; i++)
        if (hall->by_id.slots[i].key) live_free(hall->by_id.slots[i].live);
    livemap_free(&hall->by_id);
    livemap_free(&hall->by_code);
    deadlines_free(&hall->deadlines);
    says_free(&hall->says);
    draft_free(&hall->draft);
    folding_free(&hall->folding);
    free(hall);
}

int64_t hall_opened(const struct hall *hall)
{
    return hall->opened;
}

void live_close(struct live *live, const char *why, int64_t now)
{
    struct hall *hall = live->hall;
    deadline_set(&hall->deadlines, &live->deadline, 0);
    livemap_remove(&hall->by_code, code_key(live->room->code));
    livemap_remove(&hall->by_id, live->room->id);
    store_end(hall->store, live->room->id, now, NULL, NULL);
    hall->figures.ended++;
    if (hall->hooks.closed) hall->hooks.closed(hall->hooks.arg, live, why);
    live_free(live);
}

struct live *hall_find(struct hall *hall, const char *typed_code)
{
    char code[CODE_LENGTH + 1];
    if (!code_normalise(code, typed_code)) return NULL;
    struct live *live = livemap_get(&hall->by_code, code_key(code));
    return live && live->room ? live : NULL;
}

const struct house *hall_house(const struct hall *hall)
{
    return hall->house;
}

void hall_each(struct hall *hall, void (*each)(void *arg, struct live *live), void *arg)
{
    for (size_t i = 0; i < hall->by_id.cap; i++)
        if (hall->by_id.slots[i].key) each(arg, hall->by_id.slots[i].live);
}

size_t hall_count(const struct hall *hall)
{
    return hall->by_id.count;
}

const struct hall_figures *hall_figures(const struct hall *hall)
{
    return &hall->figures;
}

struct forgetting {
    struct store *store;
    int64_t before;
};

static bool forget_old(void *arg, const struct store_room *room)
{
    const struct forgetting *f = arg;
    if (!room->live && room->ended_ms < f->before) store_forget(f->store, room->id, NULL, NULL);
    return true;
}

void hall_forget(struct hall *hall, int64_t ended_before)
{
    store_rooms(hall->store, false, forget_old, &(struct forgetting){hall->store, ended_before});
}
