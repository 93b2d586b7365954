/* Taboo as a room sees it. */
#pragma once

#include "game.h"

extern const struct game taboo_game;
extern const char *const taboo_team_names[];

/* Should new cards be asked for? Only in score mode (a deck game is played with the deck it began
 * with), while playing, when no more than `threshold` cards are fresh and the table has room. */
bool taboo_wants_cards(const void *state, const struct game_table *table, uint32_t threshold);
