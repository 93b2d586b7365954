/* One game under test, and the checks that are made on it after every step. A trial owns its plays
 * and scratch space. Checks return false after a complaint; the verdict has it. */
#pragma once

#include "garbage.h"
#include "sitting.h"

#define WHY_IMPURE "(a global, a clock, a pointer, or a byte that was never written)"

struct trial {
    const struct conformance *c;
    const struct game *game;
    struct verdict *verdict;
    struct sitting main;
    struct sitting witness;  /* does the same steps as main, on another stack, in other memory */
    struct sitting stranger; /* another table, played in between: a global would mix them up */
    struct chance chance;    /* what to do next */
    struct garbage garbage;
    struct buffer one, two;      /* two texts to compare */
    struct buffer before, after; /* two transcripts to compare */
    struct game_says says, says_two;
    /* Something no suggestion thought of and the rules accepted, for the next step; or with NULL.
     */
    char *found;
    int found_seat, found_verb;
};

/* shape.c */
bool check_table(struct verdict *v, const struct game *game);
bool check_presets(struct verdict *v, const struct game *game);
bool check_views(struct trial *t, struct sitting *p);
bool check_pulse(struct trial *t, struct sitting *p);
/* purity.c */
/* All that a sitting says now: pulse, every view, every event. */
void transcribe(struct trial *t, struct sitting *p, struct buffer *out);
bool check_transcripts(struct trial *t, const char *one, const char *two);
bool check_bytes(struct trial *t, struct sitting *one, struct sitting *two);
bool check_same(struct trial *t, struct sitting *one, struct sitting *two);
bool check_replay(struct trial *t, uint64_t number);
bool check_next_game(struct trial *t, uint64_t number);
/* refusal.c */
/* All of it that is sent: the code, the sentence, its key and what fills it. */
bool same_refusal(const struct refusal *a, const struct refusal *b);
bool check_refusals(struct trial *t, struct sitting *p);
/* secrecy.c */
bool check_secrets(struct trial *t, struct sitting *p);
bool check_redrawn_ending(struct trial *t, const struct sitting *p); /* it can be played on */
/* undo.c */
bool check_undo(struct trial *t, struct sitting *p); /* of what could be done now */
/* leaving.c */
bool check_leaving(struct trial *t, struct sitting *p); /* of each seat alone */
/* Some go, perhaps all, and it is played to its end without them. */
bool check_departure(struct trial *t, const struct sitting *p);
/* ending.c */
bool sitting_on(struct trial *t, struct sitting *p); /* one action or wake-up towards the end */
bool check_ending(struct trial *t, struct sitting *p);
/* The same for a copy of it, to begin with: whatever then fails in a fork of it, the fork did. */
bool check_ending_of_copy(struct trial *t, const struct sitting *p);

static inline uint32_t below(struct trial *t, uint32_t n)
{
    return chance_below(&t->chance, n);
}

/* A random member of a set of seats; the set must not be empty. */
static inline int some_seat(struct trial *t, uint32_t mask)
{
    uint32_t skip = below(t, (uint32_t)__builtin_popcount(mask));
    while (skip-- > 0)
        mask &= mask - 1;
    return __builtin_ctz(mask);
}
