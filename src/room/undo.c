/* Taking the last move back, if those agree whom it touched. The log only grows: the record of the
 * move stays, and the one by which the last needed person agreed makes the game what it would be
 * without it. Nobody waits for an answer: whoever plays on has given one. */
#include "core/alloc.h"
#include "room/inside.h"

#include <stdlib.h>
#include <string.h>

void undo_forget(struct room *room)
{
    free(room->undo);
    room->undo = NULL;
}

struct room_undo *undo_before(const struct room *room, const struct person *by)
{
    if (!room->game->takes_back || by->bot) return NULL;
    struct room_undo *undo = alloc_zero(1, sizeof *undo + room->game->state_size);
    memcpy(undo->state, room->state, room->game->state_size);
    return undo;
}

void undo_after(struct room *room, struct room_undo *before, const struct deed *deed, int verb)
{
    bool passes = deed->by->bot || room->game->gestures >> verb & 1;
    if (!before || passes) {
        free(before);
        return;
    }
    undo_forget(room);
    before->seq = room->seq + 1; /* of the record that is being carried out */
    before->by = deed->by->number;
    before->seat = deed->by->seat;
    before->verb = (int8_t)verb;
    room->undo = before;
}

struct refusal room_may_undo(const struct room *room, const struct person *person)
{
    const struct room_undo *undo = room->undo;
    if (!undo || room->phase != ROOM_PLAYING) return REFUSE(NOTHING_TO_UNDO);
    if (room->paused_since) return REFUSE(GAME_PAUSED);
    if (person->number != undo->by && person->number != room->host) return REFUSE(UNDO_NOT_YOURS);
    if (undo->asked_by) return REFUSE(STALE);
    return room->game->takes_back(undo->state, room->state, undo->seat, undo->verb);
}

uint32_t room_undo_voters(const struct room *room)
{
    uint32_t voters = 0;
    for (int i = 0; room->undo && i < room->people; i++) {
        const struct person *p = &room->person[i];
        bool here = p->seat >= 0 && !p->gone && !p->bot && !p->away_since;
        if (here && p->number != room->undo->asked_by) voters |= SEAT_BIT(p->seat);
    }
    return voters;
}

/* More than half of them. */
int room_undo_needed(const struct room *room)
{
    int voters = __builtin_popcount(room_undo_voters(room));
    return voters ? voters / 2 + 1 : 0;
}

static int count(uint32_t seats)
{
    return __builtin_popcount(seats);
}

static void take_back(struct room *room)
{
    memcpy(room->state, room->undo->state, room->game->state_size);
    room->last.undone = room->undo->by;
    room->last.touched = false; /* what the game would tell was told before */
    undo_forget(room);
}

/* It stays as it is, and nobody is asked about it again. */
static void keep(struct room *room)
{
    room->last.stays = room->undo->by;
    undo_forget(room);
}

void undo_count(struct room *room)
{
    struct room_undo *undo = room->undo;
    if (!undo || !undo->asked_by) return;
    uint32_t voters = room_undo_voters(room);
    int needed = room_undo_needed(room);
    if (count(undo->agreed & voters) >= needed)
        take_back(room);
    else if (count(voters & ~undo->against) < needed)
        keep(room);
}

struct refusal undo_ask(const struct deed *deed)
{
    struct room *room = *deed->room;
    if (!deed->by) return REFUSE(BAD_REQUEST);
    struct refusal refusal = room_may_undo(room, deed->by);
    if (refused(&refusal)) return refusal;
    room->undo->asked_by = deed->by->number;
    return ACCEPTED;
}

struct refusal undo_answer(const struct deed *deed)
{
    struct room *room = *deed->room;
    struct room_undo *undo = room->undo;
    uint32_t seat = SEAT_BIT(deed->by->seat);
    if (!undo || !undo->asked_by || undo->seq != deed->step->agree.of) return REFUSE(STALE);
    if (!(room_undo_voters(room) & seat)) return REFUSE(BAD_REQUEST);
    undo->agreed &= ~seat;
    undo->against &= ~seat;
    if (deed->step->agree.no)
        undo->against |= seat;
    else
        undo->agreed |= seat;
    return ACCEPTED;
}
