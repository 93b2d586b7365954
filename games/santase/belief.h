/* What somebody's play says about the cards in his hand, beyond what it proves: who could have
 * exchanged the nine or declared a marriage and did not, most likely had neither. */
#pragma once

#include "rules.h"

/* How often, in 256 times, a world is believed in which the other holds these cards. */
struct belief {
    uint16_t nine;          /* of trumps */
    uint16_t couple[SUITS]; /* K and Q */
};

/* What the seat may think of the other one. */
void belief_form(struct belief *belief, const struct match *match, int seat);
/* Like bout_rehide for a seat, but mostly worlds that are believed. */
void belief_rehide(struct bout *bout, int seat, const struct belief *belief, struct chance *chance);
