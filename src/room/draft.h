/* A proposal as the log would have it: written as a line and read back. What is tried on a room, and
 * so all that anybody is ever shown, is what was read: no step can be accepted that could not be
 * read again, or would then say something else. */
#pragma once

#include "room/room.h"

#define DRAFT_BYTES_MAX                                                                            \
    8192 /* of a line without cards in it: nothing that is asked for needs more */

struct draft {
    struct step step; /* as read; points into `record` */
    struct record record;
    struct buffer line;
};

/* Writes the step and reads it back; of an action, only the fields that its verb has in this game.
 * Refused if there is no reading it, or too much of it. */
struct refusal draft_make(struct draft *draft, const struct step *step, const struct game *game);
void draft_free(struct draft *draft);
