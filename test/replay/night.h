/* One room in which every game of the house is played at random, through a hall with a store: what
 * everybody was sent after each step is remembered. */
#pragma once

#include "core/chance.h"
#include "hush.h"
#include "room/hall.h"
#include "site/games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define NIGHT_PEOPLE 6
#define NIGHT_STEPS_MAX 20000

struct night {
    struct games *shelf;
    struct house house;
    const struct game *games[16];
    char folder[40];
    struct store *store;
    struct hall *hall;
    struct live *live;
    struct chance chance;
    int64_t now;
    bool fair; /* the host's phone adds to the chance of every game */
    /* What each person (0: the crowd) was sent after each step, NULL: nothing. */
    char *sent[NIGHT_STEPS_MAX][NIGHT_PEOPLE + 1];
};

void night_begin(struct night *n, uint8_t seed);
void night_end(struct night *n);
/* Puts that game on the table and plays it to its end, or for so many steps. */
void night_play(struct night *n, const struct game *game, const json_t *settings, int steps);
/* The host ends what is played. */
void night_stop(struct night *n);
