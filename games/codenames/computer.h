/* A computer at the table of Codenames: what it does in its seat, knowing what its seat knows.
 * With people beside it who guess, it only points: they decide, unless it plays for one of them. Words it does not know it leaves
 * alone; where it knows nothing it says so («pass») rather than think for a chance. */
#pragma once

#include "rules.h"

enum computer_deed {
    COMPUTER_WAITS,
    COMPUTER_READY,
    COMPUTER_CLUE,
    COMPUTER_POINT,
    COMPUTER_GUESS,
    COMPUTER_STOP
};

struct computer_choice {
    enum computer_deed deed;
    int position; /* of POINT and GUESS */
    char clue[CLUE_BYTES_MAX + 1];
    int count;
    uint32_t meant; /* bit: position */
};

/* The word it says when it knows none of its team's. */
#define COMPUTER_PASS "pass"

/* Any card that is not revealed, where one has to be turned and nothing is known. */
int computer_any_card(const struct codenames *g, struct chance *chance);
/* `level` is 1 to 3. A CLUE with an empty text: none that it knows may be said. */
struct computer_choice computer_choose(const struct codenames *g, int seat, int level,
                                       const struct game_context *context);
