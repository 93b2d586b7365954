/* Writes JSON straight into a buffer, and cannot write invalid JSON: commas are put by the writer,
 * strings are escaped, bytes that are not UTF-8 become U+FFFD, open containers are counted.
 * Inside an object every value takes its key first: json_key, or the json_put_… shorthands.
 * Misuse (a value without a key, an end that does not match) is a bug of the caller and aborts. */
#pragma once

#include "core/buffer.h"

#include <stdbool.h>
#include <stdint.h>

#define JSON_DEPTH_MAX 60

struct json {
    struct buffer *out;
    uint64_t objects;   /* bit d: the container at depth d is an object */
    uint64_t nonempty;  /* bit d: it already holds something */
    unsigned depth;
    bool keyed;         /* a key was written and waits for its value */
};

struct json json_to(struct buffer *out);

void json_object(struct json *j);
void json_array(struct json *j);
void json_end(struct json *j); /* closes the innermost object or array */
void json_key(struct json *j, const char *key);

void json_string(struct json *j, const char *text);
void json_string_n(struct json *j, const char *text, size_t len);
void json_int(struct json *j, int64_t value);
void json_bool(struct json *j, bool value);
void json_null(struct json *j);
/* JSON that this writer made elsewhere, as it is. */
void json_raw(struct json *j, const char *text, size_t len);

void json_put_string(struct json *j, const char *key, const char *text);
void json_put_int(struct json *j, const char *key, int64_t value);
void json_put_bool(struct json *j, const char *key, bool value);
void json_put_object(struct json *j, const char *key);
void json_put_array(struct json *j, const char *key);
