/* How strong a computer player is. Rooms and logs name a level by its number, and a number keeps its
 * meaning; in which order they stand, and which of them a game has, is said here and in game.levels. */
#pragma once

#include "game.h"

/* The game's levels, the weakest first; ends with 0. */
const uint8_t *level_list(const struct game *game);
bool level_known(const struct game *game, int level);
/* The strongest of the game's levels that is not stronger: a computer that came for another game may
 * have one that this game does not know. */
int level_for(const struct game *game, int level);
