/* JSON5, and with it JSON, read into jansson's values: comments, commas behind the last element,
 * single quotes, keys without quotes, numbers as JavaScript writes them. Files of cards are written
 * by hand, and people who write by hand like all of these.
 *
 * Of two equal keys the last counts. What jansson has no value for (Infinity, NaN) becomes null;
 * \0 and half of a surrogate pair become U+FFFD, so no text holds a zero byte. */
#pragma once

#include <jansson.h>
#include <stddef.h>

#define JSON5_DEPTH_MAX 32

struct json5_error {
    int line;         /* from 1 */
    const char *what; /* a constant: "a value is missing" */
};

/* One value and nothing behind it; the caller's to json_decref. NULL, and where and why, if it is
 * none. The text need not end with a zero. */
json_t *json5_read(const char *text, size_t len, struct json5_error *error);
