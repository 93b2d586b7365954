/* How long it takes to bring back ROOMS rooms of RECORDS records each, from a real store. */
#include "evening.h"
#include "hush.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ROOMS 100000
#define RECORDS 20

static void drain(void *arg)
{
    struct store *store = arg;
    do
        store_flush(store);
    while (store_drain(store) > 0);
}

static struct store *open_store(const char *folder)
{
    char error[STORE_ERROR_BYTES];
    struct store_options options = {.place = folder, .waiting_bytes_max = 1u << 30};
    struct store *store = store_open(&options, error);
    if (store) return store;
    fprintf(stderr, "%s\n", error);
    exit(1);
}

/* Plays the rooms into the store. */
static void play(struct evening *e, const struct hall_hooks *hooks, const char *folder)
{
    struct chance chance;
    char error[STORE_ERROR_BYTES];
    uint8_t seed[CHANCE_SEED_BYTES] = {2};
    struct store *store = open_store(folder);
    chance_init(&chance, seed, 0);
    e->hall = hall_open(store, &e->house, hooks, e->now, error);
    double began = seconds();
    evening_fill(e, ROOMS, 4, drain, store);
    for (int n = 5; n < RECORDS; n++) {
        for (int i = 0; i < ROOMS; i++)
            evening_step(e, e->rooms[i], &chance);
        drain(store);
    }
    double took = seconds() - began;
    printf("played and stored %d records: %.1f s (%.0f a second)\n", ROOMS * RECORDS, took,
           ROOMS * RECORDS / took);
    hall_close(e->hall);
    store_close(store);
    free(e->rooms);
}

int main(int argc, char **argv)
{
    struct evening e = {0};
    struct hall_hooks hooks;
    char error[STORE_ERROR_BYTES], file[4096];
    if (argc != 2) return 2;
    evening_hooks(&e, &hush_game, &hooks);
    snprintf(file, sizeof file, "%s/ludoteca.db", argv[1]);
    if (access(file, F_OK) != 0) play(&e, &hooks, argv[1]); /* else they are there from before */
    double began = seconds();
    struct store *store = open_store(argv[1]);
    double opened = seconds();
    e.hall = hall_open(store, &e.house, &hooks, e.now, error);
    double took = seconds() - began;
    printf("brought back %zu rooms of %d records: %.2f s (of which the store's opening %.2f s)\n",
           hall_count(e.hall), RECORDS, took, opened - began);
    bool all = hall_count(e.hall) == ROOMS;
    hall_close(e.hall);
    store_close(store);
    shelf_free(e.house.shelf);
    return all ? 0 : 1;
}
