/* Boards that one team of computers plays, by the game's own rules and from a number alone: how
 * strong are its clues? For tests and for ./bench codenames. */
#pragma once

#include "ear.h"
#include "hint.h"

enum solo_rival {
    RIVAL_WAITS,   /* the other team lets its time pass */
    RIVAL_COLLECTS /* it finds one of its own each turn */
};

struct solo {
    const struct game_table *table; /* four seats, red starts, a clue has a second, no SETUP */
    int level;                      /* of who gives the clues */
    struct ear ear;                 /* of who guesses */
    enum solo_rival rival;
    /* Is told of each clue, if set; the state is as it was before. */
    void (*heard)(const struct codenames *before, const struct game_table *table,
                  const struct hint *hint);
};

struct solo_tally {
    int boards, won, assassin, turns, clues;
    double seconds; /* of thinking about clues, CPU */
};

/* The table for those, with that deck. The caller owns all; it has to stay where it is. */
void solo_table(struct game_table *table, int32_t settings[GAME_SETTINGS_MAX],
                const struct game_deck *deck);
void solo_play(const struct solo *solo, uint32_t number, struct solo_tally *tally);
