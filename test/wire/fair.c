/* Nobody has more of a turn than anybody else, however many connections he has. Work is counted, no
 * clock is looked at but one of the test's own: a driver in miniature gives every connection as much as it wants, in turns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "wire/socketio.h"

#define CROWD 100
#define ALL (CROWD + 2)
#define TURNS 400

/* Everybody's bytes: the same few, again and again, as fast as they are taken. */
struct client {
    struct connection connection;
    const char *text;
    size_t len, at;
    uint64_t answered; /* responses, or frames */
    bool open;
};

struct world {
    struct wire wire;
    struct socketio io;
    struct client clients[ALL];
    uint64_t heard[3]; /* events by address */
};

static unsigned drawn;

/* What a request of each address takes of the processor, and what all of them took. */
static uint64_t price[3], spent;

static uint64_t processor(void)
{
    return spent;
}

void random_bytes(void *out, unsigned len)
{
    memset(out, 0, len);
    drawn++;
    memcpy(out, &drawn, len < sizeof drawn ? len : sizeof drawn);
}

static void on_event(struct socketio_client *c, const struct socketio_event *e)
{
    struct world *w = c->io->context;
    (void)e;
    w->heard[socketio_address(c)->bytes[15]]++;
    socketio_emit(c, "error", "{\"code\":\"NOT_IN_ROOM\"}");
}

static const struct socketio_namespace spaces[] = {{.name = "/", .event = on_event}, {0}};

static void on_request(void *context, struct connection *c, const struct http_request *r)
{
    struct world *w = context;
    struct client *client = (struct client *)c;
    (void)r;
    w->heard[c->peer.bytes[15]]++;
    spent += price[c->peer.bytes[15]];
    client->answered++;
    connection_reply_text(c, 200, "text/plain", "ok");
}

static void world_init(struct world *w)
{
    struct wire_hooks hooks = {.context = w, .request = on_request};
    memset(w, 0, sizeof *w);
    wire_init(&w->wire, &WIRE_TIMES_DEFAULT, &hooks);
    w->wire.now = 1000;
    socketio_init(&w->io, &w->wire, &ENGINE_SETTINGS_DEFAULT, spaces, w);
}

static void say(struct client *c, const char *bytes, size_t len)
{
    char *copy = malloc(len);
    memcpy(copy, bytes, len);
    connection_feed(&c->connection, copy, len);
    free(copy);
}

static void arrive(struct world *w, int i, unsigned char address, const char *text, size_t len)
{
    struct address peer = {{[10] = 0xff, 0xff, 127, 0, 0, address}};
    struct client *c = &w->clients[i];
    *c = (struct client){.text = text, .len = len, .open = true};
    connection_init(&c->connection, &w->wire, &peer);
}

static const char upgrade[] =
    "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\n"
    "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
static const char hello[] = "\x81\x82\0\0\0\0"
                            "40";
static const char event[] = "\x81\x8c\0\0\0\0"
                            "42[\"rename\"]";
static const char request[] = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

static void arrive_socket(struct world *w, int i, unsigned char address)
{
    arrive(w, i, address, event, sizeof event - 1);
    w->wire.turn++;
    say(&w->clients[i], upgrade, sizeof upgrade - 1);
    say(&w->clients[i], hello, sizeof hello - 1);
}

/* One read, as the driver does it. Returns false if there was none. */
static bool read_from(struct client *c)
{
    char bytes[65536];
    if (!c->open || connection_blocked(&c->connection)) return false;
    size_t wants = connection_wants(&c->connection);
    for (size_t i = 0; i < wants; i++)
        bytes[i] = c->text[(c->at + i) % c->len];
    c->at = (c->at + wants) % c->len;
    if (wants) connection_feed(&c->connection, bytes, wants);
    return wants > 0;
}

static void flush(struct world *w)
{
    for (struct connection *c; (c = wire_take_unsent(&w->wire));) {
        struct client *client = (struct client *)c;
        connection_wrote(c, connection_out(c).len);
        if (!connection_done(c)) continue;
        connection_lost(c);
        client->open = false;
    }
}

/* A turn of the loop: libuv reads up to 32 times from everybody who has something. */
static void turn(struct world *w)
{
    w->wire.turn++;
    wire_tick(&w->wire);
    flush(w);
    for (int i = 0; i < ALL; i++)
        for (int k = 0; k < 32 && read_from(&w->clients[i]); k++)
            continue;
    flush(w);
}

static void world_free(struct world *w)
{
    for (int i = 0; i < ALL; i++)
        if (w->clients[i].open) connection_lost(&w->clients[i].connection);
    socketio_free(&w->io);
}

static struct world world;

static void half_of_the_loop_is_kept(void **state)
{
    struct world *w = &world;
    uint64_t most = 0;
    (void)state;
    world_init(w);
    for (int i = 0; i < CROWD; i++)
        arrive_socket(w, i, 1);
    arrive_socket(w, CROWD, 2); /* the honest one has as much to say as she likes */
    flush(w);
    for (int i = 0; i < TURNS; i++) {
        uint64_t before = w->wire.counts.work;
        turn(w);
        if (w->wire.counts.work - before > most) most = w->wire.counts.work - before;
    }
    print_message("# heard %llu of the crowd, %llu of the one; at most %llu in a turn\n",
                  (unsigned long long)w->heard[1], (unsigned long long)w->heard[2],
                  (unsigned long long)most);
    assert_true(w->heard[2] * 100 >= w->heard[1] * 95); /* half, but for the last chunk */
    assert_true(most <= 2 * (ACCOUNT_RATION + 4096 / 18 + 1));
    world_free(w);
}

/* A request of the crowd is the work of ten of the one. */
static void time_is_shared_not_requests(void **state)
{
    struct world *w = &world;
    (void)state;
    world_init(w);
    w->wire.processor = processor;
    price[1] = 200000;
    price[2] = 20000;
    for (int i = 0; i < CROWD; i++)
        arrive(w, i, 1, request, sizeof request - 1);
    arrive(w, CROWD, 2, request, sizeof request - 1);
    for (int i = 0; i < TURNS; i++)
        turn(w);
    uint64_t crowd = w->heard[1] * price[1], one = w->heard[2] * price[2];
    print_message("# %llu ns for the crowd, %llu for the one\n", (unsigned long long)crowd,
                  (unsigned long long)one);
    assert_true(one * 100 >= crowd * 80);
    world_free(w);
}

static void one_answer_waits_for_one_turn(void **state)
{
    struct world *w = &world;
    (void)state;
    world_init(w);
    for (int i = 0; i < CROWD; i++)
        arrive_socket(w, i, 1);
    arrive(w, CROWD, 2, request, sizeof request - 1);
    flush(w);
    for (int i = 0; i < TURNS; i++) {
        struct client *honest = &w->clients[CROWD];
        uint64_t before = w->heard[1], answered = honest->answered;
        w->wire.turn++;
        for (int k = 0; k < CROWD; k++)
            while (read_from(&w->clients[k]))
                continue;
        connection_wants(&honest->connection);
        say(honest, request, sizeof request - 1);
        assert_int_equal(honest->answered, answered + 1);
        assert_true(w->heard[1] - before <= ACCOUNT_RATION + 4096 / 18 + 1);
        flush(w);
    }
    world_free(w);
}

static void neighbours_take_turns(void **state)
{
    struct world *w = &world;
    (void)state;
    world_init(w);
    for (int i = 0; i < CROWD + 1; i++) /* all at one address, and each wants everything */
        arrive(w, i, 1, request, sizeof request - 1);
    for (int i = 0; i < 10 * TURNS; i++)
        turn(w);
    uint64_t least = UINT64_MAX, most = 0;
    for (int i = 0; i < CROWD + 1; i++) {
        uint64_t got = w->clients[i].answered;
        if (got < least) least = got;
        if (got > most) most = got;
    }
    print_message("# from %llu to %llu answers each\n", (unsigned long long)least,
                  (unsigned long long)most);
    assert_true(least > 0);
    assert_true(most <= 3 * least);
    world_free(w);
}

/* Answers that nobody takes: no further request is looked at, and no further byte wanted. */
static void pipelined_requests_wait_for_their_answers(void **state)
{
    struct world *w = &world;
    struct client *c = &w->clients[0];
    size_t taken = 0;
    (void)state;
    world_init(w);
    arrive(w, 0, 1, request, sizeof request - 1);
    for (int i = 0; i < 2000; i++) {
        struct connection *unsent;
        w->wire.turn++;
        wire_tick(&w->wire);
        while ((unsent = wire_take_unsent(&w->wire))) /* the kernel takes nothing more */
            if (connection_out(unsent).len) {
                struct buffer rest = connection_take(unsent);
                taken += rest.len;
                buffer_free(&rest);
            }
        read_from(c);
    }
    print_message("# %zu bytes wait\n", taken);
    assert_true(connection_blocked(&c->connection));
    assert_true(c->connection.http.early.len <= 4096);
    assert_true(taken < 2 * 65536);
    uint64_t answered = c->answered;
    connection_landed(&c->connection, c->connection.in_flight); /* and now it reads */
    turn(w);
    assert_true(c->answered > answered);
    world_free(w);
}

/* Over its rate it is not read from; in the end it is closed. Who is in time is neither. */
static void who_says_too_much_is_not_heard(void **state)
{
    struct world *w = &world;
    (void)state;
    world_init(w);
    w->wire.stranger = (struct wire_rate){40, 200};
    w->wire.known = (struct wire_rate){200, 16};
    arrive_socket(w, 0, 1);
    arrive_socket(w, 1, 2);
    flush(w);
    struct client *slow = &w->clients[1];
    for (int ms = 0; ms < 60000 && w->clients[0].open; ms += 10) {
        w->wire.now += 10;
        w->wire.turn++;
        wire_tick(&w->wire);
        flush(w);
        read_from(&w->clients[0]);
        if (ms % 250 == 0) {
            assert_false(connection_blocked(&slow->connection));
            say(slow, event, sizeof event - 1);
        }
        flush(w);
    }
    print_message("# heard %llu until it was closed\n", (unsigned long long)w->heard[1]);
    assert_false(w->clients[0].open);
    assert_true(slow->open);
    assert_int_equal(w->wire.counts.overrun, 1);
    assert_true(w->heard[1] < 2 * 4096 / 18 + 2);
    world_free(w);
}

/* As many sessions as an address may have, and slowly; what was only opened gives way. */
static void sessions_are_counted(void **state)
{
    static const char handshake[] =
        "GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: a\r\n\r\n";
    struct world *w = &world;
    (void)state;
    world_init(w);
    w->wire.stranger = (struct wire_rate){40, 200};
    w->wire.sessions_per_address_max = 30;
    arrive(w, 0, 1, handshake, sizeof handshake - 1);
    for (int i = 0; i < 1000; i++) {
        w->wire.turn++;
        read_from(&w->clients[0]);
        flush(w);
    }
    assert_int_equal(w->io.engine.polling, ENGINE_OPENS_AT_ONCE + 1); /* of one connection */
    for (int i = 1; i < 10; i++)
        arrive(w, i, 1, handshake, sizeof handshake - 1);
    arrive(w, CROWD, 2, handshake, sizeof handshake - 1);
    for (int i = 0; i < 1000; i++) {
        w->wire.turn++;
        for (int k = 1; k < 10; k++)
            read_from(&w->clients[k]);
        flush(w);
    }
    assert_int_equal(w->io.engine.polling, 30); /* of one address */
    say(&w->clients[CROWD], handshake, sizeof handshake - 1);
    assert_int_equal(w->io.engine.polling, 31); /* another is free */
    world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(half_of_the_loop_is_kept),
        cmocka_unit_test(time_is_shared_not_requests),
        cmocka_unit_test(one_answer_waits_for_one_turn),
        cmocka_unit_test(neighbours_take_turns),
        cmocka_unit_test(pipelined_requests_wait_for_their_answers),
        cmocka_unit_test(who_says_too_much_is_not_heard),
        cmocka_unit_test(sessions_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
