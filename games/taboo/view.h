/* Taboo in JSON: what each may know, and what is said aloud. */
#pragma once

#include "rules.h"

void taboo_view(const void *state, int viewer, const struct game_table *table, struct writer *out);
void taboo_tell(const void *state, const struct game_table *table, struct game_says *says);
