/* The exact worth of a deal in which nothing is drawn any more and both hands are known: by
 * alpha-beta over whole tricks. Marriages are always declared and 66 always claimed at once; both
 * are never worse than waiting, which the tests prove against a search that tries everything. */
#pragma once

#include "bout.h"

/* The bout must be strict, not ended, and nobody may have declared without having led. Game points
 * (1 to 3, negative: lost) that `bout_turn` gets with best play by both. */
int solver_worth(const struct bout *bout);
/* The same for each card: worth[card] of the legal ones, others untouched. */
void solver_rate(const struct bout *bout, int8_t worth[CARDS]);
