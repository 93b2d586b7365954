#include "room/says.h"
#include "core/alloc.h"

#include <stdio.h>
#include <stdlib.h>

static void misuse(const char *what)
{
    fprintf(stderr, "says: %s\n", what);
    abort();
}

void says_init(struct game_says *says, int64_t seq)
{
    *says = (struct game_says){.seq = seq};
}

void says_clear(struct game_says *says, int64_t seq)
{
    says->seq = seq;
    says->count = 0;
    says->open = false;
    buffer_clear(&says->text);
}

void says_free(struct game_says *says)
{
    buffer_free(&says->text);
    free(says->list);
    says_init(says, 0);
}

struct writer *says_begin(struct game_says *says, const char *event, uint32_t audience)
{
    if (says->open) misuse("an event begins within another");
    if (says->count == says->cap) {
        says->cap = says->cap ? 2 * says->cap : 8;
        says->list = alloc_grow(says->list, says->cap * sizeof *says->list);
    }
    says->list[says->count] =
        (struct says_entry){.name = event, .audience = audience, .from = says->text.len};
    says->open = true;
    says->writer = writer_to(&says->text);
    write_object(&says->writer);
    put_int(&says->writer, "seq", says->seq);
    put_int(&says->writer, "part", (int64_t)says->count);
    return &says->writer;
}

void says_end(struct game_says *says)
{
    if (!says->open) misuse("an event ends that has not begun");
    if (says->writer.depth != 1) misuse("an event ends with something in it still open");
    write_end(&says->writer);
    struct says_entry *entry = &says->list[says->count];
    entry->len = says->text.len - entry->from;
    buffer_add_byte(&says->text, 0);
    says->count++;
    says->open = false;
}

size_t says_count(const struct game_says *says)
{
    return says->count;
}

struct says_event says_event(const struct game_says *says, size_t i)
{
    if (i >= says->count) misuse("no such event");
    const struct says_entry *entry = &says->list[i];
    return (struct says_event){.name = entry->name,
                               .audience = entry->audience,
                               .text = says->text.data + entry->from,
                               .len = entry->len};
}
