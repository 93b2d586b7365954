#include "net/tally.h"
#include "core/alloc.h"

#include <stdlib.h>

/* Open addressing with linear probing; count 0 marks a free place. */
struct tally_entry {
    uint64_t key;
    uint32_t count;
};

void tally_init(struct tally *t)
{
    *t = (struct tally){.size = 64};
    t->entries = alloc_zero(t->size, sizeof *t->entries);
}

void tally_free(struct tally *t)
{
    free(t->entries);
    t->entries = NULL;
}

static uint32_t home(const struct tally *t, uint64_t key)
{
    return (uint32_t)((key * 0x9e3779b97f4a7c15u) >> 32) & (t->size - 1);
}

/* Where the key is, or where it would go. */
static uint32_t place(const struct tally *t, uint64_t key)
{
    uint32_t i = home(t, key);
    while (t->entries[i].count && t->entries[i].key != key)
        i = (i + 1) & (t->size - 1);
    return i;
}

static void grow(struct tally *t)
{
    struct tally old = *t;
    t->size *= 2;
    t->entries = alloc_zero(t->size, sizeof *t->entries);
    for (uint32_t i = 0; i < old.size; i++)
        if (old.entries[i].count) t->entries[place(t, old.entries[i].key)] = old.entries[i];
    free(old.entries);
}

uint32_t tally_add(struct tally *t, uint64_t key)
{
    if (t->used * 2 >= t->size) grow(t);
    struct tally_entry *e = &t->entries[place(t, key)];
    if (!e->count) t->used++;
    e->key = key;
    return ++e->count;
}

/* Moves back whatever probing had pushed behind the hole. */
static void close_hole(struct tally *t, uint32_t hole)
{
    uint32_t mask = t->size - 1;
    for (uint32_t i = (hole + 1) & mask; t->entries[i].count; i = (i + 1) & mask) {
        uint32_t wanted = home(t, t->entries[i].key);
        if (((i - wanted) & mask) < ((i - hole) & mask)) continue;
        t->entries[hole] = t->entries[i];
        t->entries[i].count = 0;
        hole = i;
    }
}

void tally_remove(struct tally *t, uint64_t key)
{
    uint32_t i = place(t, key);
    if (!t->entries[i].count || --t->entries[i].count) return;
    t->used--;
    close_hole(t, i);
}
