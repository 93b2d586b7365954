#include "store/heads.h"

#include "core/alloc.h"

#include <stdlib.h>

/* Rooms made together are played together: eight neighbours share 256 bytes. */
static size_t home(const struct heads *h, uint64_t room)
{
    uint64_t group = (room >> 3) * 0x9E3779B97F4A7C15u >> 20;
    return (size_t)(group << 3 | (room & 7)) & h->mask;
}

struct head *heads_find(const struct heads *h, uint64_t room)
{
    if (!h->slots || room == 0) return NULL;
    for (size_t i = home(h, room); h->slots[i].room; i = (i + 1) & h->mask)
        if (h->slots[i].room == room) return &h->slots[i];
    return NULL;
}

static struct head *place(struct heads *h, const struct head *head)
{
    size_t i = home(h, head->room);
    while (h->slots[i].room)
        i = (i + 1) & h->mask;
    h->slots[i] = *head;
    return &h->slots[i];
}

static void grow(struct heads *h)
{
    struct heads bigger = {.mask = h->slots ? h->mask * 2 + 1 : 63, .count = h->count};
    bigger.slots = alloc_zero(bigger.mask + 1, sizeof *bigger.slots);
    for (size_t i = 0; h->slots && i <= h->mask; i++)
        if (h->slots[i].room) place(&bigger, &h->slots[i]);
    free(h->slots);
    *h = bigger;
}

struct head *heads_add(struct heads *h, uint64_t room)
{
    if (!h->slots || h->count * 4 >= h->mask * 3) grow(h);
    h->count++;
    return place(h, &(struct head){.room = room});
}

void heads_remove(struct heads *h, uint64_t room)
{
    struct head *found = heads_find(h, room);
    if (!found) return;
    h->count--;
    /* Whoever was pushed past the gap moves back into it, so that no search ends too early. */
    size_t gap = (size_t)(found - h->slots);
    for (size_t i = (gap + 1) & h->mask; h->slots[i].room; i = (i + 1) & h->mask) {
        size_t wanted = home(h, h->slots[i].room);
        if (((i - wanted) & h->mask) < ((i - gap) & h->mask)) continue;
        h->slots[gap] = h->slots[i];
        gap = i;
    }
    h->slots[gap] = (struct head){0};
}

void heads_free(struct heads *h)
{
    free(h->slots);
    *h = (struct heads){0};
}
