#include "core/writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

static void misuse(const char *what)
{
    fprintf(stderr, "writer: %s\n", what);
    abort();
}

struct writer writer_to(struct buffer *out)
{
    return (struct writer){.out = out};
}

/* What comes before any value: the comma, and the check that it may stand here. */
static void before_value(struct writer *w)
{
    uint64_t bit = 1ull << w->depth;
    if (w->keyed) {
        w->keyed = false;
        return;
    }
    if (w->objects & bit) misuse("value without a key");
    if (w->nonempty & bit) {
        if (w->depth == 0) misuse("second value at the top");
        buffer_add_byte(w->out, ',');
    }
    w->nonempty |= bit;
}

static void open_container(struct writer *w, bool object)
{
    before_value(w);
    if (++w->depth > WRITER_DEPTH_MAX) misuse("too deep");
    uint64_t bit = 1ull << w->depth;
    w->nonempty &= ~bit;
    w->objects = object ? w->objects | bit : w->objects & ~bit;
    buffer_add_byte(w->out, object ? '{' : '[');
}

void write_object(struct writer *w)
{
    open_container(w, true);
}

void write_array(struct writer *w)
{
    open_container(w, false);
}

void write_end(struct writer *w)
{
    if (w->depth == 0 || w->keyed) misuse("end without a beginning");
    buffer_add_byte(w->out, w->objects >> w->depth & 1 ? '}' : ']');
    w->depth--;
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

/* Bytes that stand in a JSON string as they are. */
static bool plain(unsigned char byte)
{
    return byte >= 0x20 && byte < 0x7f && byte != '"' && byte != '\\';
}

/* Whether any of eight bytes may not be plain: the high bit of a byte comes out set if the byte is
 * below 0x20, above 0x7e, '"' or '\\' (or, harmlessly, if it stands behind such a one). */
static bool eight_need_care(const unsigned char *p)
{
    const uint64_t ones = 0x0101010101010101u, high = 0x80 * ones;
    uint64_t x;
    memcpy(&x, p, sizeof x);
    uint64_t quotes = x ^ '"' * ones, slashes = x ^ '\\' * ones;
    uint64_t found = x | (x - 0x20 * ones) | (x + ones) | (quotes - ones) | (slashes - ones);
    return found & high;
}

static size_t plain_run(const unsigned char *p, size_t len)
{
    size_t i = 0;
    while (i + 8 <= len && !eight_need_care(p + i))
        i += 8;
    while (i < len && plain(p[i]))
        i++;
    return i;
}

/* From the first byte on that needs care. */
static void quote_rest(struct buffer *out, const unsigned char *p, size_t len)
{
    size_t from = 0; /* start of the run that needs no change */
    for (size_t i = 0; i < len;) {
        if (plain(p[i])) {
            i++;
            continue;
        }
        char escape[6];
        size_t put;
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
        buffer_add(out, p + from, i - from);
        buffer_add(out, escape, put);
        from = ++i;
    }
    buffer_add(out, p + from, len - from);
}

static void quote(struct buffer *out, const char *text, size_t len)
{
    const unsigned char *p = (const unsigned char *)text;
    size_t run = plain_run(p, len);
    char *to = buffer_reserve(out, len + 2);
    *to = '"';
    memcpy(to + 1, text, run);
    out->len += run + 1;
    if (run < len) quote_rest(out, p + run, len - run);
    buffer_add_byte(out, '"');
}

void write_key(struct writer *w, const char *key)
{
    uint64_t bit = 1ull << w->depth;
    if (!(w->objects & bit) || w->depth == 0 || w->keyed) misuse("key outside an object");
    if (w->nonempty & bit) buffer_add_byte(w->out, ',');
    w->nonempty |= bit;
    quote(w->out, key, strlen(key));
    buffer_add_byte(w->out, ':');
    w->keyed = true;
}

void write_string_n(struct writer *w, const char *text, size_t len)
{
    before_value(w);
    quote(w->out, text, len);
}

void write_string(struct writer *w, const char *text)
{
    write_string_n(w, text, strlen(text));
}

/* By hand: rooms say many numbers, and printf costs far more than the digits. */
void write_int(struct writer *w, int64_t value)
{
    char digits[20], *at = digits + sizeof digits;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    before_value(w);
    do
        *--at = (char)('0' + rest % 10);
    while (rest /= 10);
    if (value < 0) *--at = '-';
    buffer_add(w->out, at, (size_t)(digits + sizeof digits - at));
}

void write_bool(struct writer *w, bool value)
{
    before_value(w);
    buffer_add_text(w->out, value ? "true" : "false");
}

void write_null(struct writer *w)
{
    before_value(w);
    buffer_add_text(w->out, "null");
}

void write_raw(struct writer *w, const char *text, size_t len)
{
    before_value(w);
    buffer_add(w->out, text, len);
}

void put_string(struct writer *w, const char *key, const char *text)
{
    write_key(w, key);
    write_string(w, text);
}

void put_int(struct writer *w, const char *key, int64_t value)
{
    write_key(w, key);
    write_int(w, value);
}

void put_bool(struct writer *w, const char *key, bool value)
{
    write_key(w, key);
    write_bool(w, value);
}

void put_object(struct writer *w, const char *key)
{
    write_key(w, key);
    write_object(w);
}

void put_array(struct writer *w, const char *key)
{
    write_key(w, key);
    write_array(w);
}
