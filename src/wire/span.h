/* Bytes that belong to somebody else, with their length; no terminating zero. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

struct span {
    const char *at;
    size_t len;
};

static inline struct span span_of(const char *text)
{
    return (struct span){text, strlen(text)};
}

static inline bool span_is(struct span s, const char *text)
{
    return s.len == strlen(text) && memcmp(s.at, text, s.len) == 0;
}

/* ASCII letters of either case count as equal. */
static inline bool span_is_nocase(struct span s, const char *text)
{
    return s.len == strlen(text) && strncasecmp(s.at, text, s.len) == 0;
}

static inline bool span_begins(struct span s, const char *text)
{
    size_t len = strlen(text);
    return s.len >= len && memcmp(s.at, text, len) == 0;
}

/* Cuts off the part before `separator`, which is dropped; all of it if there is none. */
static inline struct span span_cut(struct span *rest, char separator)
{
    const char *end = rest->len ? memchr(rest->at, separator, rest->len) : NULL;
    struct span part = {rest->at, end ? (size_t)(end - rest->at) : rest->len};
    size_t skip = end ? part.len + 1 : part.len;
    rest->at += skip;
    rest->len -= skip;
    return part;
}
