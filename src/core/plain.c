#include "core/plain.h"
#include "core/text.h"

#include <string.h>

bool plain_take(struct plain *s, char c)
{
    if (s->at == s->end || *s->at != c) return false;
    s->at++;
    return true;
}

bool plain_word(struct plain *s, const char *word)
{
    size_t len = strlen(word);
    if ((size_t)(s->end - s->at) < len || memcmp(s->at, word, len) != 0) return false;
    s->at += len;
    return true;
}

bool plain_text(struct plain *s, const char **out)
{
    if (!plain_take(s, '"')) return false;
    char *start = s->at, bits = 0;
    for (; s->at < s->end && *s->at != '"'; s->at++) {
        if (*s->at == '\\' || (unsigned char)*s->at < 0x20) return false;
        bits |= *s->at;
    }
    if (s->at == s->end) return false;
    if (bits & 0x80 && !text_is_utf8(start, (size_t)(s->at - start))) return false;
    *s->at++ = 0;
    *out = start;
    return true;
}

bool plain_number(struct plain *s, int64_t *out)
{
    const char *start = s->at;
    int64_t value = 0;
    ptrdiff_t digits = 0;
    for (; s->at < s->end && *s->at >= '0' && *s->at <= '9'; s->at++) {
        if (++digits > 18) return false; /* might not fit */
        value = 10 * value + (*s->at - '0');
    }
    *out = value;
    return digits > 0 && (digits == 1 || *start != '0') && s->at < s->end &&
           (*s->at == ',' || *s->at == '}' || *s->at == ']');
}

static bool fill_object(struct plain *s, json_t *object, int depth)
{
    if (plain_take(s, '}')) return true;
    do {
        const char *key;
        if (!plain_text(s, &key) || !plain_take(s, ':') || json_object_get(object, key))
            return false;
        if (json_object_set_new_nocheck(object, key, plain_json(s, depth)) != 0) return false;
    } while (plain_take(s, ','));
    return plain_take(s, '}');
}

static bool fill_array(struct plain *s, json_t *array, int depth)
{
    if (plain_take(s, ']')) return true;
    do
        if (json_array_append_new(array, plain_json(s, depth)) != 0) return false;
    while (plain_take(s, ','));
    return plain_take(s, ']');
}

static json_t *unless(bool failed, json_t *json)
{
    if (!failed) return json;
    json_decref(json);
    return NULL;
}

json_t *plain_json(struct plain *s, int depth)
{
    const char *text;
    int64_t number;
    json_t *json;
    switch (s->at < s->end ? *s->at : 0) {
    case '{':
        if (depth == 0) return NULL;
        s->at++;
        json = json_object();
        return unless(!fill_object(s, json, depth - 1), json);
    case '[':
        if (depth == 0) return NULL;
        s->at++;
        json = json_array();
        return unless(!fill_array(s, json, depth - 1), json);
    case '"': return plain_text(s, &text) ? json_string_nocheck(text) : NULL;
    case 't': return plain_word(s, "true") ? json_true() : NULL;
    case 'f': return plain_word(s, "false") ? json_false() : NULL;
    case 'n': return plain_word(s, "null") ? json_null() : NULL;
    default: return plain_number(s, &number) ? json_integer(number) : NULL;
    }
}
