/* What history keeps of the cards game: people with their scores, the round with its black card,
 * responses and winner. */
#pragma once

#include "facts.h"
#include "rules.h"

void cah_facts(const void *state, const struct game_table *table, struct facts *out);
