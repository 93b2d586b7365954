/* Rooms that nobody is connected to rest: the hall knows of one only what its entry holds, and folds
 * its log when somebody knocks or its moment comes.
 *
 *     hall_open ─▶ an entry each ── rest_open (knock, deadline) ─▶ struct live
 *                        ▲                                           │ nobody there, nothing due
 *                        └────────────────── rest_try ◀──────────────┘
 *
 * What an entry needs at the next start is noted in the store when a room goes to rest; a room
 * without a note (the program was killed meanwhile, or its store is older) is opened behind the
 * start, a few at a time. Entries belong to the hall. */
#pragma once

#include "room/deadlines.h"
#include "room/livemap.h"
#include "room/room.h"

#include <stdio.h>

struct hall;
struct live;
struct store_room;

#define REST_NOTE_BYTES 200

/* Of everybody in a room, as the operator counts them. */
struct room_census {
    uint16_t people, online, watching, seats, bots;
    bool playing;
};
struct room_census room_census(const struct room *room);

/* All rooms that rest, together. */
struct rest_totals {
    uint64_t rooms[64]; /* by the house's games */
    uint64_t playing, people, online, watching, seats, bots;
};

struct resting {
    struct deadline deadline;
    uint64_t id;
    int64_t quiet_since; /* as of struct live */
    char code[CODE_LENGTH + 1];
    uint8_t game; /* of the house's */
    bool noted;   /* else nothing is known but id and code */
    struct room_census census;
};

struct rests {
    struct livemap by_code, by_id;
    struct deadlines deadlines;
    struct rest_totals totals;
    size_t unknown; /* how many have no note */
};

/* At the start: an entry for every live room of the store. */
bool rests_read(struct hall *hall);
/* Opens those without a note, at most so many; true if there are more. */
bool rests_open_some(struct hall *hall, int most);
/* Whatever is due, a few at a time; when to come again, 0: never. */
int64_t rests_tick(struct hall *hall, int64_t now);
void rests_free(struct hall *hall);

/* The room of this entry, folded from its log; NULL if it cannot be, or has ended. The entry is
 * gone afterwards unless the store could not be read. */
struct live *rest_open(struct hall *hall, struct resting *entry);
/* Lets the room go if nothing needs it in memory. */
bool rest_try(struct live *live, int64_t now);
/* The program ends: notes the room for the next start, if it may rest then. */
void rest_note(struct live *live);
