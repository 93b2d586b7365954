/* Cuts for «fed whole or in pieces, the outcome is the same». The cuts come from the input's own
 * first bytes, so that a finding can be repeated. */
#pragma once

#include "core/buffer.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Calls feed with copies of exactly the cut's size; seed 0: all at once. */
static inline void cuts_feed(void *context, void (*feed)(void *context, char *bytes, size_t len),
                             const uint8_t *bytes, size_t len, uint32_t seed)
{
    for (size_t at = 0; at < len;) {
        size_t take = len - at;
        if (seed) {
            seed = seed * 1664525u + 1013904223u;
            size_t most = (seed >> 28) ? 1 + (seed >> 8) % 7 : 1 + (seed >> 8) % 400;
            if (most < take) take = most;
        }
        char *copy = malloc(take);
        memcpy(copy, bytes + at, take);
        feed(context, copy, take);
        free(copy);
        at += take;
    }
}

/* What came out of the whole and of the pieces; both are freed. */
static inline void cuts_must_agree(struct buffer *whole, struct buffer *pieces)
{
    if (whole->len != pieces->len ||
        (whole->len && memcmp(whole->data, pieces->data, whole->len) != 0))
        abort();
    buffer_free(whole);
    buffer_free(pieces);
}
