/* Bytes that grow at the end. {0} is an empty buffer; whoever declares one frees it.
 * `data` may move with every call that adds; there is no terminating zero unless one was added. */
#pragma once

#include <stdarg.h>
#include <stddef.h>
#include <string.h>

struct buffer {
    char *data;
    size_t len;
    size_t cap;
};

void buffer_grow(struct buffer *b, size_t more);

/* Makes room for `more` bytes and returns where they go; `len` does not change. */
static inline char *buffer_reserve(struct buffer *b, size_t more)
{
    if (b->cap - b->len < more) buffer_grow(b, more);
    return b->data + b->len;
}

static inline void buffer_add(struct buffer *b, const void *bytes, size_t len)
{
    if (len == 0) return;
    memcpy(buffer_reserve(b, len), bytes, len);
    b->len += len;
}

static inline void buffer_add_byte(struct buffer *b, char byte)
{
    *buffer_reserve(b, 1) = byte;
    b->len++;
}

void buffer_add_text(struct buffer *b, const char *text);
void buffer_print(struct buffer *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Drops the first `count` bytes and moves the rest to the front. */
void buffer_consume(struct buffer *b, size_t count);
/* The content as a C string; the zero is behind `len` and does not count. */
const char *buffer_text(struct buffer *b);
void buffer_clear(struct buffer *b);
void buffer_free(struct buffer *b);
