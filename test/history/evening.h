/* An evening of the cards game without people: rooms in a store, played at random through the hall
 * with the projector behind it. Everything comes from one seed and a clock of its own. */
#pragma once

#include "core/chance.h"
#include "history/projector.h"
#include "room/hall.h"

#define EVENING_ROOMS 12

struct evening {
    const char *folder;
    struct house house;
    struct store *store;
    struct hall *hall;
    struct projector *projector;
    struct chance chance;
    int64_t now;
    int games; /* that came to an end since it was opened */
};

/* Opens the folder's store with all that is in it; ends the test if that fails. */
void evening_open(struct evening *e, const char *folder, uint64_t seed);
void evening_close(struct evening *e);
/* Every room does something: one step each at most. */
void evening_turn(struct evening *e);
/* All that waits is stored, told and projected. */
void evening_settle(struct evening *e);
