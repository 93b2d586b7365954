/* Who wants to be woken when: a heap of things that each wait for one moment. Equal moments come out
 * in the order in which they were set. A deadline sits inside what waits; the heap owns only its
 * array. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct deadline {
    int64_t at;     /* 0: waits for nothing */
    uint64_t order; /* of setting */
    size_t place;   /* in the heap */
};

struct deadlines {
    struct deadline **heap;
    size_t count, cap;
    uint64_t set; /* how many were ever set */
};

void deadlines_free(struct deadlines *d);
/* (Re)sets it; at = 0 takes it out. Setting the moment it already has keeps its place in line. */
void deadline_set(struct deadlines *d, struct deadline *one, int64_t at);
/* The first one that is due at `now`, taken out; NULL if none is. */
struct deadline *deadlines_take(struct deadlines *d, int64_t now);
int64_t deadlines_next(const struct deadlines *d); /* 0: nobody waits */
