#include "site/clock.h"

#include <time.h>

static int64_t ahead; /* of the monotonic clock; 0: not set yet */

static int64_t milliseconds(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t site_now(void)
{
    if (!ahead) clock_catch_up();
    return milliseconds(CLOCK_MONOTONIC) + ahead;
}

void clock_not_before(int64_t then)
{
    int64_t behind = then - site_now();
    if (behind > 0) ahead += behind;
}

int64_t clock_catch_up(void)
{
    int64_t behind = milliseconds(CLOCK_REALTIME) - milliseconds(CLOCK_MONOTONIC) - ahead;
    if (behind > 0) ahead += behind;
    return behind > 0 ? behind : 0;
}
