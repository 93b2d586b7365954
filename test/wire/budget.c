/* Memory is counted for everybody together, and the hungriest goes first. A driver in miniature: a
 * kernel that takes nothing, as that of a client that does not read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "wire/socketio.h"

#define ALL 64
#define MEGABYTE ((size_t)1 << 20)

struct client {
    struct connection connection;
    bool open;
};

struct world {
    struct wire wire;
    struct socketio io;
    struct client clients[ALL];
    struct connection *streams[ALL];
    struct address first;
    uint32_t told, dropped;
};

static struct world world;
static unsigned drawn;

void random_bytes(void *out, unsigned len)
{
    memset(out, 0, len);
    drawn++;
    memcpy(out, &drawn, len < sizeof drawn ? len : sizeof drawn);
}

static void gone(struct connection *c, void *data)
{
    (void)c;
    *(struct connection **)data = NULL;
}

/* Every request begins a stream. */
static void on_request(void *context, struct connection *c, const struct http_request *r)
{
    struct world *w = context;
    struct connection **place = &w->streams[(struct client *)c - w->clients];
    (void)r;
    *place = c;
    connection_stream(c, (struct span){0}, gone, place);
}

static void relieved(void *context, const struct address *first, uint32_t dropped)
{
    struct world *w = context;
    w->told++;
    w->dropped += dropped;
    w->first = *first;
}

static const struct socketio_namespace spaces[] = {{.name = "/"}, {0}};

static void world_init(struct world *w, size_t max)
{
    struct wire_hooks hooks = {.context = w, .request = on_request, .relieved = relieved};
    memset(w, 0, sizeof *w);
    wire_init(&w->wire, &WIRE_TIMES_DEFAULT, &hooks);
    w->wire.now = 1000;
    w->wire.budget.max = max;
    socketio_init(&w->io, &w->wire, &ENGINE_SETTINGS_DEFAULT, spaces, w);
}

static void arrive(struct world *w, int i, unsigned char address)
{
    struct address peer = {{[10] = 0xff, 0xff, 127, 0, 0, address}};
    connection_init(&w->clients[i].connection, &w->wire, &peer);
    w->clients[i].open = true;
}

static void say(struct world *w, int i, const char *text)
{
    char *copy = strdup(text);
    connection_feed(&w->clients[i].connection, copy, strlen(copy));
    free(copy);
}

static void say_much(struct world *w, int i, size_t len)
{
    char bytes[4096];
    memset(bytes, 'a', sizeof bytes);
    for (; len; len -= sizeof bytes)
        connection_feed(&w->clients[i].connection, bytes, sizeof bytes);
}

static void hang_up(struct client *c)
{
    if (c->open) connection_lost(&c->connection);
    c->open = false;
}

/* The turn's end. What is sent to somebody who reads is gone at once; the others' stays. */
static void turn(struct world *w, bool reads)
{
    w->wire.turn++;
    for (struct connection *c; (c = wire_take_unsent(&w->wire));) {
        if (reads) connection_wrote(c, connection_out(c).len);
        if (connection_done(c)) hang_up((struct client *)c);
    }
}

static void follow(struct world *w, int i, unsigned char address)
{
    arrive(w, i, address);
    say(w, i, "GET /stream HTTP/1.1\r\nHost: a\r\n\r\n");
    turn(w, true);
}

static void tell(struct world *w, int i, size_t len)
{
    static char bytes[4096];
    for (; len && w->streams[i]; len -= sizeof bytes)
        connection_write(w->streams[i], bytes, sizeof bytes);
}

static size_t weight_of_all(const struct world *w)
{
    size_t sum = 0;
    for (int i = 0; i < ALL; i++)
        if (w->clients[i].open) sum += w->clients[i].connection.weight;
    return sum;
}

static void world_free(struct world *w)
{
    for (int i = 0; i < ALL; i++)
        hang_up(&w->clients[i]);
    socketio_free(&w->io);
    assert_int_equal(w->wire.budget.held, 0); /* whatever was counted is taken off again */
}

/* What is kept is what is counted, on every way in and out. */
static void everything_is_counted(void **state)
{
    struct world *w = &world;
    (void)state;
    world_init(w, 0);
    follow(w, 0, 1);
    size_t idle = w->wire.budget.held;
    assert_true(idle >= sizeof(struct connection) && idle < 4096);
    tell(w, 0, 40960); /* waits for a client that does not read */
    assert_true(w->wire.budget.held >= idle + 40960);
    struct buffer rest = connection_take(&w->clients[0].connection);
    assert_true(w->wire.budget.held >= idle + 40960); /* with the driver it is not gone */
    connection_landed(&w->clients[0].connection, rest.len);
    buffer_free(&rest);
    assert_int_equal(w->wire.budget.held, idle);

    arrive(w, 1, 1);
    say(w, 1, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 500000\r\n\r\n");
    say_much(w, 1, 409600); /* a body that is never whole */
    assert_true(w->wire.budget.held >= idle + 409600);
    assert_int_equal(w->wire.budget.held, weight_of_all(w));
    world_free(w);
}

/* Two megabytes for one address, little for two others: only of the one somebody is dropped. */
static void the_hungriest_goes_first(void **state)
{
    struct world *w = &world;
    (void)state;
    world_init(w, 2 * MEGABYTE);
    for (int i = 0; i < 20; i++)
        follow(w, i, 7);
    follow(w, 20, 8);
    follow(w, 21, 9);
    for (size_t kb = 0; kb < 400; kb += 4) {
        for (int i = 0; i < 20; i++)
            tell(w, i, 4096);
        if (kb < 100) tell(w, 20, 4096), tell(w, 21, 4096);
        turn(w, false);
        assert_true(w->wire.budget.held <= 2 * MEGABYTE);
    }
    assert_non_null(w->streams[20]);
    assert_non_null(w->streams[21]);
    int left = 0;
    for (int i = 0; i < 20; i++)
        left += w->streams[i] != NULL;
    print_message("# %d of 20 are left\n", left);
    assert_true(left < 10);
    assert_int_equal(w->wire.budget.dropped, 20 - left);
    assert_int_equal(w->told, 1); /* the time stood still: one line */
    assert_int_equal(w->first.bytes[15], 7);
    w->wire.now += 10000;
    for (int i = 0; i < 22; i++)
        tell(w, i, MEGABYTE);
    turn(w, false);
    assert_int_equal(w->told, 2);
    assert_int_equal(w->dropped, w->wire.budget.dropped);
    world_free(w);
}

/* At one address the one that takes most, and its neighbours stay. */
static void neighbours_stay(void **state)
{
    struct world *w = &world;
    (void)state;
    world_init(w, MEGABYTE);
    for (int i = 0; i < 10; i++)
        follow(w, i, 7);
    for (int i = 0; i < 10; i++)
        tell(w, i, i == 3 ? MEGABYTE : 16384);
    turn(w, false);
    for (int i = 0; i < 10; i++)
        assert_int_equal(w->streams[i] != NULL, i != 3);
    world_free(w);
}

/* A polling session needs no connection to be hungry. */
static void sessions_count(void **state)
{
    struct world *w = &world;
    (void)state;
    world_init(w, MEGABYTE);
    arrive(w, 0, 7);
    say(w, 0, "GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: a\r\n\r\n");
    turn(w, true);
    assert_int_equal(w->io.engine.polling, 1);
    follow(w, 1, 8);
    struct session *s = w->clients[0].connection.account->last;
    struct parcel *p = parcel_new();
    char *text = calloc(1, 65536);
    memset(text, '4', 65535);
    parcel_add_text(p, text, 65535);
    for (int i = 0; i < 7; i++)
        session_send(s, p);
    assert_true(w->wire.budget.held > 7 * 65535);
    turn(w, true);
    assert_int_equal(w->io.engine.polling, 1);
    for (int i = 0; i < 10; i++)
        session_send(s, p);
    turn(w, true);
    assert_int_equal(w->io.engine.polling, 0);
    assert_true(w->clients[0].open); /* its connection has done nothing wrong */
    assert_non_null(w->streams[1]);
    parcel_release(p);
    free(text);
    world_free(w);
}

/* A thing that many wait for is there once. */
static void what_is_shared_is_not_counted_for_each(void **state)
{
    struct world *w = &world;
    (void)state;
    world_init(w, MEGABYTE);
    for (int i = 0; i < ALL; i++)
        follow(w, i, (unsigned char)(i + 1));
    struct parcel *p = parcel_new();
    char *text = calloc(1, 65536);
    buffer_add(&p->frames, text, 65536);
    for (int i = 0; i < ALL; i++)
        connection_send(w->streams[i], p);
    parcel_release(p);
    turn(w, true);
    assert_int_equal(w->wire.budget.dropped, 0);
    free(text);
    world_free(w);
}

/* What cannot be dropped takes no more than half: the house goes on. */
static void what_stays_takes_half(void **state)
{
    struct world *w = &world;
    (void)state;
    world_init(w, MEGABYTE);
    w->wire.budget.fixed = 100 * MEGABYTE;
    follow(w, 0, 7);
    follow(w, 1, 8);
    tell(w, 0, 204800);
    turn(w, false);
    assert_non_null(w->streams[0]);
    tell(w, 1, 2 * 204800);
    turn(w, false);
    assert_non_null(w->streams[0]);
    assert_null(w->streams[1]);
    world_free(w);
}

static void a_key_has_its_address(void **state)
{
    static const char *const texts[] = {"127.0.0.7", "255.1.2.3", "2001:db8:1:2::"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct address a, b;
        char text[46];
        assert_true(address_parse(&a, span_of(texts[i])));
        b = address_of_key(address_key(&a));
        assert_string_equal(address_text(&b, text), texts[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_is_counted),
        cmocka_unit_test(the_hungriest_goes_first),
        cmocka_unit_test(neighbours_stay),
        cmocka_unit_test(sessions_count),
        cmocka_unit_test(what_stays_takes_half),
        cmocka_unit_test(what_is_shared_is_not_counted_for_each),
        cmocka_unit_test(a_key_has_its_address),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
