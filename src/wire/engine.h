/* Engine.IO, protocol 4: sessions over polling and WebSocket, and the upgrade between them.
 * An engine is mounted at one path of a wire; it answers that path's requests by itself, pings,
 * times out, and tells its handler about sessions, messages and ends. Most authors want socketio.h,
 * which is such a handler.
 *
 * The engine owns its sessions. A session is good from `open` until `close` has returned. */
#pragma once

#include "wire/connection.h"

#define ENGINE_SID_LENGTH 20

struct session;

struct engine_settings {
    const char *path;      /* "/socket.io/"; requests to anything below it are not the engine's */
    uint32_t ping_interval; /* milliseconds */
    uint32_t ping_timeout;
    uint32_t max_payload; /* bytes of one message, and of one POST */
};
#define ENGINE_SETTINGS_DEFAULT ((struct engine_settings){"/socket.io/", 25000, 20000, 1000000})

struct engine_handler {
    /* `r` is the request that opened it (address, cookies, headers). */
    void (*open)(void *context, struct session *s, const struct http_request *r);
    void (*message)(void *context, struct session *s, bool text, char *bytes, size_t len);
    /* Why: "transport close", "transport error", "ping timeout", "parse error", "forced close",
     * "server shutting down". */
    void (*close)(void *context, struct session *s, const char *why);
};

struct engine {
    struct engine_settings settings;
    struct engine_handler handler;
    void *context;
    uint32_t polling, websocket; /* sessions by transport now */
    /* what follows is the engine's own */
    struct wire *wire;
    struct engine *next;
    struct due_queue pings;   /* sessions that will be pinged */
    struct due_queue pongs;   /* sessions that owe a pong */
    struct due_queue probes;  /* WebSockets that want to take a session over and did not yet */
    struct session **table;   /* by sid, chained; a power of two */
    uint32_t table_size;
};

struct session {
    char sid[ENGINE_SID_LENGTH + 1];
    uint8_t state;
    bool upgraded;          /* talks by WebSocket */
    bool probed;            /* a WebSocket has asked to take over */
    struct engine *engine;
    struct session *chain;
    struct connection *poll;  /* a GET that waits, polling only */
    struct connection *post;  /* a POST whose body is coming in, polling only */
    struct connection *socket; /* the WebSocket, or the one that probes */
    struct buffer queue;    /* packets that wait for the next poll, separated by 0x1e */
    struct due due;
    struct address client;
    void *user;             /* the handler's */
};

/* Mounts it; `handler` and the path's text are kept, the engine stays in the caller's memory. */
void engine_init(struct engine *e, struct wire *w, const struct engine_settings *settings,
                 const struct engine_handler *handler, void *context);
void engine_free(struct engine *e);

/* Sends now (WebSocket) or with the next poll. The caller keeps its reference. A session that takes
 * nothing is closed when wire.out_max is reached. */
void session_send(struct session *s, struct parcel *p);
/* Ends it; `close` is called before this returns. */
void session_close(struct session *s, const char *why);
struct session *engine_find(struct engine *e, struct span sid);

/* ---- for wire and connection ---- */
bool engine_serves(const struct engine *e, struct span path);
void engine_request(struct engine *e, struct connection *c, const struct http_request *r);
/* A POST's head is here, its body is not. */
void engine_post_begins(struct engine *e, struct connection *c, const struct http_request *r);
/* That connection was lost before the body was whole. */
void engine_post_lost(struct engine *e, struct connection *c);
void engine_tick(struct engine *e);
uint64_t engine_next_due(const struct engine *e);
void engine_stop(struct engine *e);
