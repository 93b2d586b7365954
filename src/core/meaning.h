/* What an English sentence is about, to the computer: its known words taken together, rare ones more
 * than those that are in every second sentence. In the caller's memory, a value like any other. */
#pragma once

#include "core/vectors.h"

struct meaning {
    float heard[2 * VECTORS_EAR]; /* of each ear, one long; zeros if no word is known */
    int words;                    /* that are known */
};

void meaning_of(struct meaning *out, const char *sentence);
/* How much two sentences have to do with each other, on the scale of vectors_alike. */
float meaning_alike(const struct meaning *a, const struct meaning *b);
