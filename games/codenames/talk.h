/* The verbs by their places, and what a computer would do with them. */
#pragma once

#include "game.h"

enum { VERB_TAKE, VERB_READY, VERB_CLUE, VERB_POINT, VERB_GUESS, VERB_END };

bool codenames_suggest(const void *state, int seat, int level, const struct game_context *context,
                       struct game_move *out);
