#include "core/alloc.h"
#include "wire/socketio.h"

#include <stdlib.h>

/* One client in one group: on the group's ring-less list and on the client's. */
struct socketio_member {
    struct socketio_group *group;
    struct socketio_client *client;
    struct socketio_member **prev, *next; /* in the group */
    struct socketio_member *other;        /* the client's next group */
};

static struct socketio_member **find(struct socketio_group *g, struct socketio_client *c)
{
    struct socketio_member **at = &c->groups;
    while (*at && (*at)->group != g)
        at = &(*at)->other;
    return at;
}

/* Takes out the member that the client's list has at this place. */
static void take_out(struct socketio_member **at)
{
    struct socketio_member *m = *at;
    *at = m->other;
    *m->prev = m->next;
    if (m->next) m->next->prev = m->prev;
    m->group->count--;
    free(m);
}

void socketio_join(struct socketio_group *g, struct socketio_client *c)
{
    if (*find(g, c)) return;
    struct socketio_member *m = alloc_zero(1, sizeof *m);
    *m = (struct socketio_member){
        .group = g, .client = c, .prev = &g->first, .next = g->first, .other = c->groups};
    if (m->next) m->next->prev = &m->next;
    g->first = m;
    c->groups = m;
    g->count++;
}

void socketio_leave(struct socketio_group *g, struct socketio_client *c)
{
    struct socketio_member **at = find(g, c);
    if (*at) take_out(at);
}

void socketio_leave_all(struct socketio_client *c)
{
    while (c->groups)
        take_out(&c->groups);
}

void socketio_group_send_except(struct socketio_group *g, struct parcel *p,
                                const struct socketio_client *except)
{
    for (struct socketio_member *m = g->first; m; m = m->next)
        if (m->client != except) socketio_send(m->client, p);
}

void socketio_group_send(struct socketio_group *g, struct parcel *p)
{
    socketio_group_send_except(g, p, NULL);
}
