/* Santase (66) for two. */
#pragma once

#include "game.h"

extern const struct game santase_game;
