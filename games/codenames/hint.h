/* The computer's clue: which word to say, for how many cards, and which ones it has in mind.
 * A pure function of what a spymaster sees. */
#pragma once

#include "rules.h"
#include "senses.h"

struct hint {
    char clue[CLUE_BYTES_MAX + 1];
    int count;
    uint32_t meant; /* bit: position */
};

/* What each hidden word of the board means; nothing where the computer does not know it. */
void hint_meanings(const struct codenames *g, const struct game_table *table,
                   struct senses means[BOARD_CARDS]);
/* Of the words at this table: «es». */
const char *hint_language(const struct game_table *table);
/* False if it knows no word of the team that has the turn, or none that may be said. */
bool hint_find(const struct codenames *g, const struct game_table *table, int level,
               struct hint *out);
/* Do two words look as if one were made of the other («baker», «baking»)? Folded. */
bool hint_same_stem(const char *a, const char *b);
