/* New cards for Taboo while a game runs: asked for before they are needed, fetched on another
 * thread, and put into the room as a step like any other. */
#pragma once

#include "site/listeners.h"

/* After a step: does this room want cards? */
void cards_look(struct site *site, struct listeners *list, int64_t now);
