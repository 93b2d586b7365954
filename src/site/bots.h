/* Computer players: think on another thread about a copy of the room, then propose like anybody. */
#pragma once

#include "site/listeners.h"

/* The hall's hook. */
void bots_think(void *site, struct live *live, const struct person *person);
/* The room is no more, or what is being thought about is out of date. */
void bots_forget(struct listeners *list);
