/* What there is to tell of a game that is over, of what everybody knows: see core/award.h. Responses
 * that did not win are nobody's business, whatever the rules about showing them. */
#pragma once

#include "rules.h"

void cah_awards(const struct cah *g, const struct game_table *table, struct writer *out);
