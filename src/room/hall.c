/* Opening and closing: which rooms there are, how they come back, how one ends. */
#include "core/alloc.h"
#include "core/token.h"
#include "room/hall_inside.h"
#include "room/kept.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rooms of which nothing was noted: so many are opened before anybody is let in, the rest behind. */
#define OPEN_AT_START 1000
#define NOTES_AT_ONCE 4096

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
    several_forget(live);
    room_free(live->room);
    room_free(live->past[0]);
    room_free(live->past[1]);
    free(live->links);
    free(live->history);
    free(live);
}

static void wake_bots(struct live *live)
{
    struct hall *hall = live->hall;
    for (int i = 0; hall->hooks.bot && hall_leads(live) && i < live->room->people; i++) {
        const struct person *p = &live->room->person[i];
        if (p->bot && p->seat >= 0 && room_pulse(live->room).awaited & SEAT_BIT(p->seat))
            hall->hooks.bot(hall->hooks.arg, live, p);
    }
}

void live_open(struct live *live)
{
    struct hall *hall = live->hall;
    livemap_put(&hall->by_id, live->room->id, live);
    livemap_put(&hall->by_code, code_key(live->room->code), live);
    /* A log from later than now: the clock was wrong, then or now, and nobody pays for it. */
    if (live->room->time > hall->now) hall->now = hall->opened = live->room->time;
    live->opened = hall->opened;
    live->fresh = true;
    if (live->room->rules_changed)
        live_propose(live, (struct step){.kind = STEP_STOP, .end.why = "rules"}, hall->now);
    live_set_deadline(live);
    wake_bots(live);
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
    hall->opened = hall->now = now;
    says_init(&hall->says, 0);
    if (store_shared(store)) return hall; /* rooms come when somebody asks for them */
    if (!kept_load(store, house, true, hooks) || !rests_read(hall)) {
        snprintf(error, STORE_ERROR_BYTES, "%s", store_error(store));
        hall_close(hall);
        return NULL;
    }
    hall->now = hall->opened;
    rests_open_some(hall, OPEN_AT_START);
    return hall;
}

/* Noted for the next start, if there is a store that takes notes: what waits for it is bounded. */
static void leave(struct live *live, size_t i)
{
    rest_note(live);
    if (i % NOTES_AT_ONCE == 0) store_flush(live->hall->store);
    live_free(live);
}

void hall_close(struct hall *hall)
{
    if (!hall) return;
    kept_close(hall);
    for (size_t i = 0; i < hall->by_code.cap; i++) /* on their way to be rooms */
        if (hall->by_code.slots[i].key && !((struct live *)hall->by_code.slots[i].live)->room)
            live_free(hall->by_code.slots[i].live);
    for (size_t i = 0; i < hall->by_id.cap; i++)
        if (hall->by_id.slots[i].key) leave(hall->by_id.slots[i].live, i);
    rests_free(hall);
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

/* Off every list. */
static void take_off(struct live *live)
{
    struct hall *hall = live->hall;
    deadline_set(&hall->deadlines, &live->deadline, 0);
    livemap_remove(&hall->by_code, code_key(live->room->code));
    livemap_remove(&hall->by_id, live->room->id);
}

void live_drop(struct live *live)
{
    int64_t due = presence_due(live);
    take_off(live);
    several_let_go(live, due);
    live_free(live);
}

void live_close(struct live *live, const char *why, int64_t now)
{
    struct hall *hall = live->hall;
    take_off(live);
    several_let_go(live, 0);
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
    struct resting *entry = live ? NULL : livemap_get(&hall->rests.by_code, code_key(code));
    if (entry) live = rest_open(hall, entry);
    if (!entry) live = several_find(hall, code);
    if (!live || !live->room) return NULL;
    live->used = true;
    return live;
}

struct live *hall_room(struct hall *hall, uint64_t id)
{
    struct live *live = livemap_get(&hall->by_id, id);
    struct resting *entry = live ? NULL : livemap_get(&hall->rests.by_id, id);
    return entry ? rest_open(hall, entry) : live;
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
    return hall->by_id.count + hall->rests.by_id.count;
}

const struct rest_totals *hall_resting(const struct hall *hall, size_t *rooms)
{
    *rooms = hall->rests.by_id.count;
    return &hall->rests.totals;
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
