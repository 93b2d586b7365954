/* The games of the house, in one visible table, and their decks. The table's games are copied so
 * that the operator's settings can be put into them before the first room opens.
 * games_new / games_free; the house and everything in it belong to the struct. */
#pragma once

#include "room/room.h"
#include "settings.h"

struct games;

/* `settings` may be NULL: the games as they are, for commands that only read logs. */
struct games *games_new(const struct settings *settings);
void games_free(struct games *games);
const struct house *games_house(const struct games *games);
/* Names in the order of the shelf; ends with NULL. */
const char *const *games_names(const struct games *games);
/* Has it a lobby and an empty table, but no rules yet? */
bool games_is_coming(const struct games *games, const char *name);
/* What a new room of that game is created with besides what its host asks for: an object of the
 * caller's, NULL if there is nothing. It goes into the log, so that a log does not depend on the
 * settings of whoever replays it. */
json_t *games_defaults(const struct games *games, const char *game);
