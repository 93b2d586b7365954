/* The cards game (CAH) as a room sees it. */
#pragma once

#include "game.h"

extern const struct game cah_game;
