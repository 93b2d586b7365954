#include "core/buffer.h"
#include "core/alloc.h"

#include <stdio.h>
#include <stdlib.h>

void buffer_grow(struct buffer *b, size_t more)
{
    size_t cap = b->cap ? b->cap : 64;
    while (cap - b->len < more)
        cap *= 2;
    b->data = alloc_grow(b->data, cap);
    b->cap = cap;
}

void buffer_add_text(struct buffer *b, const char *text)
{
    buffer_add(b, text, strlen(text));
}

void buffer_print(struct buffer *b, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int need = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (need > 0) {
        vsnprintf(buffer_reserve(b, (size_t)need + 1), (size_t)need + 1, format, again);
        b->len += (size_t)need;
    }
    va_end(again);
}

void buffer_consume(struct buffer *b, size_t count)
{
    if (count > b->len) count = b->len;
    if (count) memmove(b->data, b->data + count, b->len - count);
    b->len -= count;
}

const char *buffer_text(struct buffer *b)
{
    *buffer_reserve(b, 1) = 0;
    return b->data;
}

void buffer_clear(struct buffer *b)
{
    b->len = 0;
}

void buffer_free(struct buffer *b)
{
    free(b->data);
    *b = (struct buffer){0};
}
