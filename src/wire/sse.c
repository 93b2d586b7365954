#include "wire/sse.h"

#include <inttypes.h>

/* One line of a field: anything that would end the line is left out. */
static void add_line(struct buffer *out, const char *field, const char *text)
{
    buffer_add_text(out, field);
    for (; *text; text++)
        if (*text != '\n' && *text != '\r') buffer_add_byte(out, *text);
    buffer_add_byte(out, '\n');
}

static void add_data(struct buffer *out, struct span data)
{
    size_t i = 0;
    do {
        size_t begin = i;
        while (i < data.len && data.at[i] != '\n' && data.at[i] != '\r')
            i++;
        buffer_add_text(out, "data: ");
        buffer_add(out, data.at + begin, i - begin);
        buffer_add_byte(out, '\n');
        if (i == data.len) return;
        i += data.at[i] == '\r' && i + 1 < data.len && data.at[i + 1] == '\n' ? 2 : 1;
    } while (true);
}

void sse_event(struct buffer *out, int64_t id, const char *name, struct span data)
{
    if (id >= 0) buffer_print(out, "id: %" PRId64 "\n", id);
    if (name) add_line(out, "event: ", name);
    add_data(out, data);
    buffer_add_byte(out, '\n');
}

void sse_retry(struct buffer *out, uint32_t milliseconds)
{
    buffer_print(out, "retry: %" PRIu32 "\n\n", milliseconds);
}

int64_t sse_last_id(struct span field)
{
    int64_t id = 0;
    if (field.len == 0 || field.len > 18) return -1;
    for (size_t i = 0; i < field.len; i++) {
        if (field.at[i] < '0' || field.at[i] > '9') return -1;
        id = id * 10 + (field.at[i] - '0');
    }
    return id;
}
