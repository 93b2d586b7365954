/* The clock of the house: Unix milliseconds that pass as they do in the room, and never jump.
 *
 * It is set by the wall clock when the house opens; from then on the monotonic clock carries it. If
 * somebody sets the wall clock meanwhile (a laptop wakes, a time server corrects it), a turn of a
 * minute still lasts a minute. All times of a room are of this clock. */
#pragma once

#include <stdint.h>

/* Below the site nobody reads a clock: time is passed on from here. */
int64_t site_now(void);
/* It is at least so late: what the house did before was done by then. */
void clock_not_before(int64_t then);
/* For moments when nothing waits: forward to the wall clock, if that is ahead. By how much. */
int64_t clock_catch_up(void);
