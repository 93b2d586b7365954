/* What the programs here share: a house with one game, and people who play it. */
#pragma once

#include "room/hall.h"

struct evening {
    struct house house;
    struct hall *hall;
    int64_t now;
    struct live **rooms;
    int count;
    uint64_t refused;
};

double seconds(void);
size_t resident_bytes(void);
/* A house with a copy of this game; its shelf is e->house.shelf, the copy e->house.games[0]. */
void evening_hooks(struct evening *e, const struct game *game, struct hall_hooks *hooks);
/* Rooms of up to ten people with a running game; `drain` waits until everything is answered. */
void evening_fill(struct evening *e, int rooms, int people, void (*drain)(void *arg), void *arg);
/* Proposes one action in this room, suggested by the game; starts again where one is over. */
void evening_step(struct evening *e, struct live *live, struct chance *chance);
