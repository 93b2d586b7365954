/* Who is connected, and what the log has to hear of it; and the clock of the hall. */
#include "core/alloc.h"
#include "room/hall_inside.h"

#include <stdlib.h>

/* Between games a closed connection is mostly somebody changing pages: wait a little. */
#define CHANGE_PAGE_MS 3000
/* When a game begins, everybody's lobby closes and the table has to load, on slow phones too; whoever
 * is counted away meanwhile might lose the first turn. */
#define TO_TABLE_MS 15000
/* After a restart everybody gets this long to connect again before the log calls them away. */
#define RETURN_MS 15000
/* A room that was left is not let go at once: somebody may be about to come back. */
#define REST_MS 60000
/* A step of the house that its room refuses would be due again at once; landing clears this. */
#define REFUSED_MS 1000

static struct link *link_of(struct live *live, uint16_t person, bool make)
{
    struct link *free_one = NULL;
    for (int i = 0; i < live->links_count; i++) {
        if (live->links[i].number == person) return &live->links[i];
        if (live->links[i].count == 0 && live->links[i].until == 0) free_one = &live->links[i];
    }
    if (!make) return NULL;
    if (!free_one) {
        size_t size = sizeof *live->links * (size_t)(live->links_count + 1);
        live->links = alloc_grow(live->links, size);
        free_one = &live->links[live->links_count++];
    }
    *free_one = (struct link){.number = person};
    return free_one;
}

void live_rest_later(struct live *live, int64_t now)
{
    live->rest_at = live->hall->hooks.let_go && !live->several ? now + REST_MS : 0;
}

bool live_anybody_here(const struct live *live)
{
    for (int i = 0; i < live->links_count; i++)
        if (live->links[i].count) return true;
    return false;
}

bool presence_connected(const struct live *live, uint16_t person)
{
    for (int i = 0; i < live->links_count; i++)
        if (live->links[i].number == person) return live->links[i].count > 0;
    return false;
}

/* To this server or another one. */
bool presence_here(const struct live *live, uint16_t person)
{
    return presence_connected(live, person) || several_elsewhere(live, person);
}

bool live_anybody(const struct live *live)
{
    return live_anybody_here(live) || several_elsewhere(live, 0);
}

void hall_connected(struct live *live, uint16_t person, int64_t now)
{
    struct link *link = link_of(live, person, true);
    if (link->count++ == 0) several_here(live, person, true);
    link->until = 0;
    live->rest_at = 0;
    const struct person *p = room_person(live->room, person);
    if (p && p->away_since)
        live_propose(live, (struct step){.kind = STEP_BACK, .who = person}, now);
    live_set_deadline(live);
}

/* True if that was the last connection of somebody who is not away yet. */
static bool was_last(struct live *live, uint16_t person, int64_t now)
{
    struct link *link = link_of(live, person, false);
    if (!link || link->count == 0 || --link->count) return false;
    several_here(live, person, false);
    if (!live_anybody(live)) {
        live->quiet_since = now;
        live_rest_later(live, now);
        live_set_deadline(live);
    }
    const struct person *p = room_person(live->room, person);
    return p && !p->caller && !p->away_since && !several_elsewhere(live, person);
}

void presence_lost(struct live *live, uint16_t person, int64_t until)
{
    const struct person *p = room_person(live->room, person);
    if (!live_anybody(live)) live->quiet_since = live->hall->now;
    if (!p || p->caller || p->away_since || presence_here(live, person)) return;
    link_of(live, person, true)->until = until;
    presence_recheck(live, until);
}

/* Each one has a time of their own: who left later is not judged by who left before. */
static void wait_for(struct live *live, uint16_t person, int64_t now)
{
    bool begins = live->room->phase == ROOM_PLAYING && now - live->started_at < TO_TABLE_MS;
    struct link *link = link_of(live, person, true);
    link->until = now + (begins ? TO_TABLE_MS : CHANGE_PAGE_MS);
    presence_recheck(live, link->until);
    live_set_deadline(live);
}

void hall_disconnected(struct live *live, uint16_t person, int64_t now)
{
    if (!was_last(live, person, now)) return;
    if (live->room->phase == ROOM_PLAYING)
        live_propose(live, (struct step){.kind = STEP_AWAY, .who = person}, now);
    else
        wait_for(live, person, now);
}

void hall_page_closed(struct live *live, uint16_t person, int64_t now)
{
    if (was_last(live, person, now)) wait_for(live, person, now);
}

void presence_recheck(struct live *live, int64_t at)
{
    if (!live->check_at || at < live->check_at) live->check_at = at;
}

void presence_expect(struct live *live, int64_t by)
{
    live->arrive_by = by;
    presence_recheck(live, by);
}

void presence_after(struct live *live, int64_t now)
{
    if (live->room->last.kind == STEP_START || live->room->last.kind == STEP_NEXT)
        live->started_at = now;
    const struct person *p = room_person(live->room, live->room->last.who);
    if (!p || !p->human) return;
    if (live->room->last.kind == STEP_AWAY && presence_connected(live, p->number))
        live_propose(live, (struct step){.kind = STEP_BACK, .who = p->number}, now);
    else if (live->room->last.kind == STEP_BACK && !presence_here(live, p->number) &&
             !live->check_at)
        live->check_at = now + CHANGE_PAGE_MS;
}

void presence_check(struct live *live, int64_t now)
{
    struct step news[ROOM_PEOPLE_MAX];
    int count = 0;
    int64_t next = 0; /* when the next one's time is up */
    for (int i = 0; i < live->room->people; i++) {
        const struct person *p = &live->room->person[i];
        bool here = presence_here(live, p->number);
        if (!p->human || p->caller || p->gone || here == !p->away_since) continue;
        if (here && !presence_connected(live, p->number)) continue; /* the other server says so */
        if (here) {
            news[count++] = (struct step){.kind = STEP_BACK, .who = p->number};
            continue;
        }
        const struct link *link = link_of(live, p->number, false);
        int64_t until = link ? link->until : live->arrive_by;
        if (until <= now)
            news[count++] = (struct step){.kind = STEP_AWAY, .who = p->number};
        else if (!next || until < next)
            next = until;
    }
    for (int i = 0; i < live->links_count; i++)
        if (live->links[i].until <= now) live->links[i].until = 0;
    live->check_at = next;
    for (int i = 0; i < count; i++)
        live_propose(live, news[i], now);
}

/* As room_due, unless the room is to end whatever it wants. */
static int64_t next_due(const struct live *live, struct step *step)
{
    bool occupied = !live->hall->house->idle_with_people && live_anybody(live);
    struct room_guests guests = {live->opened, live->quiet_since, occupied};
    if (!live->unwanted) return room_due(live->room, &guests, step);
    *step = (struct step){.kind = STEP_END};
    return live->room->time;
}

int64_t live_due(const struct live *live)
{
    struct step step;
    return next_due(live, &step);
}

void hall_discard(struct live *live)
{
    live->unwanted = true;
    live_set_deadline(live);
}

static int64_t sooner(int64_t a, int64_t b)
{
    return !a ? b : !b ? a : a < b ? a : b;
}

int64_t presence_due(const struct live *live)
{
    struct step step;
    int64_t at = next_due(live, &step);
    if (at && at < live->retry_at) at = live->retry_at;
    at = sooner(sooner(at, live->check_at), live->rest_at);
    if (live->fresh) at = live->opened;
    return at;
}

void live_set_deadline(struct live *live)
{
    bool waits = live->flight || several_asks(live);
    int64_t at = waits ? 0 : live->start ? live->start_by : presence_due(live);
    if (at && !live->start) at += several_patience(live);
    deadline_set(&live->hall->deadlines, &live->deadline, at);
}

/* Nobody could connect before: everybody gets some time before the log calls them away. */
static void begin(struct live *live, int64_t now)
{
    live->fresh = false;
    if (!live->check_at) live->check_at = now + RETURN_MS;
    live->arrive_by = now + RETURN_MS;
    if (!live_anybody(live)) live_rest_later(live, now);
}

static void attend(struct live *live, int64_t now)
{
    struct step step;
    if (live->fresh) begin(live, now);
    if (live->start) {
        live_next_in_line(live, now);
        return;
    }
    if (live->rest_at && live->rest_at <= now) {
        if (rest_try(live, now)) return;
        live_rest_later(live, now);
    }
    if (live->check_at && live->check_at <= now) {
        presence_check(live, now);
    }
    if (live->flight) return;
    int64_t due = next_due(live, &step);
    if (due && due <= now && live->retry_at <= now) {
        live->retry_at = now + REFUSED_MS;
        live_propose(live, step, now);
    }
    if (!live->flight) live_set_deadline(live);
}

int64_t hall_tick(struct hall *hall, int64_t now)
{
    hall->now = now;
    int64_t several = several_tick(hall, now);
    int64_t rests = rests_tick(hall, now);
    for (struct deadline *d; (d = deadlines_take(&hall->deadlines, now));)
        attend((struct live *)((char *)d - offsetof(struct live, deadline)), now);
    return sooner(sooner(deadlines_next(&hall->deadlines), rests), several);
}
