/* What there is to tell of a game of Codenames that is over: see core/award.h. */
#pragma once

#include "rules.h"

void codenames_awards(const struct codenames *g, const struct game_table *table,
                      struct writer *out);
