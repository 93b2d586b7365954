/* How long it takes to start with so many rooms of RECORDS records each, from a real store, and to
 * read one when somebody knocks. */
#include "evening.h"
#include "hush.h"
#include "room/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RECORDS 20
#define KNOCKS 1000

static int rooms = 100000;

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
    evening_fill(e, rooms, 4, drain, store);
    for (int n = 5; n < RECORDS; n++) {
        for (int i = 0; i < rooms; i++)
            evening_step(e, e->rooms[i], &chance);
        drain(store);
    }
    double took = seconds() - began;
    printf("played and stored %d records: %.1f s (%.0f a second)\n", rooms * RECORDS, took,
           (double)rooms * RECORDS / took);
    hall_close(e->hall);
    store_close(store);
    free(e->rooms);
}

/* Somebody knocks at every so many of the rooms, one after the other. */
static double knock(struct evening *e, char (*codes)[CODE_LENGTH + 1], int count)
{
    double began = seconds();
    for (int i = 0; i < count; i++)
        if (!hall_find(e->hall, codes[i])) exit(1);
    return seconds() - began;
}

struct sample {
    char (*codes)[CODE_LENGTH + 1];
    uint64_t seen;
    int every, count;
};

static bool note_code(void *arg, const struct store_room *room)
{
    struct sample *s = arg;
    if (s->seen++ % (uint64_t)s->every == 0 && s->count < KNOCKS)
        strcpy(s->codes[s->count++], room->code);
    return true;
}

static bool let_go(void *arg, struct live *live)
{
    (void)arg, (void)live;
    return true;
}

static bool verify(struct evening *e, const char *folder, int cores)
{
    struct store_options options = {.place = folder, .mode = STORE_READ};
    struct verify_result result;
    char error[STORE_ERROR_BYTES];
    double began = seconds();
    if (!verify_on_cores(&options, &e->house, cores, stdout, &result, error)) return false;
    printf("verified %llu rooms on %d cores: %.2f s\n", (unsigned long long)result.rooms, cores,
           seconds() - began);
    return result.rooms == (uint64_t)rooms && !result.differing && !result.broken;
}

int main(int argc, char **argv)
{
    struct evening e = {0};
    struct hall_hooks hooks;
    char error[STORE_ERROR_BYTES], file[4096], codes[KNOCKS][CODE_LENGTH + 1];
    if (argc < 2 || argc > 3) return 2;
    if (argc == 3) rooms = atoi(argv[2]);
    if (rooms < 1) return 2;
    evening_hooks(&e, &hush_game, &hooks);
    hooks.let_go = let_go;
    snprintf(file, sizeof file, "%s/ludoteca.db", argv[1]);
    if (access(file, F_OK) != 0) play(&e, &hooks, argv[1]); /* else they are there from before */
    struct sample sample = {codes, 0, rooms > KNOCKS ? rooms / KNOCKS : 1, 0};
    struct store *store = open_store(argv[1]);
    if (!store_rooms(store, false, note_code, &sample)) return 1;
    store_close(store);
    size_t before = resident_bytes();
    double began = seconds();
    store = open_store(argv[1]);
    double opened = seconds();
    e.hall = hall_open(store, &e.house, &hooks, e.now, error);
    if (!e.hall) return 1;
    double took = seconds() - began;
    size_t held = resident_bytes() - before, resting;
    hall_resting(e.hall, &resting);
    printf("start with %zu rooms of %d records: %.2f s (of which the store's opening %.2f s), "
           "%zu of them at rest, %.0f bytes a room\n",
           hall_count(e.hall), RECORDS, took, opened - began, resting,
           (double)held / (double)hall_count(e.hall));
    double knocks = knock(&e, codes, sample.count);
    printf("a room that rests, from the knock until it is there: %.3f ms (of %d)\n",
           1000 * knocks / sample.count, sample.count);
    bool all = hall_count(e.hall) == (size_t)rooms;
    hall_close(e.hall);
    store_close(store);
    bool same = verify(&e, argv[1], 1) && verify(&e, argv[1], (int)sysconf(_SC_NPROCESSORS_ONLN));
    shelf_free(e.house.shelf);
    return all && same ? 0 : 1;
}
