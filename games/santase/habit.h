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
/* Would somebody who counts the tricks in his hand close the stock now? */
bool habit_closes(const struct bout *bout);

struct habit {
    unsigned wild; /* in 256: plays at random instead */
    bool closes;   /* counts his tricks, and closes when they are enough */
};
/* Plays to the end. */
void habit_play_out(struct bout *bout, const struct habit *habit, struct chance *chance);
