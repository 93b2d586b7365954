/* Decks of cards to fill in, from elsewhere, into a deck in our own shape. Which form a file has is
 * found out from what is in it; all of them are JSON, or JSON5.
 *
 *     {"white": […], "black": […], "packs": […] or {…}}   JSON Against Humanity, compact
 *     [{"name", "white": [{"text"}], "black": […]}, …]     JSON Against Humanity, full
 *     {name, language, author, calls: [[[…]]], responses}  Massive Decks and Many Decks
 *     {"name"?, "calls": [{"text": […]}], "responses"}     Cardcast
 *     {"packs": [{"name", "black", "white"}, …]}           our own
 *
 * Cards that cannot be used are dropped and counted, never a reason to refuse the rest. The same
 * file gives the same deck, to the byte. Buffers belong to the caller. */
#pragma once

#include "gather.h"

#define IMPORT_BYTES_MAX (8 << 20)

struct import_options {
    const char *language; /* "es": of the room's cards, whatever the file says */
    const char *name;     /* of the deck, where the file has none */
    const json_t *base;   /* a deck of ours whose other cards are kept; NULL: none */
};

/* Appends the deck's JSON to `deck`. Refused with a sentence if there is no usable card in it; what
 * was appended is then taken back. */
struct refusal cah_import(const struct import_options *options, const char *text, size_t len,
                          struct buffer *deck, struct deck_yield *yield);
