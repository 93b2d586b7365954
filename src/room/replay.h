/* A room's log, folded once, so that every step of the games that are over can be shown again to its
 * people: the view that a seat was sent then, and the events it heard.
 *
 *     replay_add ─▶ records ──replay_fold──▶ games, the room every so many steps
 *                                                └─replay_write─▶ views, folded from the nearest of these
 *
 * What is shown comes out of room_write_view and room_tell alone, for a seat of that game or for the
 * crowd. A replay owns its records and rooms; the house outlives it. */
#pragma once

#include "room/room.h"

#define REPLAY_KEPT_STEPS 64 /* a room is kept every so many */
#define REPLAY_VIEWS_MAX 32  /* steps that are written at once */
#define REPLAY_BYTES_MAX (32u << 20)

struct replay;

/* From the record that began it to the one that ended it. */
struct replay_game {
    uint32_t base; /* the record before which nothing counts for it */
    uint32_t from, to;
    bool finished; /* by its rules; else somebody stopped it */
};

struct replay *replay_new(const struct house *house, uint64_t room);
/* Of a file that somebody brought (saved.h), which begins after that room; it is taken. */
struct replay *replay_new_foreign(const struct house *house, struct room *base);
void replay_free(struct replay *r);
/* The next record; false if there are too many for one replay: what came before can be shown. */
bool replay_add(struct replay *r, const char *body, size_t len);
uint32_t replay_seq(const struct replay *r); /* of the last one that was added */
size_t replay_bytes(const struct replay *r); /* that it takes */
/* Folds so many more records; false when all are. */
bool replay_fold(struct replay *r, int records);
/* Did a record not come out as it says? Whatever follows is not what was played. */
bool replay_is_broken(const struct replay *r);
/* A deck that is on trial until the replay is freed. */
void replay_try_deck(struct replay *r, const struct game_deck *deck);
/* Forgets all games but the one that began there, which is over with the last record; NULL: none. */
const struct replay_game *replay_keep_only(struct replay *r, uint32_t from);

/* As it is after the last record that was folded; NULL: there is none. */
const struct room *replay_room(const struct replay *r);
/* As it was after that record, for the caller to free. */
struct room *replay_room_at(struct replay *r, uint32_t seq);
const char *replay_record(const struct replay *r, uint32_t seq, size_t *len);
int replay_games(const struct replay *r); /* that are over */
const struct replay_game *replay_game(const struct replay *r, int i);
int64_t replay_time(const struct replay *r, uint32_t seq); /* of a step, Unix milliseconds */
/* The game that a step belongs to, or why it cannot be shown. NULL and the reason. */
const struct replay_game *replay_find(const struct replay *r, uint32_t seq, struct refusal *why);

/* May this person (0: nobody of the room) see that game with these eyes? With the crowd's (0) always,
 * with everybody's, unless a setting keeps for good what the seats knew; then only with the own. */
struct refusal replay_may_see(struct replay *r, const struct replay_game *game, uint16_t person,
                              uint16_t as);

/* Does this game, or one before it, keep for good what the seats knew? */
bool replay_keeps_secret(struct replay *r, const struct replay_game *game);
/* Every deck that was on the table in this game or in one before it; some more than once. */
void replay_decks(struct replay *r, const struct replay_game *game,
                  void (*deck)(void *arg, const struct game_deck *deck), void *arg);

/* All games with their players, and when their steps were. */
void replay_write_games(struct replay *r, uint16_t person, struct writer *w);
/* At most REPLAY_VIEWS_MAX steps of the game from `from` on, as that person (0: the crowd) saw them:
 * an array of {view, events}. */
void replay_write(struct replay *r, const struct replay_game *game, uint32_t from, uint16_t as,
                  struct writer *w);
