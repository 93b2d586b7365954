/* Questions to the tables beside the log. The answer is JSON: an array with an object per row, whose
 * keys are the names that the question gives its columns; those that begin with «is» are
 * true or false. A struct ask is a connection of its own, for one thread at a time; it never waits
 * for the writer, and the writer never for it. */
#pragma once

#include "core/writer.h"

#include <stdbool.h>
#include <stdint.h>

/* question, its values (i a number, t a text) */
#define QUESTIONS(X)                                                                               \
    /* history */                                                                                  \
    X(GAMES, "i")            /* of a room, the latest first */                                     \
    X(GAME_SCORES, "i")      /* of all games of a room */                                          \
    X(GAME_ROUNDS, "i")      /* of all games of a room, with the winning cards */                  \
    X(LEADERBOARD, "i")      /* of a room's finished games */                                      \
    X(CARD, "t")             /* one card that everybody may know */                                \
    X(CARDS_BY_PLAYS, "tii") /* type, at least so many plays, at most so many rows */              \
    X(CARDS_BY_WINS, "tii")                                                                        \
    X(CARDS_BY_RATE, "tii")                                                                        \
    /* where the projection stands */                                                              \
    X(POSITIONS, "")                                                                               \
    X(ENDED_BEHIND, "") /* rooms that ended and are not wholly there */                            \
    /* the operator's */                                                                           \
    X(REPORTS, "i") /* 0: still to decide, 1: decided, the latest */                               \
    X(REPORT, "i")                                                                                 \
    X(BANS, "i") /* those that count at this moment */                                             \
    X(AUDIT, "")                                                                                   \
    X(DECKS, "")

enum question {
#define X(question, values) ASK_##question,
    QUESTIONS(X)
#undef X
        QUESTION_COUNT
};

struct ask;

/* What a question is about: its text, its numbers in their order. */
struct ask_about {
    const char *text;
    int64_t number[2];
};

/* False if the store could not be read. */
bool ask_write(struct ask *ask, struct writer *w, enum question question, struct ask_about about);
void ask_close(struct ask *ask);
