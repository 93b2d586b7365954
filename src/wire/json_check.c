#include "wire/json_check.h"

#include <stdint.h>

#define DEPTH_MAX 1024

/* Where the checker is. The innermost open container is at `depth`; a bit says if it is an object.
 */
struct check {
    const char *at, *end;
    unsigned depth;
    uint64_t objects[DEPTH_MAX / 64 + 1];
};

static bool in_object(const struct check *c)
{
    return c->objects[c->depth / 64] >> (c->depth % 64) & 1;
}

static void blanks(struct check *c)
{
    while (c->at < c->end && (*c->at == ' ' || *c->at == '\t' || *c->at == '\n' || *c->at == '\r'))
        c->at++;
}

static bool take(struct check *c, char wanted)
{
    if (c->at == c->end || *c->at != wanted) return false;
    c->at++;
    return true;
}

static bool escape(struct check *c)
{
    if (c->at == c->end) return false;
    char letter = *c->at++;
    if (letter != 'u') return letter && strchr("\"\\/bfnrt", letter);
    for (int i = 0; i < 4; i++, c->at++) {
        if (c->at == c->end) return false;
        char d = (char)(*c->at | 32);
        if (!(*c->at >= '0' && *c->at <= '9') && !(d >= 'a' && d <= 'f')) return false;
    }
    return true;
}

static bool string(struct check *c)
{
    if (!take(c, '"')) return false;
    while (c->at < c->end) {
        unsigned char byte = (unsigned char)*c->at++;
        if (byte == '"') return true;
        if (byte < 0x20 || (byte == '\\' && !escape(c))) return false;
    }
    return false;
}

static bool digits(struct check *c)
{
    const char *begin = c->at;
    while (c->at < c->end && *c->at >= '0' && *c->at <= '9')
        c->at++;
    return c->at > begin;
}

static bool number(struct check *c)
{
    take(c, '-');
    if (!take(c, '0') && !digits(c)) return false;
    if (take(c, '.') && !digits(c)) return false;
    if (c->at < c->end && (*c->at | 32) == 'e') {
        c->at++;
        if (!take(c, '+')) take(c, '-');
        return digits(c);
    }
    return true;
}

static bool word(struct check *c, const char *text)
{
    size_t len = strlen(text);
    if ((size_t)(c->end - c->at) < len || memcmp(c->at, text, len) != 0) return false;
    c->at += len;
    return true;
}

static bool scalar(struct check *c)
{
    switch (*c->at) {
    case '"': return string(c);
    case 't': return word(c, "true");
    case 'f': return word(c, "false");
    case 'n': return word(c, "null");
    default: return number(c);
    }
}

static bool key(struct check *c)
{
    blanks(c);
    if (!string(c)) return false;
    blanks(c);
    return take(c, ':');
}

/* Opens a container; true with *empty if it is closed again at once. */
static bool open_container(struct check *c, bool object, bool *empty)
{
    c->at++;
    blanks(c);
    *empty = take(c, object ? '}' : ']');
    if (*empty) return true;
    if (++c->depth >= DEPTH_MAX) return false;
    uint64_t bit = 1ull << (c->depth % 64);
    if (object)
        c->objects[c->depth / 64] |= bit;
    else
        c->objects[c->depth / 64] &= ~bit;
    return !object || key(c);
}

bool json_check(struct span text)
{
    struct check c = {.at = text.at, .end = text.at + text.len, .objects = {0}};
    for (;;) {
        bool whole = true;
        blanks(&c);
        if (c.at == c.end) return false;
        if (*c.at == '{' || *c.at == '[') {
            if (!open_container(&c, *c.at == '{', &whole)) return false;
        } else if (!scalar(&c)) {
            return false;
        }
        if (!whole) continue; /* its first value comes */
        for (;;) {            /* behind a value: close what ends, or go on to the next */
            blanks(&c);
            if (c.depth == 0) return c.at == c.end;
            if (take(&c, ',')) {
                if (in_object(&c) && !key(&c)) return false;
                break;
            }
            if (!take(&c, in_object(&c) ? '}' : ']')) return false;
            c.depth--;
        }
    }
}
