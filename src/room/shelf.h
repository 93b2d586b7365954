/* The decks of all games, found by content hash. A deck that was put on the shelf stays there,
 * unchanged, as long as the program runs: states and rooms may point to it without owning it.
 * One that is only tried stays as long as somebody tries it, and then if it was accepted. */
#pragma once

#include "game.h"

struct shelf;
struct shelf_item;

struct shelf *shelf_new(void);
void shelf_free(struct shelf *shelf);

/* Reads a deck's JSON (an object) with the game's deck_read and puts it on the shelf, or finds the
 * equal one that is there. `name` is copied. The deck is in *out unless refused. */
struct refusal shelf_add(struct shelf *shelf, const struct game *game, const char *name,
                         const json_t *json, const struct game_deck **out);

/* One that came with an earlier version of the program: logs find it, nobody is offered it. Who
 * brings it again has it like any deck of his own, but it counts against nobody. */
struct refusal shelf_add_past(struct shelf *shelf, const struct game *game, const json_t *json);

/* The same in two steps, of which the first, which takes its time, may be done on any thread: it
 * touches no shelf. `text`, if not NULL, becomes the JSON that the hash is of, for the caller to
 * free. */
struct refusal shelf_read(const struct game *game, const char *name, const json_t *json,
                          struct shelf_item **out, char **text);
const struct game_deck *shelf_item_deck(const struct shelf_item *item);
size_t shelf_item_bytes(const struct shelf_item *item); /* about what it takes */
void shelf_item_free(struct shelf_item *item);          /* one that was not put anywhere */
/* The shelf owns it from now on; the deck is the equal one if there was one. */
const struct game_deck *shelf_put(struct shelf *shelf, struct shelf_item *item);

/* On trial: for a step that may yet be refused or not be stored. Each trial ends with shelf_tried. */
const struct game_deck *shelf_try(struct shelf *shelf, struct shelf_item *item);
struct refusal shelf_add_on_trial(struct shelf *shelf, const struct game *game, const json_t *json,
                                  const struct game_deck **out);
const struct game_deck *shelf_try_again(const struct game_deck *deck); /* that is on the shelf */
void shelf_tried(struct shelf *shelf, const struct game_deck *deck, bool stays);

const struct game_deck *shelf_find(const struct shelf *shelf, const struct game *game,
                                   const char *hash);
/* A list of cards that are not to be dealt, from an array of their ids: equal lists are one. It ends
 * with NULL; NULL itself for an empty one. */
const char *const *shelf_without(struct shelf *shelf, const json_t *ids);
/* Cards in decks without a name, of all games: those that were made or brought for rooms. */
uint64_t shelf_loose_cards(const struct shelf *shelf);
size_t shelf_loose_bytes(const struct shelf *shelf); /* and about what they take */
/* The named decks of a game in the order they came; NULL after the last. */
const struct game_deck *shelf_deck(const struct shelf *shelf, const struct game *game, int index);
