/* One client's connection: HTTP requests, of which one may turn it into a WebSocket or a stream.
 * The driver owns the memory (it embeds a struct connection in its own) and frees it only after
 * connection_lost. Pointers to a connection are good until `gone` or `closed` told you otherwise.
 *
 *     REQUESTS ⇄ ANSWERING          a request is whole; reads on, but waits with the next one
 *                    ├─▶ STREAM     event stream, until somebody closes
 *                    └─▶ WEBSOCKET
 *
 * An idle WebSocket holds no buffer: what is here plus the driver's handle is all it costs. */
#pragma once

#include "wire/parcel.h"
#include "wire/reply.h"
#include "wire/websocket.h"
#include "wire/wire.h"

enum connection_phase {
    CONNECTION_REQUESTS,
    CONNECTION_ANSWERING,
    CONNECTION_STREAM,
    CONNECTION_WEBSOCKET
};

enum connection_end {
    CONNECTION_OPEN,
    CONNECTION_FINISHING, /* what is queued is written, then it closes; nothing is read any more */
    CONNECTION_DROPPED    /* closes at once, whatever is queued */
};

struct session;

/* Called by a WebSocket connection for whoever took it over. */
struct websocket_handler {
    /* Text or binary; the bytes live until this returns and may be changed. */
    void (*message)(struct connection *c, void *data, bool text, char *bytes, size_t len);
    /* The connection is gone, or going because of the peer; it is called once, and not if you
     * closed it yourself with connection_close_websocket. */
    void (*closed)(struct connection *c, void *data);
};

struct connection {
    struct wire *wire;
    struct parcel *direct; /* to be written, shared with others: nothing is copied if it is all */
    struct buffer out;     /* to be written; empty while there is `direct` */
    size_t in_flight;      /* bytes that the driver took and has not written yet, */
    size_t in_flight_cap;  /* and what their buffer takes */
    size_t weight;         /* all that is kept for it, see budget.h */
    struct connection **unsent_prev, *unsent_next; /* on wire.unsent if unsent_prev is not NULL */
    struct due due;
    struct account *account;                         /* of the client whose request came last */
    struct connection **account_link, *account_next; /* others of the same */
    uint64_t paused_until;                           /* 0: it is read from */
    struct address peer;
    uint8_t phase; /* which member of the union is alive */
    uint8_t end;
    bool by_proxy;   /* what it forwards is believed */
    uint32_t round;  /* of its account, when something was done for it last */
    bool head_only;  /* the request that is being answered was HEAD */
    bool keep_alive; /* and may be followed by another */
    void *data;      /* of `gone` or of the WebSocket's handler */
    union {
        struct {                        /* REQUESTS, ANSWERING, STREAM */
            struct http_parser *parser; /* NULL between requests */
            void (*gone)(struct connection *c, void *data);
            struct buffer early;     /* came while the answer before was pending */
            uint64_t opened_until;   /* see ENGINE_OPEN_MS */
            struct session *posting; /* the session for which a POST's body is coming in */
        } http;
        struct { /* WEBSOCKET */
            const struct websocket_handler *handler;
            struct websocket frames;
        } ws;
    };
};

/* ---- for the driver ---- */
void connection_init(struct connection *c, struct wire *w, const struct address *peer);
/* How many bytes may be read from it now; 0: none in this turn. */
size_t connection_wants(struct connection *c);
/* Nothing is to be read until wire_take_unsent gives it again: it sent too much, or does not take
 * what it asked for. */
bool connection_blocked(const struct connection *c);
/* Bytes from the client; they are changed. */
void connection_feed(struct connection *c, char *bytes, size_t len);
/* What is to be written. */
struct span connection_out(const struct connection *c);
/* The first `count` bytes of it have left. */
void connection_wrote(struct connection *c, size_t count);
/* The driver takes the rest into its own hands, because it has to wait; it frees it, and says when
 * it has left. Until then nothing else may be written. */
struct buffer connection_take(struct connection *c);
void connection_landed(struct connection *c, size_t count);
/* Nothing more to come: the driver closes the socket now. */
bool connection_done(const struct connection *c);
/* The peer is gone, or the driver closed; everything is released except the struct itself. */
void connection_lost(struct connection *c);

/* ---- between wire and connection ---- */
void connection_list(struct connection *c); /* onto wire.unsent */
void connection_unlist(struct connection *c);
void connection_resume(struct connection *c); /* takes requests that came early */
/* Nothing is read from it until then. */
void connection_pause(struct connection *c, uint64_t until);
void connection_feed_rest(struct connection *c, const char *bytes, size_t len);
void connection_tick(struct wire *w); /* time-outs and heartbeats of all of them */
void connection_stop(struct wire *w); /* closes those that wait for nothing */

/* ---- answering a request ---- */
/* Answers a request whose body is not wanted any more, and closes. */
void connection_refuse(struct connection *c, const struct reply *r);
/* Answers the request that `hooks.request` was called with. */
void connection_reply(struct connection *c, const struct reply *r);
/* The same for the usual case: a text of that type. */
void connection_reply_text(struct connection *c, int status, const char *type, const char *text);
/* «I shall answer later»: if the client goes before that, `gone` is called once. After that, or
 * after the answer, the pointer may no longer be used. */
void connection_hold(struct connection *c, void (*gone)(struct connection *c, void *data),
                     void *data);
/* Begins an event stream (text/event-stream, no caching, no proxy buffering); `headers` as in a
 * reply. Write events with connection_write. A heartbeat comment goes out every 25 s by itself;
 * `gone` is called once when the client goes or does not read. */
void connection_stream(struct connection *c, struct span headers,
                       void (*gone)(struct connection *c, void *data), void *data);
/* Adds to what leaves at the end of this turn. A client with more than wire.out_max waiting is
 * dropped. Sending to many: encode into one buffer, then call this for each. */
void connection_write(struct connection *c, const void *bytes, size_t len);
/* Ends a stream after what is queued; `gone` is not called. */
void connection_end(struct connection *c);

/* ---- WebSocket ---- */
/* Turns the request being answered into a WebSocket; false (and answered) if it is no handshake.
 * `message_max` in bytes. */
bool connection_upgrade(struct connection *c, const struct http_request *r,
                        const struct websocket_handler *h, void *data, uint32_t message_max);
/* Text of the caller or, to many, a parcel's frames. */
void connection_send_text(struct connection *c, const char *text, size_t len);
void connection_send(struct connection *c, struct parcel *p);
void connection_close_websocket(struct connection *c, uint16_t code, const char *reason);

/* The client's address for a request: the peer's, or what a proxy of ours says. */
struct address connection_client(const struct connection *c, const struct http_request *r);
