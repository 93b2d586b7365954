/* The computer player. It reads only what its seat may know: worlds it thinks about are drawn by
 * bout_rehide, and the same chance gives the same choice. */
#pragma once

#include "rules.h"

enum bot_level { BOT_RANDOM, BOT_EASY, BOT_MEDIUM, BOT_HARD };

/* An action for the seat, or NO_ACTION if it has nothing to do in this deal. */
uint8_t bot_choose(const struct match *match, int seat, enum bot_level level,
                   struct chance *chance);
