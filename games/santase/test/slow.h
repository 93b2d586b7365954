/* A second Santase, written from the rules' text with nothing shared: lists of named cards instead
 * of bits, copying instead of undoing, no cleverness. It exists to disagree with the first. */
#pragma once

#include <stdbool.h>

#define SLOW_MOVES 40

struct slow_pile {
    char card[24][4]; /* "10H" */
    int count;
};

struct slow {
    struct slow_pile hand[2], stock; /* the stock's first is on top */
    char turned[4];                  /* "" once drawn */
    char trump;                      /* 'H' */
    char table[4];                   /* card that was led, or "" */
    char announced;                  /* suit declared in this trick, or 0 */
    bool declared[128];              /* by suit letter */
    int leader, points[2], tricks[2];
    int closer; /* -1: nobody */
    int faced;  /* tricks of the other one at that moment */
    int threshold;
    bool classic, late_marriages, automatic;
    bool over;
    int winner, worth; /* winner -1: drawn */
};

/* Moves as text: "KH" plays, "KH+" declares its marriage and leads it, "H=" declares, "nine",
 * "close", "66". */
struct slow_moves {
    char move[SLOW_MOVES][8];
    int count;
};

void slow_legal(const struct slow *g, int seat, struct slow_moves *out);
void slow_move(struct slow *g, int seat, const char *move);
int slow_turn(const struct slow *g);
/* How many different ways there are to the end of the deal, whoever moves. */
long slow_lines(const struct slow *g);
/* Game points for `seat` with best play of both, every legal move tried. */
int slow_worth(const struct slow *g, int seat);
