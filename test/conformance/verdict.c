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

/* Goes down to the first place where the two differ; `path` says how it got there. */
static void descend(struct buffer *path, const json_t **a, const json_t **b)
{
    while (json_is_object(*a) && json_is_object(*b)) {
        const char *key, *found = NULL;
        json_t *value;
        json_object_foreach((json_t *)*a, key,
                            value) if (!found && !json_equal(value, json_object_get(*b, key)))
            found = key;
        json_object_foreach((json_t *)*b, key, value) if (!found && !json_object_get(*a, key))
            found = key;
        if (!found) return;
        buffer_print(path, ".%s", found);
        const json_t *left = json_object_get(*a, found), *right = json_object_get(*b, found);
        *a = left, *b = right;
        size_t i = 0;
        while (json_is_array(*a) && json_is_array(*b)) {
            for (i = 0; i < json_array_size(*a); i++)
                if (!json_equal(json_array_get(*a, i), json_array_get(*b, i))) break;
            left = json_array_get(*a, i), right = json_array_get(*b, i);
            if (!left && !right) return;
            buffer_print(path, "[%zu]", i);
            *a = left, *b = right;
        }
    }
}

bool complain_difference(struct verdict *v, const char *left_name, const char *left,
                         const char *right_name, const char *right)
{
    struct buffer *out = &v->report->text;
    json_t *a = json_loads(left, JSON_DECODE_ANY, NULL);
    json_t *b = json_loads(right, JSON_DECODE_ANY, NULL);
    if (a && b) {
        const json_t *at_a = a, *at_b = b;
        buffer_add_text(out, "  they differ in ");
        size_t from = out->len;
        descend(out, &at_a, &at_b);
        if (out->len == from) buffer_add_text(out, "the order of fields");
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
