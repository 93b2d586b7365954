/* The computer's guess: which hidden card a clue means. A pure function of what everybody sees. */
#pragma once

#include "rules.h"
#include "senses.h"

#define EAR_NO_CARD (-1)

/* How somebody hears: with what, and how far off the mark at times (in VECTORS_ONE). */
struct ear {
    enum vectors_ear ears;
    int noise;
};

struct ear ear_of(int level);
/* The card to turn over next; EAR_NO_CARD: better to stop, if one may, or nothing here is known. */
int ear_choose(const struct codenames *g, const struct game_table *table, struct ear ear,
               struct chance *chance);
