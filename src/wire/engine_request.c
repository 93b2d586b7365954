/* The requests to an engine's path: which session, which transport, and what to refuse. */
#include "core/alloc.h"
#include "core/writer.h"
#include "wire/base64.h"
#include "wire/engine.h"
#include "wire/form.h"

#include <stdlib.h>

#define SEPARATOR 0x1e

enum engine_error {
    UNKNOWN_TRANSPORT,
    UNKNOWN_SID,
    BAD_HANDSHAKE_METHOD,
    BAD_REQUEST,
    FORBIDDEN,
    UNSUPPORTED_VERSION
};

bool engine_serves(const struct engine *e, struct span path)
{
    size_t len = strlen(e->settings.path);
    if (span_is(path, e->settings.path)) return true;
    /* without the last slash too */
    return path.len + 1 == len && memcmp(path.at, e->settings.path, path.len) == 0;
}

static void reply(struct engine *e, struct connection *c, const struct http_request *r, int status,
                  const char *type, struct span body)
{
    struct buffer headers = {0};
    wire_cors_headers(e->wire, r, &headers);
    struct reply out = {
        .status = status, .type = type, .headers = {headers.data, headers.len}, .body = body};
    if (c->phase == CONNECTION_ANSWERING)
        connection_reply(c, &out);
    else
        connection_refuse(c, &out); /* its body is still coming in */
    buffer_free(&headers);
}

static void refuse(struct engine *e, struct connection *c, const struct http_request *r,
                   enum engine_error error)
{
    static const char *const messages[] = {
        "Transport unknown", "Session ID unknown", "Bad handshake method",
        "Bad request",       "Forbidden",          "Unsupported protocol version"};
    struct buffer body = {0};
    struct writer w = writer_to(&body);
    write_object(&w);
    put_int(&w, "code", error);
    put_string(&w, "message", messages[error]);
    write_end(&w);
    reply(e, c, r, error == FORBIDDEN ? 403 : 400, "application/json",
          (struct span){body.data, body.len});
    buffer_free(&body);
}

/* ---- WebSocket ---- */

static void probe_message(struct session *s, struct connection *c, struct span m)
{
    if (span_is(m, "2probe")) {
        connection_send_text(c, "3probe", 6);
        s->probed = true;
        if (s->poll) session_answer_poll(s, span_of("6"));
    } else if (span_is(m, "5") && s->probed) {
        due_stop(&c->due);
        session_upgrade(s);
    } else { /* this WebSocket is no good; the session goes on polling */
        s->socket = NULL;
        s->probed = false;
        connection_close_websocket(c, 1002, "");
    }
}

static void websocket_message(struct connection *c, void *data, bool text, char *bytes, size_t len)
{
    struct session *s = data;
    if (s->upgraded)
        session_packet(s, text, bytes, len);
    else
        probe_message(s, c, text ? (struct span){bytes, len} : (struct span){"", 0});
}

static void websocket_closed(struct connection *c, void *data)
{
    struct session *s = data;
    (void)c;
    s->socket = NULL;
    s->probed = false;
    if (s->upgraded) session_close(s, "transport close");
}

const struct websocket_handler session_websocket = {websocket_message, websocket_closed};

static void open_websocket(struct engine *e, struct connection *c, const struct http_request *r)
{
    struct session *s = session_open(e, c, r);
    struct buffer greeting = {0};
    session_hold(s);
    connection_upgrade(c, r, &session_websocket, s, e->settings.max_payload);
    s->socket = c;
    session_upgrade(s);
    session_greeting(s, &greeting);
    connection_send_text(c, greeting.data, greeting.len);
    buffer_free(&greeting);
    e->handler.open(e->context, s, r);
    session_unhold(s);
}

static void take_over(struct engine *e, struct connection *c, const struct http_request *r,
                      struct session *s)
{
    bool free_to_probe = !s->upgraded && !s->socket;
    connection_upgrade(c, r, free_to_probe ? &session_websocket : NULL, s, e->settings.max_payload);
    if (free_to_probe) {
        s->socket = c;
        due_start(&e->probes, &c->due, e->wire->now);
    } else {
        connection_close_websocket(c, 1000, "");
    }
}

/* ---- polling ---- */

static void poll_gone(struct connection *c, void *data)
{
    struct session *s = data;
    (void)c;
    s->poll = NULL;
    session_close(s, "transport close");
}

static void keep_cors(struct session *s, const struct http_request *r)
{
    struct buffer headers = {0};
    wire_cors_headers(s->engine->wire, r, &headers);
    free(s->cors);
    s->cors = headers.len ? alloc_copy(buffer_text(&headers), headers.len + 1) : NULL;
    buffer_free(&headers);
}

static void poll(struct session *s, struct connection *c, const struct http_request *r)
{
    if (s->poll) { /* two at once: we cannot know which of them is read */
        refuse(s->engine, c, r, BAD_REQUEST);
        session_close(s, "transport error");
        return;
    }
    keep_cors(s, r);
    s->poll = c;
    connection_hold(c, poll_gone, s);
    if (s->queue.len) {
        session_answer_queue(s);
    } else if (s->probed) {
        session_answer_poll(s, span_of("6"));
    }
}

/* Feeds the packets of a POST's body to the session; false if one of them is none. */
static bool payload(struct session *s, char *at, size_t len)
{
    char nothing[1];
    int count = 0;
    if (len == 0) at = nothing; /* an empty body has no address */
    char *end = at + len;
    for (;;) {
        char *stop = at < end ? memchr(at, SEPARATOR, (size_t)(end - at)) : NULL;
        size_t packet = (size_t)((stop ? stop : end) - at);
        bool binary = packet && *at == 'b';
        long decoded = binary ? base64_decode(at + 1, packet - 1) : 0;
        wire_worked(s->engine->wire, s->account, WORK_MESSAGE, packet);
        s->engine->wire->counts.messages_in++;
        if (decoded < 0 || ++count > ENGINE_PACKETS_MAX) {
            session_close(s, "parse error");
            return false;
        }
        if (!session_packet(s, !binary, binary ? at + 1 : at, binary ? (size_t)decoded : packet))
            return false;
        if (!stop || s->closed) return true;
        at = stop + 1;
    }
}

static void post(struct session *s, struct connection *c, const struct http_request *r)
{
    struct engine *e = s->engine;
    struct utf8 check = {0};
    if (s->post) { /* another one is still coming in */
        refuse(e, c, r, BAD_REQUEST);
        session_close(s, "transport error");
        return;
    }
    if (r->body.len > e->settings.max_payload) {
        reply(e, c, r, 413, NULL, (struct span){"", 0});
        return;
    }
    /* the packets are taken apart in place, and a handler may do anything: work on a copy */
    struct buffer body = {0};
    buffer_add(&body, r->body.at, r->body.len);
    buffer_text(&body); /* is somewhere even if it is empty */
    session_hold(s);
    bool right = utf8_feed(&check, r->body.at, r->body.len) && utf8_complete(&check);
    if (!right) session_close(s, "parse error");
    if (right) right = payload(s, body.data, body.len);
    if (right)
        reply(e, c, r, 200, "text/html", span_of("ok"));
    else
        refuse(e, c, r, BAD_REQUEST);
    if (!s->closed) connection_pause(c, session_wait(s));
    session_unhold(s);
    buffer_free(&body);
}

/* Each takes a while to be forgotten, so a connection opens them slowly. A proxy's are everybody's. */
static void wait_after_opening(struct connection *c)
{
    uint64_t now = c->wire->now, ahead = ENGINE_OPENS_AT_ONCE * ENGINE_OPEN_MS;
    if (c->by_proxy || c->phase == CONNECTION_WEBSOCKET || !c->wire->stranger.refill) return;
    if (c->http.opened_until < now) c->http.opened_until = now;
    c->http.opened_until += ENGINE_OPEN_MS;
    if (c->http.opened_until > now + ahead) connection_pause(c, c->http.opened_until - ahead);
}

static void open_polling(struct engine *e, struct connection *c, const struct http_request *r)
{
    struct session *s = session_open(e, c, r);
    struct buffer greeting = {0};
    session_hold(s);
    session_greeting(s, &greeting);
    reply(e, c, r, 200, "text/plain; charset=UTF-8", (struct span){greeting.data, greeting.len});
    buffer_free(&greeting);
    e->handler.open(e->context, s, r);
    session_unhold(s);
    wait_after_opening(c);
}

/* ---- which of them ---- */

static void handshake(struct engine *e, struct connection *c, const struct http_request *r,
                      bool websocket)
{
    char version[4];
    if (r->method != METHOD_GET) {
        refuse(e, c, r, BAD_HANDSHAKE_METHOD);
    } else if (form_value(version, sizeof version, r->query, "EIO") < 0 ||
               strcmp(version, "4") != 0) {
        refuse(e, c, r, UNSUPPORTED_VERSION);
    } else if (websocket) {
        open_websocket(e, c, r);
    } else {
        open_polling(e, c, r);
    }
}

void engine_request(struct engine *e, struct connection *c, const struct http_request *r)
{
    char transport[12], sid[64];
    bool known = form_value(transport, sizeof transport, r->query, "transport") >= 0;
    bool websocket = known && strcmp(transport, "websocket") == 0;
    bool has_sid = form_has(r->query, "sid"); /* one that is too long to be ours is one, too */
    form_value(sid, sizeof sid, r->query, "sid");
    struct session *s = has_sid ? engine_find(e, span_of(sid)) : NULL;
    if (c->http.posting) { /* its body is whole now, whatever becomes of it */
        c->http.posting->post = NULL;
        c->http.posting = NULL;
    }
    if (s && !s->upgraded && session_expired(s)) {
        session_close(s, "ping timeout");
        s = NULL;
    }
    if (r->method == METHOD_OPTIONS) {
        reply(e, c, r, 204, NULL, (struct span){"", 0});
    } else if (!wire_origin_allowed(e->wire, r)) {
        refuse(e, c, r, FORBIDDEN);
    } else if (!websocket && (!known || strcmp(transport, "polling") != 0)) {
        refuse(e, c, r, UNKNOWN_TRANSPORT);
    } else if (has_sid && !s) {
        refuse(e, c, r, UNKNOWN_SID);
    } else if (websocket && websocket_handshake_status(r) != 101) {
        refuse(e, c, r, BAD_REQUEST);
    } else if (!s && (e->wire->stopping || e->polling + e->websocket >= ENGINE_SESSIONS_MAX)) {
        reply(e, c, r, 503, NULL, (struct span){"", 0});
    } else if (!s && !engine_has_place(e, c->account->key)) {
        reply(e, c, r, 429, NULL, (struct span){"", 0});
    } else if (!s) {
        handshake(e, c, r, websocket);
    } else if (websocket) {
        take_over(e, c, r, s);
    } else if (s->upgraded || (r->method != METHOD_GET && r->method != METHOD_POST)) {
        refuse(e, c, r, BAD_REQUEST);
    } else if (r->method == METHOD_GET) {
        poll(s, c, r);
    } else {
        post(s, c, r);
    }
}

void engine_post_begins(struct engine *e, struct connection *c, const struct http_request *r)
{
    char sid[64];
    struct session *s = NULL;
    if (form_value(sid, sizeof sid, r->query, "sid") >= 0) s = engine_find(e, span_of(sid));
    if (!s || s->upgraded) return; /* will be refused when it is whole */
    if (s->post) {
        refuse(e, c, r, BAD_REQUEST);
        session_close(s, "transport error");
        return;
    }
    s->post = c;
    c->http.posting = s;
}
