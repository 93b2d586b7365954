/* The last record of every live room: 32 bytes a room in one table (open addressing, linear steps).
 * {0} is an empty table; a head's address is valid until the next heads_add or heads_remove. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct request;

struct head {
    uint64_t room; /* 0: nobody lives here */
    int64_t at;    /* row of its last durable record */
    uint64_t seq;
    struct request *planned; /* the last request of the batch being written, else NULL */
};

struct heads {
    struct head *slots;
    size_t mask; /* slots - 1, a power of two; 0 if there are none */
    size_t count;
};

struct head *heads_find(const struct heads *h, uint64_t room);
/* The room must not be there yet. */
struct head *heads_add(struct heads *h, uint64_t room);
void heads_remove(struct heads *h, uint64_t room);
void heads_free(struct heads *h);
