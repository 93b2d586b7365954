#include "evening.h"
#include "core/alloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static struct game endless; /* idle rooms must not end while they are measured */
static const struct game *const games[] = {&endless, NULL};

double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

size_t resident_bytes(void)
{
    size_t total = 0, resident = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f && fscanf(f, "%zu %zu", &total, &resident) != 2) resident = 0;
    if (f) fclose(f);
    return resident * (size_t)sysconf(_SC_PAGESIZE);
}

void evening_hooks(struct evening *e, const struct game *game, struct hall_hooks *hooks)
{
    endless = *game;
    endless.grace_ms = endless.idle_ms = 1000000000000;
    e->house = (struct house){.games = games, .shelf = shelf_new()};
    e->now = 1700000000000;
    *hooks = (struct hall_hooks){.arg = e};
}

static void created(void *arg, const struct hall_answer *answer)
{
    struct evening *e = arg;
    if (answer->refusal.code) abort();
    e->rooms[e->count++] = answer->live;
}

static void answered(void *arg, const struct hall_answer *answer)
{
    struct evening *e = arg;
    e->refused += answer->refusal.code != REFUSAL_CODE_OK;
}

void evening_fill(struct evening *e, int rooms, int people, void (*drain)(void *arg), void *arg)
{
    struct hall_done done = {answered, e};
    e->rooms = alloc_zero((size_t)rooms, sizeof *e->rooms);
    for (int i = 0; i < rooms; i++)
        hall_create(e->hall, endless.name, "Ana", NULL, e->now, (struct hall_done){created, e});
    drain(arg);
    static const char *const names[] = {"Bruno", "Carla", "Dora", "Elena", "Fabio",
                                        "Gina",  "Hugo",  "Ivan", "Julia"};
    for (int n = 0; n < people - 1; n++) {
        for (int i = 0; i < rooms; i++)
            hall_join(e->rooms[i], names[n], -1, false, e->now, done);
        drain(arg);
    }
    for (int i = 0; i < rooms; i++)
        hall_propose(e->rooms[i], &(struct step){.kind = STEP_START, .by = 1}, e->now, done);
    drain(arg);
}

void evening_step(struct evening *e, struct live *live, struct chance *chance)
{
    struct room *room = live->room;
    struct hall_done done = {answered, e};
    struct game_pulse pulse = room_pulse(room);
    struct step step = {.by = 1};
    if (room->phase == ROOM_OVER || room->phase == ROOM_LOBBY) {
        step.kind = room->phase == ROOM_OVER ? STEP_AGAIN : STEP_START;
        hall_propose(live, &step, e->now, done);
        return;
    }
    if (!pulse.awaited) { /* everybody looks at the cards: the house goes on */
        step = (struct step){.kind = STEP_WAKE};
        hall_propose(live, &step, pulse.wake_at + room->held, done);
        return;
    }
    struct game_table table;
    struct game_move move;
    int seat = __builtin_ctz(pulse.awaited);
    room_table(room, &table);
    struct game_context context = {.now = e->now, .chance = chance, .table = &table};
    if (!room->game->suggest(room->state, seat, 0, &context, &move)) abort();
    json_t *with = json_loads(move.with, 0, NULL);
    step.kind = STEP_ACT;
    step.by = room_seat(room, seat)->number;
    step.act.verb = room->game->verbs[move.verb].name;
    step.act.with = with;
    hall_propose(live, &step, e->now, done);
    json_decref(with);
}
