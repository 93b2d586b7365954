/* Who listens to a room, and what they are sent. The list hangs on live->site and belongs to this
 * file; a listener sits inside whatever has the connection (a socket, a stream) and is on one list
 * at most. Everything that goes out of a step goes out here. */
#pragma once

#include "site/devices.h"
#include "site/site.h"

struct listener;
struct lobby_copies;
struct thought;

/* How somebody is spoken to. What is encoded once for many is shared only by those who are spoken to
 * in the same way: no WebSocket gets what was made for a stream. */
enum listener_encoding { ENCODING_SOCKETIO, ENCODING_SSE, ENCODINGS };

struct listener_ways {
    enum listener_encoding encoding;
    /* An event of the log or of the moment; `parcel` is that of this encoding, NULL at first. */
    void (*event)(struct listener *l, const struct says_event *event, struct parcel **parcel);
    void (*view)(struct listener *l, uint32_t seq, struct span json, struct parcel **parcel);
    /* After the events of a step. May be NULL. */
    void (*stepped)(struct listener *l, const struct room *room);
    /* Is no longer on the list: "kicked", "moved", "left", or why the room ended. */
    void (*out)(struct listener *l, const char *why);
};

struct listener {
    const struct listener_ways *ways;
    struct listeners *on; /* NULL: on none */
    struct listener *next, **link;
    uint16_t person; /* 0: the crowd */
    bool views;      /* wants the view after every step */
    bool page;       /* is a lobby's page, which others follow */
};

struct listeners {
    struct site *site;
    struct live *live;
    struct listener *first;
    uint32_t watchers;           /* of them: the crowd */
    struct lobby_copies *copies; /* while a step is told: what the crowd shares; else NULL */
    struct deadline tick;
    bool counting;                /* seconds are being told */
    struct device_notes *devices; /* by which people came in */
    struct thought *thought;      /* a computer player's, under way */
};

/* The list of a room, made when first needed. */
struct listeners *listeners_of(struct site *site, struct live *live);
/* Puts it on the room's list, for a person or the crowd (0), and tells the hall. */
void listener_join(struct listener *l, struct site *site, struct live *live, uint16_t person,
                   int64_t now);
void listener_leave(struct listener *l, int64_t now);
/* May one more of the crowd look on? */
bool listeners_have_place(const struct site *site, const struct live *live);
/* The room it listens to, or NULL. */
static inline struct live *listener_live(const struct listener *l)
{
    return l->on ? l->on->live : NULL;
}
const struct person *listener_person(const struct listener *l);

/* The hall's hooks. */
void listeners_told(void *site, struct live *live, const struct game_says *says);
void listeners_closed(void *site, struct live *live, const char *why);
bool listeners_let_go(void *site, struct live *live);
/* One event for everybody in a room that no record stands behind; `person` 0: all. */
void listeners_say(struct listeners *list, uint16_t person, const char *name, const char *json);
/* The view of the present moment, to one. */
void listener_send_view(struct listener *l, int64_t now);
/* Before the hall closes: the lists of all rooms are given back. */
void listeners_free_all(struct site *site);
