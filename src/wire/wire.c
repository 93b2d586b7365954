#include "wire/wire.h"
#include "wire/connection.h"
#include "wire/engine.h"

#define PAUSE_STEP_MS 50 /* how exactly a pause ends */

void wire_init(struct wire *w, const struct wire_times *times, const struct wire_hooks *hooks)
{
    *w = (struct wire){
        .limits = HTTP_LIMITS_DEFAULT, .times = *times, .hooks = *hooks, .out_max = 4u << 20};
    due_queue_init(&w->heads, times->head);
    due_queue_init(&w->bodies, times->body);
    due_queue_init(&w->idles, times->idle);
    due_queue_init(&w->streams, times->heartbeat);
    due_queue_init(&w->closings, times->closing);
    due_queue_init(&w->hungers, 0);
    due_queue_init(&w->pauses, PAUSE_STEP_MS);
    w->turn = ACCOUNT_CROWDED + 1; /* later than what a new account remembers */
}

void wire_tick(struct wire *w)
{
    connection_tick(w);
    for (struct engine *e = w->engines; e; e = e->next)
        engine_tick(e);
}

static uint64_t sooner(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

uint64_t wire_next_due(const struct wire *w)
{
    uint64_t next = sooner(due_next(&w->heads), due_next(&w->bodies));
    next = sooner(next, sooner(due_next(&w->idles), due_next(&w->streams)));
    next = sooner(next, sooner(due_next(&w->closings), due_next(&w->pauses)));
    next = sooner(next, due_next(&w->hungers));
    for (const struct engine *e = w->engines; e; e = e->next)
        next = sooner(next, engine_next_due(e));
    return next;
}

void wire_worked(struct wire *w, struct account *a, size_t work, size_t bytes)
{
    work += bytes / 1024;
    w->counts.work += work;
    account_charge(a, w->turn, work);
}

struct connection *wire_take_unsent(struct wire *w)
{
    for (struct engine *e = w->engines; e; e = e->next)
        engine_flush(e);
    budget_relieve(w);
    struct connection *c = w->unsent;
    if (!c) return NULL;
    connection_unlist(c);
    /* a pipelined request may be answered in the same write */
    connection_resume(c);
    connection_unlist(c);
    return c;
}

void wire_stop(struct wire *w)
{
    w->stopping = true;
    for (struct engine *e = w->engines; e; e = e->next)
        engine_stop(e);
    connection_stop(w);
}

/* ---- Host ---- */

static struct span asked_host(const struct http_request *r)
{
    struct span forwarded = http_field(r, "X-Forwarded-Host");
    return r->by_proxy && forwarded.at ? forwarded : r->host;
}

static bool is_listed(const char *list, struct span one)
{
    for (const char *at = list; at && *at;) {
        size_t len = strcspn(at, ",");
        if (len == one.len && strncasecmp(at, one.at, len) == 0) return true;
        at += len;
        at += strspn(at, ", ");
    }
    return false;
}

bool wire_host_known(const struct wire *w, const struct http_request *r)
{
    struct span host = asked_host(r);
    struct address literal;
    if (!w->hosts || host.len == 0 || address_parse(&literal, host)) return true;
    const char *colon = memchr(host.at, ':', host.len);
    if (colon) host.len = (size_t)(colon - host.at);
    /* without a dot it is a name of this network, or localhost: no stranger owns one of those */
    return !memchr(host.at, '.', host.len) || is_listed(w->hosts, host);
}

/* ---- Origin and CORS ---- */

/* Is it (scheme://host) the server itself? The scheme may differ: a proxy may speak TLS. */
bool wire_origin_is_own(const struct http_request *r)
{
    struct span host = asked_host(r), origin = http_field(r, "Origin");
    if (!origin.at) return true;
    const char *slashes = memmem(origin.at, origin.len, "://", 3);
    if (!slashes) return false;
    struct span named = {slashes + 3, origin.len - (size_t)(slashes + 3 - origin.at)};
    return named.len == host.len && strncasecmp(named.at, host.at, host.len) == 0;
}

static bool listed_origin(const struct wire *w, struct span origin)
{
    return is_listed(w->origins, origin) || is_listed(w->origins, span_of("*"));
}

bool wire_origin_allowed(const struct wire *w, const struct http_request *r)
{
    return wire_origin_is_own(r) || listed_origin(w, http_field(r, "Origin"));
}

void wire_cors_headers(const struct wire *w, const struct http_request *r, struct buffer *headers)
{
    struct span origin = http_field(r, "Origin");
    if (w->origins && strcmp(w->origins, "*") == 0) {
        reply_header(headers, "Access-Control-Allow-Origin", "*");
    } else if (origin.at && listed_origin(w, origin)) {
        buffer_print(headers, "Access-Control-Allow-Origin: %.*s\r\n", (int)origin.len, origin.at);
        reply_header(headers, "Access-Control-Allow-Credentials", "true");
        reply_header(headers, "Vary", "Origin");
    } else {
        return;
    }
    struct span wanted = http_field(r, "Access-Control-Request-Headers");
    if (r->method != METHOD_OPTIONS) return;
    reply_header(headers, "Access-Control-Allow-Methods", "GET,HEAD,PUT,PATCH,POST,DELETE");
    if (wanted.at)
        buffer_print(headers, "Access-Control-Allow-Headers: %.*s\r\n", (int)wanted.len, wanted.at);
    reply_header(headers, "Access-Control-Max-Age", "600");
}
