/* Why something was not done, as far as it is the cards game's alone. */
#pragma once

#include "core/refusal.h"

/* code, family, HTTP status, sentence in English; translations under «cah.error.CODE» */
#define CAH_REFUSALS(X)                                                                            \
    X(CZAR_CANNOT_SUBMIT, MAY_NOT, 403, "The czar judges this round and plays no card.")           \
    X(WRONG_NUMBER, MAY_NOT, 400, "That is not the number of cards that is asked for.")            \
    X(NOT_IN_HAND, MAY_NOT, 400, "You do not hold that card.")                                     \
    X(SAME_CARD, MAY_NOT, 400, "The same card cannot be played twice.")                            \
    X(NOT_CZAR, MAY_NOT, 403, "Only the czar can do that.")                                        \
    X(NO_SUCH_RESPONSE, MAY_NOT, 404, "There is no such answer in this round.")                    \
    X(ALREADY_SUBMITTED, NOT_YET, 409, "You have already played.")                                 \
    X(OWN_RESPONSE, MAY_NOT, 409, "You cannot choose your own answer.")

enum cah_refusal {
    CAH_REFUSALS_BEGIN = REFUSAL_CODE_OF_GAME - 1,
#define X(code, family, status, sentence) REFUSAL_CODE_##code,
    CAH_REFUSALS(X)
#undef X
};

extern const struct refusal_kind cah_refusals[];
#define REFUSE_OWN(name) refusal_of_game(cah_refusals, REFUSAL_CODE_##name)
