/* One game at one table, driven as a room drives it: a proposal is guarded, tried on a copy, and
 * the copy becomes the state if the rules accept; every call runs under watch; step n draws chance
 * from stream n. A bout owns its state and log (bout_free); its verdict belongs to the run. */
#pragma once

#include "conformance.h"
#include "room/says.h"
#include "verdict.h"

#define BOUT_NAME_BYTES 64

enum bout_step_kind { STEP_ACT, STEP_NEWS, STEP_RENAME };

/* What can be done again. */
struct bout_step {
    enum bout_step_kind kind;
    int what; /* verb, news, or number of the new name */
    int seat;
    int64_t now, clock_offset;
    char *with;   /* payload, owned by the log; NULL unless an act */
    uint64_t sum; /* of the state after the step */
};

struct bout {
    const struct conformance *c;
    const struct game *game;
    struct verdict *verdict;
    struct game_table table;
    int32_t settings[GAME_SETTINGS_MAX];
    char name[GAME_SEATS_MAX][BOUT_NAME_BYTES], id[GAME_SEATS_MAX][16];
    uint8_t seed[CHANCE_SEED_BYTES];
    uint64_t seq;
    int64_t now;
    uint32_t left, away; /* seats; whoever left is not away */
    unsigned char dirt;  /* what its rules find on the stack */
    void *state, *spare;
    const void *previous; /* for init: how the last game at this table ended; or NULL */
    struct bout_step *log;
    size_t log_count, log_cap;
};

/* Sits down: seats, teams, settings, decks, all drawn by the number. Does not start. */
void bout_draw(struct bout *p, const struct conformance *c, struct verdict *v, uint64_t number);
/* The same table, seats and state in memory of its own; the log stays behind. */
void bout_fork(struct bout *to, const struct bout *from, unsigned char dirt);
/* Makes the table point to the bout's own names and settings. */
void bout_point_names(struct bout *p);
void bout_free(struct bout *p);

struct refusal bout_start(struct bout *p);
/* Whether the room would let the seat propose this at all; apply is called only then. */
struct refusal bout_guard(struct bout *p, int seat, int verb);
/* Tries on a copy in `spare`, which holds the outcome; the state is as before. */
struct refusal bout_try(struct bout *p, int seat, int verb, const json_t *with);
struct refusal bout_act(struct bout *p, int seat, int verb, const char *with);
void bout_news(struct bout *p, enum game_news news, int seat);
/* Goes to the deadline (and `late` milliseconds beyond) and wakes. */
void bout_wake(struct bout *p, int64_t late);
void bout_rename(struct bout *p, int seat, int number);
/* Adds the next deck or seat to the table and says so to the game; false if there is none. */
bool bout_deck(struct bout *p);
bool bout_join(struct bout *p);
void bout_again(struct bout *p, const struct bout_step *step);

struct game_pulse bout_pulse(struct bout *p);
void bout_view(struct bout *p, int viewer, struct buffer *out); /* ends with a zero, not counted */
void bout_tell(struct bout *p, struct game_says *says);
bool bout_suggest(struct bout *p, int seat, int level, struct game_move *out);
void bout_rehide(struct bout *p, int viewer, uint64_t stream);

/* Those who have not left, as a set. */
uint32_t bout_seated(const struct bout *p);
