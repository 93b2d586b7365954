/* Hush, a small game that exists only for tests: hidden hands, secret cards laid at the same time,
 * a deadline, late joiners. Cards are 0 … 59, each there once; everybody holds four. In each round
 * everybody lays one card face down; when all have, or the time is up, they are turned over and the
 * highest (or lowest) scores a point; three seconds later everybody draws and the next round
 * begins.
 *
 * Settings: rounds (1 to 6), wins (highest, lowest), timed (without it a round waits for
 * everybody). Verbs: lay {"card":n} for those awaited, take_back {} for whoever has laid and thinks
 * again. */
#pragma once

#include "game.h"

#define HUSH_SEATS 6
#define HUSH_CARDS 60
#define HUSH_HAND 4
#define HUSH_LAY_MS 20000
#define HUSH_LOOK_MS 3000

enum hush_phase { HUSH_LAYING, HUSH_LOOKING, HUSH_OVER };
enum hush_step { HUSH_DEALT, HUSH_LAID, HUSH_TAKEN_BACK, HUSH_TURNED, HUSH_QUIET };

struct hush {
    int64_t deadline; /* 0: none */
    uint32_t present; /* not left; being away makes no difference to the rules */
    uint8_t phase;
    uint8_t seats;
    uint8_t rounds, round; /* round counts from 1 */
    bool lowest, timed, teams;
    int8_t team[HUSH_SEATS];
    uint8_t score[HUSH_SEATS];
    uint8_t held[HUSH_SEATS]; /* cards in the hand */
    uint8_t hand[HUSH_SEATS][HUSH_HAND];
    int8_t laid[HUSH_SEATS]; /* card on the table; -1: none */
    uint8_t deck[HUSH_CARDS];
    uint8_t drawn; /* deck[drawn …] is what is left */
    /* What the last step did, for tell. A drawn card is the last of its hand, and not kept twice.
     */
    uint8_t step;
    uint8_t step_seat;
    uint32_t step_drew; /* seats that drew a card in it */
    bool step_ended;    /* the game ended with it */
};

extern const struct game hush_game;       /* 2 to 6, everybody for himself, late joiners */
extern const struct game hush_teams_game; /* two teams of 1 to 3 */
