/* What there is to tell of a match that is over: see core/award.h. */
#pragma once

#include "game.h"
#include "rules.h"

void match_awards(const struct match *match, const struct game_table *table, struct writer *out);
