/* The shelf: every game of the house, in the order in which the home page shows them. The lines are
 * in games/meson.build. */
#pragma once

#include "site/games.h"

extern const struct games_shelf house_shelf;
