/* From records back to rooms: at the start, for somebody who missed something, and to verify. */
#pragma once

#include "room/room.h"

enum fold {
    FOLD_FINE,
    FOLD_DIFFERS, /* the game came out otherwise than when it was played; it was given up */
    FOLD_BROKEN,  /* no step, or one that the room refuses: *room is of no more use */
};

/* Carries one stored record out on *room (NULL: it creates it). `why` says what was wrong. */
enum fold fold_record(const struct house *house, struct room **room, uint64_t id, const char *body,
                      size_t len, char why[160]);
