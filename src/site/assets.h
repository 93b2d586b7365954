/* The files that browsers get, embedded in the program when it was built (tools/embed.py). Each is
 * there at its own path, to be asked for again every time, and below `base`, for ever. */
#pragma once

#include "wire/span.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct asset {
    const char *path; /* "/css/house.css" */
    const char *type;
    const char *etag;               /* with its quotes */
    uint32_t at, len;               /* in the block of bytes */
    uint32_t zipped_at, zipped_len; /* gzip; 0 where it does not pay */
    const char *policy;             /* a Content-Security-Policy of its own, or NULL */
};

struct asset_files {
    const char *base;           /* "/v/3fa9c1d20b1c" */
    const struct asset *assets; /* sorted by path */
    size_t count;
    const char *bytes;
};

extern const struct asset_files asset_files; /* the build's, linked with the program */

struct visit;

/* True, and answered, if there is a file at that path. */
bool assets_answer(struct visit *v, struct span path);
