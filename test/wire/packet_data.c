#include "data.h"
#include "wire/packet.h"

#include <stdio.h>
#include <stdlib.h>

/* A packet is a whole text: it is collected, and read when its input ends. */
struct state {
    struct buffer text;
    struct buffer *out;
};

static void *open_packet(struct buffer *out)
{
    struct state *s = calloc(1, sizeof *s);
    s->out = out;
    return s;
}

static void feed(void *parser, char *bytes, size_t len)
{
    struct state *s = parser;
    buffer_add(&s->text, bytes, len);
}

/* Reads, shows, and writes again: the head that comes out must be read as the same. */
static void close_packet(void *parser)
{
    struct state *s = parser;
    struct packet p;
    if (!packet_read_head(&p, s->text.data, s->text.len) || !packet_read_data(&p)) {
        buffer_add_text(s->out, "refused\n");
    } else {
        char *data = p.data ? json_dumps(p.data, JSON_COMPACT) : NULL;
        struct buffer head = {0};
        packet_write_head(&head, p.type, p.attachments, p.namespace, p.id);
        if (data) buffer_add_text(&head, data);
        buffer_print(s->out, "type %d in %s", (int)p.type, p.namespace);
        if (p.id >= 0) buffer_print(s->out, " id %lld", (long long)p.id);
        if (p.attachments) buffer_print(s->out, " attachments %u", p.attachments);
        if (data) buffer_print(s->out, " data %s", data);
        buffer_print(s->out, "\nagain %s\n", buffer_text(&head) + 1);
        buffer_free(&head);
        free(data);
        packet_free(&p);
    }
    buffer_free(&s->text);
    free(s);
}

int main(int argc, char **argv)
{
    static const struct data_feeder feeder = {open_packet, feed, close_packet, NULL};
    return argc == 2 ? data_run(argv[1], &feeder) : 2;
}
