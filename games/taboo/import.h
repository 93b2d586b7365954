/* Taboo cards from elsewhere, into a deck in our own shape.
 *
 *     {"Word": ["forbidden", …], …}     2 to 6 forbidden words a card; also {"category": {…}, …}
 *     {"game": "taboo", "cards": […]}   our own shape, or its list of cards alone
 *     Word|a:b:c                        the older form, one card a line
 *     Word,a,b,c                        a table: commas, semicolons or tabs, quotes as in CSV
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
    const json_t *base;   /* a deck whose other cards are kept; NULL: none */
};

/* Appends the deck's JSON to `deck`. Refused with a sentence if there is no usable card in it. */
struct refusal taboo_import(const struct import_options *options, const char *text, size_t len,
                            struct buffer *deck, struct deck_yield *yield);

/* The same as a game's deck_import: in the language of the room's cards. */
struct refusal taboo_deck_import(const int32_t *settings, const struct deck_source *from,
                                 struct buffer *deck, struct deck_yield *yield);
