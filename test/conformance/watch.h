/* Calls into rules happen between watch_enter and watch_leave. Meanwhile
 *   - the stack below is filled with a pattern, so that a byte read before it was written differs
 *     between two runs that fill it differently;
 *   - calls to the clock, to randomness, to the environment and to files are noticed;
 *   - no variable of the program may change: rules keep no global (not under AddressSanitizer,
 *     whose own variables change all the time);
 *   - if the program crashes or hangs, the last words say where it was.
 * The one place in the tests that has globals, because a signal handler takes no argument. */
#pragma once

#include <stddef.h>

/* What a crash should report. The text must outlive the watch; NULL: nothing is going on. */
void watch_note(const char *note);
void watch_enter(const char *what);
size_t watch_soil(unsigned char dirt);
/* The last thing before the call, in the very function that calls: what is called then finds dirt
 * wherever it has not written. The alloca moves it below the frame that did the soiling. */
#define WATCH_SOIL(dirt) watch_keep(__builtin_alloca(watch_soil(dirt)))
static inline void watch_keep(void *memory)
{
    __asm__ volatile("" : : "r"(memory) : "memory");
}
/* What the rules did that they must not do: "clock_gettime", "a variable of the program"; or NULL.
 */
const char *watch_leave(void);
