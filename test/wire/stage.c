#include "stage.h"
#include "core/token.h"
#include "wire/sse.h"

#include <stdlib.h>

/* Instead of the kernel's: the same in every run. */
static unsigned drawn;

void random_bytes(void *out, unsigned len)
{
    memset(out, 0, len);
    ((unsigned char *)out)[len - 1] = (unsigned char)++drawn;
}

static void engine_open(void *context, struct session *s, const struct http_request *r)
{
    (void)context, (void)s, (void)r;
}

static void engine_message(void *context, struct session *s, bool text, char *bytes, size_t len)
{
    struct parcel *p = parcel_new();
    (void)context;
    if (text)
        parcel_add_text(p, bytes - 1, len + 1);
    else
        parcel_add_binary(p, bytes, len);
    session_send(s, p);
    parcel_release(p);
}

static void engine_close(void *context, struct session *s, const char *why)
{
    (void)context, (void)s, (void)why;
}

static struct socketio_group everybody;

static bool connect_client(struct socketio_client *c, const json_t *auth,
                           struct socketio_refusal *why)
{
    const char *name = json_string_value(json_object_get(auth, "name"));
    (void)c;
    if (!name || strcmp(name, "stranger") != 0) return true;
    snprintf(why->message, sizeof why->message, "No strangers");
    why->data = json_pack("{s:s}", "code", "STRANGER");
    return false;
}

static void connected(struct socketio_client *c, const json_t *auth)
{
    char *text = json_dumps(auth, JSON_COMPACT);
    socketio_join(&everybody, c);
    socketio_emit(c, "auth", text);
    free(text);
}

/* "all" goes to everybody, "close" ends it, anything else comes back. */
static void event(struct socketio_client *c, const struct socketio_event *e)
{
    if (strcmp(e->name, "close") == 0) {
        session_close(c->session, "forced close");
    } else {
        char *text = e->args ? json_dumps(e->args, JSON_COMPACT) : NULL;
        size_t len = text ? strlen(text) - 2 : e->text.len;
        const char *args = text ? text + 1 : e->text.at;
        struct parcel *p = e->ack >= 0 ? socketio_ack_parcel(c->space->name, e->ack, args, len,
                                                             e->binary, e->binary_count)
                                       : socketio_event_binary(c->space->name, e->name, args, len,
                                                               e->binary, e->binary_count);
        if (strcmp(e->name, "all") == 0)
            socketio_group_send(&everybody, p);
        else
            socketio_send(c, p);
        parcel_release(p);
        free(text);
    }
}

static const struct socketio_namespace spaces[] = {
    {.name = "/", .connect = connect_client, .connected = connected, .event = event},
    {.name = "/custom", .text_only = true, .connected = connected, .event = event},
    {0},
};

static void gone(struct connection *c, void *data)
{
    struct stage *s = data;
    if (s->held == c) s->held = NULL;
}

/* /later waits until /now comes, /stream is an event stream, anything else says what it was. */
static void request(void *context, struct connection *c, const struct http_request *r)
{
    struct stage *s = context;
    struct buffer text = {0};
    if (span_is(r->path, "/later") && !s->held) {
        s->held = c;
        connection_hold(c, gone, s);
        return;
    }
    if (span_is(r->path, "/stream")) {
        connection_stream(c, (struct span){0}, gone, s);
        sse_event(&text, 1, "hello", span_of("a\nb"));
        connection_write(c, text.data, text.len);
        buffer_free(&text);
        return;
    }
    if (span_is(r->path, "/now") && s->held) {
        struct connection *held = s->held;
        s->held = NULL;
        connection_reply_text(held, 200, "text/plain", "now");
    }
    buffer_print(&text, "%.*s %.*s %.*s", (int)r->method_name.len, r->method_name.at,
                 (int)r->path.len, r->path.at, (int)r->body.len, r->body.at ? r->body.at : "");
    connection_reply_text(c, 200, "text/plain", buffer_text(&text));
    buffer_free(&text);
}

void stage_init(struct stage *s)
{
    static const struct engine_handler echo = {engine_open, engine_message, engine_close};
    static const struct engine_settings plain = {"/engine.io/", 25000, 20000, 3000};
    static const struct engine_settings socket = {"/socket.io/", 25000, 20000, 3000};
    struct wire_hooks hooks = {.context = s, .request = request};
    *s = (struct stage){0};
    drawn = 0;
    wire_init(&s->wire, &WIRE_TIMES_DEFAULT, &hooks);
    s->wire.now = 1000;
    s->wire.limits = (struct http_limits){1000, 4000, 5000};
    s->wire.out_max = 20000;
    engine_init(&s->engine, &s->wire, &plain, &echo, s);
    socketio_init(&s->io, &s->wire, &socket, spaces, s);
}

void stage_feed(struct stage *s, unsigned n, char *bytes, size_t len)
{
    struct address peer = {{[10] = 0xff, 0xff, 127, 0, 0, 1}};
    if (!s->open[n]) connection_init(&s->connections[n], &s->wire, &peer);
    s->open[n] = true;
    connection_feed(&s->connections[n], bytes, len);
}

void stage_hang_up(struct stage *s, unsigned n)
{
    if (!s->open[n]) return;
    s->open[n] = false;
    connection_lost(&s->connections[n]);
}

void stage_turn(struct stage *s)
{
    struct connection *c;
    s->wire.turn++;
    while ((c = wire_take_unsent(&s->wire))) {
        unsigned n = (unsigned)(c - s->connections);
        struct span out = connection_out(c);
        /* a kernel that takes half of it now and then, and the rest later */
        size_t half = out.len / 2 * (++s->turns % 3 == 0);
        buffer_add(&s->sent[n], out.at, out.len - half);
        connection_wrote(c, out.len - half);
        if (half) {
            struct buffer rest = connection_take(c);
            buffer_add(&s->sent[n], rest.data, rest.len);
            connection_landed(c, rest.len);
            buffer_free(&rest);
        }
        if (connection_done(c)) stage_hang_up(s, n);
    }
}

void stage_wait(struct stage *s, uint64_t milliseconds)
{
    s->wire.now += milliseconds;
    wire_tick(&s->wire);
    stage_turn(s);
}

void stage_free(struct stage *s)
{
    for (unsigned n = 0; n < STAGE_CONNECTIONS; n++) {
        stage_hang_up(s, n);
        buffer_free(&s->sent[n]);
    }
    socketio_free(&s->io);
    engine_free(&s->engine);
}
