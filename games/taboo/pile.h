/* The cards a room has not seen yet: one bit a card, and the draw. Nothing is shuffled beforehand,
 * so no state holds an order that somebody could find out. */
#pragma once

#include "rules.h"

uint32_t pile_fresh(const struct taboo *t); /* cards that were not used yet */
bool pile_is_fresh(const struct taboo *t, uint32_t card);
/* Takes a fresh card, whichever; puts the used ones back first when there is no fresh one. */
uint16_t pile_draw(struct taboo *t, struct chance *chance);
/* Puts `card` back and takes another (or the same) in its place. */
uint16_t pile_swap(struct taboo *t, uint16_t card, struct chance *chance);
void pile_reset(struct taboo *t);
