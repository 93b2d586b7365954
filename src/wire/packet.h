/* Socket.IO packets, protocol 5: one text each, and the binary messages that belong to it.
 *
 *     2/chat,17["name",{"x":1}]      event 2, namespace /chat, acknowledgement 17, arguments
 *     51-["name",{"_placeholder":true,"num":0}]   and one binary message follows
 *
 * A decoded packet owns its JSON and its namespace; packet_free releases both. Binary arguments
 * stay placeholders in the JSON, and the attachments are beside it. */
#pragma once

#include "core/buffer.h"
#include "wire/span.h"

#include <jansson.h>
#include <stdint.h>

enum packet_type {
    PACKET_CONNECT,
    PACKET_DISCONNECT,
    PACKET_EVENT,
    PACKET_ACK,
    PACKET_CONNECT_ERROR,
    PACKET_BINARY_EVENT,
    PACKET_BINARY_ACK
};

#define PACKET_NAMESPACE_MAX 64
#define PACKET_ATTACHMENTS_MAX 64
#define PACKET_NAME_MAX 63 /* of events that are only checked */

struct packet {
    enum packet_type type;
    uint32_t attachments; /* how many binary messages follow */
    int64_t id;           /* of an acknowledgement, -1 if there is none */
    char namespace[PACKET_NAMESPACE_MAX + 1];
    json_t *data;     /* object (connect) or array (events, acks); NULL if there is none */
    struct span text; /* the same as it came; in the bytes that were read, and as long as those */
};

/* The text behind the Engine.IO type digit, in two steps: everything except `data`, and then that.
 * False if it is no packet that a client may send: events need an array that begins with a string
 * (not one of the reserved names), acks an id and an array, placeholders a number below that of the
 * attachments. */
bool packet_read_head(struct packet *p, const char *text, size_t len);
bool packet_read_data(struct packet *p);
/* The name of an event whose JSON is only checked, not read, and what stands behind it. False if it
 * is none, or one that has to be read: a name with escapes, a very long one, a reserved one. */
bool packet_check_event(const struct packet *p, char name[PACKET_NAME_MAX + 1], struct span *args);
/* What stands behind the name in an event's array, which is known to be right. */
struct span packet_behind_name(struct span text);
void packet_free(struct packet *p);

/* Appends the part of a packet before its JSON: "4", type, attachments, namespace, id. */
void packet_write_head(struct buffer *out, enum packet_type type, uint32_t attachments,
                       const char *namespace, int64_t id);
