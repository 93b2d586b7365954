#include "refusals.h"

const struct refusal_kind codenames_refusals[] = {
#define X(code, family, status, sentence) REFUSAL_KIND("codenames", code, family, status, sentence)
    CODENAMES_REFUSALS(X)
#undef X
};
