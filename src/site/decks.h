/* The decks that come with the program, as they were when it was built (tools/embed-decks.py). */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct deck_file {
    const char *game, *name; /* "taboo", "es" */
    const char *bytes;       /* JSON */
    size_t len;
    bool past; /* of an earlier version: for the games that began with it */
};

extern const struct deck_file deck_files[]; /* ends with game NULL */
