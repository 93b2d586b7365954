/* From records back to rooms: at the start, for somebody who missed something, and to verify.
 * A record that cannot be used is passed over: the game on the table, which cannot be trusted
 * without it, is given up, and the people stay. */
#pragma once

#include "room/room.h"

enum fold {
    FOLD_FINE,
    FOLD_DIFFERS, /* the game came out otherwise than when it was played; it was given up */
    FOLD_BROKEN, /* no step, or one that the room refuses: passed over; without a room, there is none
                   */
};

/* What replaying needs besides the rooms. {house} is a fresh one; free it after use. */
struct folding {
    const struct house *house;
    struct record record; /* the one being read */
    char why[160];        /* what was wrong with it */
    bool foreign;         /* the records come from a file, see struct step */
};
void folding_free(struct folding *f);

/* Carries one stored record out on *room (NULL: it creates it). */
enum fold fold_record(struct folding *f, struct room **room, uint64_t id, const char *body,
                      size_t len);
