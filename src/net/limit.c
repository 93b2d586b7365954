#include "net/limit.h"
#include "core/alloc.h"
#include "core/token.h"

#include <stdlib.h>

#define WAYS 8 /* places where a key may sit; the quietest of them gives way */

/* The bucket holds `burst` tokens less what was taken. `full_at` is when it will be full again: one
 * number says everything, and in the past it means full. */
struct limit_bucket {
    uint64_t key;
    uint64_t full_at;
};

void limit_init(struct limit *l, uint32_t burst, uint32_t refill, uint32_t keys)
{
    *l = (struct limit){.burst = burst, .refill = refill, .slots = WAYS};
    while (l->slots < keys)
        l->slots *= 2;
    random_bytes(&l->secret, sizeof l->secret);
    l->buckets = alloc_zero(l->slots, sizeof *l->buckets);
}

void limit_free(struct limit *l)
{
    free(l->buckets);
    l->buckets = NULL;
}

/* The first of the key's places: a 64-bit mix (SplitMix64's) of key and secret. */
static struct limit_bucket *places(const struct limit *l, uint64_t key)
{
    uint64_t x = key ^ l->secret;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    x ^= x >> 31;
    return &l->buckets[x & (l->slots - 1) & ~(uint64_t)(WAYS - 1)];
}

static struct limit_bucket *find(const struct limit *l, uint64_t key, bool make)
{
    struct limit_bucket *set = places(l, key), *quiet = set;
    for (struct limit_bucket *b = set; b < set + WAYS; b++) {
        if (b->key == key && b->full_at) return b;
        if (b->full_at < quiet->full_at) quiet = b;
    }
    if (!make) return NULL;
    *quiet = (struct limit_bucket){.key = key};
    return quiet;
}

static uint64_t shortage(const struct limit *l, const struct limit_bucket *b, uint32_t cost,
                         uint64_t now)
{
    uint64_t debt = b && b->full_at > now ? b->full_at - now : 0;
    uint64_t after = debt + (uint64_t)cost * l->refill;
    uint64_t most = (uint64_t)l->burst * l->refill;
    return after > most ? after - most : 0;
}

bool limit_take(struct limit *l, uint64_t key, uint32_t cost, uint64_t now)
{
    if (l->refill == 0) return true;
    struct limit_bucket *b = find(l, key, true);
    if (shortage(l, b, cost, now)) return false;
    if (b->full_at < now) b->full_at = now;
    b->full_at += (uint64_t)cost * l->refill;
    return true;
}

uint32_t limit_wait(const struct limit *l, uint64_t key, uint32_t cost, uint64_t now)
{
    if (l->refill == 0) return 0;
    uint64_t wait = shortage(l, find(l, key, false), cost, now);
    return wait > UINT32_MAX ? UINT32_MAX : (uint32_t)wait;
}
