/* A game whose rules come with a later version: one can open a room and sit down, and the table is
 * empty but for the game's name. It waits for nobody and never wakes; the host clears it.
 * When its own rules arrive, this folder goes, and its line in games/meson.build; the table module
 * (games/cah/cah.js) is written anew, and a log of empty tables is passed over by its version. */
#pragma once

#include "game.h"

extern const struct game coming_game;
