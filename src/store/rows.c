#include "store/rows.h"

#include <stdarg.h>

static const char *const values_of[ROW_KINDS] = {
#define X(kind, values) [ROW_##kind] = (values),
    ROWS(X)
#undef X
};

const char *rows_values(enum row_kind kind)
{
    return values_of[kind];
}

/* A text is a length, its bytes and a zero; the length of none is NO_TEXT. */
#define NO_TEXT UINT32_MAX

static void add_text(struct buffer *out, const char *text)
{
    uint32_t len = text ? (uint32_t)strlen(text) : NO_TEXT;
    buffer_add(out, &len, sizeof len);
    if (text) buffer_add(out, text, len + 1);
}

void rows_add(struct rows *rows, enum row_kind kind, ...)
{
    va_list args;
    va_start(args, kind);
    buffer_add_byte(&rows->bytes, (char)kind);
    for (const char *v = values_of[kind]; *v; v++) {
        if (*v == 't') {
            add_text(&rows->bytes, va_arg(args, const char *));
        } else {
            int64_t number = va_arg(args, int64_t);
            buffer_add(&rows->bytes, &number, sizeof number);
        }
    }
    va_end(args);
}

void rows_free(struct rows *rows)
{
    buffer_free(&rows->bytes);
}

static struct row_value read_text(const char *bytes, size_t *at)
{
    uint32_t len;
    memcpy(&len, bytes + *at, sizeof len);
    *at += sizeof len;
    if (len == NO_TEXT) return (struct row_value){.is_text = true};
    struct row_value value = {.text = bytes + *at, .is_text = true, .number = len};
    *at += len + 1;
    return value;
}

bool rows_next(const char *bytes, size_t len, size_t *at, struct row *row)
{
    if (*at >= len) return false;
    row->kind = (enum row_kind)bytes[(*at)++];
    row->count = 0;
    for (const char *v = values_of[row->kind]; *v; v++) {
        struct row_value *value = &row->value[row->count++];
        if (*v == 't') {
            *value = read_text(bytes, at);
        } else {
            *value = (struct row_value){0};
            memcpy(&value->number, bytes + *at, sizeof value->number);
            *at += sizeof value->number;
        }
    }
    return true;
}
