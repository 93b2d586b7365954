/* Payloads as bad clients send them: nothing, the wrong types, extremes, and near misses of
 * payloads that were once right. The caller frees what it gets with json_decref. */
#pragma once

#include "core/chance.h"

#include <jansson.h>

#define GARBAGE_MODELS 64

/* Payloads that were seen to be right, to be varied. Owned by whoever declares it. */
struct garbage {
    json_t *model[GARBAGE_MODELS];
    int count;
    long seen;
};

void garbage_learn(struct garbage *g, const char *payload, struct chance *chance);
json_t *garbage_payload(const struct garbage *g, struct chance *chance);
void garbage_free(struct garbage *g);
