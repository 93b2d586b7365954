/* One or more Engine.IO packets, encoded once and sent to many. Shared: every holder counts as one
 * reference; parcel_new gives the first to the caller. Sending does not take the caller's.
 *
 *     bytes of `frames`:   [ws header|4…text…] [ws header|binary] …     what a WebSocket gets
 *     bytes of `payload`:  4…text… 0x1e b…base64…                       what a poll gets
 *
 * The second form is made when the first polling client needs it. */
#pragma once

#include "core/buffer.h"
#include "wire/span.h"

#include <stdint.h>

struct parcel {
    struct buffer frames;
    struct buffer payload;
    uint64_t id;         /* no other parcel ever has it */
    uint64_t joined_to;  /* id of the one that was sent behind this one last time, */
    struct parcel *both; /* and the two in one; NULL: none was */
    uint32_t refs;
};

struct parcel *parcel_new(void);
/* A text packet as it stands, type digit first. */
void parcel_add_text(struct parcel *p, const char *packet, size_t len);
/* A binary message. */
void parcel_add_binary(struct parcel *p, const void *bytes, size_t len);
struct span parcel_frames(const struct parcel *p);
struct span parcel_payload(struct parcel *p);
/* The two in one, for a connection that gets both at once. Made once: those who get the one after
 * the other are mostly many. Borrowed from `first`, until the next call with it. */
struct parcel *parcel_joined(struct parcel *first, struct parcel *second);
struct parcel *parcel_hold(struct parcel *p);
void parcel_release(struct parcel *p); /* NULL is allowed */
