/* How many connections each address has now. A small hash table that grows; an entry goes when its
 * count is 0 again, so memory follows the number of addresses that are connected. */
#pragma once

#include <stdint.h>

struct tally_entry;

struct tally {
    struct tally_entry *entries;
    uint32_t size; /* a power of two */
    uint32_t used;
};

void tally_init(struct tally *t);
void tally_free(struct tally *t);
/* One more; returns the count with it. */
uint32_t tally_add(struct tally *t, uint64_t key);
/* One less of a key that was added. */
void tally_remove(struct tally *t, uint64_t key);
