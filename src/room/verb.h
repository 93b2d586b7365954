/* What of a payload belongs to a verb. */
#pragma once

#include "game.h"

/* NULL: the game has no such verb. */
const struct game_verb *verb_find(const struct game *game, const char *name);
/* The payload with the fields that the verb declares and no others: the same one if it has no
 * others, else a new one. The caller's to json_decref. Without a verb nothing is kept. */
json_t *verb_payload(const struct game_verb *verb, const json_t *with);
