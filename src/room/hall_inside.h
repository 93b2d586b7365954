/* Between the files that make up the hall; nobody else includes it. */
#pragma once

#include "room/draft.h"
#include "room/fold.h"
#include "room/hall.h"
#include "room/livemap.h"
#include "room/resting.h"
#include "room/several.h"

struct hall {
    struct store *store;
    const struct house *house;
    struct hall_hooks hooks;
    struct livemap by_code, by_id; /* of open rooms */
    struct rests rests;            /* those that are not */
    struct deadlines deadlines;
    struct game_says says;
    struct draft draft; /* the one being tried */
    struct folding folding;
    struct chance ids; /* of records: a stream of our own spares a system call for each */
    struct hall_figures figures;
    int64_t opened, now; /* now: of the last tick */
    int64_t several_at;  /* when several_tick has something to do */
    const char *trouble; /* why the store takes nothing, when that was last said; NULL: it does */
    struct keeping *keeping; /* decks on their way into the store */
};

/* Answers those that wait for a deck to be stored. */
void kept_close(struct hall *hall);
/* Is a deck of this room on its way into the store? */
bool kept_waits(const struct hall *hall, uint64_t room);
uint64_t code_key(const char *code);
struct live *live_new(struct hall *hall);
/* It was folded from its log: on all lists, and what waited for it goes on. */
void live_open(struct live *live);
bool live_anybody(const struct live *live); /* is connected, to this server or another one */
bool live_anybody_here(const struct live *live);
/* When the room wants something done by itself; 0: never. */
int64_t live_due(const struct live *live);
/* Nobody is connected: in a minute it is tried whether the room may rest. */
void live_rest_later(struct live *live, int64_t now);
void live_free(struct live *live);
/* `after` is the room now; sometimes what it was is kept, for who comes back. */
void live_replace_room(struct live *live, struct room *after);
/* Answers all that is in flight and in line: whether it was stored will never be known. For closing
 * the hall; the answers name no room. */
void live_drop_proposals(struct live *live);
/* Takes the room off every list; the hook has been called. */
void live_close(struct live *live, const char *why, int64_t now);
/* The same for a room that goes on, elsewhere or later. */
void live_drop(struct live *live);
/* After a step, `live->room` is new: everybody is told. False: it has ended, and `live` is freed. */
bool live_stepped(struct live *live, int64_t now);
void live_call_bots(struct live *live);
/* When this room wants attention next, given what it is doing. */
void live_set_deadline(struct live *live);
/* Whatever can be tried now, unless something is in flight. */
void live_next_in_line(struct live *live, int64_t now);
/* A step of the house: nobody waits for its answer. */
void live_propose(struct live *live, struct step step, int64_t now);
/* To this server; the next one: or to another one. */
bool presence_connected(const struct live *live, uint16_t person);
bool presence_here(const struct live *live, uint16_t person);
/* Somebody new will connect by then. */
void presence_expect(struct live *live, int64_t by);
/* After a step: is everybody connected who is marked here, and the reverse? */
void presence_after(struct live *live, int64_t now);
void presence_check(struct live *live, int64_t now);
/* Who was connected to another server is not any more, and has until then to come. */
void presence_lost(struct live *live, uint16_t person, int64_t until);
/* When the room wants attention by itself; 0: never. */
int64_t presence_due(const struct live *live);
/* That is looked at again then, or earlier: what was to be told of somebody was not stored. */
void presence_recheck(struct live *live, int64_t at);
