#include "core/letters.h"

#include <string.h>
#include <utf8proc.h>

static bool map(char *out, size_t cap, const char *text,
                utf8proc_int32_t (*change)(utf8proc_int32_t point))
{
    const utf8proc_uint8_t *p = (const utf8proc_uint8_t *)text;
    size_t len = 0;
    out[0] = 0;
    for (utf8proc_int32_t point; *p;) {
        utf8proc_ssize_t n = utf8proc_iterate(p, -1, &point);
        utf8proc_uint8_t bytes[4];
        if (n <= 0) break;
        size_t more = (size_t)utf8proc_encode_char(change(point), bytes);
        if (len + more >= cap) break;
        memcpy(out + len, bytes, more);
        len += more;
        p += n;
    }
    out[*p ? 0 : len] = 0;
    return !*p;
}

bool letters_upper(char *out, size_t cap, const char *text)
{
    return map(out, cap, text, utf8proc_toupper);
}

bool letters_lower(char *out, size_t cap, const char *text)
{
    return map(out, cap, text, utf8proc_tolower);
}
