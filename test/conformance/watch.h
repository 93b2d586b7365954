/* Calls into rules happen between watch_enter and watch_leave. Meanwhile
 *   - the stack below is filled with a pattern, so that a byte read before it was written differs
 *     between two runs that fill it differently;
 *   - calls to the clock, to randomness, to the environment and to files are noticed;
 *   - no variable of the program may change: rules keep no global (not under AddressSanitizer,
 *     whose own variables change all the time);
 *   - if the program crashes or hangs, the last words say where it was.
 * The one place in the tests that has globals, because a signal handler takes no argument. */
#pragma once

#include <stdint.h>

/* What a crash should report. The text must outlive the watch; NULL: nothing is going on. */
void watch_note(const char *note);
void watch_enter(const char *what, unsigned char dirt);
/* What the rules did that they must not do: "clock_gettime", "a variable of the program"; or NULL.
 */
const char *watch_leave(void);
