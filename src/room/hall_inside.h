/* Between the files that make up the hall; nobody else includes it. */
#pragma once

#include "room/draft.h"
#include "room/fold.h"
#include "room/hall.h"
#include "room/livemap.h"

struct hall {
    struct store *store;
    const struct house *house;
    struct hall_hooks hooks;
    struct livemap by_code, by_id;
    struct deadlines deadlines;
    struct game_says says;
    struct draft draft; /* the one being tried */
    struct folding folding;
    struct chance ids; /* of records: a stream of our own spares a system call for each */
    struct hall_figures figures;
    int64_t opened;
    const char *trouble; /* why the store takes nothing, when that was last said; NULL: it does */
    struct keeping *keeping; /* decks on their way into the store */
};

/* Answers those that wait for a deck to be stored. */
void kept_close(struct hall *hall);
uint64_t code_key(const char *code);
struct live *live_new(struct hall *hall);
void live_free(struct live *live);
/* `after` is the room now; sometimes what it was is kept, for who comes back. */
void live_replace_room(struct live *live, struct room *after);
/* Answers all that is in flight and in line: whether it was stored will never be known. For closing
 * the hall; the answers name no room. */
void live_drop_proposals(struct live *live);
/* Takes the room off every list; the hook has been called. */
void live_close(struct live *live, const char *why, int64_t now);
/* When this room wants attention next, given what it is doing. */
void live_set_deadline(struct live *live);
/* A step of the house: nobody waits for its answer. */
void live_propose(struct live *live, struct step step, int64_t now);
/* Somebody new will connect by then. */
void presence_expect(struct live *live, int64_t by);
/* After a step: is everybody connected who is marked here, and the reverse? */
void presence_after(struct live *live, int64_t now);
void presence_check(struct live *live, int64_t now);
/* That is looked at again then, or earlier: what was to be told of somebody was not stored. */
void presence_recheck(struct live *live, int64_t at);
