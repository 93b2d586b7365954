/* Loaded before the server (LD_PRELOAD) by the test of clocks that disagree: the wall clock is slower
 * than the monotonic one by a hundredth, as one is that is being set right gently. */
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static long long nanoseconds(const struct timespec *t)
{
    return t->tv_sec * 1000000000LL + t->tv_nsec;
}

int clock_gettime(clockid_t id, struct timespec *out)
{
    static long long begin;
    int result = (int)syscall(SYS_clock_gettime, id, out);
    if (result || id != CLOCK_REALTIME) return result;
    if (!begin) begin = nanoseconds(out);
    long long now = begin + (nanoseconds(out) - begin) / 100 * 99;
    out->tv_sec = now / 1000000000;
    out->tv_nsec = now % 1000000000;
    return 0;
}
