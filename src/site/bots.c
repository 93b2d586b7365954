#include "site/bots.h"
#include "core/alloc.h"
#include "room/level.h"
#include "room/resting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whatever else the program does on other threads, and the loop itself, find a core that is free. */
#define BOTS_AT_ONCE 2
/* Whose computers wait in more rooms than a household has may have one of them think at a time. */
#define ROOMS_OF_ONE 4

struct thought {
    struct thought *next;               /* in the line, in no order; of those at work, too */
    uint64_t turn;                      /* who has the lowest is next */
    char whose[DIGEST_TEXT_LENGTH + 1]; /* the host's address, or the room */
    struct listeners *list;             /* NULL: nobody wants to know any more */
    struct site *site;
    uv_timer_t pause;
    uv_work_t work;
    struct room *room; /* a copy, this thread's own */
    uint16_t person;
    uint32_t seq;
    int64_t now;
    uint8_t seed[CHANCE_SEED_BYTES];
    bool found;
    bool enough; /* see count_rooms */
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
    uint32_t awaited = room_pulse(t->room).awaited;
    room_table(t->room, &table);
    chance_init(&chance, t->seed, 0);
    struct game_context context = {
        .now = t->now - t->room->held, .chance = &chance, .table = &table};
    /* One that is awaited together with people may have done its part: then the next. */
    for (int i = 0; i < t->room->people && !t->found; i++) {
        const struct person *p = &t->room->person[i];
        if (!p->bot || p->seat < 0 || !(awaited & SEAT_BIT(p->seat))) continue;
        t->person = p->number;
        int level = level_for(t->room->game, p->bot);
        t->found = t->room->game->suggest(t->room->state, p->seat, level, &context, &t->move);
    }
}

static void begin(struct site *site, struct live *live);

/* The store had a bad moment: nothing else would call this computer again. */
static void proposed(void *arg, const struct hall_answer *answer)
{
    enum refusal_code code = answer->refusal.code;
    if (answer->live && (code == REFUSAL_CODE_UNAVAILABLE || code == REFUSAL_CODE_ROOM_BUSY))
        begin(arg, answer->live);
}

static void let_think(struct thought *t);

/* ---- the line ---- */

static uint64_t most(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static bool same_owner(const struct thought *a, const struct thought *b)
{
    return strcmp(a->whose, b->whose) == 0;
}

/* Each address has one turn in each round, however many rooms it has: who comes with the first room
 * is behind one room of everybody, not behind all of somebody's hundred. */
static void get_in_line(struct bots_line *line, struct thought *t)
{
    uint64_t before = line->turn;
    for (const struct thought *o = line->first; o; o = o->next)
        if (same_owner(o, t)) before = most(before, o->turn);
    for (const struct thought *o = line->working; o; o = o->next)
        if (same_owner(o, t)) before = most(before, o->turn);
    t->turn = before + 1;
    t->next = line->first;
    line->first = t;
}

/* Of those at work: does the same owner wait in so many rooms that this is enough? */
static void count_rooms(struct bots_line *line)
{
    for (struct thought *w = line->working; w; w = w->next) {
        int rooms = 1;
        for (const struct thought *o = line->first; o; o = o->next)
            rooms += same_owner(o, w);
        w->enough = rooms > ROOMS_OF_ONE;
    }
}

static bool has_enough(const struct bots_line *line, const struct thought *t)
{
    for (const struct thought *w = line->working; w; w = w->next)
        if (w->enough && same_owner(w, t)) return true;
    return false;
}

/* Where nobody is at the table the computers have time. */
static bool is_left_alone(const struct thought *t)
{
    return t->list && room_census(t->list->live->room).online == 0;
}

static bool is_before(const struct thought *a, const struct thought *b)
{
    if (is_left_alone(a) != is_left_alone(b)) return is_left_alone(b);
    return a->turn < b->turn;
}

static struct thought *take_first(struct bots_line *line)
{
    struct thought **best = NULL;
    count_rooms(line);
    for (struct thought **at = &line->first; *at; at = &(*at)->next)
        if ((!best || is_before(*at, *best)) && !has_enough(line, *at)) best = at;
    if (!best) return NULL;
    struct thought *t = *best;
    *best = t->next;
    line->turn = most(line->turn, is_left_alone(t) ? 0 : t->turn);
    return t;
}

static void think_next(struct bots_line *line)
{
    while (line->at_work < BOTS_AT_ONCE) {
        struct thought *t = take_first(line);
        if (!t) return;
        let_think(t);
    }
}

static void stop_work(struct bots_line *line, struct thought *t)
{
    struct thought **at = &line->working;
    while (*at != t)
        at = &(*at)->next;
    *at = t->next;
    line->at_work--;
}

/* ---- one thought ---- */

static void thought(uv_work_t *work, int status)
{
    struct thought *t = work->data;
    stop_work(&t->site->bots, t);
    think_next(&t->site->bots);
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

static void let_think(struct thought *t)
{
    if (!t->list || t->list->live->room->seq != t->seq || t->site->stopping) {
        end(t);
        return;
    }
    t->room = room_clone(t->list->live->room);
    t->now = site_now();
    random_bytes(t->seed, sizeof t->seed);
    t->work.data = t;
    if (uv_queue_work(t->site->loop, &t->work, think, thought)) {
        end(t);
        return;
    }
    struct bots_line *line = &t->site->bots;
    t->next = line->working;
    line->working = t;
    line->at_work++;
}

/* Of whoever has the host's role: that one chose the computers. */
static void note_owner(struct thought *t)
{
    const struct room *room = t->list->live->room;
    const struct device *device = devices_find(t->list, room->host);
    bool known = device && device->address[0];
    snprintf(t->whose, sizeof t->whose, "%s", known ? device->address : room->code);
}

static void paused(uv_timer_t *timer)
{
    struct thought *t = timer->data;
    if (t->list) note_owner(t);
    get_in_line(&t->site->bots, t);
    think_next(&t->site->bots);
}

static void begin(struct site *site, struct live *live)
{
    struct listeners *list = listeners_of(site, live);
    bots_forget(list);
    struct thought *t = alloc_zero(1, sizeof *t);
    *t = (struct thought){.list = list, .site = site, .seq = live->room->seq};
    list->thought = t;
    site->thinking++;
    uv_timer_init(site->loop, &t->pause);
    t->pause.data = t;
    int pace = live->room->game->bots_pace ? live->room->game->bots_pace : 1;
    uv_timer_start(&t->pause, paused, (uint64_t)site->settings->bot_pause_ms * (uint64_t)pace, 0);
}

void bots_think(void *site, struct live *live, const struct person *person)
{
    (void)person;
    struct listeners *list = live->site;
    /* Several may be awaited; the first one's step calls for the next. */
    if (list && list->thought && list->thought->seq == live->room->seq) return;
    begin(site, live);
}

void bots_forget(struct listeners *list)
{
    if (list->thought) list->thought->list = NULL;
    list->thought = NULL;
}
