#include "room/deadlines.h"
#include "core/alloc.h"

#include <stdlib.h>

static bool before(const struct deadline *a, const struct deadline *b)
{
    return a->at != b->at ? a->at < b->at : a->order < b->order;
}

static void put(struct deadlines *d, size_t place, struct deadline *one)
{
    d->heap[place] = one;
    one->place = place;
}

static void sift_up(struct deadlines *d, struct deadline *one)
{
    size_t i = one->place;
    for (; i > 0 && before(one, d->heap[(i - 1) / 2]); i = (i - 1) / 2)
        put(d, i, d->heap[(i - 1) / 2]);
    put(d, i, one);
}

static void sift_down(struct deadlines *d, struct deadline *one)
{
    size_t i = one->place;
    for (;;) {
        size_t child = 2 * i + 1;
        if (child >= d->count) break;
        if (child + 1 < d->count && before(d->heap[child + 1], d->heap[child])) child++;
        if (!before(d->heap[child], one)) break;
        put(d, i, d->heap[child]);
        i = child;
    }
    put(d, i, one);
}

static void take_out(struct deadlines *d, struct deadline *one)
{
    struct deadline *last = d->heap[--d->count];
    one->at = 0;
    if (last == one) return;
    put(d, one->place, last);
    sift_up(d, last);
    sift_down(d, last);
}

void deadlines_free(struct deadlines *d)
{
    free(d->heap);
    *d = (struct deadlines){0};
}

void deadline_set(struct deadlines *d, struct deadline *one, int64_t at)
{
    if (one->at == at) return;
    if (one->at) take_out(d, one);
    if (!at) return;
    if (d->count == d->cap) {
        d->cap = d->cap ? 2 * d->cap : 64;
        d->heap = alloc_grow(d->heap, d->cap * sizeof *d->heap);
    }
    one->at = at;
    one->order = d->set++;
    put(d, d->count++, one);
    sift_up(d, one);
}

struct deadline *deadlines_take(struct deadlines *d, int64_t now)
{
    if (d->count == 0 || d->heap[0]->at > now) return NULL;
    struct deadline *first = d->heap[0];
    take_out(d, first);
    return first;
}

int64_t deadlines_next(const struct deadlines *d)
{
    return d->count ? d->heap[0]->at : 0;
}
