/* `timer_tick` in rooms whose game counts aloud: when the count begins, then every second in step
 * with its deadline, down to 0. */
#pragma once

#include "site/listeners.h"

/* After a step, and when somebody comes to listen: is there anything to count? */
void ticks_look(struct listeners *list, int64_t now);
void ticks_forget(struct listeners *list);
/* Says what is due; returns when to call again, 0 if nothing is counted. */
int64_t ticks_run(struct site *site, int64_t now);
