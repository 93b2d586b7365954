/* Deadlines without a timer each. Everything in one queue waits equally long, so whoever comes last
 * is due last: a list in order of arrival is a list in order of time, and every operation is O(1).
 * The queue owns nothing; a node sits inside the thing that waits and is in one queue at most. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct due {
    struct due *prev, *next; /* NULL when it waits for nothing */
    uint64_t at;             /* milliseconds, on the clock of whoever drives */
};

struct due_queue {
    struct due ends; /* sentinel of the ring */
    uint32_t wait;   /* milliseconds that everybody in here waits */
};

void due_queue_init(struct due_queue *q, uint32_t wait);
/* Waits from `now` on, at the end of `q`; leaves whatever queue it was in. */
void due_start(struct due_queue *q, struct due *d, uint64_t now);
void due_stop(struct due *d);
/* Takes out the first whose time has come, or NULL. */
struct due *due_take(struct due_queue *q, uint64_t now);
/* When the first is due; UINT64_MAX if nobody waits. */
uint64_t due_next(const struct due_queue *q);

#define DUE_OWNER(pointer, type, member) ((type *)((char *)(pointer)-offsetof(type, member)))
