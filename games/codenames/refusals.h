/* Why something was not done, as far as it is Codenames's alone. */
#pragma once

#include "core/refusal.h"

/* code, family, HTTP status, sentence in English; translations under «codenames.error.CODE» */
#define CODENAMES_REFUSALS(X)                                                                      \
    X(INVALID_CLUE, MAY_NOT, 400, "That cannot be a clue.")                                        \
    X(NOT_SPYMASTER, MAY_NOT, 403, "Only a spymaster can do that.")                                \
    X(NOT_OPERATIVE, MAY_NOT, 403, "A spymaster cannot do that.")                                  \
    X(ALREADY_REVEALED, NOT_YET, 409, "That card has been revealed already.")                      \
    X(OUT_OF_RANGE, MAY_NOT, 400, "There is no card at that position.")                            \
    X(GUESS_FIRST, NOT_YET, 409, "At least one guess has to be made first.")

enum codenames_refusal {
    CODENAMES_REFUSALS_BEGIN = REFUSAL_CODE_OF_GAME - 1,
#define X(code, family, status, sentence) REFUSAL_CODE_##code,
    CODENAMES_REFUSALS(X)
#undef X
};

extern const struct refusal_kind codenames_refusals[];
#define REFUSE_OWN(name) refusal_of_game(codenames_refusals, REFUSAL_CODE_##name)
