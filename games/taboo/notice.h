/* Why a turn or a game did not go on as everybody expected: kept in the state, so that a phone that
 * comes late still reads it. */
#pragma once

#include "rules.h"

/* Keeps one more, with the turn and the describer as they are now; the oldest goes when there is no
 * room. `seat` is -1 where it is about the whole team. */
void notice(struct taboo *t, enum taboo_notice_kind kind, int team, int seat);
/* The kind as clients know it: "notReady". */
const char *notice_name(const struct taboo_notice *n);
