/* WebSocket (RFC 6455), the server's side: fed bytes in any cuts, gives whole messages. Masking is
 * required, text is checked for UTF-8 while it comes in, control frames may stand between
 * fragments, reserved bits are refused (no extension is ever agreed upon).
 *
 * A message that arrives in one piece is given where it was read, unmasked in place: no copy. Only
 * what is cut takes memory, which is released with the message. */
#pragma once

#include "core/buffer.h"
#include "wire/http.h"
#include "wire/utf8.h"

enum websocket_opcode {
    WEBSOCKET_CONTINUATION = 0,
    WEBSOCKET_TEXT = 1,
    WEBSOCKET_BINARY = 2,
    WEBSOCKET_CLOSE = 8,
    WEBSOCKET_PING = 9,
    WEBSOCKET_PONG = 10
};

struct websocket {
    struct buffer message; /* of a message that came in pieces, so far */
    uint64_t remaining;    /* payload bytes of the current frame still to come */
    uint32_t message_max;
    uint8_t header[14];
    uint8_t header_len; /* bytes of the header that are there */
    uint8_t mask_at;    /* which byte of the mask comes next */
    uint8_t opcode;     /* of the message in progress; 0 if there is none */
    bool in_payload;
    bool given; /* `message` was given out and is emptied with the next feed */
    bool over;  /* a close frame or an error came: nothing more is taken */
    struct utf8 utf8;
    struct buffer control; /* payload of a control frame that came in pieces */
};

enum websocket_step {
    WEBSOCKET_MORE,    /* everything used */
    WEBSOCKET_MESSAGE, /* a whole text, binary, ping, pong or close message */
    WEBSOCKET_BROKEN   /* close with `code`; nothing more is taken */
};

/* Given by a step. The bytes live until the next feed. */
struct websocket_message {
    enum websocket_opcode opcode;
    char *bytes; /* of a close: the reason */
    size_t len;
    uint16_t code; /* of a close: its code, 1005 if it had none; of BROKEN: 1002, 1007 or 1009 */
};

void websocket_init(struct websocket *w, uint32_t message_max);
/* Changes the bytes it is fed (it unmasks in place). */
enum websocket_step websocket_feed(struct websocket *w, char *bytes, size_t len, size_t *used,
                                   struct websocket_message *m);
void websocket_free(struct websocket *w);

/* The one encoder: a whole, unmasked frame. */
void websocket_write(struct buffer *out, enum websocket_opcode opcode, const void *bytes,
                     size_t len);
void websocket_write_close(struct buffer *out, uint16_t code, const char *reason);

/* Is this request a right opening handshake? Otherwise 400, or 426 with a version we do not speak.
 */
int websocket_handshake_status(const struct http_request *r); /* 101, 400 or 426 */
/* The 101 response. */
void websocket_accept(struct buffer *out, const struct http_request *r);
