/* Echo to a room on src/wire and src/net: what the load generator drives. «join» puts a client into
 * a room, «say1» is told to everybody in it as «said», «say3» three times. */
#include "net/net.h"
#include "wire/socketio.h"

#include <stdio.h>
#include <stdlib.h>

#define ROOMS 20000

static struct socketio_group rooms[ROOMS];

static void join(struct socketio_client *c, const struct socketio_event *e)
{
    char number[16];
    snprintf(number, sizeof number, "%.*s", (int)e->text.len, e->text.at);
    long room = strtol(number, NULL, 10);
    if (room < 0 || room >= ROOMS) return;
    if (c->user) socketio_leave(c->user, c);
    c->user = &rooms[room];
    socketio_join(&rooms[room], c);
    socketio_ack(c, e->ack, NULL);
}

static void tell(struct socketio_client *c, const struct socketio_event *e, int times)
{
    for (int i = 0; i < times; i++) {
        struct parcel *p = socketio_event("/", "said", e->text.at, e->text.len);
        socketio_group_send(c->user, p);
        parcel_release(p);
    }
}

static void event(struct socketio_client *c, const struct socketio_event *e)
{
    if (strcmp(e->name, "join") == 0)
        join(c, e);
    else if (strncmp(e->name, "say", 3) == 0 && c->user)
        tell(c, e, atoi(e->name + 3));
}

static void request(void *context, struct connection *c, const struct http_request *r)
{
    (void)context, (void)r;
    connection_reply_text(c, 404, "text/plain", "nothing here");
}

int main(int argc, char **argv)
{
    static const struct socketio_namespace spaces[] = {
        {.name = "/", .text_only = true, .event = event}, {0}};
    struct wire_hooks hooks = {.request = request};
    struct net_settings settings = NET_SETTINGS_DEFAULT;
    char problem[NET_PROBLEM_MAX];
    struct net net;
    struct socketio io;
    settings.per_address_max = 0;
    net_init(&net, uv_default_loop(), &settings, &hooks);
    socketio_init(&io, &net.wire, &ENGINE_SETTINGS_DEFAULT, spaces, NULL);
    if (!net_listen_tcp(&net, "127.0.0.1", argc > 1 ? (uint16_t)atoi(argv[1]) : 0, problem)) {
        fprintf(stderr, "room: %s\n", problem);
        return 1;
    }
    printf("listening on port %u\n", net_port(&net));
    fflush(stdout);
    return uv_run(uv_default_loop(), UV_RUN_DEFAULT);
}
