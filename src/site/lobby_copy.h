/* The lobby as pages are shown it, ready to be sent. Everybody in a room has one of his own; the crowd
 * sees the same, but for the language, so it is made once in a step however many look on. */
#pragma once

#include "site/visit.h"
#include "wire/parcel.h"

/* One part of it, as an event of a stream. */
struct lobby_part {
    struct parcel *event;
    uint64_t hash; /* of the page's text: equal ones are not sent twice */
};

struct lobby_copy {
    const char *language; /* NULL: none was made */
    char origin[160];
    struct lobby_part status, start, lobby; /* `start` is the host's alone, else empty */
};

#define LOBBY_COPIES 8
struct lobby_copies {
    struct lobby_copy of[LOBBY_COPIES];
    int count;
};

/* As it is for this person (0: the crowd). Free it. */
struct lobby_copy lobby_copy_make(const struct visit *v, const struct room *room, uint16_t person);
void lobby_copy_free(struct lobby_copy *copy);
/* One that the crowd shares; NULL: there are too many kinds. It belongs to `copies`. */
const struct lobby_copy *lobby_copies_find(struct lobby_copies *copies, const struct visit *v,
                                           const struct room *room);
void lobby_copies_free(struct lobby_copies *copies);
