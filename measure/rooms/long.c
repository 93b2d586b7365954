/* A long evening: what a step costs in a room of 50,000 of them, beside a young one, and what the room
 * holds. Without a store: what grows there is its log, which nobody reads for a step. */
#include "evening.h"
#include "hush.h"

#include <stdio.h>
#include <stdlib.h>

#define ROOMS 20
#define TIMED 1000
#define LONG 50000

static void drain(void *arg)
{
    while (store_drain(arg) > 0)
        ;
}

static double play(struct evening *e, struct chance *chance, int steps)
{
    double began = seconds();
    for (int n = 0; n < steps; n++) {
        for (int i = 0; i < ROOMS; i++)
            evening_step(e, e->rooms[i], chance);
        drain(NULL);
    }
    return (seconds() - began) / steps / ROOMS * 1e6;
}

int main(void)
{
    struct evening e = {0};
    struct hall_hooks hooks;
    struct chance chance;
    char error[STORE_ERROR_BYTES];
    uint8_t seed[CHANCE_SEED_BYTES] = {4};
    chance_init(&chance, seed, 0);
    evening_hooks(&e, &hush_game, &hooks);
    e.hall = hall_open(NULL, &e.house, &hooks, e.now, error);
    evening_fill(&e, ROOMS, 4, drain, NULL);
    play(&e, &chance, TIMED); /* warm */
    double young = play(&e, &chance, TIMED);
    size_t before = resident_bytes();
    play(&e, &chance, LONG - 3 * TIMED);
    double old = play(&e, &chance, TIMED);
    printf(
        "a step of a room with %d steps: %.2f µs, with %d: %.2f µs; it has grown by %.0f bytes\n",
        2 * TIMED, young, LONG, old, (double)(resident_bytes() - before) / ROOMS);
    bool there = e.rooms[0]->room->seq >= LONG;
    hall_close(e.hall);
    free(e.rooms);
    shelf_free(e.house.shelf);
    return there && !e.refused ? 0 : 1;
}
