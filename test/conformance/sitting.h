/* One game at one table, driven as a room drives it: a proposal is guarded, tried on a copy, and
 * the copy becomes the state if the rules accept; every call runs under watch; step n draws chance
 * from stream n. A sitting owns its state and log (sitting_free); its verdict belongs to the run.
 */
#pragma once

#include "conformance.h"
#include "room/says.h"
#include "verdict.h"

#define SITTING_NAME_BYTES 64

enum sitting_step_kind { STEP_ACT, STEP_NEWS, STEP_RENAME };

/* What can be done again. */
struct sitting_step {
    enum sitting_step_kind kind;
    int what; /* verb, news, or number of the new name */
    int seat;
    int64_t now, clock_offset;
    char *with;   /* payload, owned by the log; NULL unless an act */
    uint64_t sum; /* of the state after the step */
};

struct sitting {
    const struct conformance *c;
    const struct game *game;
    struct verdict *verdict;
    struct game_table table;
    int32_t settings[GAME_SETTINGS_MAX];
    char name[GAME_SEATS_MAX][SITTING_NAME_BYTES], id[GAME_SEATS_MAX][16];
    uint8_t seed[CHANCE_SEED_BYTES];
    uint64_t seq;
    int64_t now;
    uint32_t left, away; /* seats; whoever left is not away */
    unsigned char dirt;  /* what its rules find on the stack */
    void *state, *spare;
    const void *previous; /* for init: how the last game at this table ended; or NULL */
    bool again;           /* with `previous`: played again at once */
    struct sitting_step *log;
    size_t log_count, log_cap;
};

/* Sits down: seats, teams, settings, decks, all drawn by the number. Does not start. */
void sitting_draw(struct sitting *p, const struct conformance *c, struct verdict *v,
                  uint64_t number);
/* The same table, seats and state in memory of its own; the log stays behind. */
void sitting_fork(struct sitting *to, const struct sitting *from, unsigned char dirt);
/* Makes the table point to the sitting's own names and settings. */
void sitting_point_names(struct sitting *p);
void sitting_free(struct sitting *p);

struct refusal sitting_start(struct sitting *p);
/* Whether the room would let the seat propose this at all; apply is called only then. */
struct refusal sitting_guard(struct sitting *p, int seat, int verb);
/* Tries on a copy in `spare`, which holds the outcome; the state is as before. */
struct refusal sitting_try(struct sitting *p, int seat, int verb, const json_t *with);
struct refusal sitting_act(struct sitting *p, int seat, int verb, const char *with);
void sitting_news(struct sitting *p, enum game_news news, int seat);
/* Goes to the deadline (and `late` milliseconds beyond) and wakes. */
void sitting_wake(struct sitting *p, int64_t late);
void sitting_rename(struct sitting *p, int seat, int number);
/* Adds the next deck or seat to the table and says so to the game; false if there is none. */
bool sitting_deck(struct sitting *p);
bool sitting_join(struct sitting *p);
void sitting_again(struct sitting *p, const struct sitting_step *step);

struct game_pulse sitting_pulse(struct sitting *p);
void sitting_view(struct sitting *p, int viewer,
                  struct buffer *out); /* ends with a zero, not counted */
void sitting_tell(struct sitting *p, struct game_says *says);
bool sitting_suggest(struct sitting *p, int seat, int level, struct game_move *out);
void sitting_rehide(struct sitting *p, int viewer, uint64_t stream);

/* Those who have not left, as a set. */
uint32_t sitting_seated(const struct sitting *p);
