/* The games of the house and their decks, made from the shelf (src/shelf.c). The shelf's games are
 * copied, so that the operator's settings can be put into them before the first room opens.
 * games_new / games_free; the house and everything in it belong to the struct. */
#pragma once

#include "room/room.h"
#include "site/assets.h"
#include "site/decks.h"
#include "site/settings.h"

struct game_extra; /* site/extra.h */
struct games;

/* One game, and what it needs besides a room, or NULL. */
struct game_entry {
    const struct game *game;
    const struct game_extra *extra;
};

struct games_shelf {
    const struct game_entry *entries; /* in the order of the home page; ends with game NULL */
    const struct deck_file *decks;    /* ends with game NULL */
    const struct asset_files *files;  /* what browsers get */
};

/* The games as they are: all that commands need that only read logs. */
struct games *games_new(const struct games_shelf *shelf);
void games_free(struct games *games);
/* What the operator may set of the games, to be filled by settings_read. */
const struct setting_group *games_settings(const struct games *games);
/* Then, before the first room opens: what was set takes effect. */
void games_settle(struct games *games, const struct settings *settings);

const struct house *games_house(const struct games *games);
/* From now on. The lists belong to the caller. */
void games_ban(struct games *games, const struct house_bans *bans);
/* The file that a deck of the house was read from; NULL: it is none. */
const struct deck_file *games_deck_file(const struct games *games, const struct game_deck *deck);
const struct asset_files *games_files(const struct games *games);
/* All that stand on the shelf, pages too, in its order; ends with NULL. */
const struct game *const *games_all(const struct games *games);
/* The extra at that place, with its memory and its game; false after the last. */
struct games_extra {
    const struct game_extra *extra;
    const struct game *game;
    void *own;
};
bool games_extra(const struct games *games, int at, struct games_extra *out);
/* The memory of a game's extra. */
void *games_own(const struct games *games, const struct game_extra *extra);
/* What a new room of that game is created with besides what its host asks for (`language` is the
 * one of his page, or NULL; `page`: he has one): an object of the caller's, NULL if there is nothing.
 * It goes into the log, so that a log does not depend on the settings of whoever replays it. */
json_t *games_defaults(const struct games *games, const char *game, const char *language,
                       bool page);
