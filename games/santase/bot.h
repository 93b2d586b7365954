/* The computer player. It reads only what its seat may know: worlds it thinks about are drawn by
 * bout_rehide, and the same chance gives the same choice. */
#pragma once

#include "rules.h"
#include "search.h"

/* As the house numbers them: enum game_level. */
enum bot_level { BOT_RANDOM, BOT_EASY, BOT_MEDIUM, BOT_HARD, BOT_MASTER, BOT_CASUAL, BOT_LEVELS };

/* An action for the seat, or NO_ACTION if it has nothing to do in this deal. */
uint8_t bot_choose(const struct match *match, int seat, enum bot_level level,
                   struct chance *chance);
/* What the strongest would do in the place of whoever's turn it is, and what it expects of each
 * choice: none is rated if there is only one. False: nobody's turn. */
bool bot_rate(const struct match *match, struct chance *chance, struct search_ratings *out);
