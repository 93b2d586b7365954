#include "wire/due.h"

void due_queue_init(struct due_queue *q, uint32_t wait)
{
    q->ends.prev = q->ends.next = &q->ends;
    q->wait = wait;
}

void due_stop(struct due *d)
{
    if (!d->next) return;
    d->prev->next = d->next;
    d->next->prev = d->prev;
    d->prev = d->next = NULL;
}

void due_start(struct due_queue *q, struct due *d, uint64_t now)
{
    due_stop(d);
    d->at = now + q->wait;
    d->prev = q->ends.prev;
    d->next = &q->ends;
    d->prev->next = d;
    q->ends.prev = d;
}

struct due *due_take(struct due_queue *q, uint64_t now)
{
    struct due *first = q->ends.next;
    if (first == &q->ends || first->at > now) return NULL;
    due_stop(first);
    return first;
}

uint64_t due_next(const struct due_queue *q)
{
    return q->ends.next == &q->ends ? UINT64_MAX : q->ends.next->at;
}
