#include "core/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

static void misuse(const char *what)
{
    fprintf(stderr, "json: %s\n", what);
    abort();
}

struct json json_to(struct buffer *out)
{
    return (struct json){.out = out};
}

/* What comes before any value: the comma, and the check that it may stand here. */
static void before_value(struct json *j)
{
    uint64_t bit = 1ull << j->depth;
    if (j->keyed) {
        j->keyed = false;
        return;
    }
    if (j->objects & bit) misuse("value without a key");
    if (j->nonempty & bit) {
        if (j->depth == 0) misuse("second value at the top");
        buffer_add_byte(j->out, ',');
    }
    j->nonempty |= bit;
}

static void open_container(struct json *j, bool object)
{
    before_value(j);
    if (++j->depth > JSON_DEPTH_MAX) misuse("too deep");
    uint64_t bit = 1ull << j->depth;
    j->nonempty &= ~bit;
    j->objects = object ? j->objects | bit : j->objects & ~bit;
    buffer_add_byte(j->out, object ? '{' : '[');
}

void json_object(struct json *j)
{
    open_container(j, true);
}

void json_array(struct json *j)
{
    open_container(j, false);
}

void json_end(struct json *j)
{
    if (j->depth == 0 || j->keyed) misuse("end without a beginning");
    buffer_add_byte(j->out, j->objects >> j->depth & 1 ? '}' : ']');
    j->depth--;
}

static size_t escaped(unsigned char byte, char out[6])
{
    static const char hex[] = "0123456789abcdef";
    static const char letters[] = "btn\0fr";
    out[0] = '\\';
    if (byte == '"' || byte == '\\') {
        out[1] = (char)byte;
        return 2;
    }
    if (byte >= 8 && byte <= 13 && letters[byte - 8]) {
        out[1] = letters[byte - 8];
        return 2;
    }
    memcpy(out + 1, "u00", 3);
    out[4] = hex[byte >> 4];
    out[5] = hex[byte & 15];
    return 6;
}

static void write_string(struct buffer *out, const char *text, size_t len)
{
    const unsigned char *p = (const unsigned char *)text;
    buffer_add_byte(out, '"');
    size_t plain = 0; /* start of the run that needs no change */
    for (size_t i = 0; i < len;) {
        if (p[i] >= 0x20 && p[i] < 0x7f && p[i] != '"' && p[i] != '\\') {
            i++;
            continue;
        }
        char escape[6];
        size_t take = 1, put;
        if (p[i] < 0x80) {
            put = escaped(p[i], escape);
        } else {
            utf8proc_int32_t point;
            utf8proc_ssize_t n = utf8proc_iterate(p + i, (utf8proc_ssize_t)(len - i), &point);
            if (n > 0) {
                i += (size_t)n;
                continue;
            }
            memcpy(escape, "\xEF\xBF\xBD", put = 3);
        }
        buffer_add(out, p + plain, i - plain);
        buffer_add(out, escape, put);
        i += take;
        plain = i;
    }
    buffer_add(out, p + plain, len - plain);
    buffer_add_byte(out, '"');
}

void json_key(struct json *j, const char *key)
{
    uint64_t bit = 1ull << j->depth;
    if (!(j->objects & bit) || j->depth == 0 || j->keyed) misuse("key outside an object");
    if (j->nonempty & bit) buffer_add_byte(j->out, ',');
    j->nonempty |= bit;
    write_string(j->out, key, strlen(key));
    buffer_add_byte(j->out, ':');
    j->keyed = true;
}

void json_string_n(struct json *j, const char *text, size_t len)
{
    before_value(j);
    write_string(j->out, text, len);
}

void json_string(struct json *j, const char *text)
{
    json_string_n(j, text, strlen(text));
}

void json_int(struct json *j, int64_t value)
{
    char digits[24];
    before_value(j);
    buffer_add(j->out, digits, (size_t)snprintf(digits, sizeof digits, "%lld", (long long)value));
}

void json_bool(struct json *j, bool value)
{
    before_value(j);
    buffer_add_text(j->out, value ? "true" : "false");
}

void json_null(struct json *j)
{
    before_value(j);
    buffer_add_text(j->out, "null");
}

void json_raw(struct json *j, const char *text, size_t len)
{
    before_value(j);
    buffer_add(j->out, text, len);
}

void json_put_string(struct json *j, const char *key, const char *text)
{
    json_key(j, key);
    json_string(j, text);
}

void json_put_int(struct json *j, const char *key, int64_t value)
{
    json_key(j, key);
    json_int(j, value);
}

void json_put_bool(struct json *j, const char *key, bool value)
{
    json_key(j, key);
    json_bool(j, value);
}

void json_put_object(struct json *j, const char *key)
{
    json_key(j, key);
    json_object(j);
}

void json_put_array(struct json *j, const char *key)
{
    json_key(j, key);
    json_array(j);
}
