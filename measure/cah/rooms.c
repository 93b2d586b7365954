/* Rooms of ten with the largest known deck: rounds a second through the whole room path with the
 * store off, and what such a room holds. */
#include "cah.h"
#include "evening.h"
#include "rules.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

#define ROOMS 500
#define PEOPLE 10
#define ACTIONS 200000
#define WHITES 22441
#define BLACKS 6308
#define PACKS 205

static void drain(void *arg)
{
    (void)arg;
    while (store_drain(NULL) > 0)
        ;
}

static void add_cards(json_t *pack, const char *colour, const char *form, int first, int count)
{
    json_t *list = json_array();
    char text[120];
    for (int i = first; i < count; i += PACKS) {
        snprintf(text, sizeof text, form, i);
        json_array_append_new(list, json_pack("{s:s}", "text", text));
    }
    json_object_set_new(pack, colour, list);
}

static json_t *large_deck(void)
{
    json_t *packs = json_array();
    for (int i = 0; i < PACKS; i++) {
        char name[20];
        snprintf(name, sizeof name, "Pack %d", i + 1);
        json_t *pack = json_pack("{s:s}", "name", name);
        add_cards(pack, "black", "Who has left %d umbrellas in the hall, and why _?", i, BLACKS);
        add_cards(pack, "white", "the %d. umbrella, which belongs to nobody in particular", i,
                  WHITES);
        json_array_append_new(packs, pack);
    }
    return json_pack("{s:s, s:s, s:o}", "language", "en", "name", "Large", "packs", packs);
}

static void put_on_shelf(struct evening *e)
{
    const struct game_deck *deck;
    json_t *json = large_deck();
    struct refusal no = shelf_add(e->house.shelf, e->house.games[0], "large", json, &deck);
    json_decref(json);
    if (refused(&no)) {
        fprintf(stderr, "the deck cannot be read: %s\n", refusal_sentence(&no));
        exit(1);
    }
}

/* Rounds that ended by this step; the last one of a game has no next. */
static int rounds_of(const struct room *room)
{
    return room->phase == ROOM_PLAYING ? ((const struct cah *)room->state)->round : 0;
}

int main(void)
{
    struct evening e = {0};
    struct hall_hooks hooks;
    struct chance chance;
    char error[STORE_ERROR_BYTES];
    uint8_t seed[CHANCE_SEED_BYTES] = {1};
    uint64_t rounds = 0;
    chance_init(&chance, seed, 0);
    evening_hooks(&e, &cah_game, &hooks);
    size_t empty = mallinfo2().uordblks;
    put_on_shelf(&e);
    size_t deck = mallinfo2().uordblks - empty;
    e.hall = hall_open(NULL, &e.house, &hooks, e.now, error);
    size_t before = mallinfo2().uordblks;
    evening_fill(&e, ROOMS, PEOPLE, drain, NULL);
    size_t each = (mallinfo2().uordblks - before) / ROOMS;
    printf("the deck, once for all rooms: %.1f MB for %d + %d cards\n", (double)deck / 1e6, WHITES,
           BLACKS);
    printf("memory of a room of %d that plays with it: %zu bytes, of which the game's state %zu\n",
           PEOPLE, each, cah_game.state_size);
    double began = seconds();
    for (int i = 0; i < ACTIONS; i++) {
        struct live *live = e.rooms[i % ROOMS];
        int at = rounds_of(live->room);
        evening_step(&e, live, &chance);
        drain(NULL);
        rounds += rounds_of(live->room) != at;
    }
    double took = seconds() - began;
    printf("%d rooms: %.0f rounds a second, %.0f actions a second (store off, %llu refused)\n",
           ROOMS, (double)rounds / took, ACTIONS / took, (unsigned long long)e.refused);
    free(e.rooms);
    hall_close(e.hall);
    shelf_free(e.house.shelf);
    return e.refused ? 1 : 0;
}
