/* socketio-echo: a small server on src/wire and src/net alone, for protocol conformance runs.
 * /engine.io/ echoes every message as received; /socket.io/ has the namespaces / and /custom;
 * /figures says what is open. */
#include "core/alloc.h"
#include "core/log.h"
#include "net/net.h"
#include "wire/socketio.h"

#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- /engine.io/ ---- */

static void engine_open(void *context, struct session *s, const struct http_request *r)
{
    (void)context, (void)s, (void)r;
}

static void engine_message(void *context, struct session *s, bool text, char *bytes, size_t len)
{
    struct parcel *p = parcel_new();
    (void)context;
    if (text)
        parcel_add_text(p, bytes - 1, len + 1); /* with its type digit, as it came */
    else
        parcel_add_binary(p, bytes, len);
    session_send(s, p);
    parcel_release(p);
}

static void engine_close(void *context, struct session *s, const char *why)
{
    (void)context, (void)s, (void)why;
}

/* ---- /socket.io/ ---- */

static char *arguments(const json_t *args, size_t *len)
{
    char *text = json_dumps(args, JSON_COMPACT | JSON_ENCODE_ANY);
    *len = strlen(text) - 2; /* without the brackets */
    return text;
}

static void connected(struct socketio_client *c, const json_t *auth)
{
    char *text = json_dumps(auth, JSON_COMPACT);
    socketio_emit(c, "auth", text);
    free(text);
}

static void event(struct socketio_client *c, const struct socketio_event *e)
{
    size_t len;
    char *args = arguments(e->args, &len);
    struct parcel *p = NULL;
    if (strcmp(e->name, "message") == 0)
        p = socketio_event_binary(c->space->name, "message-back", args + 1, len, e->binary,
                                  e->binary_count);
    else if (strcmp(e->name, "message-with-ack") == 0 && e->ack >= 0)
        p = socketio_ack_parcel(c->space->name, e->ack, args + 1, len, e->binary, e->binary_count);
    if (p) socketio_send(c, p);
    parcel_release(p);
    free(args);
}

static const struct socketio_namespace spaces[] = {
    {.name = "/", .connected = connected, .event = event},
    {.name = "/custom", .connected = connected, .event = event},
    {0},
};

/* ---- the program ---- */

struct echo {
    struct net net;
    struct engine engine;
    struct socketio io;
};

/* What is open and how much memory it takes: when all is closed again, that is as it was. */
static void tell_figures(const struct echo *echo, struct connection *c)
{
    const struct engine *plain = &echo->engine, *engine = &echo->io.engine;
    uint32_t sessions = plain->polling + plain->websocket + engine->polling + engine->websocket;
    char text[120];
    snprintf(text, sizeof text, "{\"connections\":%u,\"sessions\":%u,\"heap\":%zu}\n",
             echo->net.connections, sessions, alloc_in_use());
    connection_reply_text(c, 200, "application/json", text);
}

static void request(void *context, struct connection *c, const struct http_request *r)
{
    if (span_is(r->path, "/figures")) {
        tell_figures(context, c);
        return;
    }
    connection_reply_text(c, 404, "text/plain; charset=utf-8", "There is nothing here.\n");
}

static void note(void *context, const struct connection *c, const char *what)
{
    char address[46];
    (void)context;
    log_line(LOG_WARN, "wire", "%s %s", address_text(&c->peer, address), what);
}

static void stopped(struct net *n, void *data)
{
    (void)data;
    uv_stop(n->loop);
}

static void on_signal(uv_signal_t *handle, int number)
{
    (void)number;
    net_stop(handle->data, 2000, stopped, NULL);
}

struct options {
    const char *host; /* NULL: this machine alone, by either protocol */
    const char *unix_path;
    uint16_t port;
    struct net_settings net;
    struct engine_settings engine; /* of both paths */
};

static void usage(FILE *to)
{
    fputs("usage: socketio-echo [--port N] [--host ADDRESS] [--unix PATH] [--origins LIST]\n"
          "                     [--out-max BYTES] [--head-ms N] [--body-ms N] [--per-address N]\n"
          "                     [--ping-interval MS] [--ping-timeout MS]\n",
          to);
}

static bool read_options(struct options *o, int argc, char **argv)
{
    static const struct option names[] = {
        {"port", 1, NULL, 'p'},          {"host", 1, NULL, 'h'},
        {"unix", 1, NULL, 'u'},          {"origins", 1, NULL, 'o'},
        {"out-max", 1, NULL, 'm'},       {"head-ms", 1, NULL, 't'},
        {"body-ms", 1, NULL, 'b'},       {"per-address", 1, NULL, 'a'},
        {"ping-interval", 1, NULL, 'i'}, {"ping-timeout", 1, NULL, 'w'},
        {"help", 0, NULL, '?'},          {0}};
    for (int letter; (letter = getopt_long(argc, argv, "", names, NULL)) != -1;) {
        unsigned long number = optarg ? strtoul(optarg, NULL, 10) : 0;
        switch (letter) {
        case 'p': o->port = (uint16_t)number; break;
        case 'h': o->host = optarg; break;
        case 'u': o->unix_path = optarg; break;
        case 'o': o->net.origins = *optarg ? optarg : NULL; break;
        case 'm': o->net.out_max = (uint32_t)number; break;
        case 't': o->net.times.head = (uint32_t)number; break;
        case 'b': o->net.times.body = (uint32_t)number; break;
        case 'a': o->net.per_address_max = (uint32_t)number; break;
        case 'i': o->engine.ping_interval = (uint32_t)number; break;
        case 'w': o->engine.ping_timeout = (uint32_t)number; break;
        default: return false;
        }
    }
    return optind == argc;
}

static bool start_listening(struct net *n, const struct options *o, char *problem)
{
    char ignored[NET_PROBLEM_MAX];
    if (net_listen_activated(n, problem) > 0) return true;
    if (o->unix_path) return net_listen_unix(n, o->unix_path, problem);
    if (o->host) return net_listen_tcp(n, o->host, o->port, problem);
    if (!net_listen_tcp(n, "127.0.0.1", o->port, problem)) return false;
    net_listen_tcp(n, "::1", net_port(n), ignored); /* «localhost» may mean this one; it may lack */
    return true;
}

int main(int argc, char **argv)
{
    static const struct engine_handler echoes = {engine_open, engine_message, engine_close};
    struct options o = {
        .port = 3000, .net = NET_SETTINGS_DEFAULT, .engine = {"/socket.io/", 300, 200, 1000000}};
    o.net.origins = "*";
    o.net.per_address_max = 0;
    if (!read_options(&o, argc, argv)) {
        usage(stderr);
        return 2;
    }
    struct engine_settings plain = o.engine;
    plain.path = "/engine.io/";
    uv_loop_t *loop = uv_default_loop();
    struct echo echo;
    struct wire_hooks hooks = {.context = &echo, .request = request, .note = note};
    char problem[NET_PROBLEM_MAX];
    uv_signal_t signals[2];
    net_init(&echo.net, loop, &o.net, &hooks);
    engine_init(&echo.engine, &echo.net.wire, &plain, &echoes, NULL);
    socketio_init(&echo.io, &echo.net.wire, &o.engine, spaces, NULL);
    for (int i = 0; i < 2; i++) {
        uv_signal_init(loop, &signals[i]);
        signals[i].data = &echo.net;
        uv_signal_start(&signals[i], on_signal, i ? SIGINT : SIGTERM);
    }
    bool listening = start_listening(&echo.net, &o, problem);
    if (listening) {
        printf("listening on port %u\n", net_port(&echo.net));
        fflush(stdout);
        uv_run(loop, UV_RUN_DEFAULT);
    } else {
        fprintf(stderr, "socketio-echo: %s\n", problem);
    }
    for (int i = 0; i < 2; i++)
        uv_close((uv_handle_t *)&signals[i], NULL);
    net_free(&echo.net);
    engine_free(&echo.engine);
    socketio_free(&echo.io);
    uv_run(loop, UV_RUN_DEFAULT);
    uv_loop_close(loop);
    return listening ? 0 : 1;
}
