#include "wire/websocket.h"
#include "wire/base64.h"

#include <nettle/sha1.h>

#define KEY_LENGTH 24 /* base64 of 16 bytes */

void websocket_init(struct websocket *w, uint32_t message_max)
{
    *w = (struct websocket){.message_max = message_max};
}

void websocket_free(struct websocket *w)
{
    buffer_free(&w->message);
    buffer_free(&w->control);
}

static enum websocket_step broken(struct websocket *w, struct websocket_message *m, uint16_t code)
{
    w->over = true;
    m->code = code;
    m->bytes = NULL;
    m->len = 0;
    return WEBSOCKET_BROKEN;
}

static size_t header_size(const struct websocket *w)
{
    if (w->header_len < 2) return 2;
    unsigned len = w->header[1] & 0x7f;
    return 2 + (len == 126 ? 2 : len == 127 ? 8 : 0) + ((w->header[1] & 0x80) ? 4 : 0);
}

static unsigned frame_opcode(const struct websocket *w)
{
    return w->header[0] & 15;
}

static bool frame_final(const struct websocket *w)
{
    return w->header[0] & 0x80;
}

static bool frame_control(const struct websocket *w)
{
    return frame_opcode(w) & 8;
}

/* The first two bytes alone can be wrong already. Returns the close code, or 0. */
static uint16_t check_start(const struct websocket *w)
{
    unsigned opcode = frame_opcode(w), len = w->header[1] & 0x7f;
    if (w->header[0] & 0x70) return 1002;    /* reserved bits */
    if (!(w->header[1] & 0x80)) return 1002; /* clients mask */
    if (frame_control(w)) {
        bool known =
            opcode == WEBSOCKET_CLOSE || opcode == WEBSOCKET_PING || opcode == WEBSOCKET_PONG;
        return known && frame_final(w) && len <= 125 ? 0 : 1002;
    }
    if (opcode > WEBSOCKET_BINARY) return 1002;
    return (opcode == WEBSOCKET_CONTINUATION) == (w->opcode != 0) ? 0 : 1002;
}

/* The length in as few bytes as possible, and not more than we take. */
static uint16_t read_length(struct websocket *w)
{
    unsigned len = w->header[1] & 0x7f;
    unsigned bytes = len == 126 ? 2 : len == 127 ? 8 : 0;
    uint64_t value = bytes ? 0 : len;
    for (unsigned i = 0; i < bytes; i++)
        value = value << 8 | w->header[2 + i];
    if (bytes == 8 && value >> 63) return 1002;
    if ((bytes == 2 && value < 126) || (bytes == 8 && value < 65536)) return 1002;
    if (!frame_control(w) && value > w->message_max - w->message.len) return 1009;
    w->remaining = value;
    return 0;
}

static void unmask(struct websocket *w, char *bytes, size_t len)
{
    const uint8_t *mask = w->header + header_size(w) - 4;
    uint8_t turned[8];
    for (unsigned i = 0; i < 8; i++)
        turned[i] = mask[(w->mask_at + i) & 3];
    uint64_t wide;
    memcpy(&wide, turned, 8);
    size_t i = 0;
    for (uint64_t eight; len - i >= 8; i += 8) {
        memcpy(&eight, bytes + i, 8);
        eight ^= wide;
        memcpy(bytes + i, &eight, 8);
    }
    for (; i < len; i++)
        bytes[i] = (char)(bytes[i] ^ turned[i & 7]);
    w->mask_at = (uint8_t)((w->mask_at + len) & 3);
}

static bool close_code_valid(unsigned code)
{
    if (code >= 3000 && code <= 4999) return true;
    return code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006;
}

static enum websocket_step close_whole(struct websocket *w, struct websocket_message *m)
{
    struct utf8 check = {0};
    m->code = 1005;
    w->over = true;
    if (m->len == 0) return WEBSOCKET_MESSAGE;
    if (m->len == 1) return broken(w, m, 1002);
    unsigned code = (unsigned)(unsigned char)m->bytes[0] << 8 | (unsigned char)m->bytes[1];
    if (!close_code_valid(code)) return broken(w, m, 1002);
    m->bytes += 2;
    m->len -= 2;
    if (!utf8_feed(&check, m->bytes, m->len) || !utf8_complete(&check)) return broken(w, m, 1007);
    m->code = (uint16_t)code;
    return WEBSOCKET_MESSAGE;
}

/* The frame's last byte is here. `piece` is what of it was not kept in a buffer. */
static enum websocket_step frame_whole(struct websocket *w, char *piece, size_t len,
                                       struct websocket_message *m)
{
    struct buffer *kept = frame_control(w) ? &w->control : &w->message;
    bool alone = kept->len == 0;
    w->header_len = 0;
    w->in_payload = false;
    if (!alone || !frame_final(w)) buffer_add(kept, piece, len);
    if (!frame_final(w)) return WEBSOCKET_MORE;
    m->bytes = alone ? piece : kept->data;
    m->len = alone ? len : kept->len;
    w->given = true;
    if (frame_control(w)) {
        m->opcode = (enum websocket_opcode)frame_opcode(w);
        return m->opcode == WEBSOCKET_CLOSE ? close_whole(w, m) : WEBSOCKET_MESSAGE;
    }
    m->opcode = (enum websocket_opcode)w->opcode;
    w->opcode = 0;
    if (m->opcode == WEBSOCKET_TEXT && !utf8_complete(&w->utf8)) return broken(w, m, 1007);
    return WEBSOCKET_MESSAGE;
}

static enum websocket_step feed_payload(struct websocket *w, char *bytes, size_t len, size_t *used,
                                        struct websocket_message *m)
{
    size_t count = len < w->remaining ? len : (size_t)w->remaining;
    unmask(w, bytes, count);
    *used += count;
    w->remaining -= count;
    if (!frame_control(w) && w->opcode == WEBSOCKET_TEXT && !utf8_feed(&w->utf8, bytes, count))
        return broken(w, m, 1007);
    if (w->remaining == 0) return frame_whole(w, bytes, count, m);
    buffer_add(frame_control(w) ? &w->control : &w->message, bytes, count);
    return WEBSOCKET_MORE;
}

/* Collects the header; a frame without payload is whole with it. */
static enum websocket_step feed_header(struct websocket *w, char *bytes, size_t len, size_t *used,
                                       struct websocket_message *m)
{
    uint16_t code = 0;
    w->header[w->header_len++] = (uint8_t)bytes[0];
    (void)len;
    *used += 1;
    if (w->header_len == 2) code = check_start(w);
    if (!code && w->header_len >= 2 && w->header_len == header_size(w)) {
        code = read_length(w);
        w->in_payload = true;
        w->mask_at = 0;
    }
    if (code) return broken(w, m, code);
    if (!w->in_payload) return WEBSOCKET_MORE;
    if (!frame_control(w) && w->opcode == 0) {
        w->opcode = (uint8_t)frame_opcode(w);
        w->utf8 = (struct utf8){0};
    }
    return w->remaining ? WEBSOCKET_MORE : frame_whole(w, bytes + 1, 0, m);
}

/* A message that was given out stays until now; its memory goes, idle connections hold none. */
static void forget_given(struct websocket *w)
{
    if (!w->given) return;
    w->given = false;
    buffer_free(&w->control);
    if (w->opcode == 0) buffer_free(&w->message);
}

enum websocket_step websocket_feed(struct websocket *w, char *bytes, size_t len, size_t *used,
                                   struct websocket_message *m)
{
    enum websocket_step step = WEBSOCKET_MORE;
    *used = 0;
    forget_given(w);
    if (w->over) *used = len;
    while (step == WEBSOCKET_MORE && *used < len) {
        if (w->in_payload)
            step = feed_payload(w, bytes + *used, len - *used, used, m);
        else
            step = feed_header(w, bytes + *used, len - *used, used, m);
    }
    return step;
}

void websocket_write(struct buffer *out, enum websocket_opcode opcode, const void *bytes,
                     size_t len)
{
    unsigned char *h = (unsigned char *)buffer_reserve(out, len + 10);
    size_t head = 2;
    h[0] = (unsigned char)(0x80 | opcode);
    if (len < 126) {
        h[1] = (unsigned char)len;
    } else if (len < 65536) {
        h[1] = 126;
        h[2] = (unsigned char)(len >> 8);
        h[3] = (unsigned char)len;
        head = 4;
    } else {
        h[1] = 127;
        for (int i = 0; i < 8; i++)
            h[2 + i] = (unsigned char)((uint64_t)len >> (56 - 8 * i));
        head = 10;
    }
    if (len) memcpy(h + head, bytes, len);
    out->len += head + len;
}

void websocket_write_close(struct buffer *out, uint16_t code, const char *reason)
{
    char payload[125];
    size_t len = strlen(reason);
    if (len > sizeof payload - 2) len = sizeof payload - 2;
    payload[0] = (char)(code >> 8);
    payload[1] = (char)code;
    memcpy(payload + 2, reason, len);
    websocket_write(out, WEBSOCKET_CLOSE, payload, len + 2);
}

static bool key_valid(struct span key)
{
    char copy[KEY_LENGTH];
    if (key.len != KEY_LENGTH) return false;
    memcpy(copy, key.at, KEY_LENGTH);
    return base64_decode(copy, KEY_LENGTH) == 16;
}

int websocket_handshake_status(const struct http_request *r)
{
    if (r->method != METHOD_GET || r->http10) return 400;
    if (!http_field_has(r, "Upgrade", "websocket") || !http_field_has(r, "Connection", "upgrade"))
        return 400;
    if (!span_is(http_field(r, "Sec-WebSocket-Version"), "13")) return 426;
    return key_valid(http_field(r, "Sec-WebSocket-Key")) ? 101 : 400;
}

void websocket_accept(struct buffer *out, const struct http_request *r)
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    struct span key = http_field(r, "Sec-WebSocket-Key");
    uint8_t digest[SHA1_DIGEST_SIZE];
    struct sha1_ctx sha;
    sha1_init(&sha);
    sha1_update(&sha, key.len, (const uint8_t *)key.at);
    sha1_update(&sha, sizeof guid - 1, (const uint8_t *)guid);
    sha1_digest(&sha, sizeof digest, digest);
    buffer_add_text(out, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                         "Connection: Upgrade\r\nSec-WebSocket-Accept: ");
    base64_write(out, (struct span){(const char *)digest, sizeof digest});
    buffer_add_text(out, "\r\n\r\n");
}
