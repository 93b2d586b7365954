/* Who stood out in a game that is over, for its view:
 *
 *     "awards": [{"key": "describer", "ids": ["p1"], "count": 7}, …]
 *
 * Whoever has the most shares it with all who have as much; there is nothing to say where nobody has
 * enough, or where everybody has the same. Nothing is kept: a view asks again each time. */
#pragma once

#include "core/writer.h"

#define AWARD_SEATS 16
#define AWARDS_MAX 3 /* more would be a list, not an honour */

struct awards {
    struct writer *out;
    const char *id[AWARD_SEATS]; /* public ids by seat */
    int given;
};

/* Of those in `among` (a mask of seats) the ones who have most: a mask, 0 if that is less than
 * `least` or the same for all of several. */
uint32_t award_most(const uint32_t value[AWARD_SEATS], uint32_t among, uint32_t least);

/* `ids` are filled in by the caller in between. */
struct awards awards_begin(struct writer *out);
/* One award, if there is anybody in `seats` and not too many were given; `text` is what it was for,
 * in the players' own words, or NULL. */
void award_give(struct awards *a, const char *key, uint32_t seats, uint32_t count,
                const char *text);
/* The same for whoever has most of it. */
void award_give_most(struct awards *a, const char *key, const uint32_t value[AWARD_SEATS],
                     uint32_t among, uint32_t least);
void awards_end(struct awards *a);
