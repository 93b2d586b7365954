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
/* The same for every `parts`th room, from the `part`th on (0 is the first). */
bool verify_part(struct store *store, const struct house *house, int part, int parts, FILE *out,
                 struct verify_result *result);

#define VERIFY_CORES_MAX 64
/* The store's own check and every room, by so many processes at once. Nothing of the store may be open
 * in this one, and it may have no other thread. False and a sentence if it could not be read. */
bool verify_on_cores(const struct store_options *options, const struct house *house, int cores,
                     FILE *out, struct verify_result *result, char error[STORE_ERROR_BYTES]);
