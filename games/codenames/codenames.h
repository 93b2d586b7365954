/* Codenames as a room sees it. */
#pragma once

#include "game.h"

extern const struct game codenames_game;
