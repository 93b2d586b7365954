/* Time-outs and heartbeats of all connections, and their end. */
#include "wire/connection_inside.h"

static void too_slow(struct connection *c, const char *why)
{
    if (c->http.parser && !http_idle(c->http.parser)) {
        connection_note(c, why);
        if (c->http.posting) connection_tell_gone(c);
        connection_refuse_status(c, 408, "The request took too long.", NULL);
    } else {
        connection_end(c);
    }
}

/* Is its pause over? */
static void look_again(struct connection *c)
{
    struct wire *w = c->wire;
    if (c->paused_until > w->now) {
        due_start(&w->pauses, &c->due, w->now);
        return;
    }
    c->paused_until = 0;
    if (c->phase == CONNECTION_REQUESTS) due_start(&w->idles, &c->due, w->now);
    connection_list(c);
}

void connection_tick(struct wire *w)
{
    struct due *d;
    while ((d = due_take(&w->heads, w->now)))
        too_slow(DUE_OWNER(d, struct connection, due), "closed: its headers were too slow");
    while ((d = due_take(&w->bodies, w->now)))
        too_slow(DUE_OWNER(d, struct connection, due), "closed: its body was too slow");
    while ((d = due_take(&w->hungers, w->now)))
        connection_list(DUE_OWNER(d, struct connection, due));
    while ((d = due_take(&w->pauses, w->now)))
        look_again(DUE_OWNER(d, struct connection, due));
    while ((d = due_take(&w->idles, w->now)))
        connection_end(DUE_OWNER(d, struct connection, due));
    while ((d = due_take(&w->closings, w->now)))
        connection_fail(DUE_OWNER(d, struct connection, due), NULL);
    while ((d = due_take(&w->streams, w->now))) {
        static const char heartbeat[] = ": \n\n";
        struct connection *c = DUE_OWNER(d, struct connection, due);
        connection_write(c, heartbeat, sizeof heartbeat - 1);
        if (c->end == CONNECTION_OPEN) due_start(&w->streams, d, w->now);
    }
}

void connection_stop(struct wire *w)
{
    struct due *d;
    while ((d = due_take(&w->idles, UINT64_MAX)))
        connection_end(DUE_OWNER(d, struct connection, due));
    while ((d = due_take(&w->pauses, UINT64_MAX)))
        connection_end(DUE_OWNER(d, struct connection, due));
    while ((d = due_take(&w->streams, UINT64_MAX))) /* who reads along is told when it is lost */
        connection_finish(DUE_OWNER(d, struct connection, due));
    for (d = w->heads.ends.next; d != &w->heads.ends;) {
        struct connection *c = DUE_OWNER(d, struct connection, due);
        d = d->next;
        if (!c->http.parser || http_idle(c->http.parser)) connection_end(c);
    }
}
