/* Taboo cards from elsewhere, into a deck in our own shape.
 *
 *     {"Word": ["forbidden", …], …}     2 to 6 forbidden words a card, one object per category
 *     Word|a:b:c                        the older form, one card a line
 *
 * Bad and repeated cards are dropped and counted, never a reason to refuse the rest. The source is
 * text of any kind; which form it has is found out. Ids are made from the words, so that importing
 * the same file twice gives the same deck. Buffers belong to the caller. */
#pragma once

#include "deck.h"

#define IMPORT_BYTES_MAX (4 << 20)

struct import_options {
    const char *language; /* "es" */
    const char *name;     /* of the deck */
    const char *category; /* of its cards; NULL or "": "general" */
};

struct import_yield {
    int kept, dropped;
    char first_problem[160]; /* about the first card that was dropped; "" if none was */
};

/* Appends the deck's JSON to `deck`. Refused with a sentence if there is no usable card in it. */
struct refusal taboo_import(const struct import_options *options, const char *text, size_t len,
                            struct buffer *deck, struct import_yield *yield);
