/* Thinking ahead when cards are hidden: information-set Monte Carlo tree search. Each turn of it
 * draws one world that the seat cannot tell from the true one, walks down a tree that all worlds
 * share (choosing among what is possible in this world), adds one node, plays to the end by habit
 * and notes the result on the way back. */
#pragma once

#include "bout.h"

#define SEARCH_TURNS_MAX 8000

struct search_plan {
    int turns;       /* worlds to draw */
    unsigned wild;   /* of the play beyond the tree: see habit_play_out */
    int needs[2];    /* game points each seat lacks to win the match: more are worth nothing */
    bool exact_ends; /* solve worlds exactly once nothing is drawn any more */
};

/* The seat whose turn it is must have more than one choice. */
uint8_t search_action(const struct bout *bout, const struct search_plan *plan,
                      struct chance *chance);
