#include "wire/connection.h"
#include "core/alloc.h"
#include "wire/engine.h"
#include "wire/sse.h"

#include <stdlib.h>

static void note(const struct connection *c, const char *what)
{
    const struct wire_hooks *hooks = &c->wire->hooks;
    if (hooks->note && what) hooks->note(hooks->context, c, what);
}

void connection_list(struct connection *c)
{
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
    c->account = account_hold(&w->accounts, address_key(peer));
    due_start(&w->heads, &c->due, w->now);
}

/* ---- how much may be done for it ---- */

/* With more than this waiting for it, nothing more is read or answered. */
#define OUT_PAUSE 65536
/* At a time: what is read is worked on at once, so this is a bound for that. */
#define READ_LITTLE 4096
#define READ_MUCH 65536

static size_t waiting(const struct connection *c)
{
    return connection_out(c).len + c->in_flight;
}

static void charge(struct connection *c, size_t work, size_t bytes)
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
    if (c->paused_until || waiting(c) > OUT_PAUSE) return true;
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

/* The request before may have been another client's, with a proxy between us. */
static void change_account(struct connection *c, const struct http_request *r)
{
    struct address client = connection_client(c, r);
    struct account *a = account_hold(&c->wire->accounts, address_key(&client));
    account_release(&c->wire->accounts, c->account);
    c->account = a;
}

/* ---- ends ---- */

static void finish(struct connection *c)
{
    if (c->end != CONNECTION_OPEN) return;
    c->end = CONNECTION_FINISHING;
    c->paused_until = 0;
    due_start(&c->wire->closings, &c->due, c->wire->now);
    connection_list(c);
}

/* Closes at once; who waits for it is told later, by connection_lost, from the driver's stack. */
static void fail(struct connection *c, const char *why)
{
    if (c->end == CONNECTION_DROPPED) return;
    note(c, why);
    c->end = CONNECTION_DROPPED;
    due_stop(&c->due);
    connection_list(c);
}

/* Nobody above is interested any more. */
static void detach(struct connection *c)
{
    if (c->phase == CONNECTION_WEBSOCKET)
        c->ws.handler = NULL;
    else
        c->http.gone = NULL;
}

void connection_end(struct connection *c)
{
    detach(c);
    finish(c);
}

bool connection_done(const struct connection *c)
{
    if (c->end == CONNECTION_DROPPED) return true;
    return c->end == CONNECTION_FINISHING && connection_out(c).len == 0 && c->in_flight == 0;
}

/* Tells whoever waits, once. */
static void tell_gone(struct connection *c)
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

static void free_parser(struct wire *w, struct http_parser *p)
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
    tell_gone(c);
    connection_unlist(c);
    account_release(&c->wire->accounts, c->account);
    parcel_release(c->direct);
    c->direct = NULL;
    buffer_free(&c->out);
    if (c->phase == CONNECTION_WEBSOCKET) {
        websocket_free(&c->ws.frames);
        return;
    }
    free_parser(c->wire, c->http.parser);
    c->http.parser = NULL;
    buffer_free(&c->http.early);
}

/* ---- writing ---- */

struct span connection_out(const struct connection *c)
{
    return c->direct ? parcel_frames(c->direct) : (struct span){c->out.data, c->out.len};
}

/* The buffer to add to; a shared parcel that waits alone is copied into it first. */
static struct buffer *own_out(struct connection *c)
{
    struct parcel *p = c->direct;
    if (p) {
        c->direct = NULL;
        buffer_add(&c->out, p->frames.data, p->frames.len);
        parcel_release(p);
    }
    return &c->out;
}

static bool has_early(const struct connection *c)
{
    return c->phase == CONNECTION_REQUESTS && c->end == CONNECTION_OPEN && c->http.early.len;
}

void connection_wrote(struct connection *c, size_t count)
{
    c->wire->counts.bytes_out += count;
    if (count < connection_out(c).len) {
        buffer_consume(own_out(c), count);
        return;
    }
    parcel_release(c->direct);
    c->direct = NULL;
    buffer_free(&c->out);
    if (count && has_early(c)) connection_list(c);
}

struct buffer connection_take(struct connection *c)
{
    struct buffer rest = *own_out(c);
    c->out = (struct buffer){0};
    c->in_flight += rest.len;
    return rest;
}

void connection_landed(struct connection *c, size_t count)
{
    c->wire->counts.bytes_out += count;
    c->in_flight -= count;
    connection_list(c); /* more may have been queued behind it */
}

/* Whoever does not read is dropped before memory grows without end. */
static bool has_room(struct connection *c, size_t len)
{
    if (c->end != CONNECTION_OPEN) return false;
    if (connection_out(c).len + c->in_flight + len <= c->wire->out_max) return true;
    c->wire->counts.overflowed++;
    fail(c, "dropped: it does not read what it is sent");
    return false;
}

void connection_write(struct connection *c, const void *bytes, size_t len)
{
    if (!has_room(c, len)) return;
    buffer_add(own_out(c), bytes, len);
    connection_list(c);
}

/* ---- answering ---- */

static void write_reply(struct connection *c, const struct reply *r, bool close)
{
    unsigned flags = (close ? REPLY_CLOSE : 0) | (c->head_only ? REPLY_NO_BODY : 0);
    size_t body = c->head_only ? 0 : r->body.len;
    /* one answer may be larger than out_max; a heap of them may not */
    if (c->out.len + c->in_flight > c->wire->out_max && !has_room(c, body)) return;
    reply_write(own_out(c), r, flags, c->wire->date);
    connection_list(c);
}

void connection_reply(struct connection *c, const struct reply *r)
{
    if (c->end != CONNECTION_OPEN || c->phase != CONNECTION_ANSWERING) return;
    bool close = !c->keep_alive || c->wire->stopping;
    write_reply(c, r, close);
    detach(c);
    if (close) {
        finish(c);
        return;
    }
    c->phase = CONNECTION_REQUESTS;
    due_start(&c->wire->idles, &c->due, c->wire->now);
}

void connection_reply_text(struct connection *c, int status, const char *type, const char *text)
{
    struct reply r = {.status = status, .type = type, .body = span_of(text)};
    connection_reply(c, &r);
}

void connection_refuse(struct connection *c, const struct reply *r)
{
    if (c->end != CONNECTION_OPEN) return;
    write_reply(c, r, true);
    detach(c);
    finish(c);
}

void connection_hold(struct connection *c, void (*gone)(struct connection *c, void *data),
                     void *data)
{
    c->http.gone = gone;
    c->data = data;
}

void connection_stream(struct connection *c, struct span headers,
                       void (*gone)(struct connection *c, void *data), void *data)
{
    struct buffer lines = {0};
    if (c->end != CONNECTION_OPEN || c->phase != CONNECTION_ANSWERING) return;
    buffer_add_text(&lines, "Cache-Control: no-store\r\nX-Accel-Buffering: no\r\n");
    buffer_add(&lines, headers.at, headers.len);
    struct reply r = {.status = 200,
                      .type = "text/event-stream; charset=utf-8",
                      .headers = {lines.data, lines.len}};
    reply_write(own_out(c), &r, REPLY_STREAM, c->wire->date);
    buffer_free(&lines);
    connection_list(c);
    c->phase = CONNECTION_STREAM;
    connection_hold(c, gone, data);
    due_start(&c->wire->streams, &c->due, c->wire->now);
    if (c->head_only || c->wire->stopping) finish(c);
}

/* ---- requests in ---- */

static struct engine *engine_for(const struct connection *c, const struct http_request *r)
{
    struct engine *e = c->wire->engines;
    while (e && !engine_serves(e, r->path))
        e = e->next;
    return e;
}

static void refuse_status(struct connection *c, int status, const char *reason,
                          const struct http_request *r)
{
    struct buffer headers = {0};
    c->wire->counts.refused_requests++;
    c->head_only = false;
    if (r) wire_cors_headers(c->wire, r, &headers);
    struct reply reply = {.status = status,
                          .type = "text/plain; charset=utf-8",
                          .headers = {headers.data, headers.len},
                          .body = span_of(reason)};
    connection_refuse(c, &reply);
    buffer_free(&headers);
}

/* The head of a request with a body is here. */
static void headed(struct connection *c, const struct http_request *r, bool body_begun)
{
    struct engine *e = engine_for(c, r);
    due_start(&c->wire->bodies, &c->due, c->wire->now);
    c->head_only = false;
    if (e && r->method == METHOD_POST) engine_post_begins(e, c, r);
    if (c->end == CONNECTION_OPEN && r->expects_continue && !body_begun)
        connection_write(c, "HTTP/1.1 100 Continue\r\n\r\n", 25);
}

/* A whole request: hands it to whom it is for. Takes the parser, because the connection may become
 * something that has none. */
static void whole(struct connection *c)
{
    struct http_parser *parser = c->http.parser;
    const struct http_request *r = &parser->request;
    struct wire *w = c->wire;
    struct engine *e = engine_for(c, r);
    c->http.parser = NULL;
    due_stop(&c->due);
    w->counts.requests++;
    change_account(c, r);
    charge(c, WORK_REQUEST, r->body.len);
    c->phase = CONNECTION_ANSWERING;
    c->head_only = r->method == METHOD_HEAD;
    c->keep_alive = r->keep_alive;
    if (!wire_host_known(w, r))
        refuse_status(c, 421, "This house does not go by that name.", NULL);
    else if (e)
        engine_request(e, c, r);
    else
        w->hooks.request(w->hooks.context, c, r);
    if (c->end == CONNECTION_OPEN && c->phase == CONNECTION_ANSWERING && !c->http.gone) {
        note(c, "a request was left without an answer");
        connection_reply_text(c, 500, "text/plain", "This request was left without an answer.");
    }
    free_parser(w, parser);
}

static uint32_t body_allowed(void *arg, const struct http_request *r)
{
    struct wire *w = arg;
    uint32_t usual = w->limits.body_max;
    if (!w->hooks.body_max || w->large_bodies == WIRE_LARGE_BODIES_MAX) return usual;
    uint32_t max = w->hooks.body_max(w->hooks.context, r);
    if (max <= usual) return usual;
    w->large_bodies++;
    return max;
}

/* The next request waits while the answers before are not taken, and for its turn. */
static bool may_answer(struct connection *c)
{
    return !c->paused_until && waiting(c) <= OUT_PAUSE &&
           account_may(c->account, c->wire->turn, c->round);
}

static void feed_requests(struct connection *c, const char *bytes, size_t len)
{
    while (len && c->end == CONNECTION_OPEN && c->phase == CONNECTION_REQUESTS) {
        size_t used;
        if (!c->http.parser) {
            if (!may_answer(c)) break;
            c->http.parser = alloc_zero(1, sizeof *c->http.parser);
            http_parser_init(c->http.parser, &c->wire->limits);
            c->http.parser->body_allowed = body_allowed;
            c->http.parser->body_arg = c->wire;
            due_start(&c->wire->heads, &c->due, c->wire->now);
        }
        struct http_parser *p = c->http.parser;
        enum http_step step = http_feed(p, bytes, len, &used);
        bytes += used;
        len -= used;
        if (step == HTTP_HEADED) headed(c, &p->request, len > 0);
        if (step == HTTP_REQUEST) whole(c);
        if (step == HTTP_REFUSED)
            refuse_status(c, p->status, p->reason, p->status == 413 ? &p->request : NULL);
    }
    if (len && c->end == CONNECTION_OPEN) connection_feed_rest(c, bytes, len);
}

/* What comes behind a request that is still being answered waits. */
static void keep_early(struct connection *c, const char *bytes, size_t len)
{
    if (c->http.early.len + len > c->wire->limits.head_max + c->wire->limits.body_max) {
        fail(c, "dropped: it sends requests without waiting for answers");
        return;
    }
    buffer_add(&c->http.early, bytes, len);
}

/* Unless it waits for something else: then it is listed when that is over. */
static void wait_for_turn(struct connection *c)
{
    if (c->paused_until || waiting(c) > OUT_PAUSE) return;
    due_start(&c->wire->hungers, &c->due, c->wire->now);
}

void connection_resume(struct connection *c)
{
    if (!has_early(c)) return;
    if (!c->http.parser && !may_answer(c)) {
        wait_for_turn(c);
        return;
    }
    struct buffer early = c->http.early;
    c->http.early = (struct buffer){0};
    feed_requests(c, early.data, early.len);
    buffer_free(&early);
}

/* ---- WebSocket ---- */

bool connection_upgrade(struct connection *c, const struct http_request *r,
                        const struct websocket_handler *h, void *data, uint32_t message_max)
{
    int status = websocket_handshake_status(r);
    if (status != 101) {
        struct reply reply = {.status = status,
                              .type = "text/plain; charset=utf-8",
                              .headers = span_of("Sec-WebSocket-Version: 13\r\n"),
                              .body = span_of("This is no WebSocket handshake.")};
        connection_reply(c, &reply);
        return false;
    }
    buffer_free(&c->http.early);
    websocket_accept(own_out(c), r);
    c->phase = CONNECTION_WEBSOCKET;
    c->data = data;
    c->ws.handler = h;
    websocket_init(&c->ws.frames, message_max);
    due_stop(&c->due);
    connection_list(c);
    return true;
}

void connection_send_text(struct connection *c, const char *text, size_t len)
{
    if (!has_room(c, len)) return;
    websocket_write(own_out(c), WEBSOCKET_TEXT, text, len);
    connection_list(c);
}

void connection_send(struct connection *c, struct parcel *p)
{
    c->wire->counts.parcels_out++;
    if (c->out.len || c->in_flight) {
        connection_write(c, p->frames.data, p->frames.len);
    } else if (has_room(c, p->frames.len)) {
        struct parcel *first = c->direct;
        c->direct = parcel_hold(first ? parcel_joined(first, p) : p);
        parcel_release(first);
        connection_list(c);
    }
}

void connection_close_websocket(struct connection *c, uint16_t code, const char *reason)
{
    if (c->end == CONNECTION_OPEN) websocket_write_close(own_out(c), code, reason);
    detach(c);
    finish(c);
}

/* The peer ended it, or broke the protocol. */
static void end_by_peer(struct connection *c, uint16_t code)
{
    websocket_write_close(own_out(c), code, "");
    finish(c);
    tell_gone(c);
}

static void feed_frames(struct connection *c, char *bytes, size_t len)
{
    size_t used;
    struct websocket_message m;
    do {
        enum websocket_step step = websocket_feed(&c->ws.frames, bytes, len, &used, &m);
        bytes += used;
        len -= used;
        if (step == WEBSOCKET_MORE) return;
        if (step == WEBSOCKET_BROKEN) {
            end_by_peer(c, m.code);
        } else if (m.opcode == WEBSOCKET_CLOSE) {
            end_by_peer(c, m.code == 1005 ? 1000 : m.code);
        } else if (m.opcode == WEBSOCKET_PING) {
            if (!has_room(c, m.len)) return;
            websocket_write(own_out(c), WEBSOCKET_PONG, m.bytes, m.len);
            connection_list(c);
        } else if (m.opcode != WEBSOCKET_PONG && c->ws.handler) {
            c->wire->counts.messages_in++;
            charge(c, WORK_MESSAGE, m.len);
            c->ws.handler->message(c, c->data, m.opcode == WEBSOCKET_TEXT, m.bytes, m.len);
        }
        /* once more with nothing releases a message that was kept for this step */
    } while (c->end == CONNECTION_OPEN);
}

/* ---- the driver's side ---- */

/* Behind a whole request in the same bytes: a further request, or already frames. */
void connection_feed_rest(struct connection *c, const char *bytes, size_t len)
{
    if (c->phase == CONNECTION_ANSWERING) {
        keep_early(c, bytes, len);
    } else if (c->phase == CONNECTION_REQUESTS) {
        keep_early(c, bytes, len);
        wait_for_turn(c);
    } else if (c->phase == CONNECTION_WEBSOCKET) {
        struct buffer frames = {0};
        buffer_add(&frames, bytes, len);
        feed_frames(c, frames.data, frames.len);
        buffer_free(&frames);
    }
}

void connection_feed(struct connection *c, char *bytes, size_t len)
{
    c->wire->counts.bytes_in += len;
    if (c->end != CONNECTION_OPEN || len == 0) return;
    charge(c, WORK_READ, 0);
    switch (c->phase) {
    case CONNECTION_WEBSOCKET: feed_frames(c, bytes, len); break;
    case CONNECTION_ANSWERING: keep_early(c, bytes, len); break;
    case CONNECTION_REQUESTS:
        if (c->http.early.len) /* the turn's end will take them in order */
            keep_early(c, bytes, len);
        else
            feed_requests(c, bytes, len);
        break;
    default: break; /* a stream's client has nothing to say */
    }
}

static void too_slow(struct connection *c, const char *why)
{
    if (c->http.parser && !http_idle(c->http.parser)) {
        note(c, why);
        if (c->http.posting) tell_gone(c);
        refuse_status(c, 408, "The request took too long.", NULL);
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
        fail(DUE_OWNER(d, struct connection, due), NULL);
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
        finish(DUE_OWNER(d, struct connection, due));
    for (d = w->heads.ends.next; d != &w->heads.ends;) {
        struct connection *c = DUE_OWNER(d, struct connection, due);
        d = d->next;
        if (!c->http.parser || http_idle(c->http.parser)) connection_end(c);
    }
}
