/* Thinking ahead when cards are hidden: information-set Monte Carlo tree search. Each turn of it
 * draws one world that the seat cannot tell from the true one, walks down a tree that all worlds
 * share (choosing among what is possible in this world), adds one node, plays to the end by habit
 * and notes the result on the way back. */
#pragma once

#include "belief.h"
#include "habit.h"

#define SEARCH_TURNS_MAX 30000

struct search_plan {
    int turns;          /* walks down the tree */
    struct habit habit; /* of the play beyond the tree */
    int needs[2];       /* game points each seat lacks to win the match: more are worth nothing */
    bool exact_ends;    /* solve worlds exactly once nothing is drawn any more */
    /* Every choice is tried in the same worlds and equally often; then the worse half is dropped, and
     * so on. Otherwise the tree grows where it looked best so far: a choice that only pays later,
     * like keeping a trump to close with, is then hardly looked at. */
    bool even;
    const struct belief *belief; /* NULL: every world is as likely as any other */
};

/* What came of it: game points the chooser may expect of each action. */
struct search_ratings {
    uint64_t choices; /* the actions below that are valid */
    uint8_t best;
    float worth[ACTIONS];
};

/* A world as the plan believes it to be, in which the table counts. */
struct bout search_imagine(const struct bout *bout, const struct search_plan *plan,
                           struct chance *chance);
/* The seat whose turn it is must have more than one choice. */
void search_rate(const struct bout *bout, const struct search_plan *plan, struct chance *chance,
                 struct search_ratings *out);
