/* WebSocket frames: whole or cut, the same messages come out, and every text is UTF-8. */
#include "wire/websocket.h"
#include "core/buffer.h"
#include "core/text.h"
#include "cuts.h"

#define MESSAGE_MAX 3000

struct run {
    struct websocket socket;
    struct buffer seen;
};

static void feed(void *context, char *bytes, size_t len)
{
    struct run *run = context;
    while (len) {
        size_t used;
        struct websocket_message m = {0};
        enum websocket_step step = websocket_feed(&run->socket, bytes, len, &used, &m);
        bytes += used;
        len -= used;
        if (step == WEBSOCKET_MORE) {
            if (len) abort();
            return;
        }
        buffer_print(&run->seen, "%d %d %u %zu:", step, m.opcode, m.code, m.len);
        buffer_add(&run->seen, m.bytes, m.len);
        if (m.len > MESSAGE_MAX) abort();
        if (step == WEBSOCKET_MESSAGE && m.opcode == WEBSOCKET_TEXT &&
            !text_is_utf8(m.bytes, m.len))
            abort();
    }
}

static void run_once(struct run *run, const uint8_t *bytes, size_t len, uint32_t seed)
{
    *run = (struct run){0};
    websocket_init(&run->socket, MESSAGE_MAX);
    cuts_feed(run, feed, bytes, len, seed);
    websocket_free(&run->socket);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
    struct run whole, cut;
    if (len < 1) return 0;
    run_once(&whole, bytes + 1, len - 1, 0);
    run_once(&cut, bytes + 1, len - 1, bytes[0] + 1u);
    cuts_must_agree(&whole.seen, &cut.seen);
    return 0;
}
