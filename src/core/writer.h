/* Writes JSON straight into a buffer, and cannot write invalid JSON: commas are put by the writer,
 * strings are escaped, bytes that are not UTF-8 become U+FFFD, open containers are counted.
 * Inside an object every value takes its key first: write_key, or the put_… shorthands.
 * Misuse (a value without a key, an end that does not match) is a bug of the caller and aborts. */
#pragma once

#include "core/buffer.h"

#include <stdbool.h>
#include <stdint.h>

#define WRITER_DEPTH_MAX 60

struct writer {
    struct buffer *out;
    uint64_t objects;  /* bit d: the container at depth d is an object */
    uint64_t nonempty; /* bit d: it already holds something */
    unsigned depth;
    bool keyed; /* a key was written and waits for its value */
};

struct writer writer_to(struct buffer *out);

void write_object(struct writer *w);
void write_array(struct writer *w);
void write_end(struct writer *w); /* closes the innermost object or array */
void write_key(struct writer *w, const char *key);

void write_string(struct writer *w, const char *text);
void write_string_n(struct writer *w, const char *text, size_t len);
void write_int(struct writer *w, int64_t value);
void write_bool(struct writer *w, bool value);
void write_null(struct writer *w);
/* JSON that this writer made elsewhere, as it is. */
void write_raw(struct writer *w, const char *text, size_t len);

void put_string(struct writer *w, const char *key, const char *text);
void put_int(struct writer *w, const char *key, int64_t value);
void put_bool(struct writer *w, const char *key, bool value);
void put_object(struct writer *w, const char *key);
void put_array(struct writer *w, const char *key);
