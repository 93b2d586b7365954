/* What needs time or several connections: slowness, silence, pings, and the end of the server. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "stage.h"

static void say(struct stage *s, unsigned n, const char *text)
{
    char copy[2000];
    size_t len = strlen(text);
    memcpy(copy, text, len);
    stage_feed(s, n, copy, len);
    stage_turn(s);
}

static const char *heard(struct stage *s, unsigned n)
{
    static char text[4000];
    size_t len = s->sent[n].len < sizeof text - 1 ? s->sent[n].len : sizeof text - 1;
    if (len) memcpy(text, s->sent[n].data, len);
    text[len] = 0;
    s->sent[n].len = 0;
    return text;
}

#define HANDSHAKE "GET /engine.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: a\r\n\r\n"
#define POLL                                                                                       \
    "GET /engine.io/?EIO=4&transport=polling&sid=AAAAAAAAAAAAAAAAAAAB HTTP/1.1\r\nHost: a\r\n\r\n"
#define UPGRADE                                                                                    \
    "Host: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"        \
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"

static void slow_heads_and_bodies(void **state)
{
    struct stage s;
    (void)state;
    stage_init(&s);
    say(&s, 0, "GET / HTTP/1.1\r\n");
    say(&s, 1, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n12");
    stage_wait(&s, 9000);
    say(&s, 0, "Host: a\r\n"); /* a drop now and then does not help */
    assert_true(s.open[0]);
    stage_wait(&s, 1001);
    assert_false(s.open[0]);
    assert_memory_equal(heard(&s, 0), "HTTP/1.1 408", 12);
    assert_true(s.open[1]);
    stage_wait(&s, 20000);
    assert_false(s.open[1]);
    assert_memory_equal(heard(&s, 1), "HTTP/1.1 408", 12);
    say(&s, 2, "GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    stage_wait(&s, 59999);
    assert_true(s.open[2]);
    stage_wait(&s, 2);
    assert_false(s.open[2]); /* idle for too long: closed without a word */
    stage_free(&s);
}

static void silent_connection(void **state)
{
    struct stage s;
    char none[1];
    (void)state;
    stage_init(&s);
    stage_feed(&s, 0, none, 0);
    stage_wait(&s, 10001);
    assert_false(s.open[0]);
    assert_string_equal(heard(&s, 0), "");
    stage_free(&s);
}

static void pings_and_their_end(void **state)
{
    struct stage s;
    (void)state;
    stage_init(&s);
    say(&s, 0, HANDSHAKE);
    heard(&s, 0);
    say(&s, 0, POLL);
    stage_wait(&s, 24999);
    assert_string_equal(heard(&s, 0), "");
    stage_wait(&s, 1);
    assert_non_null(strstr(heard(&s, 0), "\r\n\r\n2"));
    say(&s, 0, POLL);
    assert_int_equal(s.engine.polling, 1);
    stage_wait(&s, 20000);
    assert_int_equal(s.engine.polling, 0);
    assert_non_null(strstr(heard(&s, 0), "\r\n\r\n1"));
    stage_free(&s);
}

static void too_late_even_if_the_loop_was_later(void **state)
{
    struct stage s;
    (void)state;
    stage_init(&s);
    say(&s, 0, HANDSHAKE);
    heard(&s, 0);
    s.wire.now += 44999; /* no tick: the loop was busy */
    say(&s, 0, POLL);
    assert_string_equal(heard(&s, 0), ""); /* waits */
    stage_hang_up(&s, 0);
    say(&s, 1, HANDSHAKE);
    heard(&s, 1);
    s.wire.now += 45000;
    say(&s, 1,
        "GET /engine.io/?EIO=4&transport=polling&sid=AAAAAAAAAAAAAAAAAAAC HTTP/1.1\r\nHost: "
        "a\r\n\r\n");
    assert_memory_equal(heard(&s, 1), "HTTP/1.1 400", 12);
    assert_int_equal(s.engine.polling, 0);
    stage_free(&s);
}

static void deferred_answer_and_pipelining(void **state)
{
    struct stage s;
    (void)state;
    stage_init(&s);
    say(&s, 0, "GET /later HTTP/1.1\r\nHost: a\r\n\r\nGET /x HTTP/1.1\r\nHost: a\r\n\r\n");
    assert_string_equal(heard(&s, 0), "");
    say(&s, 1, "GET /now HTTP/1.1\r\nHost: a\r\n\r\n");
    const char *both = heard(&s, 0);
    assert_non_null(strstr(both, "\r\n\r\nnow"));
    assert_non_null(strstr(both, "\r\n\r\nGET /x "));
    say(&s, 0, "GET /later HTTP/1.1\r\nHost: a\r\n\r\n");
    assert_non_null(s.held);
    stage_hang_up(&s, 0);
    assert_null(s.held); /* was told */
    stage_free(&s);
}

static void stream_heartbeat(void **state)
{
    struct stage s;
    (void)state;
    stage_init(&s);
    say(&s, 0, "GET /stream HTTP/1.1\r\nHost: a\r\n\r\n");
    heard(&s, 0);
    stage_wait(&s, 25000);
    assert_string_equal(heard(&s, 0), ": \n\n");
    stage_wait(&s, 25000);
    assert_string_equal(heard(&s, 0), ": \n\n");
    wire_stop(&s.wire);
    stage_turn(&s);
    assert_false(s.open[0]);
    stage_free(&s);
}

static void who_does_not_read_is_dropped(void **state)
{
    struct stage s;
    char bytes[3000] = {0};
    (void)state;
    stage_init(&s);
    say(&s, 0, "GET /stream HTTP/1.1\r\nHost: a\r\n\r\n");
    for (int i = 0; i < 6; i++)
        connection_write(&s.connections[0], bytes, sizeof bytes);
    assert_int_equal(s.connections[0].end, CONNECTION_OPEN);
    connection_write(&s.connections[0], bytes, sizeof bytes);
    assert_int_equal(s.connections[0].end, CONNECTION_DROPPED);
    assert_int_equal(s.wire.counts.overflowed, 1);
    stage_turn(&s);
    assert_false(s.open[0]);
    stage_free(&s);
}

static void poller_that_stays_away_is_closed(void **state)
{
    struct stage s;
    (void)state;
    stage_init(&s);
    say(&s, 0, HANDSHAKE);
    struct session *session = engine_find(&s.engine, span_of("AAAAAAAAAAAAAAAAAAAB"));
    struct parcel *p = parcel_new();
    char text[3000];
    memset(text, '4', sizeof text);
    parcel_add_text(p, text, sizeof text);
    for (int i = 0; i < 7; i++)
        session_send(session, p);
    assert_int_equal(s.engine.polling, 1); /* nobody is closed in the middle of a turn */
    stage_turn(&s);
    assert_int_equal(s.engine.polling, 0);
    parcel_release(p);
    stage_free(&s);
}

static void probe_that_never_ends(void **state)
{
    struct stage s;
    (void)state;
    stage_init(&s);
    say(&s, 0, HANDSHAKE);
    say(&s, 1,
        "GET /engine.io/?EIO=4&transport=websocket&sid=AAAAAAAAAAAAAAAAAAAB HTTP/1.1\r\n" UPGRADE);
    assert_true(s.open[1]);
    stage_wait(&s, 10000);
    assert_false(s.open[1]);
    assert_int_equal(s.engine.polling, 1); /* goes on polling */
    stage_free(&s);
}

static void stopping_says_goodbye(void **state)
{
    struct stage s;
    (void)state;
    stage_init(&s);
    say(&s, 0, HANDSHAKE);
    say(&s, 0, POLL);
    heard(&s, 0);
    say(&s, 1, "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n" UPGRADE);
    say(&s, 2, "GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    wire_stop(&s.wire);
    stage_turn(&s);
    assert_non_null(strstr(heard(&s, 0), "Connection: close\r\n\r\n1"));
    for (unsigned n = 0; n < 3; n++)
        assert_false(s.open[n]);
    say(&s, 3, "GET /engine.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: a\r\n\r\n");
    assert_memory_equal(heard(&s, 3), "HTTP/1.1 503", 12);
    stage_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slow_heads_and_bodies),
        cmocka_unit_test(silent_connection),
        cmocka_unit_test(pings_and_their_end),
        cmocka_unit_test(too_late_even_if_the_loop_was_later),
        cmocka_unit_test(deferred_answer_and_pipelining),
        cmocka_unit_test(stream_heartbeat),
        cmocka_unit_test(who_does_not_read_is_dropped),
        cmocka_unit_test(poller_that_stays_away_is_closed),
        cmocka_unit_test(probe_that_never_ends),
        cmocka_unit_test(stopping_says_goodbye),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
