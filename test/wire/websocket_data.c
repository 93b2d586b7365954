#include "core/alloc.h"
#include "data.h"
#include "wire/websocket.h"

#include <stdlib.h>

struct state {
    struct websocket socket;
    struct buffer *out;
};

/* "HH payload": a masked frame with that first byte; "raw bytes": as they are. */
static void prepare(struct buffer *in, const char *line, size_t len)
{
    static const unsigned char mask[4] = {0x37, 0xfa, 0x21, 0x3d};
    if (len >= 4 && memcmp(line, "raw ", 4) == 0) {
        buffer_add(in, line + 4, len - 4);
        return;
    }
    char first[3] = {line[0], line[1], 0};
    struct buffer frame = {0};
    size_t size = len > 3 ? len - 3 : 0;
    websocket_write(&frame, WEBSOCKET_TEXT, line + 3, size);
    frame.data[0] = (char)strtoul(first, NULL, 16);
    frame.data[1] = (char)(frame.data[1] | 0x80);
    size_t head = frame.len - size;
    buffer_add(in, frame.data, head);
    buffer_add(in, mask, sizeof mask);
    for (size_t i = 0; i < size; i++)
        buffer_add_byte(in, (char)(frame.data[head + i] ^ (char)mask[i & 3]));
    buffer_free(&frame);
}

static void *open_socket(struct buffer *out)
{
    struct state *s = alloc_zero(1, sizeof *s);
    s->out = out;
    websocket_init(&s->socket, 70000);
    return s;
}

static void show(struct buffer *out, enum websocket_step step, const struct websocket_message *m)
{
    static const char *const names[16] = {[WEBSOCKET_TEXT] = "text",
                                          [WEBSOCKET_BINARY] = "binary",
                                          [WEBSOCKET_CLOSE] = "close",
                                          [WEBSOCKET_PING] = "ping",
                                          [WEBSOCKET_PONG] = "pong"};
    if (step == WEBSOCKET_BROKEN) {
        buffer_print(out, "broken %u\n", m->code);
        return;
    }
    buffer_print(out, "%s", names[m->opcode]);
    if (m->opcode == WEBSOCKET_CLOSE) buffer_print(out, " %u", m->code);
    if (m->len) buffer_add_byte(out, ' ');
    data_show(out, m->bytes, m->len);
    buffer_add_byte(out, '\n');
}

static void feed(void *parser, char *bytes, size_t len)
{
    struct state *s = parser;
    while (len) {
        size_t used;
        struct websocket_message m = {0};
        enum websocket_step step = websocket_feed(&s->socket, bytes, len, &used, &m);
        bytes += used;
        len -= used;
        if (step != WEBSOCKET_MORE) show(s->out, step, &m);
    }
}

static void close_socket(void *parser)
{
    struct state *s = parser;
    websocket_free(&s->socket);
    free(s);
}

int main(int argc, char **argv)
{
    static const struct data_feeder feeder = {open_socket, feed, close_socket, prepare};
    return argc == 2 ? data_run(argv[1], &feeder) : 2;
}
