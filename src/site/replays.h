/* Who may look into a log that is folded again; for what is made of one (recaps.c). */
#pragma once

#include "site/films.h"
#include "site/routes.h"

/* Folds the log of the room in the path, open or ended, and calls `show`; answers if there is none. */
void replays_watch(struct visit *v, void (*show)(struct visit *v, struct replay *replay));
/* Who looks (0: nobody of the room, with the code of an open one); false, and answered, for others. */
bool replays_admit(struct visit *v, struct replay *replay, uint16_t *person);
/* «17.json»; 0: no such file. */
uint32_t replays_step(const char *file);
