/* Actions through the whole room path with the store off, and the memory of an idle room. */
#include "evening.h"
#include "hush.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

#define ROOMS 20000
#define ACTIONS 2000000

static void drain(void *arg)
{
    (void)arg;
    while (store_drain(NULL) > 0)
        ;
}

int main(void)
{
    struct evening e = {0};
    struct hall_hooks hooks;
    struct chance chance;
    char error[STORE_ERROR_BYTES];
    uint8_t seed[CHANCE_SEED_BYTES] = {1};
    chance_init(&chance, seed, 0);
    evening_hooks(&e, &hush_game, &hooks);
    e.hall = hall_open(NULL, &e.house, &hooks, e.now, error);
    malloc_trim(0);
    size_t before = mallinfo2().uordblks;
    evening_fill(&e, ROOMS, 4, drain, NULL);
    malloc_trim(0);
    size_t each = (mallinfo2().uordblks - before) / ROOMS;
    printf("memory of an idle room of four: %zu bytes, of which the game's state %zu\n", each,
           sizeof(struct hush));
    double began = seconds();
    for (int i = 0; i < ACTIONS; i++) {
        evening_step(&e, e.rooms[i % ROOMS], &chance);
        if (i % 500 == 499) drain(NULL);
    }
    drain(NULL);
    double took = seconds() - began;
    printf("actions through the room path, store off: %.0f a second (%.2f µs each, %llu refused)\n",
           ACTIONS / took, took / ACTIONS * 1e6, (unsigned long long)e.refused);
    free(e.rooms);
    hall_close(e.hall);
    shelf_free(e.house.shelf);
    return e.refused ? 1 : 0;
}
