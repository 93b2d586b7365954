/* Word lists from elsewhere, into a deck in our own shape.
 *
 *     WORD                          one a line; commas, semicolons and tabs part words too
 *     {"Set": "WORD, WORD, …", …}   all sets together; a set may be an array as well
 *     {"words": ["WORD", …], …}     our own shape, or its list alone
 *
 * Words are trimmed and put into capitals. Bad and repeated ones are dropped and counted, never a
 * reason to refuse the rest; fewer than 25 that are left are. Buffers belong to the caller. */
#pragma once

#include "words.h"

#define IMPORT_BYTES_MAX (1 << 20)

/* Appends the deck's JSON to `deck`. Refused with a sentence if it would not fill a board. */
struct refusal codenames_import(const char *language, const struct deck_source *from,
                                struct buffer *deck, struct deck_yield *yield);

/* The same as a game's deck_import: in the language of the room's words. */
struct refusal codenames_deck_import(const int32_t *settings, const struct deck_source *from,
                                     struct buffer *deck, struct deck_yield *yield);
