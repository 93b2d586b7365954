/* Is it UTF-8? Asked piece by piece, cut anywhere. RFC 3629: no surrogates, nothing over U+10FFFF,
 * no overlong forms. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* {0} is the beginning of a text, and also every place between two characters. */
struct utf8 {
    uint8_t wanted; /* continuation bytes still to come */
    uint8_t low;    /* the next byte lies in low … high */
    uint8_t high;
};

/* False as soon as no continuation could make it right. */
bool utf8_feed(struct utf8 *u, const char *bytes, size_t len);
static inline bool utf8_complete(const struct utf8 *u)
{
    return u->wanted == 0;
}
