#include "site/ticks.h"

#include <stddef.h>
#include <stdio.h>

/* Unix milliseconds until which the room counts; 0 if it does not. */
static int64_t counted_until(const struct room *room)
{
    if (room->phase != ROOM_PLAYING || room->paused_since) return 0;
    struct game_pulse pulse = room_pulse(room);
    return pulse.ticking && pulse.wake_at ? pulse.wake_at + room->held : 0;
}

/* The next moment that is a whole number of seconds before the end, or the end itself. */
static int64_t next_second(int64_t until, int64_t now)
{
    int64_t left = until - now;
    return left > 0 ? until - (left - 1) / 1000 * 1000 : 0;
}

void ticks_look(struct listeners *list, int64_t now)
{
    int64_t until = list->first ? counted_until(list->live->room) : 0;
    int64_t at = until ? next_second(until, now) : 0;
    if (at && !list->counting) at = now; /* the whole time first, so that nobody has to guess it */
    list->counting = until != 0;
    deadline_set(&list->site->ticks, &list->tick, at);
}

void ticks_forget(struct listeners *list)
{
    deadline_set(&list->site->ticks, &list->tick, 0);
}

int64_t ticks_run(struct site *site, int64_t now)
{
    for (struct deadline *d; (d = deadlines_take(&site->ticks, now));) {
        struct listeners *list = (struct listeners *)((char *)d - offsetof(struct listeners, tick));
        int64_t until = counted_until(list->live->room);
        char json[48];
        long long seconds = (until - now + 500) / 1000;
        snprintf(json, sizeof json, "{\"secondsRemaining\":%lld}", seconds > 0 ? seconds : 0);
        if (until) listeners_say(list, 0, "timer_tick", json);
        ticks_look(list, now);
    }
    return deadlines_next(&site->ticks);
}
