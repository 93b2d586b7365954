/* What answers questions behind ask.h: an engine's own struct begins with `struct ask`. */
#pragma once

#include "store/ask.h"

struct ask_engine {
    /* An object for each row, into the array that is open. */
    bool (*rows)(struct ask *ask, struct writer *w, enum question question,
                 const struct ask_about *about);
    void (*close)(struct ask *ask);
};

struct ask {
    const struct ask_engine *engine;
};

struct ask_question {
    const char *values, *sql; /* i a number, t a text */
};
extern const struct ask_question ask_questions[QUESTION_COUNT];
extern const char ask_game_rounds_postgresql[]; /* instead of ASK_GAME_ROUNDS */

/* One value of a row: a text, a number or nothing. */
struct ask_value {
    const char *text;
    bool is_number;
    int64_t number;
};
void ask_value_write(struct writer *w, const char *name, const struct ask_value *v);
