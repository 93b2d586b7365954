/* Engine.IO, protocol 4: sessions over polling and WebSocket, and the upgrade between them.
 * An engine is mounted at one path of a wire; it answers that path's requests by itself, pings,
 * times out, and tells its handler about sessions, messages and ends. Most authors want socketio.h,
 * which is such a handler.
 *
 * The engine owns its sessions. A session is good from `open` until `close` has returned. */
#pragma once

#include "wire/connection.h"

#define ENGINE_SID_LENGTH 20
/* A polling session lives for a while without any connection, so those need a limit of their own:
 * further handshakes are answered with 503. Those of one address have another
 * (wire.sessions_per_address_max), and one connection opens no more than these at once, then one in
 * so many milliseconds. */
#define ENGINE_SESSIONS_MAX 50000
#define ENGINE_OPENS_AT_ONCE 16
#define ENGINE_OPEN_MS 2000
/* In one POST: they are worked on at once. */
#define ENGINE_PACKETS_MAX 256
/* Who was over the rate for this long is closed. */
#define ENGINE_OVER_MS 10000

struct session;

struct engine_settings {
    const char *path;       /* "/socket.io/"; requests to anything below it are not the engine's */
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
    struct due_queue pings;  /* sessions that will be pinged */
    struct due_queue pongs;  /* sessions that owe a pong */
    struct due_queue probes; /* WebSockets that want to take a session over and did not yet */
    struct session **table;  /* by sid, chained */
    uint32_t table_size;     /* a power of two */
    struct session *dirty;   /* polling sessions that got something in this turn */
    struct parcel *ping;     /* the one that everybody gets */
};

struct session {
    char sid[ENGINE_SID_LENGTH + 1];
    bool closed;     /* only waits for `holds` to be 0 */
    bool upgraded;   /* talks by WebSocket */
    bool probed;     /* a WebSocket has asked to take over */
    bool overflowed; /* too much waits for it: closes at the end of the turn */
    bool dirty;
    bool known;     /* is somebody in the house, and may say more than a stranger */
    bool owes_pong; /* was pinged; `due` is when its time is over, and before that when to ping */
    uint16_t holds; /* callers on the stack that still need it, and the dirty list */
    struct engine *engine;
    struct session *chain, *next_dirty;
    struct connection *poll;   /* a GET that waits, polling only */
    struct connection *post;   /* a POST whose body is coming in, polling only */
    struct connection *socket; /* the WebSocket, or the one that probes */
    struct buffer queue;       /* packets that wait for the next poll, separated by 0x1e */
    size_t weight;             /* all that is kept for it, see budget.h */
    char *cors;                /* Access-Control lines for the poll that waits, or NULL */
    struct due due;
    struct address client;
    struct account *account;
    struct session *older, *newer; /* of the same account */
    uint64_t paid_until; /* what it said so far is worth that many milliseconds of its rate */
    uint64_t over_since; /* 0: it is within its rate */
    void *user;          /* the handler's */
};

/* Mounts it; `handler` and the path's text are kept, the engine stays in the caller's memory. */
void engine_init(struct engine *e, struct wire *w, const struct engine_settings *settings,
                 const struct engine_handler *handler, void *context);
void engine_free(struct engine *e);

/* Sends now (WebSocket) or with the next poll. The caller keeps its reference. A session that takes
 * nothing is closed when wire.out_max is reached. */
void session_send(struct session *s, struct parcel *p);
/* It belongs to somebody in the house from now on (or no longer). */
void session_know(struct session *s, bool known);
/* Ends it; `close` is called before this returns. */
void session_close(struct session *s, const char *why);
struct session *engine_find(struct engine *e, struct span sid);
/* 120 random bits in 20 letters that may stand in a URL. */
void engine_draw_sid(char out[ENGINE_SID_LENGTH + 1]);

/* ---- for wire and connection ---- */
/* A new session for a request that may have one. */
struct session *session_open(struct engine *e, struct connection *c, const struct http_request *r);
/* Text of the first packet: 0{"sid":…}. */
void session_greeting(const struct session *s, struct buffer *out);
/* One packet from the client, whatever the transport; false if it is none. */
bool session_packet(struct session *s, bool text, char *bytes, size_t len);
/* Answers the poll that waits; the session keeps nothing of what it is told. */
void session_answer_poll(struct session *s, struct span body);
void session_answer_queue(struct session *s); /* with all that waits for it */
void session_hold(struct session *s);
void session_unhold(struct session *s);
/* Everything goes by WebSocket from now on. */
void session_upgrade(struct session *s);
extern const struct websocket_handler session_websocket;
bool engine_serves(const struct engine *e, struct span path);
void engine_request(struct engine *e, struct connection *c, const struct http_request *r);
/* Until when the session's messages have to wait; 0: it is within its rate. */
uint64_t session_wait(const struct session *s);
/* May this address have one more? If it has as many as it may, its oldest that nobody is known by
 * and that no connection waits for goes. */
bool engine_has_place(struct engine *e, uint64_t key);
/* A POST's head is here, its body is not. */
void engine_post_begins(struct engine *e, struct connection *c, const struct http_request *r);
/* Its connection was lost before that body was whole. */
void session_post_lost(struct session *s);
/* Its time has run out, although the loop has not come to it yet. */
bool session_expired(const struct session *s);
/* Answers the polls of sessions that got something in this turn. */
void engine_flush(struct engine *e);
void engine_tick(struct engine *e);
uint64_t engine_next_due(const struct engine *e);
void engine_stop(struct engine *e);
