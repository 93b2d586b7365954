/* Sockets: the only folder that does network I/O. Accepts, reads into one shared buffer, feeds
 * src/wire, and once per turn of the loop writes what each connection has queued, in one piece.
 *
 *     struct net net;
 *     net_init(&net, uv_default_loop(), &settings, &hooks);
 *     socketio_init(&io, &net.wire, …);
 *     if (!net_listen_tcp(&net, "127.0.0.1", 8080, problem)) …
 *     uv_run(loop, UV_RUN_DEFAULT);
 *     net_free(&net);
 *
 * struct net sits in the caller's memory from net_init until net_free; it owns its connections.
 * Everything happens on the loop's thread. From other threads: uv_async_send to one of your own. */
#pragma once

#include "net/sender.h"
#include "net/tally.h"
#include "wire/wire.h"

#include <uv.h>

#define NET_LISTENERS_MAX 8
#define NET_READ_BYTES 65536
/* Who comes and goes without end is not let in without end: a turn has other things to do. */
#define NET_ACCEPTS_PER_TURN 32

struct net_settings {
    uint32_t connections_max;         /* in all; further ones are refused at once */
    struct wire_rate stranger, known; /* see wire.h */
    uint32_t
        per_address_max; /* of one client address; 0: no limit. Those of proxies are everybody's */
    uint32_t out_max;    /* bytes that may wait for one client */
    size_t memory_max; /* bytes that may be kept for all of them, see wire/budget.h; 0: no limit */
    struct http_limits limits;
    struct wire_times times;
    const char *origins;    /* see wire.h */
    const char *hosts;      /* see wire.h */
    struct proxies proxies; /* see wire.h */
};
#define NET_SETTINGS_DEFAULT                                                                       \
    ((struct net_settings){20000,                                                                  \
                           {0},                                                                    \
                           {0},                                                                    \
                           200,                                                                    \
                           4u << 20,                                                               \
                           (size_t)256 << 20,                                                      \
                           HTTP_LIMITS_DEFAULT,                                                    \
                           WIRE_TIMES_DEFAULT,                                                     \
                           NULL,                                                                   \
                           NULL,                                                                   \
                           {0}})

struct net_counts {
    uint64_t accepted, refused; /* refused: over connections_max or per_address_max */
    uint64_t writes;            /* system calls that wrote */
    /* turns of the loop, and by how much of the processor each took (NET_TURN_BUCKETS) */
    uint64_t turns, turn_nanos, turn_buckets[9];
};

/* Upper ends of turn_buckets in microseconds; the last bucket has none. */
#define NET_TURN_BUCKETS                                                                           \
    {                                                                                              \
        1000, 2500, 5000, 10000, 25000, 50000, 100000, 1000000                                     \
    }

struct net_connection;

struct net {
    struct wire wire; /* mount engines here; wire.now is the turn's time */
    uv_loop_t *loop;
    struct net_settings settings;
    struct net_counts counts;
    uint32_t connections;     /* open now */
    uint32_t connections_max; /* as set, or as many as there are descriptors for */
    /* what follows is net's own */
    union {
        uv_tcp_t tcp;
        uv_pipe_t pipe;
        uv_stream_t stream;
    } listeners[NET_LISTENERS_MAX];
    bool knocked[NET_LISTENERS_MAX]; /* somebody there waits for the next turn */
    unsigned listener_count;
    uint32_t accepts;         /* in this turn, see NET_ACCEPTS_PER_TURN */
    uv_prepare_t before_poll; /* writes what timers queued */
    uv_check_t after_poll;    /* writes what reading queued */
    uv_timer_t timer;         /* the one timer: next thing due in src/wire */
    uint64_t timer_at;        /* when it fires; UINT64_MAX if it does not run */
    struct net_connection *all;
    struct tally addresses;
    struct sender sender;
    char *read_buffer;
    bool few_files;        /* there are fewer descriptors than connections_max wants */
    uint64_t refused_told; /* when a line about refused connections was logged last */
    uint32_t refused_since_told;
    uint64_t cpu;               /* nanoseconds of this thread when the turn began */
    uint64_t date_until;        /* wire.date is right until then */
    void (*turned)(void *data); /* see net_on_turn */
    void *turned_data;
    void (*stopped)(struct net *net, void *data);
    void *stopped_data;
    uint64_t stop_by; /* 0 unless it is stopping */
    bool stop_told;
};

void net_init(struct net *n, uv_loop_t *loop, const struct net_settings *settings,
              const struct wire_hooks *hooks);

/* Each returns true, or false with a sentence in `problem`. They may be called several times. */
#define NET_PROBLEM_MAX 200
/* `host`: an IPv4 or IPv6 address, or "" or "*" for all of both. Port 0 takes a free one. */
bool net_listen_tcp(struct net *n, const char *host, uint16_t port, char problem[NET_PROBLEM_MAX]);
/* A stale socket file that nobody listens on is replaced. */
bool net_listen_unix(struct net *n, const char *path, char problem[NET_PROBLEM_MAX]);
/* Sockets handed over by systemd (LISTEN_FDS, LISTEN_PID). Returns how many; 0 if none were. */
int net_listen_activated(struct net *n, char problem[NET_PROBLEM_MAX]);
/* Nanoseconds that the thread that asks has had of the processor. */
uint64_t net_processor(void);
/* The port that the first TCP listener got, 0 if there is none. */
uint16_t net_port(const struct net *n);

/* `turned` is called when all that a turn of the loop brought has been dealt with: before what came
 * of it is written, and once more before the loop waits. */
void net_on_turn(struct net *n, void (*turned)(void *data), void *data);

/* Stops accepting, says goodbye to everybody (wire_stop) and calls `stopped` on the loop when the
 * last connection is gone, at the latest after `within` milliseconds. */
void net_stop(struct net *n, uint32_t within, void (*stopped)(struct net *net, void *data),
              void *data);
/* Closes whatever is left; run the loop once more afterwards so that handles can close. */
void net_free(struct net *n);
