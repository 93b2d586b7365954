/* A game whose rules come with a later version: one can open a room and sit down, and the table is
 * empty but for the game's name. It waits for nobody and never wakes; the host clears it.
 * When its own rules arrive, its line goes from here and from games.c, its table module
 * (games/NAME/NAME.js) is written anew, and a log of empty tables is passed over by its version. */
#pragma once

#include "game.h"

extern const struct game coming_cah;

/* Is it one of these? */
bool coming_is(const struct game *game);
