/* What it costs to tell somebody who comes back what they missed, in rooms with a long log. */
#include "evening.h"
#include "hush.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#define ROOMS 100
#define RECORDS 1000

static void drain(void *arg)
{
    struct store *store = arg;
    do
        store_flush(store);
    while (store_drain(store) > 0);
}

static void count(void *arg, const char *name, const char *text, size_t len)
{
    (void)name, (void)text, (void)len;
    ++*(size_t *)arg;
}

int main(int argc, char **argv)
{
    static const uint32_t missed[] = {0, 1, 10, 50, 500};
    struct evening e = {0};
    struct hall_hooks hooks;
    struct chance chance;
    char error[STORE_ERROR_BYTES];
    uint8_t seed[CHANCE_SEED_BYTES] = {3};
    if (argc != 2) return 2;
    struct store *store = store_open(&(struct store_options){.place = argv[1]}, error);
    if (!store) {
        fprintf(stderr, "%s\n", error);
        return 1;
    }
    chance_init(&chance, seed, 0);
    evening_hooks(&e, &hush_game, &hooks);
    e.hall = hall_open(store, &e.house, &hooks, e.now, error);
    evening_fill(&e, ROOMS, 4, drain, store);
    for (int n = 5; n < RECORDS; n++) {
        for (int i = 0; i < ROOMS; i++)
            evening_step(&e, e.rooms[i], &chance);
        drain(store);
    }
    for (size_t m = 0; m < sizeof missed / sizeof *missed; m++) {
        size_t events = 0;
        double began = seconds();
        for (int i = 0; i < ROOMS; i++)
            if (!hall_missed(e.rooms[i], 1, e.rooms[i]->room->seq - missed[m], INT_MAX, count,
                             &events))
                return 1;
        printf("told again the last %u of %d records: %.0f µs (%zu events)\n", missed[m], RECORDS,
               (seconds() - began) / ROOMS * 1e6, events / ROOMS);
    }
    hall_close(e.hall);
    store_close(store);
    free(e.rooms);
    shelf_free(e.house.shelf);
    return 0;
}
