#include "site/listeners.h"
#include "core/alloc.h"
#include "site/bots.h"
#include "site/lobby_copy.h"
#include "site/ticks.h"

#include <stdlib.h>

struct listeners *listeners_of(struct site *site, struct live *live)
{
    struct listeners *list = live->site;
    if (list) return list;
    list = live->site = alloc_zero(1, sizeof *list);
    list->site = site;
    list->live = live;
    return list;
}

static void put_off(struct listener *l)
{
    *l->link = l->next;
    if (l->next) l->next->link = l->link;
    l->on->watchers -= !l->person;
    l->on = NULL;
    l->next = NULL;
    l->link = NULL;
}

void listener_join(struct listener *l, struct site *site, struct live *live, uint16_t person,
                   int64_t now)
{
    listener_leave(l, now);
    struct listeners *list = listeners_of(site, live);
    l->on = list;
    l->person = person;
    list->watchers += !person;
    l->next = list->first;
    l->link = &list->first;
    if (l->next) l->next->link = &l->next;
    list->first = l;
    if (person) hall_connected(live, person, now);
    ticks_look(list, now);
}

void listener_leave(struct listener *l, int64_t now)
{
    if (!l->on) return;
    struct live *live = l->on->live;
    uint16_t person = l->person;
    put_off(l);
    l->person = 0;
    if (person && l->page)
        hall_page_closed(live, person, now);
    else if (person)
        hall_disconnected(live, person, now);
}

bool listeners_have_place(const struct site *site, const struct live *live)
{
    const struct listeners *list = live->site;
    int64_t max = site->settings->watchers_max;
    return !max || !list || list->watchers < max;
}

const struct person *listener_person(const struct listener *l)
{
    return l->on ? room_person(l->on->live->room, l->person) : NULL;
}

/* ---- one step to everybody ---- */

/* Why somebody's connections end with the last step; NULL: they do not. */
static const char *why_out(enum step_kind last)
{
    if (last == STEP_KICK) return "kicked";
    if (last == STEP_MOVE) return "moved";
    return last == STEP_LEAVE || last == STEP_LEFT ? "left" : NULL;
}

/* Whoever was put out, left by another connection or sits at another device now hears that and no
 * more. */
static void dismiss(struct listeners *list, const struct room *room, int64_t now)
{
    const char *why = why_out(room->last.kind);
    if (!why) return;
    for (struct listener *l = list->first, *next; l; l = next) {
        next = l->next;
        if (l->person != room->last.who) continue;
        listener_leave(l, now);
        l->ways->out(l, why);
    }
}

/* One thing, encoded in each way that somebody needs. */
struct parcels {
    struct parcel *in[ENCODINGS];
};

static struct parcel **parcel_for(const struct listener *l, struct parcels *parcels)
{
    return &parcels->in[l->ways->encoding];
}

static void release(struct parcels *parcels)
{
    for (int i = 0; i < ENCODINGS; i++)
        parcel_release(parcels->in[i]);
}

static void send_events(struct listeners *list, const struct room *room,
                        const struct game_says *says)
{
    for (size_t i = 0; i < says_count(says); i++) {
        struct says_event event = says_event(says, i);
        struct parcels parcels = {0};
        for (struct listener *l = list->first, *next; l; l = next) {
            next = l->next; /* whoever does not read may be closed by this */
            const struct person *p = room_person((struct room *)room, l->person);
            if (says_reaches(event.audience, p ? p->seat : GAME_CROWD))
                l->ways->event(l, &event, parcel_for(l, &parcels));
        }
        release(&parcels);
    }
}

/* A view is written once for each person, however many connections they have. */
static void send_views(struct listeners *list, const struct room *room, int64_t now)
{
    struct parcels parcels[ROOM_PEOPLE_MAX + 1] = {0};
    struct buffer views[ROOM_PEOPLE_MAX + 1] = {0};
    for (struct listener *l = list->first, *next; l; l = next) {
        next = l->next;
        if (!l->views) continue;
        const struct person *p = room_person((struct room *)room, l->person);
        ptrdiff_t at = p ? p - room->person : ROOM_PEOPLE_MAX;
        if (!views[at].len) {
            struct writer w = writer_to(&views[at]);
            room_write_view(room, p, now, &w);
        }
        l->ways->view(l, room->seq, (struct span){views[at].data, views[at].len},
                      parcel_for(l, &parcels[at]));
    }
    for (int i = 0; i <= ROOM_PEOPLE_MAX; i++) {
        release(&parcels[i]);
        buffer_free(&views[i]);
    }
}

static void send_pages(struct listeners *list, const struct room *room)
{
    struct lobby_copies copies = {0};
    list->copies = &copies;
    for (struct listener *l = list->first, *next; l; l = next) {
        next = l->next;
        if (l->ways->stepped) l->ways->stepped(l, room);
    }
    list->copies = NULL;
    lobby_copies_free(&copies);
}

void listeners_told(void *arg, struct live *live, const struct game_says *says)
{
    struct listeners *list = live->site;
    (void)arg;
    if (!list) return;
    int64_t now = site_now();
    const struct room *room = live->room;
    dismiss(list, room, now);
    send_events(list, room, says);
    send_views(list, room, now);
    send_pages(list, room);
    ticks_look(list, now);
}

bool listeners_let_go(void *arg, struct live *live)
{
    const struct listeners *list = live->site;
    if (list && (list->first || list->thought)) return false;
    listeners_closed(arg, live, NULL);
    return true;
}

void listeners_closed(void *arg, struct live *live, const char *why)
{
    (void)arg;
    struct listeners *list = live->site;
    if (!list) return;
    for (struct listener *l; (l = list->first);) {
        put_off(l);
        l->person = 0;
        l->ways->out(l, why);
    }
    ticks_forget(list);
    bots_forget(list);
    devices_free(list);
    live->site = NULL;
    free(list);
}

void listeners_say(struct listeners *list, uint16_t person, const char *name, const char *json)
{
    struct says_event event = {name, AUDIENCE_ALL, json, strlen(json)};
    struct parcels parcels = {0};
    for (struct listener *l = list->first, *next; l; l = next) {
        next = l->next;
        if (!person || l->person == person) l->ways->event(l, &event, parcel_for(l, &parcels));
    }
    release(&parcels);
}

void listener_send_view(struct listener *l, int64_t now)
{
    const struct room *room = l->on->live->room;
    struct buffer view = {0};
    struct parcel *parcel = NULL;
    struct writer w = writer_to(&view);
    room_write_view(room, listener_person(l), now, &w);
    l->ways->view(l, room->seq, (struct span){view.data, view.len}, &parcel);
    parcel_release(parcel);
    buffer_free(&view);
}

static void free_one(void *arg, struct live *live)
{
    listeners_closed(arg, live, "shutdown");
}

void listeners_free_all(struct site *site)
{
    hall_each(site->hall, free_one, site);
}
