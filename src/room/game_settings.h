/* The settings of a game, as one list of numbers in the order of `game.settings`. Choosing is all
 * of what is asked for or nothing. */
#pragma once

#include "game.h"

/* As they are when nobody has chosen anything. */
void game_settings_begin(const struct game *game, int32_t settings[GAME_SETTINGS_MAX]);
/* Puts the values of an object in place. A refusal leaves the settings as they were. */
struct refusal game_settings_choose(const struct game *game, const json_t *values,
                                    int32_t settings[GAME_SETTINGS_MAX]);
/* The setting of that name, or -1. */
int game_settings_find(const struct game *game, const char *key);
