/* The steps that are about time: a pause, and more of it. A pause is a clock that stands still. */
#include "room/inside.h"

#define MORE_MS_MAX 3600000

struct refusal pause_begin(const struct deed *deed)
{
    struct room *room = *deed->room;
    if (room->paused_since) return REFUSE(STALE);
    room->paused_since = deed->step->time;
    room->paused_by = deed->by ? deed->by->number : 0;
    return ACCEPTED;
}

static bool is_here(const struct room *room, uint16_t number)
{
    const struct person *p = room_person((struct room *)room, number);
    return p && !p->gone && !p->away_since;
}

bool room_may_resume(const struct room *room, const struct person *person)
{
    if (!room->paused_since) return false;
    if (person->number == room->host || person->number == room->paused_by) return true;
    return person->seat >= 0 && !is_here(room, room->paused_by);
}

struct refusal pause_end(const struct deed *deed)
{
    struct room *room = *deed->room;
    if (!room->paused_since) return REFUSE(STALE);
    if (deed->by && !room_may_resume(room, deed->by)) return REFUSE(NOT_HOST);
    room->held += deed->step->time - room->paused_since;
    room->paused_since = 0;
    return ACCEPTED;
}

struct refusal pause_more(const struct deed *deed)
{
    struct room *room = *deed->room;
    int64_t ms = deed->step->more.ms;
    if (!room->game->pulse(room->state).wake_at) return REFUSE(WRONG_PHASE);
    if (ms < 0 || ms > MORE_MS_MAX) return REFUSE(BAD_REQUEST);
    room->held += ms;
    return ACCEPTED;
}
