/* New cards while a game runs: asked for before they are needed, fetched on another thread, and put
 * into the room as a step like any other. */
#pragma once

#include "site/extra.h"

/* What the operator set, and what is kept besides: the `own` of taboo_extra. */
struct taboo_own {
    int64_t turn_seconds, score_limit, turn_pause_ms, team_min, team_max;
    int64_t low_deck, cards_per_generation, gemini_timeout_ms;
    const char *gemini_key, *gemini_model, *gemini_url;
    uint64_t cards_fetched, cards_failed;
    struct waiting *waiting; /* rooms with a request under way, or at rest after a failure */
};

/* After a step: does this room want cards? */
void new_cards_look(struct site *site, struct live *live, void *own, int64_t now);
void new_cards_forget(struct site *site, void *own);
