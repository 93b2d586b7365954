/* Why something was not done, as far as it is Taboo's alone. */
#pragma once

#include "core/refusal.h"

/* code, family, HTTP status, sentence in English; translations under «taboo.error.CODE» */
#define TABOO_REFUSALS(X)                                                                          \
    X(CARD_API_FAILED, BROKEN, 502, "New cards could not be fetched; the game goes on without.")

enum taboo_refusal {
    TABOO_REFUSALS_BEGIN = REFUSAL_CODE_OF_GAME - 1,
#define X(code, family, status, sentence) REFUSAL_CODE_##code,
    TABOO_REFUSALS(X)
#undef X
};

extern const struct refusal_kind taboo_refusals[];
#define REFUSE_OWN(name) refusal_of_game(taboo_refusals, REFUSAL_CODE_##name)
