/* The verbs by their places, and what a computer would do with them. */
#pragma once

#include "rules.h"

enum {
    VERB_SUBMIT,
    VERB_TAKE_BACK,
    VERB_REVEAL,
    VERB_JUDGE,
    VERB_VOTE,
    VERB_NEXT,
    VERB_REBOOT,
    VERB_NEVER,
    VERB_CONFESS,
    VERB_POINT,
    VERB_APPROVE,
    VERB_REJECT,
};

bool cah_suggest(const void *state, int seat, int level, const struct game_context *context,
                 struct game_move *out);
