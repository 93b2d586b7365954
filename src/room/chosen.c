/* Which decks the next game would be played with, and whether they are enough. */
#include "room/room.h"

#include <string.h>

static bool is_in(const char *const *list, const char *what)
{
    for (; list && *list; list++)
        if (strcmp(*list, what) == 0) return true;
    return false;
}

bool house_bans_deck(const struct house *house, const struct game_deck *deck)
{
    return house->bans && is_in(house->bans->decks, deck->hash);
}

static void add_deck(const struct house *house, const struct room *room,
                     const struct game_deck *deck, struct room_next *out)
{
    struct game_table *table = &out->table;
    const struct pack_set *set = room_packs_of(room, deck);
    if (table->decks == STEP_DECKS_MAX) return;
    if (house_bans_deck(house, deck)) return;
    if (!room->game->deck_fits(deck, room->settings) || !room_wants_deck(room, deck)) return;
    if (set) out->packs[table->decks] = *set;
    table->deck[table->decks++] = deck;
}

void room_next(const struct house *house, const struct room *room, struct room_next *out)
{
    const struct game_deck *deck;
    memset(&out->table, 0, sizeof out->table);
    memset(out->packs, 0xff, sizeof out->packs);
    out->table.host = -1;
    out->table.settings = room->settings;
    out->table.packs = out->packs;
    if (!room->game->deck_fits) return;
    for (int i = 0; (deck = shelf_deck(house->shelf, room->game, i)); i++)
        add_deck(house, room, deck, out);
    for (int i = 0; i < room->own_decks; i++) {
        deck = room->own_deck[i];
        if (deck->game != room->game || deck->name[0]) continue; /* named ones are there already */
        add_deck(house, room, deck, out);
    }
}

struct refusal room_enough(const struct house *house, const struct room *room, int *cards)
{
    struct room_next next;
    uint32_t count = 0;
    *cards = -1;
    if (!room->game->deck_enough) return ACCEPTED;
    room_next(house, room, &next);
    struct refusal why = room->game->deck_enough(&next.table, &count);
    *cards = (int)count;
    return why;
}
