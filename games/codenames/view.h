/* Codenames in JSON: what each may know, and what is said aloud. */
#pragma once

#include "rules.h"

extern const char *const codenames_team_names[]; /* ends with NULL */

void codenames_view(const void *state, int viewer, const struct game_table *table,
                    struct writer *out);
void codenames_tell(const void *state, const struct game_table *table, struct game_says *says);
