/* What there is to tell of a game of Taboo that is over: see core/award.h. */
#pragma once

#include "rules.h"

void taboo_awards(const struct taboo *t, const struct game_table *table, struct writer *out);
