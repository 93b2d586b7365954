/* What all connections of one server share: the clock's last reading, limits, waiting lines, and
 * the hooks through which the server's author is called. One thread, no locks.
 *
 *     bytes ─▶ connection ─┬─ engine path ─▶ engine ─▶ socketio ─▶ its handlers
 *                          └─ any other ───▶ hooks.request
 *     bytes ◀─ connection_out ◀─ replies, streams, frames; written once per turn by the driver
 *
 * Whoever moves the bytes (src/net, a test, a fuzzer) is called the driver here. It owns the struct
 * wire and the connections' memory, sets `now`, feeds, and after each turn writes what
 * wire_take_unsent gives. Nothing in src/wire reads a clock or touches a socket. */
#pragma once

#include "core/buffer.h"
#include "wire/account.h"
#include "wire/budget.h"
#include "wire/due.h"
#include "wire/http.h"
#include "wire/proxies.h"

struct connection;
struct engine;

/* How long things may take, in milliseconds. */
struct wire_times {
    uint32_t head; /* a request's head, from its first byte (of a connection: from its start) */
    uint32_t body; /* its body */
    uint32_t idle; /* between two requests */
    uint32_t heartbeat; /* of an event stream: a comment each time */
    uint32_t closing;   /* to take the last bytes after we decided to close */
};
#define WIRE_TIMES_DEFAULT ((struct wire_times){10000, 30000, 60000, 25000, 5000})

/* How many messages a session may send: `burst` at once, then one every `refill` milliseconds. Who
 * sends more is not read from until it is in time again, and closed if that goes on. */
struct wire_rate {
    uint32_t burst, refill; /* 0: no limit */
};

struct wire_hooks {
    void *context;
    /* Every request that is not for a mounted engine. Answer with connection_reply, now or, after
     * connection_hold, later; or begin a stream. `r` lives until this returns. */
    void (*request)(void *context, struct connection *c, const struct http_request *r);
    /* How large the body of this request may be, of which only the head is here. NULL, or fewer than
     * limits.body_max: that. Of larger ones no more than WIRE_LARGE_BODIES_MAX come in at a time. */
    uint32_t (*body_max)(void *context, const struct http_request *r);
    /* A line for the log: a client was dropped, refused, … NULL: silence. Never holds a secret. */
    void (*note)(void *context, const struct connection *c, const char *what);
    /* So many clients were dropped since the last time because more was kept for all of them than the
     * budget allows; the hungriest came from `first`. Not more often than every ten seconds. NULL:
     * silence. */
    void (*relieved)(void *context, const struct address *first, uint32_t dropped);
};

#define WIRE_LARGE_BODIES_MAX 8

/* Counters that only grow, for /metrics. */
struct wire_counts {
    uint64_t requests;
    uint64_t refused_requests; /* malformed, too large, too slow */
    uint64_t messages_in;      /* WebSocket messages and polled packets */
    uint64_t parcels_out;      /* parcels sent, each client counts */
    uint64_t overflowed;       /* connections dropped because they did not read */
    uint64_t work;             /* see account.h */
    uint64_t put_off;          /* reads that had to wait for another turn */
    uint64_t paused, overrun;  /* who sent too much was not read from for a while; was closed */
    uint64_t bytes_in, bytes_out;
};

struct wire {
    uint64_t turn; /* of the loop; the driver counts them */
    uint64_t now;  /* milliseconds, monotonic; the driver sets it before it calls anything else */
    uint64_t (*processor)(void); /* nanoseconds that this thread has had of it; NULL: not timed */
    char date[32]; /* value of the Date header; the driver keeps it right, "" leaves it out */
    struct http_limits limits;
    struct wire_times times;
    struct wire_rate stranger, known;  /* of sessions; see session_know */
    uint32_t sessions_per_address_max; /* 0: no limit */
    uint32_t out_max;                  /* bytes queued for one client before it is dropped */
    const char
        *origins; /* besides the own host: "*" or "https://a.example,https://b.example"; NULL */
    const char *hosts;      /* names that we go by, with commas; NULL: any */
    struct proxies proxies; /* whose X-Forwarded-… is believed */
    bool stopping;          /* every answer from now on closes its connection */
    struct wire_hooks hooks;
    struct wire_counts counts;
    struct budget budget; /* max and fixed are set from outside */
    /* what follows is the wire's own */
    struct due_queue heads, bodies, idles, streams, closings;
    struct due_queue hungers; /* connections with requests that wait for another turn */
    struct due_queue pauses;  /* connections that are not read from for a while */
    struct accounts accounts;
    uint32_t large_bodies;     /* requests that were allowed one */
    struct connection *unsent; /* have something to write, or want to be closed */
    struct engine *engines;
};

void wire_init(struct wire *w, const struct wire_times *times, const struct wire_hooks *hooks);
/* Does what is due at w->now: time-outs, heartbeats, pings. */
void wire_tick(struct wire *w);
/* When something is due next; UINT64_MAX if nothing waits. */
uint64_t wire_next_due(const struct wire *w);
/* The next connection that something happened to, or NULL; it is off the list then. For each: write
 * connection_out if there is any, tell connection_wrote, close it if connection_done, and read from
 * it or not as connection_blocked says. */
struct connection *wire_take_unsent(struct wire *w);
/* Says goodbye: sessions are closed, streams ended, idle connections closed. Connections that wait
 * for an answer get it first. */
void wire_stop(struct wire *w);

/* Something was done for a client: it is counted. */
void wire_worked(struct wire *w, struct account *a, size_t work, size_t bytes);

/* May a page of this request's Origin talk to us? Yes if there is no Origin (not a browser), if it
 * is our own host, or if `origins` names it. */
bool wire_origin_allowed(const struct wire *w, const struct http_request *r);
/* The same without `origins`: no page but our own. */
bool wire_origin_is_own(const struct http_request *r);
/* Is it us whom this request is for? A name that we do not go by, but that leads to us, belongs to
 * somebody who wants his page to be taken for ours (DNS rebinding). Addresses, and names without a
 * dot, are always good. */
bool wire_host_known(const struct wire *w, const struct http_request *r);
/* Adds the Access-Control-… lines that the request's Origin may have; none if it may not. */
void wire_cors_headers(const struct wire *w, const struct http_request *r, struct buffer *headers);
