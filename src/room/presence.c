/* Who is connected, and what the log has to hear of it; and the clock of the hall. */
#include "core/alloc.h"
#include "room/hall_inside.h"

#include <stdlib.h>

/* Between games a closed connection is mostly somebody changing pages: wait a little. */
#define CHANGE_PAGE_MS 3000
/* A step of the house that its room refuses would be due again at once; landing clears this. */
#define REFUSED_MS 1000

static struct link *link_of(struct live *live, uint16_t person, bool make)
{
    struct link *free_one = NULL;
    for (int i = 0; i < live->links_count; i++) {
        if (live->links[i].number == person) return &live->links[i];
        if (live->links[i].count == 0) free_one = &live->links[i];
    }
    if (!make) return NULL;
    if (!free_one) {
        size_t size = sizeof *live->links * (size_t)(live->links_count + 1);
        live->links = alloc_grow(live->links, size);
        free_one = &live->links[live->links_count++];
    }
    *free_one = (struct link){person, 0};
    return free_one;
}

static bool connected(struct live *live, uint16_t person)
{
    struct link *link = link_of(live, person, false);
    return link && link->count;
}

void hall_connected(struct live *live, uint16_t person, int64_t now)
{
    link_of(live, person, true)->count++;
    const struct person *p = room_person(live->room, person);
    if (p && p->away_since)
        live_propose(live, (struct step){.kind = STEP_BACK, .who = person}, now);
}

/* True if that was the last connection of somebody who is not away yet. */
static bool was_last(struct live *live, uint16_t person)
{
    struct link *link = link_of(live, person, false);
    if (!link || link->count == 0 || --link->count) return false;
    const struct person *p = room_person(live->room, person);
    return p && !p->away_since;
}

static void check_soon(struct live *live, int64_t now)
{
    if (live->check_at && live->check_at <= now + CHANGE_PAGE_MS) return;
    live->check_at = now + CHANGE_PAGE_MS;
    live_set_deadline(live);
}

void hall_disconnected(struct live *live, uint16_t person, int64_t now)
{
    if (!was_last(live, person)) return;
    if (live->room->phase == ROOM_PLAYING)
        live_propose(live, (struct step){.kind = STEP_AWAY, .who = person}, now);
    else
        check_soon(live, now);
}

void hall_page_closed(struct live *live, uint16_t person, int64_t now)
{
    if (was_last(live, person)) check_soon(live, now);
}

void presence_after(struct live *live, int64_t now)
{
    const struct person *p = room_person(live->room, live->room->last.who);
    if (!p || !p->human) return;
    if (live->room->last.kind == STEP_AWAY && connected(live, p->number))
        live_propose(live, (struct step){.kind = STEP_BACK, .who = p->number}, now);
    else if (live->room->last.kind == STEP_BACK && !connected(live, p->number) && !live->check_at)
        live->check_at = now + CHANGE_PAGE_MS;
}

void presence_check(struct live *live, int64_t now)
{
    uint16_t missing[ROOM_PEOPLE_MAX];
    int count = 0;
    for (int i = 0; i < live->room->people; i++) {
        const struct person *p = &live->room->person[i];
        if (p->human && !p->gone && !p->away_since && !connected(live, p->number))
            missing[count++] = p->number;
    }
    for (int i = 0; i < count; i++)
        live_propose(live, (struct step){.kind = STEP_AWAY, .who = missing[i]}, now);
}

void live_set_deadline(struct live *live)
{
    struct step step;
    if (live->flight) {
        deadline_set(&live->hall->deadlines, &live->deadline, 0);
        return;
    }
    int64_t at = room_due(live->room, &step);
    if (at && at < live->retry_at) at = live->retry_at;
    if (live->check_at && (!at || live->check_at < at)) at = live->check_at;
    deadline_set(&live->hall->deadlines, &live->deadline, at);
}

static void attend(struct live *live, int64_t now)
{
    struct step step;
    if (live->check_at && live->check_at <= now) {
        live->check_at = 0;
        presence_check(live, now);
    }
    if (live->flight) return;
    int64_t due = room_due(live->room, &step);
    if (due && due <= now && live->retry_at <= now) {
        live->retry_at = now + REFUSED_MS;
        live_propose(live, step, now);
    }
    if (!live->flight) live_set_deadline(live);
}

int64_t hall_tick(struct hall *hall, int64_t now)
{
    for (struct deadline *d; (d = deadlines_take(&hall->deadlines, now));)
        attend((struct live *)((char *)d - offsetof(struct live, deadline)), now);
    return deadlines_next(&hall->deadlines);
}
