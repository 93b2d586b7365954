#include "core/alloc.h"
#include "data.h"
#include "wire/http.h"

#include <stdlib.h>

struct state {
    struct http_parser parser;
    struct buffer *out;
    bool over;
};

static void *open_parser(struct buffer *out)
{
    struct state *s = alloc_zero(1, sizeof *s);
    struct http_limits limits = {200, 400, 100};
    s->out = out;
    http_parser_init(&s->parser, &limits);
    return s;
}

static void show_request(struct buffer *out, const struct http_request *r)
{
    buffer_print(out, "%.*s ", (int)r->method_name.len, r->method_name.at);
    data_show(out, r->path.at, r->path.len);
    if (r->query.len) buffer_print(out, " ?%.*s", (int)r->query.len, r->query.at);
    if (r->host.len) buffer_print(out, " host=%.*s", (int)r->host.len, r->host.at);
    buffer_print(out, " %s", r->keep_alive ? "keep" : "close");
    if (r->expects_continue) buffer_add_text(out, " continue");
    for (unsigned i = 0; i < r->field_count; i++) {
        struct http_field f = r->fields[i];
        if (f.name.len < 2 || (f.name.at[0] | 32) != 'x') continue;
        buffer_print(out, " %.*s=", (int)f.name.len, f.name.at);
        data_show(out, f.value.at, f.value.len);
    }
    if (r->body.len) {
        buffer_add_text(out, " body=");
        data_show(out, r->body.at, r->body.len);
    }
    buffer_add_byte(out, '\n');
}

static void feed(void *parser, char *bytes, size_t len)
{
    struct state *s = parser;
    while (len && !s->over) {
        size_t used;
        enum http_step step = http_feed(&s->parser, bytes, len, &used);
        bytes += used;
        len -= used;
        if (step == HTTP_REQUEST) {
            show_request(s->out, &s->parser.request);
            http_next(&s->parser);
        }
        if (step == HTTP_REFUSED) {
            buffer_print(s->out, "refused %u\n", s->parser.status);
            s->over = true;
        }
    }
}

static void close_parser(void *parser)
{
    struct state *s = parser;
    if (!s->over && !http_idle(&s->parser)) buffer_add_text(s->out, "unfinished\n");
    http_parser_free(&s->parser);
    free(s);
}

int main(int argc, char **argv)
{
    static const struct data_feeder feeder = {open_parser, feed, close_parser, NULL};
    return argc == 2 ? data_run(argv[1], &feeder) : 2;
}
