/* The events of one step, as a game's `tell` said them: name, audience, payload.
 *
 *     text  {"seq":7,"part":0,…}\0{"seq":7,"part":1,…}\0      one buffer, no gaps
 *     list   name, audience, from ┘ name, audience, from ┘    one entry per event
 *
 * Whoever declares a game_says frees it; what its functions return belongs to it and is good until
 * the next says_begin, says_clear or says_free. Event names are string constants of the game.
 * Once it has held its largest step it allocates no more. */
#pragma once

#include "game.h"

struct says_entry {
    const char *name;
    uint32_t audience;
    size_t from, len; /* of the payload, within the text */
};

struct game_says {
    int64_t seq; /* of the record that this step is */
    struct buffer text;
    struct writer writer;
    struct says_entry *list;
    size_t count, cap;
    bool open; /* between says_begin and says_end */
};

struct says_event {
    const char *name;
    uint32_t audience;
    const char *text; /* a JSON object with a zero behind it */
    size_t len;       /* without that zero */
};

void says_init(struct game_says *says, int64_t seq);
/* Forgets the events and begins the step with number `seq`, in the same memory. */
void says_clear(struct game_says *says, int64_t seq);
void says_free(struct game_says *says);

/* says_begin and says_end, which fill it, are in game.h. */

size_t says_count(const struct game_says *says);
struct says_event says_event(const struct game_says *says, size_t i);

/* Whether a seat, or GAME_CROWD, is among the audience. */
static inline bool says_reaches(uint32_t audience, int viewer)
{
    return audience & (viewer == GAME_CROWD ? AUDIENCE_CROWD : SEAT_BIT(viewer));
}
