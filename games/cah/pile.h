/* The piles of white and black cards: one bit a card, and the draw. Nothing is shuffled beforehand,
 * which is the same as a shuffled pile, and no state holds an order that somebody could find out.
 * Only what was taken back lies on top in an order. */
#pragma once

#include "rules.h"

void cah_pile_fill(struct cah *g, const struct game_table *table); /* all free: at the start */
void cah_pile_deck_added(struct cah *g, const struct game_table *table);
uint32_t cah_pile_left(const struct cah *g); /* white cards that can be drawn before a reshuffle */
/* Takes the next white card; when there is none the discarded ones are shuffled in first, then the
 * hands of those who left. CAH_NO_CARD: all cards are in somebody's hands. */
uint16_t cah_pile_draw(struct cah *g, const struct game_context *context);
/* The same, but never a blank. */
uint16_t cah_pile_draw_printed(struct cah *g, const struct game_context *context);
void cah_pile_put_on_top(struct cah *g, uint16_t card);
uint16_t cah_pile_draw_black(struct cah *g, const struct game_context *context);

/* For rehide: puts a card back among the free ones; takes any of them, without reshuffling. */
void cah_pile_free(struct cah *g, uint16_t card);
uint16_t cah_pile_any(struct cah *g, struct chance *chance);
uint16_t cah_pile_any_printed(struct cah *g, struct chance *chance);
