/* Golden logs: a game as text, actions in and views out, so that a diff shows what a change did.
 *
 *     # Two play one round.                                   comment, kept
 *     {"seats":2,"seed":7,"settings":{"rounds":1},"viewers":[0,"crowd"]}      first line: the table
 *     {"seat":0,"verb":"lay","with":{"card":12}}              an action
 *     > 0 sees laid=12                                        expected: fields of 0's view that
 * changed > 0 hears card_laid {"seq":1,"part":0,"seat":0}
 *     {"seat":1,"suggest":0}                                  the seat does what level 0 suggests
 *     > 1 does lay {"card":3}
 *     {"news":"wake"}                                         the clock goes to wake_at
 *     {"news":"left","seat":1,"after":60000}                  wake away back left new deck
 *     {"run":20}                                              20 suggestions or wake-ups
 *
 * Every line may carry "after": milliseconds since the line before. The first line may carry
 * "names", "teams" (a team per seat), "now", "clock_offset" and "decks" (indices). "viewers"
 * defaults to everybody. Lines that begin with > are the expectation. */
#pragma once

#include "game.h"

/* Plays the file and compares. On a difference prints it to standard error and returns false; with
 * GOLDEN_UPDATE=1 in the environment writes the new expectation into the file and returns true. */
bool golden_check(const struct game *game, const char *file);
bool golden_check_with(const struct game *game, const char *file,
                       const struct game_deck *const *decks, int deck_count);

/* A test that `goes_as_written`, a function of the file that uses this, says of the golden log NAME. */
#define GOES(name)                                                                                 \
    static void name(void **unused)                                                                \
    {                                                                                              \
        (void)unused;                                                                              \
        assert_true(goes_as_written(#name));                                                       \
    }
