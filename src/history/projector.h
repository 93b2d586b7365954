/* From the log to the tables that people ask questions of. The projector looks at every room after
 * every step, compares its game's facts with what it saw last, and gives the store rows for what has
 * changed, to be written behind the records.
 *
 *     hall: the step is durable ─▶ projector_step ─▶ facts ─▶ rows ─▶ store_project (later)
 *     start: each record again  ─▶ projector_step ─▶ … but only from the stored position on
 *
 * A live room *is* the fold of its log, so nothing is folded twice, and a step costs a comparison.
 * Invariant: rows and position are one transaction; after any crash the start goes on exactly after
 * the last one that is there.
 * A projector is used on the hall's thread; what hangs on live->history is its own. */
#pragma once

#include "room/hall.h"

struct projector;

/* NULL and a sentence if the store cannot say how far it is. */
struct projector *projector_open(struct store *store, char error[STORE_ERROR_BYTES]);
void projector_close(struct projector *p);

/* After a step, also one that is read back at the start. */
void projector_step(struct projector *p, struct live *live);

/* Rooms that ended while their last rows were not yet written: read again. Once, after the start. */
bool projector_catch_up(struct projector *p, const struct house *house,
                        char error[STORE_ERROR_BYTES]);
/* Everything again from the log; what it knew of rooms that were forgotten stays. */
struct rebuild_result {
    uint64_t rooms, records, unreadable;
};
bool projector_rebuild(struct store *store, const struct house *house,
                       struct rebuild_result *result, char error[STORE_ERROR_BYTES]);
