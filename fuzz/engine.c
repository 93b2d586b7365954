/* Engine.IO payloads: bodies of POSTs to a session, then a poll or an upgrade that takes whatever
 * was echoed. What comes back must be a payload again. Bodies in the input are separated by 0xff.
 */
#include "core/buffer.h"
#include "stage.h"

#include <stdint.h>
#include <stdlib.h>

#define SID "AAAAAAAAAAAAAAAAAAAB"

static void say(struct stage *s, unsigned n, const char *bytes, size_t len)
{
    struct buffer copy = {0};
    buffer_add(&copy, bytes, len);
    if (len) stage_feed(s, n, copy.data, len);
    buffer_free(&copy);
}

static void say_text(struct stage *s, unsigned n, const char *text)
{
    say(s, n, text, strlen(text));
}

static void post(struct stage *s, const char *path, const uint8_t *body, size_t len)
{
    struct buffer request = {0};
    buffer_print(&request,
                 "POST %s?EIO=4&transport=polling&sid=" SID " HTTP/1.1\r\nHost: a\r\n"
                 "Content-Length: %zu\r\n\r\n",
                 path, len);
    buffer_add(&request, body, len);
    say(s, 0, request.data, request.len);
    buffer_free(&request);
}

static void upgrade(struct stage *s, const char *path)
{
    struct buffer request = {0};
    buffer_print(&request,
                 "GET %s?EIO=4&transport=websocket&sid=" SID " HTTP/1.1\r\nHost: a\r\n"
                 "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                 path);
    say(s, 1, request.data, request.len);
    say_text(s, 1,
             "\x81\x86"
             "zzzz"
             "\x48\x0a\x08\x15\x18\x1f"); /* 2probe, masked with zzzz */
    stage_turn(s);
    say_text(s, 1, "\x81\x81zzzz\x4f"); /* 5 */
    buffer_free(&request);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
    struct stage s;
    if (len < 1) return 0;
    const char *path = bytes[0] & 1 ? "/engine.io/" : "/socket.io/";
    struct buffer poll = {0};
    stage_init(&s);
    buffer_print(&poll, "GET %s?EIO=4&transport=polling HTTP/1.1\r\nHost: a\r\n\r\n", path);
    say(&s, 0, poll.data, poll.len);
    for (size_t at = 1; at < len && s.open[0];) {
        const uint8_t *end = memchr(bytes + at, 0xff, len - at);
        size_t size = end ? (size_t)(end - bytes) - at : len - at;
        post(&s, path, bytes + at, size);
        if (bytes[0] & 2) stage_turn(&s);
        at += size + 1;
    }
    stage_turn(&s);
    buffer_clear(&poll);
    buffer_print(&poll, "GET %s?EIO=4&transport=polling&sid=" SID " HTTP/1.1\r\nHost: a\r\n\r\n",
                 path);
    if (bytes[0] & 4)
        upgrade(&s, path);
    else if (s.open[0])
        say(&s, 0, poll.data, poll.len);
    stage_turn(&s);
    if (bytes[0] & 8) stage_wait(&s, 45000);
    buffer_free(&poll);
    stage_free(&s);
    return 0;
}
