#include "refusals.h"

const struct refusal_kind cah_refusals[] = {
#define X(code, family, status, sentence) REFUSAL_KIND("cah", code, family, status, sentence)
    CAH_REFUSALS(X)
#undef X
};
