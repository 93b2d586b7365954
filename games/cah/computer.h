/* A computer at the cards game: what it does in its seat, knowing what its seat knows. Unlike a Rando
 * it is somebody: it holds ten cards, is czar in its turn and votes. In a pair with a person it
 * leaves all but its vote to that one. Blanks it leaves to people, as long as it has other cards. */
#pragma once

#include "rules.h"

enum cah_deed {
    CAH_WAITS,
    CAH_PLAYS, /* card, count */
    CAH_REVEALS,
    CAH_JUDGES,  /* entry */
    CAH_VOTES,   /* entry */
    CAH_APPROVES /* entry; only when it plays for the host */
};

struct cah_choice {
    enum cah_deed deed;
    uint16_t card[CAH_PICK_MAX];
    int count, entry;
};

/* `level` is 1 to 3. */
struct cah_choice cah_computer(const struct cah *g, int seat, int level,
                               const struct game_context *context);
