/* What the files of a connection know of each other, and nobody else: connection.c has its life and
 * its ends, connection_in.c what it is fed, connection_out.c what it is sent, connection_websocket.c
 * and connection_time.c what their names say. */
#pragma once

#include "wire/connection.h"

/* With more than this waiting for it, nothing more is read or answered. */
#define CONNECTION_OUT_PAUSE 65536

void connection_note(const struct connection *c, const char *what);
/* Bytes that were not taken by the kernel. */
size_t connection_waiting(const struct connection *c);
/* Something was done for it. */
void connection_charge(struct connection *c, size_t work, size_t bytes);

/* Closes when all that is queued has left. */
void connection_finish(struct connection *c);
/* Closes at once; who waits for it is told later, by connection_lost, from the driver's stack. */
void connection_fail(struct connection *c, const char *why);
/* Nobody above is interested any more. */
void connection_detach(struct connection *c);
/* Tells whoever waits, once. */
void connection_tell_gone(struct connection *c);
void connection_free_parser(struct wire *w, struct http_parser *p);

/* Requests came that were not looked at yet, and may be. */
bool connection_has_early(const struct connection *c);
/* The buffer to add to; a shared parcel that waits alone is copied into it first. */
struct buffer *connection_own_out(struct connection *c);
/* Whoever does not read is dropped before memory grows without end. */
bool connection_has_room(struct connection *c, size_t len);
/* Refuses what is no request, or is too large or too slow, and closes. */
void connection_refuse_status(struct connection *c, int status, const char *reason,
                              const struct http_request *r);
void connection_feed_frames(struct connection *c, char *bytes, size_t len);
