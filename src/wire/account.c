#include "wire/account.h"
#include "core/alloc.h"

#include <stdlib.h>

static struct account **place(struct accounts *all, uint64_t key)
{
    struct account **at = &all->bucket[key * 0x9e3779b97f4a7c15u >> 32 & (ACCOUNT_BUCKETS - 1)];
    while (*at && (*at)->key != key)
        at = &(*at)->chain;
    return at;
}

struct account *account_hold(struct accounts *all, uint64_t key)
{
    struct account **at = place(all, key);
    if (!*at) {
        *at = alloc_zero(1, sizeof **at);
        **at = (struct account){.key = key, .credit = ACCOUNT_RATION, .round = 1};
    }
    (*at)->holders++;
    return *at;
}

void account_release(struct accounts *all, struct account *a)
{
    if (--a->holders) return;
    *place(all, a->key) = a->chain;
    free(a);
}

/* The first thing in a new turn. */
static void begin_turn(struct account *a, uint64_t turn)
{
    uint64_t turns = turn - a->turn;
    int64_t credit = a->credit + (int64_t)(turns < INT32_MAX / ACCOUNT_RATION ? turns : 1 << 20) *
                                     ACCOUNT_RATION;
    a->credit = credit > ACCOUNT_RATION ? ACCOUNT_RATION : (int32_t)credit;
    if (a->hungry + 1 < turn) a->round++; /* nobody waits who was not served */
    a->turn = turn;
}

bool account_may(struct account *a, uint64_t turn, uint32_t round)
{
    if (a->turn != turn) begin_turn(a, turn);
    bool served = round == a->round;
    bool crowded = a->hungry + ACCOUNT_CROWDED >= turn;
    if (a->credit > 0 && !(served && crowded)) return true;
    if (!served) a->hungry = turn;
    return false;
}

size_t account_time(struct account *a, uint64_t nanos)
{
    nanos += a->nanos;
    a->nanos = (uint32_t)(nanos % WORK_NANOS);
    return (size_t)(nanos / WORK_NANOS);
}

void account_charge(struct account *a, uint64_t turn, size_t work)
{
    if (a->turn != turn) begin_turn(a, turn);
    a->credit -= (int32_t)work;
}
