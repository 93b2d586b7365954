/* The whole connection, from bytes through HTTP and WebSocket to Engine.IO, Socket.IO and back.
 *
 * First byte even: the rest goes to one connection, once whole and once in cuts, and both must be
 * sent the same. Odd: the rest is a list of steps on four connections at once:
 *     [step] [length] bytes…    low two bits of step: the connection; the others: what to do */
#include "core/buffer.h"
#include "cuts.h"
#include "stage.h"

static void feed_one(void *context, char *bytes, size_t len)
{
    struct stage *s = context;
    if (s->sent[0].len && !s->open[0]) return; /* closed by the server: nothing more gets there */
    stage_feed(s, 0, bytes, len);
    stage_turn(s);
}

static void same_in_cuts(const uint8_t *bytes, size_t len, uint32_t seed)
{
    struct stage whole, cut;
    struct buffer sent = {0};
    stage_init(&whole);
    cuts_feed(&whole, feed_one, bytes, len, 0);
    buffer_add(&sent, whole.sent[0].data, whole.sent[0].len);
    stage_free(&whole);
    stage_init(&cut);
    cuts_feed(&cut, feed_one, bytes, len, seed);
    /* «100 Continue» depends on whether the body was there already: the one honest difference */
    bool expects = len && memmem(bytes, len, "100-", 4);
    if (!expects && (cut.sent[0].len != sent.len ||
                     (sent.len && memcmp(cut.sent[0].data, sent.data, sent.len))))
        abort();
    stage_free(&cut);
    buffer_free(&sent);
}

/* A masked frame around the bytes, so that the fuzzer need not find out about lengths and masks. */
static void feed_frame(struct stage *s, unsigned n, uint8_t first, const uint8_t *bytes, size_t len)
{
    struct buffer frame = {0};
    unsigned char head[8] = {first, (unsigned char)(0x80 | len)};
    if (len >= 126) head[1] = 0xfe, head[3] = (unsigned char)len;
    buffer_add(&frame, head, len < 126 ? 6 : 8); /* a mask of zeros */
    buffer_add(&frame, bytes, len);
    stage_feed(s, n, frame.data, frame.len);
    buffer_free(&frame);
}

static void feed_exact(struct stage *s, unsigned n, const uint8_t *bytes, size_t len)
{
    char *copy = malloc(len ? len : 1);
    if (len) memcpy(copy, bytes, len);
    stage_feed(s, n, copy, len);
    free(copy);
}

static void feed_upgrade(struct stage *s, unsigned n, const uint8_t *bytes, size_t len)
{
    struct buffer request = {0};
    buffer_add_text(&request, len & 1 ? "GET /engine.io/?EIO=4&transport=websocket"
                                      : "GET /socket.io/?EIO=4&transport=websocket");
    if (len && *bytes & 1) buffer_add_text(&request, "&sid=AAAAAAAAAAAAAAAAAAAB");
    buffer_add_text(&request,
                    " HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                    "Sec-WebSocket-Version: 13\r\n"
                    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
    stage_feed(s, n, request.data, request.len);
    buffer_free(&request);
}

static void feed_poll(struct stage *s, unsigned n, const uint8_t *bytes, size_t len)
{
    struct buffer request = {0};
    bool sid = len && *bytes & 1, post = len && *bytes & 2;
    buffer_print(&request, "%s /%s.io/?EIO=4&transport=polling%s HTTP/1.1\r\nHost: a\r\n",
                 post ? "POST" : "GET", len && *bytes & 4 ? "engine" : "socket",
                 sid ? "&sid=AAAAAAAAAAAAAAAAAAAB" : "");
    if (post) buffer_print(&request, "Content-Length: %zu\r\n", len - 1);
    buffer_add_text(&request, "\r\n");
    if (post) buffer_add(&request, bytes + 1, len - 1);
    stage_feed(s, n, request.data, request.len);
    buffer_free(&request);
}

static void step(struct stage *s, uint8_t what, const uint8_t *bytes, size_t len)
{
    unsigned n = what & 3;
    switch (what >> 2 & 15) {
    case 0: stage_hang_up(s, n); break;
    case 1: stage_turn(s); break;
    case 2: stage_wait(s, (uint64_t)len * 300); break;
    case 3: feed_upgrade(s, n, bytes, len); break;
    case 4: feed_poll(s, n, bytes, len); break;
    case 5:
    case 6:
    case 7: feed_frame(s, n, 0x81, bytes, len); break;
    case 8: feed_frame(s, n, 0x82, bytes, len); break;
    case 9: feed_frame(s, n, len ? bytes[0] : 0, bytes, len); break;
    case 10: wire_stop(&s->wire); break;
    default: feed_exact(s, n, bytes, len);
    }
    if (what & 0x40) stage_turn(s);
}

static void several(const uint8_t *bytes, size_t len)
{
    struct stage s;
    stage_init(&s);
    while (len >= 2) {
        uint8_t what = bytes[0];
        size_t size = bytes[1];
        bytes += 2, len -= 2;
        if (size > len) size = len;
        step(&s, what, bytes, size);
        bytes += size, len -= size;
    }
    stage_turn(&s);
    stage_free(&s);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
    if (len < 1) return 0;
    if (bytes[0] & 1)
        several(bytes + 1, len - 1);
    else
        same_in_cuts(bytes + 1, len - 1, bytes[0] + 1u);
    return 0;
}
