/* Replays every log of a store and says what does not come out as it was. */
#pragma once

#include "room/room.h"
#include "store/store.h"

#include <stdio.h>

struct verify_result {
    uint64_t rooms, records;
    uint64_t
        changed; /* rooms with a game of other rules than this program has: cannot be compared */
    uint64_t differing, broken; /* rooms */
};

/* One line per room that is not fine. False if the store could not be read. */
bool verify_store(struct store *store, const struct house *house, FILE *out,
                  struct verify_result *result);
