#include "core/typed_json.h"
#include "core/alloc.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define ESCAPE_LENGTH 6 /* \ud83d */

/* The number of an escape \uXXXX; -1: it is none. */
static int escape_at(const char *at, const char *end)
{
    char digits[5] = "";
    if (end - at < ESCAPE_LENGTH || at[0] != '\\' || at[1] != 'u') return -1;
    memcpy(digits, at + 2, 4);
    return strspn(digits, "0123456789abcdefABCDEF") == 4 ? (int)strtol(digits, NULL, 16) : -1;
}

static bool is_first_half(int value)
{
    return value >= 0xd800 && value < 0xdc00;
}

static bool is_second_half(int value)
{
    return value >= 0xdc00 && value < 0xe000;
}

/* Both have six letters, so everything stays in its place. Returns whether there was any. */
static bool mend(char *text, size_t len)
{
    bool any = false;
    for (char *at = text, *end = text + len; at && at < end;) {
        int value = escape_at(at, end);
        if (is_first_half(value) && is_second_half(escape_at(at + ESCAPE_LENGTH, end))) {
            at += (size_t)2 * ESCAPE_LENGTH;
        } else if (is_first_half(value) || is_second_half(value)) {
            memcpy(at, "\\ufffd", ESCAPE_LENGTH);
            at += ESCAPE_LENGTH;
            any = true;
        } else { /* a backslash behind a backslash begins nothing */
            at += *at == '\\' && at + 1 < end ? 2 : 1;
        }
        at = at < end ? memchr(at, '\\', (size_t)(end - at)) : NULL;
    }
    return any;
}

json_t *typed_json(const char *text, size_t len, size_t flags, json_error_t *error)
{
    json_t *json = json_loadb(text, len, flags, error);
    if (json || !memmem(text, len, "\\u", 2)) return json;
    char *copy = alloc_copy(text, len);
    if (mend(copy, len)) json = json_loadb(copy, len, flags, error);
    free(copy);
    return json;
}
