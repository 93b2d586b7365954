#include "room/several.h"
#include "core/alloc.h"
#include "room/hall_inside.h"
#include "room/kept.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whoever was connected elsewhere, or is in a room that is brought here, has so long to come. */
#define COME_MS 15000
/* Each server waits so much longer than the one before it. */
#define RANK_MS 200
#define TICK_MS 5000
#define UNUSED_MS 20000
#define PATIENCE_MS 3000 /* who asks and hears nothing goes by what it has */
#define ELSEWHERE_MAX 64

struct several {
    struct store_follower follower;
    uint64_t heard; /* the last record that is known to be there */
    int before;     /* servers that hold it too and come first; -1: not known yet */
    uint16_t elsewhere[ELSEWHERE_MAX];
    size_t elsewhere_count;
    int64_t used_at;
    int64_t asked_at; /* 0: nothing is asked */
};

static int64_t now_of(const struct live *live)
{
    int64_t now = live->hall->now;
    return live->room && live->room->time > now ? live->room->time : now;
}

static void complain(struct hall *hall, const char *code, const char *what)
{
    char sentence[260];
    snprintf(sentence, sizeof sentence, "Room %s: %s.", code, what);
    if (hall->hooks.complain) hall->hooks.complain(hall->hooks.arg, sentence);
}

/* ---- what others append ---- */

static enum fold fold_one(struct hall *hall, struct room **room, const struct store_record *record)
{
    if (*room && memmem(record->body, record->len, "import", 6))
        kept_bring(hall, *room, record->body, record->len);
    enum fold result = fold_record(&hall->folding, room, record->room, record->body, record->len);
    if (result != FOLD_FINE && *room) complain(hall, (*room)->code, hall->folding.why);
    return result;
}

/* False: the room has ended, and `live` is freed. */
static bool take_in(struct live *live, const struct store_record *record)
{
    struct room *after = room_clone(live->room);
    fold_one(live->hall, &after, record);
    live_replace_room(live, after);
    live->retry_at = 0;
    return live_stepped(live, now_of(live));
}

struct catching {
    struct live *live; /* NULL: it has ended */
    bool moved;
};

static bool catch_one(void *arg, const struct store_record *record)
{
    struct catching *c = arg;
    if (record->seq != c->live->room->seq + 1) return true;
    c->moved = true;
    if (!take_in(c->live, record)) c->live = NULL;
    return c->live;
}

bool several_catch_up(struct live *live, bool *ended)
{
    struct catching c = {live, false};
    store_read(live->hall->store, live->room->id, live->room->seq + 1, catch_one, &c);
    *ended = !c.live;
    return c.moved;
}

bool several_is_behind(const struct live *live)
{
    return live->several && live->several->heard > live->room->seq;
}

static void heard(void *arg, const struct store_record *record)
{
    struct live *live = arg;
    bool ended = false;
    if (record->seq <= live->room->seq) return;
    if (record->seq > live->several->heard) live->several->heard = record->seq;
    if (live->flight) return; /* its answer comes first */
    if (record->seq == live->room->seq + 1)
        ended = !take_in(live, record);
    else
        several_catch_up(live, &ended);
    if (!ended) live_next_in_line(live, now_of(live));
}

void several_ask(struct live *live)
{
    live->several->asked_at = live->hall->now;
    store_look(live->hall->store, live->room->id);
}

bool several_asks(const struct live *live)
{
    return live->several && live->several->asked_at;
}

static void answered(struct live *live)
{
    live->several->asked_at = 0;
    live_next_in_line(live, now_of(live));
}

/* ---- who else there is ---- */

static bool among(const uint16_t *list, size_t count, uint16_t person)
{
    for (size_t i = 0; i < count; i++)
        if (list[i] == person) return true;
    return false;
}

bool several_elsewhere(const struct live *live, uint16_t person)
{
    const struct several *v = live->several;
    if (!v) return false;
    return person ? among(v->elsewhere, v->elsewhere_count, person) : v->elsewhere_count > 0;
}

void several_here(struct live *live, uint16_t person, bool here)
{
    if (live->several) store_here(live->hall->store, live->room->id, person, here);
}

bool hall_leads(const struct live *live)
{
    return !live->several || live->several->before == 0;
}

int64_t several_patience(const struct live *live)
{
    return live->several && live->several->before > 0 ? RANK_MS * live->several->before : 0;
}

/* What the store has of us is what is true: something may have been lost on its way there, and who is
 * silent for long is struck off. */
static void correct(const struct live *live, const struct store_others *o)
{
    struct store *store = live->hall->store;
    uint64_t room = live->room->id;
    if (!o->held) store_here(store, room, 0, true);
    for (int i = 0; i < live->links_count; i++)
        if (live->links[i].count && !among(o->ours, o->ours_count, live->links[i].number))
            store_here(store, room, live->links[i].number, true);
    for (size_t i = 0; i < o->ours_count; i++)
        if (!presence_connected(live, o->ours[i])) store_here(store, room, o->ours[i], false);
}

static void others(void *arg, const struct store_others *o)
{
    struct live *live = arg;
    struct several *v = live->several;
    bool led = hall_leads(live);
    uint16_t were[ELSEWHERE_MAX];
    size_t were_count = v->elsewhere_count;
    memcpy(were, v->elsewhere, sizeof were);
    v->before = o->before;
    v->elsewhere_count = o->people_count < ELSEWHERE_MAX ? o->people_count : ELSEWHERE_MAX;
    memcpy(v->elsewhere, o->people, v->elsewhere_count * sizeof *v->elsewhere);
    for (size_t i = 0; i < were_count; i++)
        if (!several_elsewhere(live, were[i])) presence_lost(live, were[i], now_of(live) + COME_MS);
    correct(live, o);
    if (!led && hall_leads(live)) live_call_bots(live);
    live_set_deadline(live);
    if (o->asked && v->asked_at) answered(live);
}

/* ---- held and let go ---- */

void several_hold(struct live *live, bool made)
{
    struct hall *hall = live->hall;
    if (!store_shared(hall->store)) return;
    struct several *v = alloc_zero(1, sizeof *v);
    v->follower = (struct store_follower){.room = live->room->id,
                                          .seq = live->room->seq,
                                          .record = heard,
                                          .others = others,
                                          .arg = live};
    v->before = made ? 0 : -1;
    v->used_at = hall->now;
    live->several = v;
    store_here(hall->store, live->room->id, 0, true);
    store_follow(hall->store, &v->follower);
}

void several_forget(struct live *live)
{
    if (!live->several) return;
    store_unfollow(live->hall->store, &live->several->follower);
    free(live->several);
    live->several = NULL;
}

void several_let_go(struct live *live, int64_t due)
{
    if (!live->several) return;
    store_let_go(live->hall->store, live->room->id, due ? due : INT64_MAX);
    several_forget(live);
}

/* ---- brought here ---- */

struct bringing {
    struct hall *hall;
    struct live *live;
};

static bool bring_record(void *arg, const struct store_record *record)
{
    struct bringing *b = arg;
    fold_one(b->hall, &b->live->room, record);
    if (!b->live->room) return false; /* its first record made no room */
    if (b->hall->hooks.loaded) b->hall->hooks.loaded(b->hall->hooks.arg, b->live);
    return true;
}

static struct live *bring(struct hall *hall, uint64_t id)
{
    struct bringing b = {hall, live_new(hall)};
    bool read = store_read(hall->store, id, 1, bring_record, &b);
    bool ended = b.live->room && b.live->room->phase == ROOM_ENDED;
    if (ended)
        store_end(hall->store, id, hall->now, NULL, NULL); /* who ended it did not get so far */
    if (!read || !b.live->room || ended) {
        live_free(b.live);
        return NULL;
    }
    several_hold(b.live, false);
    live_open(b.live);
    return b.live;
}

struct live *several_find(struct hall *hall, const char *code)
{
    uint64_t id;
    struct live *live = livemap_get(&hall->by_code, code_key(code));
    if (!store_shared(hall->store)) return live;
    if (live && live->several) live->several->used_at = hall->now;
    if (live) return live;
    if (!store_find_live(hall->store, code, &id) || !id) return NULL;
    return bring(hall, id);
}

static bool bring_unheld(void *arg, const struct store_room *room)
{
    struct hall *hall = arg;
    if (!livemap_get(&hall->by_id, room->id)) bring(hall, room->id);
    return true;
}

/* ---- from time to time ---- */

static bool is_used(const struct live *live, int64_t now)
{
    const struct hall *hall = live->hall;
    if (live->flight || live->first_wait || live->unwanted) return true;
    if (live_anybody_here(live) || kept_waits(hall, live->room->id)) return true;
    if (now - live->several->used_at < UNUSED_MS) return true;
    return !hall->hooks.let_go;
}

static void drop_unused(struct hall *hall, int64_t now)
{
    struct live **unused = alloc_zero(hall->by_id.count + 1, sizeof *unused);
    size_t count = 0;
    for (size_t i = 0; i < hall->by_id.cap; i++) {
        struct live *live = hall->by_id.slots[i].key ? hall->by_id.slots[i].live : NULL;
        if (!live || !live->several) continue;
        if (live->several->asked_at && now - live->several->asked_at > PATIENCE_MS) answered(live);
        if (live_anybody_here(live)) live->several->used_at = now;
        if (!is_used(live, now)) unused[count++] = live;
    }
    for (size_t i = 0; i < count; i++)
        if (hall->hooks.let_go(hall->hooks.arg, unused[i])) live_drop(unused[i]);
    free(unused);
}

int64_t several_tick(struct hall *hall, int64_t now)
{
    if (!store_shared(hall->store)) return 0;
    if (now < hall->several_at) return hall->several_at;
    drop_unused(hall, now);
    store_unheld(hall->store, now, bring_unheld, hall);
    return hall->several_at = now + TICK_MS;
}
