/* Which packs of which decks are in play: chosen in the lobby, fixed when a game begins. */
#include "core/alloc.h"
#include "room/inside.h"

#include <stdlib.h>
#include <string.h>

#define BAD(...) refuse_saying(REFUSAL_CODE_BAD_REQUEST, __VA_ARGS__)

static int find(const struct room *room, const struct game_deck *deck)
{
    for (int i = 0; room->packs && i < room->packs->count; i++)
        if (room->packs->chosen[i].deck == deck) return i;
    return -1;
}

const struct pack_set *room_packs_of(const struct room *room, const struct game_deck *deck)
{
    int at = find(room, deck);
    return at < 0 ? NULL : &room->packs->chosen[at].set;
}

bool room_wants_deck(const struct room *room, const struct game_deck *deck)
{
    static const struct pack_set none;
    const struct pack_set *set = room_packs_of(room, deck);
    return set ? memcmp(set, &none, sizeof none) != 0 : !deck->extra;
}

const struct game_deck *room_find_deck(const struct house *house, const struct room *room,
                                       const char *hash)
{
    const struct game_deck *deck = shelf_find(house->shelf, room->game, hash);
    if (!deck || deck->name[0]) return deck;
    for (int i = 0; i < room->own_decks; i++)
        if (room->own_deck[i] == deck) return deck;
    return NULL;
}

static void add(struct pack_set *set, int place)
{
    set->bits[place / 64] |= 1ull << (place % 64);
}

/* A number is a pack's place, a text its name, which several may have. */
static bool add_named(struct pack_set *set, const struct game_deck *deck, const json_t *pack)
{
    struct deck_pack about;
    bool found = false;
    json_int_t number = json_is_integer(pack) ? json_integer_value(pack) : -1;
    const char *name = json_string_value(pack);
    for (int i = 0; i < GAME_PACKS_MAX && deck->game->deck_pack(deck, i, &about); i++) {
        if (i != number && !(name && strcmp(about.name, name) == 0)) continue;
        add(set, i);
        found = true;
    }
    return found;
}

static bool is_whole(const struct pack_set *set, const struct game_deck *deck)
{
    struct deck_pack about;
    for (int i = 0; i < GAME_PACKS_MAX && deck->game->deck_pack(deck, i, &about); i++)
        if (!pack_set_has(set, i)) return false;
    return true;
}

/* As a room has it whose host has not chosen: nothing of that is remembered. */
static bool is_usual(const struct pack_set *set, const struct game_deck *deck)
{
    static const struct pack_set none;
    return deck->extra ? memcmp(set, &none, sizeof none) == 0 : is_whole(set, deck);
}

void packs_forget(struct room *room, const struct game_deck *deck)
{
    int at = find(room, deck);
    if (at < 0) return;
    room->packs->chosen[at] = room->packs->chosen[--room->packs->count];
    memset(&room->packs->chosen[room->packs->count], 0, sizeof room->packs->chosen[0]);
}

static void add_all(struct pack_set *set, const struct game_deck *deck)
{
    struct deck_pack about;
    for (int i = 0; i < GAME_PACKS_MAX && deck->game->deck_pack(deck, i, &about); i++)
        add(set, i);
}

static struct refusal remember(struct room *room, const struct game_deck *deck,
                               const struct pack_set *set)
{
    if (!room->packs) room->packs = alloc_zero(1, sizeof *room->packs);
    int at = find(room, deck);
    if (at < 0) at = room->packs->count;
    if (at == GAME_DECKS_MAX) return REFUSE(ROOM_FULL);
    if (at == room->packs->count) room->packs->count++;
    room->packs->chosen[at].deck = deck;
    room->packs->chosen[at].set = *set;
    return ACCEPTED;
}

struct refusal packs_choose(const struct deed *deed)
{
    struct room *room = *deed->room;
    const struct step *step = deed->step;
    if (room->phase != ROOM_LOBBY) return REFUSE(GAME_ALREADY_STARTED);
    if (!room->game->deck_pack) return BAD("The decks of this game have no packs.");
    const struct game_deck *deck = room_find_deck(deed->house, room, step->packs.deck);
    /* A stored one may be about a deck that is gone. */
    if (!deck) return step->stored ? ACCEPTED : BAD("This room has no such deck.");
    struct pack_set set = {0};
    size_t i;
    json_t *pack;
    json_array_foreach(step->packs.list, i, pack)
    {
        if (!add_named(&set, deck, pack))
            return BAD("Pack %zu of the list is not in the deck.", i + 1);
    }
    if (!step->packs.list) add_all(&set, deck);
    if (!is_usual(&set, deck)) return remember(room, deck, &set);
    packs_forget(room, deck);
    return ACCEPTED;
}

void packs_begin(struct room *room)
{
    if (!room->packs) return;
    if (room->packs->count == 0) {
        free(room->packs);
        room->packs = NULL;
        return;
    }
    memset(room->packs->in_play, 0xff, sizeof room->packs->in_play);
    for (int i = 0; i < room->decks; i++) {
        const struct pack_set *set = room_packs_of(room, room->deck[i]);
        if (set) room->packs->in_play[i] = *set;
    }
}

void packs_discard(struct room *room)
{
    for (int i = room->packs ? room->packs->count : 0; i-- > 0;)
        if (!room->packs->chosen[i].deck->name[0]) packs_forget(room, room->packs->chosen[i].deck);
}

void packs_deck_added(struct room *room)
{
    if (room->packs) memset(&room->packs->in_play[room->decks - 1], 0xff, sizeof(struct pack_set));
}
