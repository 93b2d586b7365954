/* One game at one table, driven as a room drives it: a proposal is guarded, tried on a copy, and
 * the copy becomes the state if the rules accept; every call runs under watch; step n draws chance
 * from stream n. A play owns its state and log (play_free); its verdict belongs to the run. */
#pragma once

#include "conformance.h"
#include "room/says.h"
#include "verdict.h"

#define PLAY_NAME_BYTES 64

enum play_step_kind { STEP_ACT, STEP_NEWS, STEP_RENAME };

/* What can be done again. */
struct play_step {
    enum play_step_kind kind;
    int what; /* verb, news, or number of the new name */
    int seat;
    int64_t now, clock_offset;
    char *with;   /* payload, owned by the log; NULL unless an act */
    uint64_t sum; /* of the state after the step */
};

struct play {
    const struct conformance *c;
    const struct game *game;
    struct verdict *verdict;
    struct game_table table;
    int32_t settings[GAME_SETTINGS_MAX];
    char name[GAME_SEATS_MAX][PLAY_NAME_BYTES], id[GAME_SEATS_MAX][16];
    uint8_t seed[CHANCE_SEED_BYTES];
    uint64_t seq;
    int64_t now;
    uint32_t left, away; /* seats; whoever left is not away */
    unsigned char dirt;  /* what its rules find on the stack */
    void *state, *spare;
    struct play_step *log;
    size_t log_count, log_cap;
};

/* Sits down: seats, teams, settings, decks, all drawn by the number. Does not start. */
void play_draw(struct play *p, const struct conformance *c, struct verdict *v, uint64_t number);
/* The same table, seats and state in memory of its own; the log stays behind. */
void play_fork(struct play *to, const struct play *from, unsigned char dirt);
/* Makes the table point to the play's own names and settings. */
void play_point_names(struct play *p);
void play_free(struct play *p);

struct refusal play_start(struct play *p);
/* Whether the room would let the seat propose this at all; apply is called only then. */
struct refusal play_guard(struct play *p, int seat, int verb);
/* Tries on a copy in `spare`, which holds the outcome; the state is as before. */
struct refusal play_try(struct play *p, int seat, int verb, const json_t *with);
struct refusal play_act(struct play *p, int seat, int verb, const char *with);
void play_news(struct play *p, enum game_news news, int seat);
/* Goes to the deadline (and `late` milliseconds beyond) and wakes. */
void play_wake(struct play *p, int64_t late);
void play_rename(struct play *p, int seat, int number);
/* Adds the next deck or seat to the table and says so to the game; false if there is none. */
bool play_deck(struct play *p);
bool play_join(struct play *p);
void play_again(struct play *p, const struct play_step *step);

struct game_pulse play_pulse(struct play *p);
void play_view(struct play *p, int viewer, struct buffer *out); /* ends with a zero, not counted */
void play_tell(struct play *p, struct game_says *says);
bool play_suggest(struct play *p, int seat, int level, struct game_move *out);
void play_rehide(struct play *p, int viewer, uint64_t stream);

/* Those who have not left, as a set. */
uint32_t play_seated(const struct play *p);
