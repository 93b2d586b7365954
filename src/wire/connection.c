#include "wire/connection.h"
#include "wire/connection_inside.h"
#include "wire/engine.h"

#include <stdlib.h>

void connection_note(const struct connection *c, const char *what)
{
    const struct wire_hooks *hooks = &c->wire->hooks;
    if (hooks->note && what) hooks->note(hooks->context, c, what);
}

void connection_list(struct connection *c)
{
    connection_weigh(c);
    if (c->unsent_prev) return;
    c->unsent_next = c->wire->unsent;
    c->unsent_prev = &c->wire->unsent;
    if (c->unsent_next) c->unsent_next->unsent_prev = &c->unsent_next;
    c->wire->unsent = c;
}

void connection_unlist(struct connection *c)
{
    if (!c->unsent_prev) return;
    *c->unsent_prev = c->unsent_next;
    if (c->unsent_next) c->unsent_next->unsent_prev = c->unsent_prev;
    c->unsent_prev = NULL;
}

void connection_init(struct connection *c, struct wire *w, const struct address *peer)
{
    *c = (struct connection){.wire = w, .peer = *peer};
    c->by_proxy = proxies_have(&w->proxies, peer);
    connection_join(c, address_key(peer));
    due_start(&w->heads, &c->due, w->now);
}

struct address connection_client(const struct connection *c, const struct http_request *r)
{
    return proxies_client(&c->wire->proxies, &c->peer, r);
}

/* ---- how much may be done for it ---- */

/* At a time: what is read is worked on at once, so this is a bound for that. */
#define READ_LITTLE 4096
#define READ_MUCH 65536

size_t connection_waiting(const struct connection *c)
{
    return connection_out(c).len + c->in_flight;
}

void connection_charge(struct connection *c, size_t work, size_t bytes)
{
    c->round = c->account->round;
    wire_worked(c->wire, c->account, work, bytes);
}

/* Of a body or a long message: then more is read at a time. */
static size_t still_to_come(const struct connection *c)
{
    uint64_t rest = c->phase == CONNECTION_WEBSOCKET ? c->ws.frames.remaining
                    : c->http.parser                 ? c->http.parser->remaining
                                                     : 0;
    return rest < READ_MUCH ? (size_t)rest : READ_MUCH;
}

size_t connection_wants(struct connection *c)
{
    if (c->end != CONNECTION_OPEN) return READ_MUCH; /* is thrown away */
    if (!account_may(c->account, c->wire->turn, c->round)) {
        c->wire->counts.put_off++;
        return 0;
    }
    size_t rest = still_to_come(c);
    return rest > READ_LITTLE ? rest : READ_LITTLE;
}

bool connection_blocked(const struct connection *c)
{
    if (c->end != CONNECTION_OPEN) return false;
    if (c->paused_until || connection_waiting(c) > CONNECTION_OUT_PAUSE) return true;
    return c->phase != CONNECTION_WEBSOCKET && c->http.early.len > 0;
}

void connection_pause(struct connection *c, uint64_t until)
{
    if (c->end != CONNECTION_OPEN || until <= c->wire->now) return;
    if (!c->paused_until) c->wire->counts.paused++;
    c->paused_until = until;
    due_start(&c->wire->pauses, &c->due, c->wire->now);
    connection_list(c);
}

/* ---- ends ---- */

void connection_finish(struct connection *c)
{
    if (c->end != CONNECTION_OPEN) return;
    c->end = CONNECTION_FINISHING;
    c->paused_until = 0;
    due_start(&c->wire->closings, &c->due, c->wire->now);
    connection_list(c);
}

/* Closes at once; who waits for it is told later, by connection_lost, from the driver's stack. */
void connection_fail(struct connection *c, const char *why)
{
    if (c->end == CONNECTION_DROPPED) return;
    connection_note(c, why);
    c->end = CONNECTION_DROPPED;
    due_stop(&c->due);
    connection_list(c);
}

/* Nobody above is interested any more. */
void connection_detach(struct connection *c)
{
    if (c->phase == CONNECTION_WEBSOCKET)
        c->ws.handler = NULL;
    else
        c->http.gone = NULL;
}

void connection_end(struct connection *c)
{
    connection_detach(c);
    connection_finish(c);
}

bool connection_done(const struct connection *c)
{
    if (c->end == CONNECTION_DROPPED) return true;
    return c->end == CONNECTION_FINISHING && connection_out(c).len == 0 && c->in_flight == 0;
}

/* Tells whoever waits, once. */
void connection_tell_gone(struct connection *c)
{
    void *data = c->data;
    if (c->phase == CONNECTION_WEBSOCKET) {
        const struct websocket_handler *h = c->ws.handler;
        c->ws.handler = NULL;
        if (h && h->closed) h->closed(c, data);
        return;
    }
    struct session *posting = c->http.posting;
    c->http.posting = NULL;
    if (posting) session_post_lost(posting);
    void (*gone)(struct connection *, void *) = c->http.gone;
    c->http.gone = NULL;
    if (gone) gone(c, data);
}

void connection_free_parser(struct wire *w, struct http_parser *p)
{
    if (!p) return;
    if (p->body_max > w->limits.body_max) w->large_bodies--;
    http_parser_free(p);
    free(p);
}

void connection_lost(struct connection *c)
{
    c->end = CONNECTION_DROPPED;
    due_stop(&c->due);
    connection_tell_gone(c);
    connection_unlist(c);
    connection_part(c);
    parcel_release(c->direct);
    c->direct = NULL;
    buffer_free(&c->out);
    if (c->phase == CONNECTION_WEBSOCKET) {
        websocket_free(&c->ws.frames);
        return;
    }
    connection_free_parser(c->wire, c->http.parser);
    c->http.parser = NULL;
    buffer_free(&c->http.early);
}
