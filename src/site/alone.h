/* One tap from the home page to the first card: a room, computers on the other chairs, and off. */
#pragma once

#include "site/visit.h"

/* As the computer can play it; `game` may be NULL. */
void alone_settings(const struct game *game, json_t *settings);
/* The visitor's room was just made, and the cookies are set: fills it, starts the game and answers
 * with the way to its table; to its lobby if something is in the way. */
void alone_begin(struct visit *v, struct live *live);
