/* Codenames, pure: two teams, a board of 25 words, and a spymaster a team who knows whose they are.
 *
 *     SETUP ──both ready, or time──▶ CLUE ──clue──▶ GUESSES ──own agent, guesses left──▶ GUESSES
 *                                     ▲  │ time        │ mistake, neutral, limit, stopped, time
 *                                     └──┴─────────────┘ (the other team's turn)
 *     from anywhere: last agent, assassin, a team too small ──▶ COMPLETE
 *
 * The state is flat: numbers, bit masks of seats, and the clues as they were given. The invariant:
 * until it is COMPLETE each team has a spymaster who has not left and at least one more who can
 * guess, and from CLUE on the last turn in `turn` is the running one.
 * `told` remembers what the last step did, so that the events can be read off the state. */
#pragma once

#include "board.h"
#include "clue.h"
#include "game.h"
#include "words.h"

#define CODENAMES_SEATS 16
#define CODENAMES_TEAMS 2
#define CODENAMES_SETUP_MS 60000 /* then play begins, ready or not */
#define CODENAMES_COUNT_MAX 9
#define CODENAMES_SEEN_MAX 200 /* words of the last games at this table: eight boards */
/* Each guess turns a card, so at most 25 turns have guesses. Those without are forgotten, the
 * oldest first, when there are too many. */
#define CODENAMES_TURNS_MAX 32

/* The room's settings by their places; the first two are those of words.h. */
enum codenames_setting {
    SET_START = CODENAMES_SET_WORDS + 1, /* enum codenames_start */
    SET_CLUE_SECONDS,                    /* 0: no limit */
    SET_GUESS_SECONDS,                   /* of all guesses of a turn together; 0: no limit */
    SET_CHOOSE,                          /* is there a SETUP? */
    SET_SEED,                            /* 0: the room's own chance */
    SET_LATE,                            /* for the room: may somebody come in late? */
};
enum codenames_start { START_RANDOM, START_RED, START_BLUE };

enum codenames_phase { PHASE_SETUP, PHASE_CLUE, PHASE_GUESSES, PHASE_COMPLETE };
enum codenames_role { ROLE_NONE, ROLE_SPYMASTER, ROLE_OPERATIVE };
/* Why a turn ended; the last three also say how the game was won. */
enum codenames_why {
    WHY_RUNNING,
    WHY_MISTAKE,
    WHY_NEUTRAL,
    WHY_LIMIT,
    WHY_STOPPED,
    WHY_TIME,
    WHY_AGENTS,
    WHY_ASSASSIN,
    WHY_FORFEIT,
};

enum codenames_told {
    TOLD_CHOSEN = 1,
    TOLD_READY = 2,
    TOLD_CHANGED = 4,
    TOLD_GAME_READY = 8,
    TOLD_CLUE = 16,
    TOLD_POINTED = 32,
    TOLD_REVEALED = 64,
    TOLD_TURN_ENDED = 128,
    TOLD_TURN_BEGAN = 256,
    TOLD_OVER = 512,
};

struct codenames_turn {
    int64_t at; /* of the clue, Unix time in milliseconds */
    uint8_t team, why;
    uint8_t guesses;
    int8_t count;                  /* CLUE_UNLIMITED, or 0 to 9 */
    int8_t by;                     /* the spymaster's seat */
    char clue[CLUE_BYTES_MAX + 1]; /* empty: none was given */
};

struct codenames_guess {
    uint8_t position;
    int8_t by;
};

struct codenames {
    int64_t deadline; /* game clock; 0: none */
    int32_t clue_ms, guess_ms;
    uint32_t revealed; /* bit: position */
    struct board_card card[BOARD_CARDS];
    uint8_t remaining[CODENAMES_TEAMS]; /* agents still to be found */
    uint16_t members[CODENAMES_TEAMS];  /* seats, also of those who left */
    uint16_t away, left;
    int8_t spymaster[CODENAMES_TEAMS];
    uint8_t ready[CODENAMES_TEAMS]; /* SETUP only */
    uint8_t phase, starting, current;
    uint8_t winner, won_by;          /* COMPLETE only: a team, and one of the last three of why */
    uint8_t finger[CODENAMES_SEATS]; /* the position a seat points at, plus 1; 0: none */
    uint8_t turn_count, guess_count;
    uint16_t seen_count;
    uint16_t told;
    uint8_t told_team, told_seat; /* who chose, was chosen, got ready, pointed */
    uint8_t told_ended, told_why; /* the turn that ended: whose, and why */
    struct codenames_turn turn[CODENAMES_TURNS_MAX];
    struct codenames_guess guess[BOARD_CARDS]; /* of all turns, in order */
    uint32_t seen[CODENAMES_SEEN_MAX];         /* marks; this board's are the last */
    /* Since version 3. Of each turn the cards that who gave the clue said to have in mind (bit:
     * position), which nobody is shown before the end; and the seats in which computers play. */
    _Alignas(8) uint32_t meant[CODENAMES_TURNS_MAX]; /* where the state ended before */
    uint16_t computers;
};

struct refusal codenames_init(struct codenames *g, const struct game_context *context);
/* What a seat may do. */
struct refusal codenames_take_spymaster(struct codenames *g, int seat);
struct refusal codenames_ready(struct codenames *g, int seat, const struct game_context *context);
struct codenames_clue {
    const char *typed;
    int count;
    uint32_t meant; /* cards, 0 if that is not told */
};
struct refusal codenames_submit_clue(struct codenames *g, int seat, struct codenames_clue clue,
                                     const struct game_context *context);
/* -1 takes the finger away. */
struct refusal codenames_point_at(struct codenames *g, int seat, int64_t position);
struct refusal codenames_make_guess(struct codenames *g, int seat, int64_t position,
                                    const struct game_context *context);
struct refusal codenames_end_turn(struct codenames *g, int seat,
                                  const struct game_context *context);
void codenames_happen(struct codenames *g, enum game_news news, int seat,
                      const struct game_context *context);

/* Questions to the state (seats.c). */
int codenames_team_of(const struct codenames *g, int seat); /* -1 for the crowd */
enum codenames_role codenames_role(const struct codenames *g, int seat);
/* Does this viewer know whose the hidden cards are? */
bool codenames_sees_key(const struct codenames *g, int viewer);
uint32_t codenames_staying(const struct codenames *g, int team); /* members who have not left */
uint32_t codenames_awaited(const struct codenames *g);
/* Of the team's members the next one after that seat, in turn; one who is connected if there is. */
int codenames_next(const struct codenames *g, int team, int seat);
bool codenames_is_revealed(const struct codenames *g, int position);
/* The running turn, or the one in which it ended; NULL in SETUP. */
const struct codenames_turn *codenames_turn(const struct codenames *g);
/* How many more guesses the running turn has; -1 if there is no limit, or no clue. */
int codenames_guesses_left(const struct codenames *g);
/* Whether the seat may do it now; the reason if not. */
struct refusal codenames_may_clue(const struct codenames *g, int seat);
struct refusal codenames_may_guess(const struct codenames *g, int seat);
struct refusal codenames_may_end_turn(const struct codenames *g, int seat);
bool codenames_may_take(const struct codenames *g, int seat);
bool codenames_may_ready(const struct codenames *g, int seat);
/* That clue against all words that are not revealed. */
struct refusal codenames_try_clue(const struct codenames *g, const char *clue,
                                  const struct game_table *table);
