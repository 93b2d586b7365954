#include "verdict.h"
#include "watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void verdict_at(struct verdict *v, const char *game, long step)
{
    v->step = step;
    v->story[0] = 0;
    snprintf(v->note, sizeof v->note, "game %s, CONFORMANCE_SEED=%llu, step %ld", game,
             (unsigned long long)v->seed, step);
    watch_note(v->note);
}

void verdict_back(struct verdict *v)
{
    v->instead = NULL;
    if (!verdict_bad(v)) v->story[0] = 0;
}

bool complain(struct verdict *v, const struct game *game, const char *promise, const char *format,
              ...)
{
    if (verdict_bad(v)) return false;
    struct buffer *out = &v->report->text;
    char sentence[4096];
    va_list args;
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    v->report->held = false;
    bool part = !strcmp(promise, "waking") || !strcmp(promise, "ending");
    if (v->instead && part) promise = v->instead;
    v->report->promise = promise;
    buffer_print(out,
                 "%s: %s: %s\n  at step %ld%s; again with CONFORMANCE_SEED=%llu "
                 "CONFORMANCE_GAMES=1\n",
                 game->name, promise, sentence, v->step, v->story, (unsigned long long)v->seed);
    return false;
}

static void dump(struct buffer *out, const json_t *value)
{
    char *text = value ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
    buffer_add_text(out, text ? text : "nothing");
    free(text);
}

/* One level down to where the two differ first; false if they do not differ below. */
static bool descend(struct buffer *path, const json_t **a, const json_t **b)
{
    if (json_is_array(*a) && json_is_array(*b)) {
        size_t i = 0, size = json_array_size(*a);
        while (i < size && json_equal(json_array_get(*a, i), json_array_get(*b, i)))
            i++;
        if (i >= size && i >= json_array_size(*b)) return false;
        buffer_print(path, "[%zu]", i);
        *a = json_array_get(*a, i);
        *b = json_array_get(*b, i);
        return true;
    }
    if (!json_is_object(*a) || !json_is_object(*b)) return false;
    const char *key, *found = NULL;
    json_t *value;
    json_object_foreach((json_t *)*a, key,
                        value) if (!found && !json_equal(value, json_object_get(*b, key))) found =
        key;
    json_object_foreach((json_t *)*b, key, value) if (!found && !json_object_get(*a, key)) found =
        key;
    if (!found) return false;
    buffer_print(path, ".%s", found);
    const json_t *left = json_object_get(*a, found), *right = json_object_get(*b, found);
    *a = left, *b = right;
    return true;
}

bool complain_difference(struct verdict *v, const char *left_name, const char *left,
                         const char *right_name, const char *right)
{
    struct buffer *out = &v->report->text;
    json_t *a = json_loads(left, JSON_DECODE_ANY, NULL);
    json_t *b = json_loads(right, JSON_DECODE_ANY, NULL);
    if (a && b && !json_equal(a, b)) {
        const json_t *at_a = a, *at_b = b;
        buffer_add_text(out, "  they differ in ");
        while (descend(out, &at_a, &at_b))
            ;
        buffer_add_text(out, ": ");
        dump(out, at_a);
        buffer_add_text(out, " against ");
        dump(out, at_b);
        buffer_add_byte(out, '\n');
    }
    json_decref(a);
    json_decref(b);
    buffer_print(out, "  %s: %s\n  %s: %s\n", left_name, left, right_name, right);
    return false;
}
