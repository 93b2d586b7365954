#include "refusals.h"

const struct refusal_kind taboo_refusals[] = {
#define X(code, family, status, sentence) REFUSAL_KIND("taboo", code, family, status, sentence)
    TABOO_REFUSALS(X)
#undef X
};
