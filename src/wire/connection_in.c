/* What a connection is fed: requests, and behind them what comes early. */
#include "core/alloc.h"
#include "wire/connection_inside.h"
#include "wire/engine.h"

static struct engine *engine_for(const struct connection *c, const struct http_request *r)
{
    struct engine *e = c->wire->engines;
    while (e && !engine_serves(e, r->path))
        e = e->next;
    return e;
}

void connection_refuse_status(struct connection *c, int status, const char *reason,
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

/* The request before may have been another client's, with a proxy between us. */
static void change_account(struct connection *c, const struct http_request *r)
{
    struct address client = connection_client(c, r);
    uint64_t key = address_key(&client);
    if (key == c->account->key) return;
    connection_part(c);
    connection_join(c, key);
}

static uint64_t processor(const struct wire *w)
{
    return w->processor ? w->processor() : 0;
}

static void answer(struct connection *c, const struct http_request *r)
{
    struct wire *w = c->wire;
    struct engine *e = engine_for(c, r);
    uint64_t began = processor(w);
    if (!wire_host_known(w, r))
        connection_refuse_status(c, 421, "This house does not go by that name.", NULL);
    else if (e)
        engine_request(e, c, r);
    else
        w->hooks.request(w->hooks.context, c, r);
    connection_charge(c, account_time(c->account, processor(w) - began), 0);
}

/* A whole request: hands it to whom it is for. Takes the parser, because the connection may become
 * something that has none. */
static void whole(struct connection *c)
{
    struct http_parser *parser = c->http.parser;
    const struct http_request *r = &parser->request;
    struct wire *w = c->wire;
    c->http.parser = NULL;
    due_stop(&c->due);
    w->counts.requests++;
    change_account(c, r);
    connection_charge(c, WORK_REQUEST, r->body.len);
    c->phase = CONNECTION_ANSWERING;
    c->head_only = r->method == METHOD_HEAD;
    c->keep_alive = r->keep_alive;
    answer(c, r);
    if (c->end == CONNECTION_OPEN && c->phase == CONNECTION_ANSWERING && !c->http.gone) {
        connection_note(c, "a request was left without an answer");
        connection_reply_text(c, 500, "text/plain", "This request was left without an answer.");
    }
    connection_free_parser(w, parser);
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
    return !c->paused_until && connection_waiting(c) <= CONNECTION_OUT_PAUSE &&
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
        p->request.by_proxy = c->by_proxy;
        if (step == HTTP_HEADED) headed(c, &p->request, len > 0);
        if (step == HTTP_REQUEST) whole(c);
        if (step == HTTP_REFUSED)
            connection_refuse_status(c, p->status, p->reason,
                                     p->status == 413 ? &p->request : NULL);
    }
    if (len && c->end == CONNECTION_OPEN) connection_feed_rest(c, bytes, len);
}

/* What comes behind a request that is still being answered waits. */
static void keep_early(struct connection *c, const char *bytes, size_t len)
{
    if (c->http.early.len + len > c->wire->limits.head_max + c->wire->limits.body_max) {
        connection_fail(c, "dropped: it sends requests without waiting for answers");
        return;
    }
    buffer_add(&c->http.early, bytes, len);
}

/* Unless it waits for something else: then it is listed when that is over. */
static void wait_for_turn(struct connection *c)
{
    if (c->paused_until || connection_waiting(c) > CONNECTION_OUT_PAUSE) return;
    due_start(&c->wire->hungers, &c->due, c->wire->now);
}

void connection_resume(struct connection *c)
{
    if (!connection_has_early(c)) return;
    if (!c->http.parser && !may_answer(c)) {
        wait_for_turn(c);
        return;
    }
    struct buffer early = c->http.early;
    c->http.early = (struct buffer){0};
    feed_requests(c, early.data, early.len);
    buffer_free(&early);
    connection_weigh(c);
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
        connection_feed_frames(c, frames.data, frames.len);
        buffer_free(&frames);
    }
}

void connection_feed(struct connection *c, char *bytes, size_t len)
{
    c->wire->counts.bytes_in += len;
    if (c->end != CONNECTION_OPEN || len == 0) return;
    connection_charge(c, WORK_READ, 0);
    switch (c->phase) {
    case CONNECTION_WEBSOCKET: connection_feed_frames(c, bytes, len); break;
    case CONNECTION_ANSWERING: keep_early(c, bytes, len); break;
    case CONNECTION_REQUESTS:
        if (c->http.early.len) /* the turn's end will take them in order */
            keep_early(c, bytes, len);
        else
            feed_requests(c, bytes, len);
        break;
    default: connection_charge(c, 0, len); /* a stream's client has nothing to say */
    }
    connection_weigh(c);
}
