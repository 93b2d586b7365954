/* What a connection is sent: bytes, answers, streams. */
#include "wire/connection_inside.h"

struct span connection_out(const struct connection *c)
{
    return c->direct ? parcel_frames(c->direct) : (struct span){c->out.data, c->out.len};
}

/* The buffer to add to; a shared parcel that waits alone is copied into it first. */
struct buffer *connection_own_out(struct connection *c)
{
    struct parcel *p = c->direct;
    if (p) {
        c->direct = NULL;
        buffer_add(&c->out, p->frames.data, p->frames.len);
        parcel_release(p);
    }
    return &c->out;
}

bool connection_has_early(const struct connection *c)
{
    return c->phase == CONNECTION_REQUESTS && c->end == CONNECTION_OPEN && c->http.early.len;
}

void connection_wrote(struct connection *c, size_t count)
{
    c->wire->counts.bytes_out += count;
    if (count < connection_out(c).len) {
        buffer_consume(connection_own_out(c), count);
        connection_weigh(c);
        return;
    }
    parcel_release(c->direct);
    c->direct = NULL;
    buffer_free(&c->out);
    connection_weigh(c);
    if (count && connection_has_early(c)) connection_list(c);
}

struct buffer connection_take(struct connection *c)
{
    struct buffer rest = *connection_own_out(c);
    c->out = (struct buffer){0};
    c->in_flight += rest.len;
    c->in_flight_cap += rest.cap;
    connection_weigh(c);
    return rest;
}

void connection_landed(struct connection *c, size_t count)
{
    c->wire->counts.bytes_out += count;
    c->in_flight -= count;
    if (!c->in_flight) c->in_flight_cap = 0;
    connection_list(c); /* more may have been queued behind it */
}

/* Whoever does not read is dropped before memory grows without end. */
bool connection_has_room(struct connection *c, size_t len)
{
    if (c->end != CONNECTION_OPEN) return false;
    if (connection_out(c).len + c->in_flight + len <= c->wire->out_max) return true;
    c->wire->counts.overflowed++;
    connection_fail(c, "dropped: it does not read what it is sent");
    return false;
}

void connection_write(struct connection *c, const void *bytes, size_t len)
{
    if (!connection_has_room(c, len)) return;
    buffer_add(connection_own_out(c), bytes, len);
    connection_list(c);
}

/* ---- answering ---- */

static void write_reply(struct connection *c, const struct reply *r, bool close)
{
    unsigned flags = (close ? REPLY_CLOSE : 0) | (c->head_only ? REPLY_NO_BODY : 0);
    size_t body = c->head_only ? 0 : r->body.len;
    /* one answer may be larger than out_max; a heap of them may not */
    if (c->out.len + c->in_flight > c->wire->out_max && !connection_has_room(c, body)) return;
    reply_write(connection_own_out(c), r, flags, c->wire->date);
    connection_charge(c, body / WORK_SENT, 0); /* a page is more work than a word */
    connection_list(c);
}

void connection_reply(struct connection *c, const struct reply *r)
{
    if (c->end != CONNECTION_OPEN || c->phase != CONNECTION_ANSWERING) return;
    bool close = !c->keep_alive || c->wire->stopping;
    write_reply(c, r, close);
    connection_detach(c);
    if (close) {
        connection_finish(c);
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
    connection_detach(c);
    connection_finish(c);
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
    reply_write(connection_own_out(c), &r, REPLY_STREAM, c->wire->date);
    buffer_free(&lines);
    connection_list(c);
    c->phase = CONNECTION_STREAM;
    connection_hold(c, gone, data);
    due_start(&c->wire->streams, &c->due, c->wire->now);
    if (c->head_only || c->wire->stopping) connection_finish(c);
}
