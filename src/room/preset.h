/* A game's presets (game.h), as a room asks for them and shows them. */
#pragma once

#include "game.h"

/* The preset of that name, or NULL. */
const struct game_preset *preset_find(const struct game *game, const char *key);
/* What it asks for, as game_settings_choose takes it: a new object. */
json_t *preset_values(const struct game *game, const struct game_preset *preset);
/* Is all that it sets so, as far as it counts? */
bool preset_holds(const struct game *game, const struct game_preset *preset,
                  const int32_t settings[GAME_SETTINGS_MAX]);
