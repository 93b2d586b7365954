/* Matches to 11 between two players, each deal order once with either in either seat. Everything but
 * the times depends on the numbers of the matches alone. */
#pragma once

#include "santase/rules.h"

#include <stdbool.h>

#define THREADS_MAX 16

struct player {
    const char *name;
    int level;                                            /* of the computer player, or … */
    uint8_t (*rule)(const struct match *match, int seat); /* … this */
};

struct spent {
    long moves;          /* of the first of the pair that left something to choose */
    double sum, longest; /* milliseconds of a core */
};

struct tally {
    int matches, match_wins; /* of the first of the pair */
    int deals, deal_wins, drawn;
    int points[2];
    double pair_sum, pair_squares; /* of matches won in two with the same deals, less one */
    struct spent spent;
};

double milliseconds(void); /* of this thread */
void seed_chance(struct chance *chance, uint64_t number, uint8_t purpose);
/* `matches` is rounded up to pairs. */
struct tally duel(const struct player *first, const struct player *second, int matches,
                  int threads);
/* A line: matches won with the interval in which it lies 95 times in 100, points, time. */
void duel_print(const struct player *first, const struct player *second, const struct tally *tally);
