/* Plays a game at random, through its struct game alone, and checks what every game promises:
 *
 *     purity    the same steps give the same bytes, views and events, whatever else the process
 *               has done, with no clock, no randomness and no global of the rules' own
 *     refusal   any payload for any verb is answered, always with the same answer; what is refused
 *               or only looked at changes nothing
 *     secrecy   what a seat or the crowd gets survives `rehide`, to the byte
 *     undo      what may be taken back showed nobody anything but the move itself
 *     leaving   seats go away, come back, leave, all of them if need be: the game goes on, or ends
 *     waking    whoever is awaited can act; if nobody is, a wake-up comes
 *     ending    level 0 plays to the end within `steps_max`
 *     shape     views and events are JSON objects, the table of the game makes sense
 *
 * A test of a game is one call:
 *
 *     struct conformance c = {.game = &santase_game, .games = 40, .steps_max = 2000,
 *                             .has_secrets = true};
 *     assert_true(conformance_holds(&c));
 *
 * Game number i of a run depends on `seed` + i and on nothing else; a complaint names that number,
 * and CONFORMANCE_SEED=number CONFORMANCE_GAMES=1 in the environment play just that game again.
 * The caller owns everything it puts in; a report is freed with report_free. */
#pragma once

#include "game.h"

struct conformance {
    const struct game *game;
    uint64_t seed; /* of the first game */
    int games;     /* how many; seat counts and team splits take turns from one to the next */
    int steps_max; /* from any point, level 0 needs no more actions and wake-ups to the end */
    /* Something is hidden from a seat and from the crowd; a rehide that never changes anything is
     * then a fault. */
    bool has_secrets;
    /* Levels of `suggest` above 0 that are tested too, now and then: they may be slow. */
    int level_max;
    /* Where games use cards: those that fit the settings are on the table. */
    const struct game_deck *const *decks;
    int deck_count;
    /* Payloads worth imitating, besides those that `suggest` makes; ends with NULL, may be NULL. */
    const char *const *payloads;
};

struct conformance_report {
    bool held;
    const char *promise; /* the word in the list above, of the first complaint; NULL if it held */
    struct buffer text;  /* complaint: game, seed, step, both values */
    long games, steps;
    uint64_t digest;  /* of all states, in order: the same on every machine and in every process */
    long turned_down; /* tables that init refused */
    long suggested[32];                 /* by verb */
    long accepted[32], refused[32];     /* of random proposals, by verb */
    long rehidden, redrawn;             /* rehides for seats, and those that changed a byte */
    long crowd_rehidden, crowd_redrawn; /* the same for the crowd */
    long undoable;                      /* moves that could be taken back */
    long departures;                    /* forks in which seats left and the game was played out */
};

struct conformance_report conformance_run(const struct conformance *c);
void report_free(struct conformance_report *report);
/* Runs, prints a summary line (or the complaint) to standard error, says whether all was kept. */
bool conformance_holds(const struct conformance *c);
