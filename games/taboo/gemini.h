/* New cards from Google's Gemini API, the part that needs no network: what to ask for
 * (models.generateContent, structured output) and what to make of the answer.
 *
 *     gemini_request ─▶ body ─▶ gemini_fetch (fetch.h, another thread) ─▶ answer ─▶ gemini_answer
 *
 * The answer comes from outside and is believed in nothing: it is read card by card, bad cards are
 * dropped, and what is left becomes a deck in our own shape, which the room writes into its log.
 * Nothing is kept; buffers belong to the caller. */
#pragma once

#include "core/chance.h"
#include "deck.h"
#include "refusals.h"

#define GEMINI_CARDS_MAX 100 /* of one answer */

struct gemini_ask {
    const char *language; /* "es" */
    int count;            /* cards wanted */
    /* Decks whose words must not come again. */
    const struct game_deck *const *known;
    int known_count;
};

struct gemini_yield {
    int kept, dropped;
};

void gemini_request(const struct gemini_ask *ask, struct buffer *body);

/* Refused with CARD_API_FAILED and a sentence if there is no usable card in it; the sentence never
 * repeats anything from the answer. `chance` makes the ids. `deck` is appended to. */
struct refusal gemini_answer(const struct gemini_ask *ask, const char *answer, size_t len,
                             struct chance *chance, struct buffer *deck,
                             struct gemini_yield *yield);
