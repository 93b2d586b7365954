#include "garbage.h"

#include <limits.h>
#include <string.h>

static json_t *integer(struct chance *chance)
{
    static const long long extremes[] = {
        0, -1, 1, 255, 256, INT_MAX, INT_MIN, LLONG_MAX, LLONG_MIN, 1ll << 32, 4294967295ll};
    if (chance_below(chance, 2)) return json_integer(chance_below(chance, 64));
    return json_integer(extremes[chance_below(chance, sizeof extremes / sizeof extremes[0])]);
}

static json_t *string(struct chance *chance)
{
    static const char *const texts[] = {"",      " ",    "a",     "0",       "-1",
                                        "\"}\\", "null", "é",     "e\u0301", "\U0001F3B2",
                                        "%s%n",  "red",  "\u202e"};
    if (chance_below(chance, 8)) {
        size_t which = chance_below(chance, sizeof texts / sizeof texts[0]);
        return json_string(texts[which]);
    }
    char large[6000];
    memset(large, 'w', sizeof large);
    return json_stringn(large, chance_below(chance, sizeof large));
}

static json_t *value(struct chance *chance, int depth)
{
    switch (chance_below(chance, depth > 0 ? 9 : 6)) {
    case 0:
    case 1: return integer(chance);
    case 2: return string(chance);
    case 3: return json_boolean(chance_below(chance, 2));
    case 4: return json_null();
    case 5: return json_real(chance_below(chance, 2) ? 0.5 : -1e300);
    case 6:
    case 7: {
        json_t *array = json_array();
        for (uint32_t n = chance_below(chance, 5); n > 0; n--)
            json_array_append_new(array, value(chance, depth - 1));
        return array;
    }
    default: return json_pack("{so}", "card", value(chance, depth - 1));
    }
}

static const char *some_key(struct chance *chance)
{
    static const char *const keys[] = {"card",  "cards",  "cardId", "seat",  "player",   "playerId",
                                       "index", "text",   "clue",   "count", "position", "word",
                                       "team",  "choice", "value",  "id",    "response", "suit"};
    return keys[chance_below(chance, sizeof keys / sizeof keys[0])];
}

static const char *key_of(const json_t *object, struct chance *chance)
{
    size_t size = json_object_size(object);
    if (size == 0) return some_key(chance);
    void *at = json_object_iter((json_t *)object);
    for (uint32_t n = chance_below(chance, (uint32_t)size); n > 0; n--)
        at = json_object_iter_next((json_t *)object, at);
    return json_object_iter_key(at);
}

/* A value like the one that was right: a neighbour of a number, some of an array, … */
static json_t *near(const json_t *old, struct chance *chance)
{
    if (json_is_integer(old) && chance_below(chance, 2))
        return json_integer(chance_below(chance, 64));
    if (json_is_integer(old))
        return json_integer(json_integer_value(old) + (long long)chance_below(chance, 7) - 3);
    if (json_is_array(old)) {
        json_t *copy = json_copy((json_t *)old);
        size_t size = json_array_size(copy);
        uint32_t how = chance_below(chance, 3);
        if (how == 0 && size) json_array_append(copy, json_array_get(copy, 0));
        if (how == 1 && size) json_array_remove(copy, chance_below(chance, (uint32_t)size));
        if (how == 2 && size) {
            size_t i = chance_below(chance, (uint32_t)size);
            json_array_set_new(copy, i, near(json_array_get(copy, i), chance));
        }
        return copy;
    }
    return value(chance, 2);
}

json_t *garbage_payload(const struct garbage *g, struct chance *chance)
{
    if (g->count == 0 || chance_below(chance, 8) == 0) {
        json_t *object = json_object();
        for (uint32_t n = chance_below(chance, 4); n > 0; n--)
            json_object_set_new(object, some_key(chance), value(chance, 3));
        return object;
    }
    json_t *model = g->model[chance_below(chance, (uint32_t)g->count)];
    json_t *copy = json_deep_copy(model);
    for (uint32_t n = chance_below(chance, 3); n > 0; n--) {
        const char *key = key_of(model, chance);
        switch (chance_below(chance, 4)) {
        case 0: json_object_del(copy, key); break;
        case 1: json_object_set_new(copy, key, value(chance, 3)); break;
        default: json_object_set_new(copy, key, near(json_object_get(model, key), chance)); break;
        }
    }
    return copy;
}

/* Keeps a fair sample of all that was seen. */
void garbage_learn(struct garbage *g, const char *payload, struct chance *chance)
{
    int at = g->count;
    g->seen++;
    if (g->count == GARBAGE_MODELS) {
        at = (int)chance_below(chance, (uint32_t)g->seen);
        if (at >= GARBAGE_MODELS) return;
    }
    json_t *model = json_loads(payload, 0, NULL);
    if (!json_is_object(model)) {
        json_decref(model);
        return;
    }
    if (at == g->count)
        g->count++;
    else
        json_decref(g->model[at]);
    g->model[at] = model;
}

void garbage_free(struct garbage *g)
{
    for (int i = 0; i < g->count; i++)
        json_decref(g->model[i]);
    memset(g, 0, sizeof *g);
}
