/* The whole of src/wire on one connection: bytes in, what a client would understand out. */
#include "core/alloc.h"
#include "data.h"
#include "stage.h"

#include <stdlib.h>

struct state {
    struct stage stage;
    struct buffer *out;
};

/* "ws HH payload" is a masked frame, anything else goes as it is. */
static void prepare(struct buffer *in, const char *line, size_t len)
{
    static const unsigned char mask[4] = {1, 2, 3, 4};
    if (len < 5 || memcmp(line, "ws ", 3) != 0) {
        buffer_add(in, line, len);
        return;
    }
    char first[3] = {line[3], line[4], 0};
    const char *payload = line + 6;
    size_t size = len > 6 ? len - 6 : 0;
    unsigned char head[4] = {(unsigned char)strtoul(first, NULL, 16), (unsigned char)(0x80 | size)};
    if (size >= 126)
        head[1] = 0xfe, head[2] = (unsigned char)(size >> 8), head[3] = (unsigned char)size;
    buffer_add(in, head, size < 126 ? 2 : 4);
    buffer_add(in, mask, 4);
    for (size_t i = 0; i < size; i++)
        buffer_add_byte(in, (char)(payload[i] ^ (char)mask[i & 3]));
}

static void *open_stage(struct buffer *out)
{
    struct state *s = alloc_zero(1, sizeof *s);
    s->out = out;
    stage_init(&s->stage);
    return s;
}

/* A connection that was closed is not opened again. */
static void feed(void *parser, char *bytes, size_t len)
{
    struct state *s = parser;
    if (s->stage.sent[0].len && !s->stage.open[0]) return;
    stage_feed(&s->stage, 0, bytes, len);
    stage_turn(&s->stage);
}

static struct span next_frame(struct span *rest, unsigned *opcode)
{
    const unsigned char *h = (const unsigned char *)rest->at;
    size_t head = h[1] < 126 ? 2 : 4, len = h[1] < 126 ? h[1] : (size_t)(h[2] << 8 | h[3]);
    struct span frame = {rest->at + head, len};
    *opcode = h[0];
    rest->at += head + len;
    rest->len -= head + len;
    return frame;
}

static void show_frames(struct buffer *out, struct span rest)
{
    while (rest.len) {
        unsigned opcode;
        struct span f = next_frame(&rest, &opcode);
        buffer_print(out, "%02x ", opcode);
        if (opcode == 0x88) {
            buffer_print(out, "%u", (unsigned)(unsigned char)f.at[0] << 8 | (unsigned char)f.at[1]);
            f.at += 2, f.len -= 2;
        }
        data_show(out, f.at, f.len);
        buffer_add_byte(out, '\n');
    }
}

static void show(struct buffer *out, struct span rest)
{
    while (rest.len) {
        const char *end = memmem(rest.at, rest.len, "\r\n\r\n", 4);
        size_t head = (size_t)(end - rest.at) + 4;
        const char *length = memmem(rest.at, head, "Content-Length: ", 16);
        size_t body = length ? strtoul(length + 16, NULL, 10) : 0;
        bool close = memmem(rest.at, head, "Connection: close", 17) != NULL;
        bool stream = close && !length;
        buffer_print(out, "%.3s%s ", rest.at + 9, close ? " close" : "");
        bool upgraded = memcmp(rest.at + 9, "101", 3) == 0;
        rest.at += head, rest.len -= head;
        if (stream || body > rest.len) body = rest.len;
        data_show(out, rest.at, body);
        buffer_add_byte(out, '\n');
        rest.at += body, rest.len -= body;
        if (upgraded) {
            show_frames(out, rest);
            return;
        }
    }
}

static void close_stage(void *parser)
{
    struct state *s = parser;
    show(s->out, (struct span){s->stage.sent[0].data, s->stage.sent[0].len});
    if (!s->stage.open[0]) buffer_add_text(s->out, "closed\n");
    stage_free(&s->stage);
    free(s);
}

int main(int argc, char **argv)
{
    static const struct data_feeder feeder = {open_stage, feed, close_stage, prepare};
    return argc == 2 ? data_run(argv[1], &feeder) : 2;
}
