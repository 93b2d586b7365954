/* How a quick player plays without thinking ahead: for the easy computer player and for playing
 * imagined deals to their end. Looks at nothing but the hand of whoever's turn it is and the
 * table. */
#pragma once

#include "bout.h"

/* Legal actions worth considering when the table counts by itself: the nine is exchanged as soon
 * as possible, and a marriage's card is not led without declaring it. */
uint64_t habit_choices(const struct bout *bout);
/* The card a sensible beginner would put down; never closes. */
uint8_t habit_action(const struct bout *bout);
uint8_t habit_pick(uint64_t actions, struct chance *chance); /* any one of them */
/* Plays to the end: by habit mostly, at random `wild` times in 256. */
void habit_play_out(struct bout *bout, unsigned wild, struct chance *chance);
