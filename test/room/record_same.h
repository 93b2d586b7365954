/* Reads bytes twice, once as they are and once with a space in front, which only jansson takes, and
 * says whether the results agree; prints both where they do not. */
#pragma once

#include "room/record.h"

#include <stdio.h>
#include <string.h>

static inline bool field_same(const struct record_field *a, const struct record *other)
{
    switch (a->kind) {
    case RECORD_NUMBER: return record_number(other, a->key, ~a->number) == a->number;
    case RECORD_TEXT: {
        const char *text = record_text(other, a->key);
        return text && strcmp(text, a->text) == 0;
    }
    case RECORD_TRUE: return record_true(other, a->key);
    case RECORD_JSON: return json_equal(a->json, record_json(other, a->key));
    }
    return false;
}

static inline bool record_same(const char *text, size_t len)
{
    struct record plain = {0}, slow = {0};
    struct buffer spaced = {0};
    buffer_add_byte(&spaced, ' ');
    buffer_add(&spaced, text, len);
    bool a = record_read(&plain, text, len), b = record_read(&slow, spaced.data, spaced.len);
    bool same = a == b && (!a || plain.count == slow.count);
    for (int i = 0; same && a && i < plain.count; i++)
        same = field_same(&plain.field[i], &slow);
    if (!same)
        fprintf(stderr, "«%.*s»: in place %d with %d fields, by jansson %d with %d\n", (int)len,
                text, a, plain.count, b, slow.count);
    record_free(&plain);
    record_free(&slow);
    buffer_free(&spaced);
    return same;
}
