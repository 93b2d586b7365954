#include "wire/engine.h"
#include "core/alloc.h"
#include "core/token.h"
#include "core/writer.h"
#include "wire/base64.h"

#include <stdlib.h>

#define SEPARATOR 0x1e
#define TABLE_FIRST 64
#define PROBE_MS 10000

void engine_init(struct engine *e, struct wire *w, const struct engine_settings *settings,
                 const struct engine_handler *handler, void *context)
{
    *e = (struct engine){.settings = *settings,
                         .handler = *handler,
                         .context = context,
                         .wire = w,
                         .next = w->engines,
                         .table_size = TABLE_FIRST};
    due_queue_init(&e->pings, settings->ping_interval);
    due_queue_init(&e->pongs, settings->ping_timeout);
    due_queue_init(&e->probes, PROBE_MS);
    e->table = alloc_zero(e->table_size, sizeof *e->table);
    e->ping = parcel_new();
    parcel_add_text(e->ping, "2", 1);
    w->engines = e;
}

void engine_free(struct engine *e)
{
    engine_stop(e);
    engine_flush(e);
    for (struct engine **at = &e->wire->engines; *at; at = &(*at)->next)
        if (*at == e) {
            *at = e->next;
            break;
        }
    parcel_release(e->ping);
    free(e->table);
}

/* ---- the table of sessions ---- */

static struct session **slot(const struct engine *e, struct span sid)
{
    uint32_t hash = 2166136261u; /* FNV-1a; sids are ours and random, nobody can choose them */
    for (size_t i = 0; i < sid.len; i++)
        hash = (hash ^ (unsigned char)sid.at[i]) * 16777619u;
    return &e->table[hash & (e->table_size - 1)];
}

static void grow(struct engine *e)
{
    struct session **old = e->table;
    uint32_t old_size = e->table_size;
    e->table_size *= 2;
    e->table = alloc_zero(e->table_size, sizeof *e->table);
    for (uint32_t i = 0; i < old_size; i++)
        for (struct session *s = old[i], *next; s; s = next) {
            struct session **to = slot(e, span_of(s->sid));
            next = s->chain;
            s->chain = *to;
            *to = s;
        }
    free(old);
}

struct session *engine_find(struct engine *e, struct span sid)
{
    for (struct session *s = *slot(e, sid); s; s = s->chain)
        if (span_is(sid, s->sid)) return s;
    return NULL;
}

void engine_draw_sid(char out[ENGINE_SID_LENGTH + 1])
{
    char random[ENGINE_SID_LENGTH * 3 / 4];
    struct buffer text = {0};
    random_bytes(random, sizeof random);
    base64_write(&text, (struct span){random, sizeof random});
    memcpy(out, text.data, ENGINE_SID_LENGTH);
    out[ENGINE_SID_LENGTH] = 0;
    for (char *c = out; *c; c++) /* so that it may stand in a query */
        *c = *c == '+' ? '-' : *c == '/' ? '_' : *c;
    buffer_free(&text);
}

/* ---- what an address has ---- */

static void join_account(struct session *s)
{
    struct account *a = account_hold(&s->engine->wire->accounts, address_key(&s->client));
    s->account = a;
    s->older = a->last;
    if (s->older) s->older->newer = s;
    a->last = s;
    a->sessions++;
    session_weigh(s);
}

static void leave_account(struct session *s)
{
    struct account *a = s->account;
    session_weigh(s);
    if (s->older) s->older->newer = s->newer;
    if (s->newer)
        s->newer->older = s->older;
    else
        a->last = s->older;
    a->sessions--;
    account_release(&s->engine->wire->accounts, a);
}

static bool is_idle(const struct session *s)
{
    return !s->known && !s->poll && !s->post && !s->socket && !s->holds;
}

bool engine_has_place(struct engine *e, uint64_t key)
{
    uint32_t max = e->wire->sessions_per_address_max;
    struct account *a = account_hold(&e->wire->accounts, key);
    struct session *oldest = NULL;
    bool full = max && a->sessions >= max;
    for (struct session *s = a->last; full && s; s = s->older)
        if (is_idle(s)) oldest = s;
    if (oldest) session_close(oldest, "forced close");
    account_release(&e->wire->accounts, a);
    return !full || oldest;
}

/* ---- how much it may say ---- */

void session_know(struct session *s, bool known)
{
    s->known = known;
}

static const struct wire_rate *rate_of(const struct session *s)
{
    return s->known ? &s->engine->wire->known : &s->engine->wire->stranger;
}

uint64_t session_wait(const struct session *s)
{
    const struct wire_rate *rate = rate_of(s);
    uint64_t ahead = (uint64_t)rate->burst * rate->refill;
    return s->paid_until > s->engine->wire->now + ahead ? s->paid_until - ahead : 0;
}

/* One message more; false if it was too many for too long. */
static bool pay(struct session *s)
{
    struct wire *w = s->engine->wire;
    uint32_t refill = rate_of(s)->refill;
    if (!refill) return true;
    if (s->paid_until <= w->now) {
        s->paid_until = w->now;
        s->over_since = 0; /* it had been silent for long enough */
    }
    s->paid_until += refill;
    uint64_t until = session_wait(s);
    if (!until) return true;
    if (!s->over_since) s->over_since = w->now;
    if (s->upgraded && s->socket) connection_pause(s->socket, until);
    if (w->now - s->over_since < ENGINE_OVER_MS) return true;
    w->counts.overrun++;
    return false;
}

struct session *session_open(struct engine *e, struct connection *c, const struct http_request *r)
{
    struct session *s = alloc_zero(1, sizeof *s);
    engine_draw_sid(s->sid);
    s->engine = e;
    s->client = connection_client(c, r);
    join_account(s);
    if (e->polling + e->websocket >= e->table_size) grow(e);
    struct session **to = slot(e, span_of(s->sid));
    s->chain = *to;
    *to = s;
    e->polling++;
    due_start(&e->pings, &s->due, e->wire->now);
    return s;
}

void session_greeting(const struct session *s, struct buffer *out)
{
    struct writer w = writer_to(out);
    buffer_add_byte(out, '0');
    write_object(&w);
    put_string(&w, "sid", s->sid);
    put_array(&w, "upgrades");
    if (!s->upgraded) write_string(&w, "websocket");
    write_end(&w);
    put_int(&w, "pingInterval", s->engine->settings.ping_interval);
    put_int(&w, "pingTimeout", s->engine->settings.ping_timeout);
    put_int(&w, "maxPayload", s->engine->settings.max_payload);
    write_end(&w);
}

/* ---- life and death ---- */

void session_hold(struct session *s)
{
    s->holds++;
}

void session_unhold(struct session *s)
{
    if (--s->holds || !s->closed) return;
    buffer_free(&s->queue);
    free(s->cors);
    free(s);
}

void session_answer_poll(struct session *s, struct span body)
{
    struct reply r = {.status = 200, .type = "text/plain; charset=UTF-8", .body = body};
    if (s->cors) r.headers = span_of(s->cors);
    struct connection *c = s->poll;
    s->poll = NULL;
    connection_reply(c, &r);
}

static void unlink_session(struct session *s)
{
    struct session **at = slot(s->engine, span_of(s->sid));
    while (*at != s)
        at = &(*at)->chain;
    *at = s->chain;
    leave_account(s);
    if (s->upgraded)
        s->engine->websocket--;
    else
        s->engine->polling--;
}

static void close_with(struct session *s, const char *why, const char *last_poll)
{
    struct connection *c = s->socket;
    if (s->closed) return;
    s->closed = true;
    session_hold(s);
    due_stop(&s->due);
    unlink_session(s);
    if (s->post) s->post->http.posting = NULL;
    s->post = NULL;
    if (s->poll) session_answer_poll(s, span_of(last_poll));
    s->socket = NULL;
    if (c) connection_close_websocket(c, s->engine->wire->stopping ? 1001 : 1000, "");
    s->engine->handler.close(s->engine->context, s, why);
    session_unhold(s);
}

void session_close(struct session *s, const char *why)
{
    close_with(s, why, "1");
}

void session_post_lost(struct session *s)
{
    s->post = NULL;
    session_close(s, "transport error");
}

/* ---- packets in ---- */

static bool text_packet(struct session *s, char *bytes, size_t len)
{
    struct engine *e = s->engine;
    if (len == 0) return false;
    switch (*bytes) {
    case '1': close_with(s, "transport close", "6"); return true;
    case '3': /* the pong that was owed, or a sign of life that nobody asked for */
        s->owes_pong = false;
        due_start(&e->pings, &s->due, e->wire->now);
        return true;
    case '4': e->handler.message(e->context, s, true, bytes + 1, len - 1); return true;
    case '5':
    case '6': return true; /* an upgrade that is done, a noop */
    default: return false; /* «open» and «ping» are the server's to say */
    }
}

bool session_packet(struct session *s, bool text, char *bytes, size_t len)
{
    bool right = true;
    bool is_message = !text || (len && *bytes == '4');
    if (is_message && !pay(s)) {
        session_close(s, "transport error");
        return false;
    }
    session_hold(s);
    if (text)
        right = text_packet(s, bytes, len);
    else
        s->engine->handler.message(s->engine->context, s, false, bytes, len);
    if (!right) session_close(s, "parse error");
    session_unhold(s);
    return right;
}

/* ---- packets out ---- */

static void make_dirty(struct session *s)
{
    if (s->dirty) return;
    s->dirty = true;
    session_hold(s);
    s->next_dirty = s->engine->dirty;
    s->engine->dirty = s;
}

void session_send(struct session *s, struct parcel *p)
{
    if (s->closed) return;
    if (s->upgraded) {
        if (s->socket) connection_send(s->socket, p);
        return;
    }
    struct span payload = parcel_payload(p);
    s->engine->wire->counts.parcels_out++;
    if (s->queue.len + payload.len > s->engine->wire->out_max) {
        s->overflowed = true;
    } else {
        if (s->queue.len) buffer_add_byte(&s->queue, SEPARATOR);
        buffer_add(&s->queue, payload.at, payload.len);
        session_weigh(s);
    }
    make_dirty(s);
}

void session_answer_queue(struct session *s)
{
    session_answer_poll(s, (struct span){s->queue.data, s->queue.len});
    buffer_free(&s->queue);
    session_weigh(s);
}

static void flush_session(struct session *s)
{
    if (s->closed) return;
    if (s->overflowed) {
        s->engine->wire->counts.overflowed++;
        session_close(s, "transport error");
    } else if (s->poll && s->queue.len) {
        session_answer_queue(s);
    }
}

void engine_flush(struct engine *e)
{
    for (struct session *s; (s = e->dirty);) {
        e->dirty = s->next_dirty;
        s->dirty = false;
        flush_session(s);
        session_unhold(s);
    }
}

/* What was queued for a poll goes out as frames. */
static void frames_of_queue(struct session *s, struct parcel *p)
{
    char *at = s->queue.data, *end = at + s->queue.len;
    while (at < end) {
        char *stop = memchr(at, SEPARATOR, (size_t)(end - at));
        if (!stop) stop = end;
        if (*at == 'b')
            parcel_add_binary(p, at + 1, (size_t)base64_decode(at + 1, (size_t)(stop - at) - 1));
        else
            parcel_add_text(p, at, (size_t)(stop - at));
        at = stop + 1;
    }
}

void session_upgrade(struct session *s)
{
    if (s->poll) session_answer_poll(s, span_of("6"));
    s->upgraded = true;
    s->engine->polling--;
    s->engine->websocket++;
    free(s->cors);
    s->cors = NULL;
    if (!s->queue.len) return;
    struct parcel *p = parcel_new();
    frames_of_queue(s, p);
    buffer_free(&s->queue);
    session_weigh(s);
    session_send(s, p);
    parcel_release(p);
}

/* ---- time ---- */

void engine_tick(struct engine *e)
{
    struct due *d;
    uint64_t now = e->wire->now;
    while ((d = due_take(&e->pings, now))) {
        struct session *s = DUE_OWNER(d, struct session, due);
        s->owes_pong = true;
        due_start(&e->pongs, d, d->at); /* from when it was due: lateness of ours is not added up */
        session_send(s, e->ping);
    }
    while ((d = due_take(&e->pongs, now)))
        session_close(DUE_OWNER(d, struct session, due), "ping timeout");
    while ((d = due_take(&e->probes, now))) {
        struct connection *c = DUE_OWNER(d, struct connection, due);
        struct session *s = c->data;
        s->socket = NULL;
        s->probed = false;
        connection_close_websocket(c, 1000, "");
    }
}

bool session_expired(const struct session *s)
{
    uint64_t end = s->due.at + (s->owes_pong ? 0 : s->engine->settings.ping_timeout);
    return end <= s->engine->wire->now;
}

uint64_t engine_next_due(const struct engine *e)
{
    uint64_t next = due_next(&e->pings), pong = due_next(&e->pongs), probe = due_next(&e->probes);
    if (pong < next) next = pong;
    return probe < next ? probe : next;
}

void engine_stop(struct engine *e)
{
    struct due *d;
    while ((d = due_take(&e->pings, UINT64_MAX)))
        session_close(DUE_OWNER(d, struct session, due), "server shutting down");
    while ((d = due_take(&e->pongs, UINT64_MAX)))
        session_close(DUE_OWNER(d, struct session, due), "server shutting down");
}
