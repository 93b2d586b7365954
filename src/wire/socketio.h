/* A Socket.IO server, protocol 5 over Engine.IO 4: the official clients of any language work.
 *
 *     static void connected(struct socketio_client *c) { socketio_emit(c, "hello", "1"); }
 *     static const struct socketio_namespace spaces[] = {
 *         {.name = "/", .connected = connected, .event = …}, {0}};
 *     struct socketio io;
 *     socketio_init(&io, &wire, &ENGINE_SETTINGS_DEFAULT, spaces, NULL);
 *
 * The server owns its clients. A client is one browser (or other program) in one namespace; the
 * pointer is good from `connect` until `disconnect` has returned. Put what is yours into c->user.
 *
 * Everything sent in one turn of the loop leaves in one write. Sending the same to many: make a
 * parcel once (socketio_event), send it to each or to a group, release it. */
#pragma once

#include "wire/engine.h"
#include "wire/packet.h"

struct socketio_client;

/* Why somebody may not connect; `data` (or NULL) is consumed. The client gets it as connect_error.
 */
struct socketio_refusal {
    char message[120];
    json_t *data;
};

struct socketio_event {
    const char *name;
    json_t *args;              /* array, without the name; the event's own, so that it may be
                                  changed, and gone afterwards. NULL with text_only */
    struct span text;          /* the same as JSON text, without brackets, ready to be passed on;
                                  not valid beside attachments */
    const struct span *binary; /* the attachments, to which placeholders in args refer by `num` */
    uint32_t binary_count;
    int64_t ack; /* id to answer with socketio_ack, now or later; -1: none wanted */
};

/* One row of the table of namespaces; the last row has name NULL. Functions may be NULL. */
struct socketio_namespace {
    const char *name; /* "/", "/custom" */
    /* For servers that pass events on without looking into them: the JSON of events is checked but
     * not read, which is most of the work of receiving one. `args` is NULL then, mostly. */
    bool text_only;
    /* May it come in? `auth` is its CONNECT payload, {} if it sent none; borrowed. True, or false
     * with *why filled in. Do not emit here: the client would not be ready. */
    bool (*connect)(struct socketio_client *c, const json_t *auth, struct socketio_refusal *why);
    /* It is in and knows it: emit whatever it should see first. `auth` as before. */
    void (*connected)(struct socketio_client *c, const json_t *auth);
    void (*event)(struct socketio_client *c, const struct socketio_event *e);
    /* It is out. Why: "client namespace disconnect", or the engine's reason ("transport close", "ping
     * timeout", …). It has left its groups. */
    void (*disconnect)(struct socketio_client *c, const char *why);
};

struct socketio {
    struct engine
        engine; /* settings.max_payload also bounds all attachments of one packet together */
    const struct socketio_namespace *spaces;
    void *context;    /* yours */
    uint32_t clients; /* now */
};

struct socketio_member;

struct socketio_client {
    char sid[ENGINE_SID_LENGTH + 1]; /* public; not the session's, which is a secret */
    bool in;                         /* admitted and not yet out: may be sent to */
    struct socketio *io;
    const struct socketio_namespace *space;
    struct session *session;
    struct socketio_client *next; /* of the same session */
    struct socketio_member *groups;
    void *user; /* yours */
};

/* `spaces` is kept. */
void socketio_init(struct socketio *io, struct wire *w, const struct engine_settings *settings,
                   const struct socketio_namespace *spaces, void *context);
void socketio_free(struct socketio *io);

/* ---- to one ---- */
/* `args` is JSON: one argument, or several with commas between them; NULL or "" for none. */
void socketio_emit(struct socketio_client *c, const char *event, const char *args);
void socketio_emit_n(struct socketio_client *c, const char *event, const char *args, size_t len);
/* Answers an event that wanted it; an id of -1 is ignored, so it may always be called. */
void socketio_ack(struct socketio_client *c, int64_t id, const char *args);
void socketio_ack_n(struct socketio_client *c, int64_t id, const char *args, size_t len);
/* Where it comes from: the address by connection_client. */
const struct address *socketio_address(const struct socketio_client *c);
/* The Cookie field of the request that opened the session, for cookie_value; empty if there was
 * none. */
struct span socketio_cookies(const struct socketio_client *c);

/* ---- the same to many ---- */
/* Encoded once; release it with parcel_release. The namespace must be the receivers'. */
struct parcel *socketio_event(const char *namespace, const char *event, const char *args,
                              size_t len);
/* With binary arguments: `args` holds {"_placeholder":true,"num":N} where `binary`[N] belongs. */
struct parcel *socketio_event_binary(const char *namespace, const char *event, const char *args,
                                     size_t len, const struct span *binary, uint32_t count);
struct parcel *socketio_ack_parcel(const char *namespace, int64_t id, const char *args, size_t len,
                                   const struct span *binary, uint32_t count);
void socketio_send(struct socketio_client *c, struct parcel *p);

/* Clients that get the same: a room's watchers, a team. It sits in its owner's memory ({0} is
 * empty); a client may be in any number of groups and leaves all by itself when it goes. */
struct socketio_group {
    struct socketio_member *first;
    uint32_t count;
};
void socketio_join(struct socketio_group *g, struct socketio_client *c); /* twice is once */
void socketio_leave(struct socketio_group *g, struct socketio_client *c);
void socketio_group_send(struct socketio_group *g, struct parcel *p);
/* To everybody in it except one (NULL: to all). */
void socketio_group_send_except(struct socketio_group *g, struct parcel *p,
                                const struct socketio_client *except);
void socketio_leave_all(struct socketio_client *c);
