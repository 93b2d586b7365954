/* Token buckets: at most `burst` at once and then one every `refill` milliseconds, for each key: a
 * client's address (address_key), a seat, whatever 64 bits name it. The table has a fixed size;
 * when it is full, the key that was quiet for longest gives way, which only ever helps that one.
 * limit_init / limit_free in the caller's memory. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct limit_bucket;

struct limit {
    uint32_t burst;
    uint32_t refill; /* milliseconds for one token; 0: no limit at all */
    uint32_t slots;  /* a power of two */
    uint64_t secret; /* mixed into the place of a key, so that nobody can aim at a neighbour */
    struct limit_bucket *buckets;
};

/* Room for about `keys` keys. */
void limit_init(struct limit *l, uint32_t burst, uint32_t refill, uint32_t keys);
void limit_free(struct limit *l);
/* Takes `cost` tokens if they are there. `now` in milliseconds, monotonic. */
bool limit_take(struct limit *l, uint64_t key, uint32_t cost, uint64_t now);
/* Milliseconds until `cost` tokens are there; 0 if they are now. For Retry-After. */
uint32_t limit_wait(const struct limit *l, uint64_t key, uint32_t cost, uint64_t now);
