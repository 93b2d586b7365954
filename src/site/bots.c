#include "site/bots.h"
#include "core/alloc.h"

#include <stdlib.h>

struct thought {
    struct listeners *list; /* NULL: nobody wants to know any more */
    struct site *site;
    uv_timer_t pause;
    uv_work_t work;
    struct room *room; /* a copy, this thread's own */
    uint16_t person;
    uint32_t seq;
    int64_t now;
    uint8_t seed[CHANCE_SEED_BYTES];
    bool found;
    struct game_move move;
};

static void closed(uv_handle_t *handle)
{
    struct thought *t = handle->data;
    t->site->thinking--;
    room_free(t->room);
    free(t);
}

static void end(struct thought *t)
{
    if (t->list && t->list->thought == t) t->list->thought = NULL;
    t->list = NULL;
    uv_close((uv_handle_t *)&t->pause, closed);
}

/* On a thread of the pool: touches only the copy, and decks, which never change. */
static void think(uv_work_t *work)
{
    struct thought *t = work->data;
    struct game_table table;
    struct chance chance;
    const struct person *p = room_person(t->room, t->person);
    if (!p || p->seat < 0) return;
    room_table(t->room, &table);
    chance_init(&chance, t->seed, 0);
    struct game_context context = {
        .now = t->now - t->room->held, .chance = &chance, .table = &table};
    t->found =
        t->room->game->suggest(t->room->state, p->seat, p->bot ? p->bot : 1, &context, &t->move);
}

static void begin(struct site *site, struct live *live, uint16_t person);

/* The store had a bad moment: nothing else would call this computer again. */
static void proposed(void *arg, const struct hall_answer *answer)
{
    enum refusal_code code = answer->refusal.code;
    if (answer->live && (code == REFUSAL_CODE_UNAVAILABLE || code == REFUSAL_CODE_ROOM_BUSY))
        begin(arg, answer->live, answer->person);
}

static void thought(uv_work_t *work, int status)
{
    struct thought *t = work->data;
    if (!status && t->list && t->found && t->list->live->room->seq == t->seq) {
        json_t *with = json_loads(t->move.with, 0, NULL);
        struct step step = {.kind = STEP_ACT,
                            .by = t->person,
                            .act = {t->room->game->verbs[t->move.verb].name, with}};
        struct hall_done done = {proposed, t->site};
        if (with) hall_propose(t->list->live, &step, site_now(), done);
        json_decref(with);
    }
    end(t);
}

static void paused(uv_timer_t *timer)
{
    struct thought *t = timer->data;
    if (!t->list || t->list->live->room->seq != t->seq || t->site->stopping) {
        end(t);
        return;
    }
    t->room = room_clone(t->list->live->room);
    t->now = site_now();
    random_bytes(t->seed, sizeof t->seed);
    t->work.data = t;
    if (uv_queue_work(t->site->loop, &t->work, think, thought)) end(t);
}

static void begin(struct site *site, struct live *live, uint16_t person)
{
    struct listeners *list = listeners_of(site, live);
    bots_forget(list);
    struct thought *t = alloc_zero(1, sizeof *t);
    *t = (struct thought){.list = list, .site = site, .person = person, .seq = live->room->seq};
    list->thought = t;
    site->thinking++;
    uv_timer_init(site->loop, &t->pause);
    t->pause.data = t;
    uv_timer_start(&t->pause, paused, (uint64_t)site->settings->bot_pause_ms, 0);
}

void bots_think(void *site, struct live *live, const struct person *person)
{
    struct listeners *list = live->site;
    /* Several may be awaited; the first one's step calls for the next. */
    if (list && list->thought && list->thought->seq == live->room->seq) return;
    begin(site, live, person->number);
}

void bots_forget(struct listeners *list)
{
    if (list->thought) list->thought->list = NULL;
    list->thought = NULL;
}
