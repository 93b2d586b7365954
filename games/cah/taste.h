/* The computer's taste: which white card goes with a black one. English only: it looks at what the
 * words mean, and cards in other languages are all the same to it. It likes what belongs to the
 * subject, and not what only says the subject again. */
#pragma once

#include "rules.h"

/* How well an answer goes with the round's black card, in standard deviations. */
float taste_of(const char *black, const char *white);
/* The same, as somebody of that level sees it today: the lower the level, the more it is a mood. */
float taste_mood(float fit, int level, struct chance *chance);
/* A response's words, of printed cards and blanks alike. */
float taste_response(const struct cah *g, int entry, const struct game_table *table);
