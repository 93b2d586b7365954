/* What people make of it while others play: applause, laughter, a tear. A moment like a tick of the
 * clock: told to everybody in the room, in no log, and gone. */
#pragma once

#include "site/site.h"

/* {kind}. Tells the room, or says why not: a kind that is not known, somebody in whose face others could
 * read what they are not to know (room_may_react), or too many of them. */
struct refusal reaction_show(struct site *site, struct live *live, uint16_t person,
                             const json_t *payload);
