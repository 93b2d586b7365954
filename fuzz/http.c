/* HTTP requests: whole or cut, the same requests or the same refusal come out. */
#include "wire/http.h"
#include "core/buffer.h"
#include "cuts.h"
#include "wire/form.h"
#include "wire/websocket.h"

struct run {
    struct http_parser parser;
    struct buffer seen;
    bool over;
};

static void see(struct run *run, struct span s)
{
    buffer_print(&run->seen, "%zu:", s.len);
    buffer_add(&run->seen, s.at, s.len);
}

static void see_request(struct run *run, const struct http_request *r)
{
    char value[64];
    see(run, r->method_name);
    see(run, r->path);
    see(run, r->query);
    see(run, r->host);
    see(run, r->body);
    for (unsigned i = 0; i < r->field_count; i++) {
        see(run, r->fields[i].name);
        see(run, r->fields[i].value);
    }
    int found = form_value(value, sizeof value, r->query, "sid");
    int cookie = cookie_value(value, sizeof value, http_field(r, "Cookie"), "seat");
    buffer_print(&run->seen, "%d %d %d %d %d %d\n", r->keep_alive, found, cookie,
                 http_not_modified(r, "\"tag\""), http_accepts_gzip(r),
                 websocket_handshake_status(r));
}

static void feed(void *context, char *bytes, size_t len)
{
    struct run *run = context;
    while (len && !run->over) {
        size_t used;
        enum http_step step = http_feed(&run->parser, bytes, len, &used);
        bytes += used;
        len -= used;
        if (step == HTTP_REQUEST) {
            see_request(run, &run->parser.request);
            http_next(&run->parser);
        }
        if (step == HTTP_REFUSED) {
            buffer_print(&run->seen, "refused %u", run->parser.status);
            run->over = true;
        }
        if (step == HTTP_MORE && len) abort(); /* must have taken everything */
    }
}

static void run_once(struct run *run, const uint8_t *bytes, size_t len, uint32_t seed)
{
    struct http_limits limits = {300, 1200, 500};
    *run = (struct run){0};
    http_parser_init(&run->parser, &limits);
    cuts_feed(run, feed, bytes, len, seed);
    if (run->parser.body.len > limits.body_max || run->parser.head.len > limits.head_max + len)
        abort();
    http_parser_free(&run->parser);
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
