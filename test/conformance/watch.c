#include "watch.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define UNDER_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define UNDER_ASAN 1
#endif
#endif

#define HANG_SECONDS 120
#define STACK_BYTES 16384

static struct {
    const char *volatile note;
    const char *volatile inside; /* the function of the game that runs; NULL: none does */
    const char *volatile sin;
    bool armed;
    size_t distance;
    char *before; /* the program's variables as they were */
} watch = {.distance = 512};

static void last_words(void)
{
    if (!watch.note) return;
    char text[512];
    int len = snprintf(text, sizeof text, "\nconformance: it happened in %s, %s\n",
                       watch.inside ? watch.inside : "the test itself", watch.note);
    if (len > 0 && write(STDERR_FILENO, text, (size_t)len) < 0) return;
}

static void fatal(int signal_number)
{
    last_words();
    if (signal_number == SIGALRM) {
        static const char text[] = "conformance: no progress, giving up\n";
        if (write(STDERR_FILENO, text, sizeof text - 1) < 0) _exit(3);
        _exit(3);
    }
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

extern void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

static void arm(void)
{
    watch.armed = true;
    signal(SIGALRM, fatal);
    if (__sanitizer_set_death_callback) {
        __sanitizer_set_death_callback(last_words);
        return;
    }
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGILL};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        signal(signals[i], fatal);
}

void watch_note(const char *note)
{
    if (!watch.armed) arm();
    watch.note = note;
    alarm(note ? HANG_SECONDS : 0);
}

/* The variables of the program lie from __data_start to _end; coverage counts in some of them. */
#if !defined UNDER_ASAN && !defined UNDER_COVERAGE
extern char __data_start[], _end[];

static void variables_save(void)
{
    size_t size = (size_t)(_end - __data_start);
    if (!watch.before) watch.before = malloc(size);
    if (watch.before) memcpy(watch.before, __data_start, size);
}

static bool variables_changed(void)
{
    return watch.before && memcmp(watch.before, __data_start, (size_t)(_end - __data_start)) != 0;
}
#else
static void variables_save(void) {}

static bool variables_changed(void)
{
    return false;
}
#endif

/* Returns how far the next frame should be from this one; not a constant, or it would be ignored.
 */
__attribute__((noinline)) size_t watch_soil(unsigned char dirt)
{
    volatile unsigned char area[STACK_BYTES];
    memset((void *)area, dirt, sizeof area);
    __asm__ volatile("" : : "r"(area) : "memory");
    return watch.distance;
}

void watch_enter(const char *what)
{
    watch.sin = NULL;
    watch.inside = what;
    variables_save();
}

const char *watch_leave(void)
{
    const char *sin = watch.sin;
    if (!sin && variables_changed()) sin = "a variable of the program";
    watch.inside = NULL;
    watch.sin = NULL;
    return sin;
}

/* Below: the C library's doors to the world outside, in front of its own. Definitions in the
 * program win over those of a shared library. */

static void notice(const char *what)
{
    if (watch.inside && !watch.sin) watch.sin = what;
}

/* While rules run, time flies: whoever reads it gets another value each time. */
static int64_t flying(void)
{
    static int64_t seconds;
    return watch.inside ? seconds += 7777 : 0;
}

int clock_gettime(clockid_t id, struct timespec *out)
{
    notice("clock_gettime");
    int result = (int)syscall(SYS_clock_gettime, id, out);
    if (result == 0) out->tv_sec += flying();
    return result;
}

time_t time(time_t *out)
{
    notice("time");
    struct timespec now;
    syscall(SYS_clock_gettime, CLOCK_REALTIME, &now);
    now.tv_sec += flying();
    if (out) *out = now.tv_sec;
    return now.tv_sec;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone)
{
    (void)zone;
    notice("gettimeofday");
    struct timespec now;
    syscall(SYS_clock_gettime, CLOCK_REALTIME, &now);
    *out = (struct timeval){.tv_sec = now.tv_sec + flying(), .tv_usec = now.tv_nsec / 1000};
    return 0;
}

int timespec_get(struct timespec *out, int base)
{
    notice("timespec_get");
    syscall(SYS_clock_gettime, CLOCK_REALTIME, out);
    out->tv_sec += flying();
    return base;
}

clock_t clock(void)
{
    notice("clock");
    struct timespec now;
    syscall(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, &now);
    return (now.tv_sec + flying()) * CLOCKS_PER_SEC + now.tv_nsec / 1000;
}

ssize_t getrandom(void *out, size_t len, unsigned flags)
{
    notice("getrandom");
    return syscall(SYS_getrandom, out, len, flags);
}

int getentropy(void *out, size_t len)
{
    notice("getentropy");
    return syscall(SYS_getrandom, out, len, 0) == (long)len ? 0 : -1;
}

/* Not the C library's sequence; nothing that is tested may depend on it. */
static uint64_t scramble(void)
{
    static uint64_t x = 88172645463325252u;
    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    return x;
}

int rand(void)
{
    notice("rand");
    return (int)(scramble() >> 33);
}

long random(void)
{
    notice("random");
    return (long)(scramble() >> 33);
}

uint32_t arc4random(void)
{
    notice("arc4random");
    return (uint32_t)scramble();
}

uint32_t arc4random_uniform(uint32_t below)
{
    notice("arc4random_uniform");
    return below ? (uint32_t)(scramble() % below) : 0;
}

static void *real(const char *name)
{
    void *function = dlsym(RTLD_NEXT, name);
    if (!function) abort();
    return function;
}

FILE *fopen(const char *restrict path, const char *restrict mode)
{
    notice("fopen");
    return ((FILE * (*)(const char *, const char *)) real("fopen"))(path, mode);
}

int open(const char *path, int flags, ...)
{
    notice("open");
    va_list more;
    va_start(more, flags);
    unsigned mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, unsigned) : 0;
    va_end(more);
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

/* Read by the C library itself while it starts, before anything could be looked up. */
char *getenv(const char *name)
{
    notice("getenv");
    size_t len = strlen(name);
    for (char **entry = environ; entry && *entry; entry++)
        if (!strncmp(*entry, name, len) && (*entry)[len] == '=') return *entry + len + 1;
    return NULL;
}
