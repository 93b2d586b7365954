/* What a run has found out. The first complaint stays; whoever loops asks verdict_bad.
 * Belongs to the run; plays and their forks point to it. */
#pragma once

#include "conformance.h"

struct verdict {
    struct conformance_report *report;
    uint64_t seed; /* of the game being played */
    long step;
    char story[128]; /* what was done besides, where a check tries something out; "": nothing */
    /* Inside a try-out: the promise that waking and ending are then part of; or NULL. */
    const char *instead;
    char note[256]; /* the same for a crash */
};

static inline bool verdict_bad(const struct verdict *v)
{
    return !v->report->held;
}

void verdict_at(struct verdict *v, const char *game, long step);
/* A try-out is at its end; after a complaint its story stays. */
void verdict_back(struct verdict *v);
/* Both return false, so that a check can end with them. */
bool complain(struct verdict *v, const struct game *game, const char *promise, const char *format,
              ...) __attribute__((format(printf, 4, 5)));
/* Appends to the complaint where two JSON texts differ, and both of them. */
bool complain_difference(struct verdict *v, const char *left_name, const char *left,
                         const char *right_name, const char *right);
