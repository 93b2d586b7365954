/* Logs that are being watched again (room/replay.h): folded in slices between the other work of the
 * loop, kept while somebody looks at them, and dropped for others. Rooms that nobody watches again
 * cost nothing. One struct films per site, in its memory. */
#pragma once

#include "room/saved.h"
#include "wire/span.h"

#include <uv.h>

#define FILMS_MAX 8
#define FILMS_SLICE 64 /* records that are folded in one turn of the loop */

struct site;
struct visit;

struct films {
    struct film *first; /* who was looked at last is first */
    int count;
    uv_idle_t idle; /* runs while something is to be folded */
};

#define FILM_FILE_LENGTH 32 /* of what a file is called while it is here: part of its sum */

void films_open(struct site *site);
void films_close(struct site *site);
/* Calls `show` once the log of that room is folded up to record `seq` (or its end), from inside the
 * call or later; the visit may be held by then. Answers it if that cannot be. */
void films_watch(struct visit *v, uint64_t room, uint32_t seq,
                 void (*show)(struct visit *v, struct replay *replay));
/* The same of a file that somebody brought (room/saved.h), once it is known to be a game. It stays as
 * long as there is room for it, under a name that comes of its content. */
void films_bring(struct visit *v, struct span file, char name[FILM_FILE_LENGTH + 1],
                 void (*show)(struct visit *v, struct replay *replay));
void films_watch_file(struct visit *v, const char *name,
                      void (*show)(struct visit *v, struct replay *replay));
