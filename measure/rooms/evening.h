/* What the two programs here share: a house with the test game, and people who play it. */
#pragma once

#include "hush.h"
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
void evening_hooks(struct evening *e, struct hall_hooks *hooks);
/* Rooms of four people with a running game. `drain` is called until everything is answered. */
void evening_fill(struct evening *e, int rooms, void (*drain)(void *arg), void *arg);
/* Proposes one action in this room, suggested by the game; starts again where one is over. */
void evening_step(struct evening *e, struct live *live, struct chance *chance);
