/* The small parts, each by itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "net/limit.h"
#include "net/tally.h"
#include "stage.h"
#include "wire/base64.h"
#include "wire/form.h"
#include "wire/json_check.h"
#include "wire/sse.h"

static void due_in_order(void **state)
{
    struct due_queue q;
    struct due a = {0}, b = {0}, c = {0};
    (void)state;
    due_queue_init(&q, 100);
    assert_int_equal(due_next(&q), UINT64_MAX);
    due_start(&q, &a, 0);
    due_start(&q, &b, 10);
    due_start(&q, &c, 10);
    assert_int_equal(due_next(&q), 100);
    assert_null(due_take(&q, 99));
    due_start(&q, &a, 20); /* again: at the end */
    assert_ptr_equal(due_take(&q, 110), &b);
    assert_ptr_equal(due_take(&q, 110), &c);
    assert_null(due_take(&q, 110));
    due_stop(&a);
    due_stop(&a);
    assert_int_equal(due_next(&q), UINT64_MAX);
}

static void utf8_every_cut(void **state)
{
    static const struct {
        const char *bytes;
        bool valid;
    } table[] = {{"", true},
                 {"abc", true},
                 {"ñandú €uro 😀 and a long ASCII tail", true},
                 {"\x7f", true},
                 {"\xc2\x80", true},
                 {"\xed\x9f\xbf", true},
                 {"\xee\x80\x80", true},
                 {"\xc1\xbf", false},
                 {"\xe0\x9f\xbf", false},
                 {"\xed\xa0\x80", false},
                 {"\xf0\x8f\xbf\xbf", false},
                 {"\xf4\x90\x80\x80", false},
                 {"\xf5\x80\x80\x80", false},
                 {"\x80", false},
                 {"12345678\xff", false},
                 {"\xe2\x82", false}};
    (void)state;
    for (size_t t = 0; t < sizeof table / sizeof *table; t++) {
        size_t len = strlen(table[t].bytes);
        for (size_t cut = 0; cut <= len; cut++) {
            struct utf8 u = {0};
            bool valid = utf8_feed(&u, table[t].bytes, cut) &&
                         utf8_feed(&u, table[t].bytes + cut, len - cut) && utf8_complete(&u);
            assert_int_equal(valid, table[t].valid);
        }
    }
}

static void forms(void **state)
{
    char out[16];
    struct span form = span_of("a=1&b=x+y%20z&%63=%C3%B1&a=2&empty=&bare&bad=%zz&nul=%00&long="
                               "0123456789abcdef");
    (void)state;
    assert_int_equal(form_value(out, sizeof out, form, "a"), 1);
    assert_string_equal(out, "1");
    assert_int_equal(form_value(out, sizeof out, form, "b"), 5);
    assert_string_equal(out, "x y z");
    assert_int_equal(form_value(out, sizeof out, form, "c"), 2);
    assert_string_equal(out, "ñ");
    assert_int_equal(form_value(out, sizeof out, form, "empty"), 0);
    assert_int_equal(form_value(out, sizeof out, form, "bare"), 0);
    assert_int_equal(form_value(out, sizeof out, form, "bad"), -1);
    assert_int_equal(form_value(out, sizeof out, form, "nul"), -1);
    assert_int_equal(form_value(out, sizeof out, form, "long"), -1);
    assert_string_equal(out, "");
    assert_int_equal(form_value(out, sizeof out, form, "none"), -1);
    assert_int_equal(percent_decode(out, sizeof out, span_of("a+b%2F"), false), 4);
    assert_string_equal(out, "a+b/");
    assert_int_equal(percent_decode(out, sizeof out, span_of("%4"), false), -1);
    assert_int_equal(percent_decode(out, sizeof out, span_of("%41"), false), 1);
}

static void cookies(void **state)
{
    char out[8];
    struct span field = span_of("a=1; seat_XY=abc; q=\"v\"; long=012345678; a=2");
    (void)state;
    assert_int_equal(cookie_value(out, sizeof out, field, "a"), 1);
    assert_int_equal(cookie_value(out, sizeof out, field, "seat_XY"), 3);
    assert_string_equal(out, "abc");
    assert_int_equal(cookie_value(out, sizeof out, field, "q"), 1);
    assert_string_equal(out, "v");
    assert_int_equal(cookie_value(out, sizeof out, field, "long"), -1);
    assert_int_equal(cookie_value(out, sizeof out, field, "eat_XY"), -1);
    assert_int_equal(cookie_value(out, sizeof out, (struct span){0}, "a"), -1);
}

static void headers_cannot_be_broken_out_of(void **state)
{
    struct buffer b = {0};
    (void)state;
    reply_header(&b, "Location", "/x\r\nSet-Cookie: a=b");
    assert_string_equal(buffer_text(&b), "Location: /x  Set-Cookie: a=b\r\n");
    buffer_clear(&b);
    reply_cookie(&b, "seat", "t", "/rooms", 60, true);
    assert_string_equal(
        buffer_text(&b),
        "Set-Cookie: seat=t; Path=/rooms; HttpOnly; SameSite=Lax; Max-Age=60; Secure\r\n");
    buffer_free(&b);
}

static void replies(void **state)
{
    struct buffer b = {0};
    struct reply r = {.status = 200, .type = "text/plain", .body = span_of("hello")};
    (void)state;
    reply_write(&b, &r, 0, "now");
    assert_string_equal(buffer_text(&b),
                        "HTTP/1.1 200 OK\r\nDate: now\r\nContent-Type: text/plain\r\n"
                        "Content-Length: 5\r\n\r\nhello");
    buffer_clear(&b);
    reply_write(&b, &r, REPLY_NO_BODY | REPLY_CLOSE, "");
    assert_string_equal(buffer_text(&b), "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
                                         "Content-Length: 5\r\nConnection: close\r\n\r\n");
    buffer_clear(&b);
    r = (struct reply){.status = 304, .headers = span_of("ETag: \"x\"\r\n")};
    reply_write(&b, &r, 0, "");
    assert_string_equal(buffer_text(&b), "HTTP/1.1 304 Not Modified\r\nETag: \"x\"\r\n\r\n");
    buffer_free(&b);
}

static struct http_parser parsed(const char *text)
{
    struct http_parser p;
    size_t used;
    http_parser_init(&p, &HTTP_LIMITS_DEFAULT);
    assert_int_equal(http_feed(&p, text, strlen(text), &used), HTTP_REQUEST);
    return p;
}

static void conditional(void **state)
{
    struct http_parser p = parsed("GET / HTTP/1.1\r\nHost: a\r\nIf-None-Match: \"a\", W/\"b\"\r\n"
                                  "Accept-Encoding: br, gzip;q=0.5\r\n\r\n");
    (void)state;
    assert_true(http_not_modified(&p.request, "\"a\""));
    assert_true(http_not_modified(&p.request, "\"b\""));
    assert_true(http_not_modified(&p.request, "W/\"a\""));
    assert_false(http_not_modified(&p.request, "\"c\""));
    assert_true(http_accepts_gzip(&p.request));
    http_parser_free(&p);
    p = parsed(
        "GET / HTTP/1.1\r\nHost: a\r\nIf-None-Match: *\r\nAccept-Encoding: gzip;q=0.0\r\n\r\n");
    assert_true(http_not_modified(&p.request, "\"c\""));
    assert_false(http_accepts_gzip(&p.request));
    http_parser_free(&p);
    p = parsed("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    assert_false(http_not_modified(&p.request, "\"c\""));
    assert_false(http_accepts_gzip(&p.request));
    http_parser_free(&p);
}

static void events_of_a_stream(void **state)
{
    struct buffer b = {0};
    (void)state;
    sse_event(&b, 7, "na\nme", span_of("one\ntwo\r\nthree\rfour\n"));
    assert_string_equal(buffer_text(&b), "id: 7\nevent: name\ndata: one\ndata: two\ndata: three\n"
                                         "data: four\ndata: \n\n");
    buffer_clear(&b);
    sse_event(&b, -1, NULL, span_of(""));
    sse_retry(&b, 3000);
    assert_string_equal(buffer_text(&b), "data: \n\nretry: 3000\n\n");
    assert_int_equal(sse_last_id(span_of("42")), 42);
    assert_int_equal(sse_last_id(span_of("")), -1);
    assert_int_equal(sse_last_id(span_of("4x")), -1);
    assert_int_equal(sse_last_id(span_of("9999999999999999999")), -1);
    buffer_free(&b);
}

static void parcel_in_both_forms(void **state)
{
    struct parcel *p = parcel_new();
    (void)state;
    parcel_add_text(p, "4a", 2);
    struct span payload = parcel_payload(p);
    assert_int_equal(payload.len, 2);
    assert_memory_equal(payload.at, "4a", 2);
    parcel_hold(p);
    parcel_release(p);
    parcel_release(p);
    p = parcel_new();
    char big[70000];
    memset(big, 'x', sizeof big);
    parcel_add_text(p, "4b", 2);
    parcel_add_binary(p, "\1\2\3", 3);
    parcel_add_text(p, big, 300);
    parcel_add_text(p, big, sizeof big);
    payload = parcel_payload(p);
    assert_int_equal(payload.len, 2 + 1 + 5 + 1 + 300 + 1 + sizeof big);
    assert_memory_equal(payload.at,
                        "4b\x1e"
                        "bAQID\x1e"
                        "xxx",
                        12);
    assert_int_equal(parcel_frames(p).len, 4 + 5 + 304 + 10 + sizeof big);
    parcel_release(p);
    parcel_release(NULL);
}

/* Two events for many are joined once, whoever else gets them apart or the other way round. */
static void parcels_joined(void **state)
{
    struct parcel *a = parcel_new(), *b = parcel_new();
    (void)state;
    parcel_add_text(a, "4a", 2);
    parcel_add_text(b, "4bb", 3);
    struct parcel *both = parcel_joined(a, b);
    assert_ptr_equal(parcel_joined(a, b), both);
    assert_int_equal(parcel_frames(both).len, 4 + 5);
    assert_memory_equal(parcel_frames(both).at,
                        "\x81\2"
                        "4a\x81\3"
                        "4bb",
                        9);
    assert_memory_equal(parcel_payload(both).at,
                        "4a\x1e"
                        "4bb",
                        6);
    assert_memory_equal(parcel_frames(parcel_joined(b, a)).at,
                        "\x81\3"
                        "4bb\x81\2"
                        "4a",
                        9);
    assert_memory_equal(parcel_frames(parcel_joined(a, a)).at,
                        "\x81\2"
                        "4a\x81\2"
                        "4a",
                        8);
    parcel_hold(both = parcel_joined(a, b)); /* outlives those it was made of */
    parcel_release(a);
    parcel_release(b);
    assert_memory_equal(parcel_frames(both).at,
                        "\x81\2"
                        "4a\x81\3"
                        "4bb",
                        9);
    parcel_release(both);
}

static void base64_refuses(void **state)
{
    char right[] = "AQIDBA==", wrong[] = "AQ!DBA==", cut[] = "AQI";
    (void)state;
    assert_int_equal(base64_decode(right, 8), 4);
    assert_memory_equal(right, "\1\2\3\4", 4);
    assert_int_equal(base64_decode(wrong, 8), -1);
    assert_int_equal(base64_decode(cut, 3), -1);
    assert_int_equal(base64_decode(right, 0), 0);
}

static void json_is_checked(void **state)
{
    static const char *const right[] = {"1",
                                        "-0.5e+10",
                                        "0",
                                        "\"a\\n\\u00e9\\\"\"",
                                        "[]",
                                        "{}",
                                        " [ 1 , [ ] , { } ] ",
                                        "true",
                                        "null",
                                        "{\"a\":{\"b\":[1,2,{\"c\":false}]},\"d\":[]}",
                                        "[[[[[[[[[[[[1]]]]]]]]]]]]",
                                        "\"\\ud800\""};
    static const char *const wrong[] = {
        "",    " ",         "01",     "1.",   ".5",      "-",        "+1",      "1e",
        "tru", "nul",       "[1,]",   "[,1]", "{\"a\"}", "{\"a\":}", "{a:1}",   "{\"a\":1,}",
        "[1}", "{\"a\":1]", "[",      "{",    "\"",      "\"a",      "\"\\x\"", "\"\\u12g4\"",
        "1 2", "[] []",     "\"\t\"", "]",    "\"\\",    "[1"};
    struct buffer deep = {0};
    (void)state;
    for (size_t i = 0; i < sizeof right / sizeof *right; i++)
        if (!json_check(span_of(right[i]))) fail_msg("refused: %s", right[i]);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (json_check(span_of(wrong[i]))) fail_msg("accepted: %s", wrong[i]);
    for (int i = 0; i < 3000; i++)
        buffer_add_byte(&deep, '[');
    for (int i = 0; i < 3000; i++)
        buffer_add_byte(&deep, ']');
    assert_false(json_check((struct span){deep.data, deep.len}));
    assert_true(json_check((struct span){deep.data + 2000, 2000}));
    buffer_free(&deep);
}

static void addresses(void **state)
{
    struct address a, b;
    char text[46];
    (void)state;
    assert_true(address_parse(&a, span_of("192.0.2.7:8080")));
    assert_string_equal(address_text(&a, text), "192.0.2.7");
    assert_true(address_parse(&b, span_of("192.0.2.8")));
    assert_int_not_equal(address_key(&a), address_key(&b));
    assert_true(address_parse(&a, span_of("[2001:db8:1:2::1]:443")));
    assert_string_equal(address_text(&a, text), "2001:db8:1:2::1");
    assert_true(address_parse(&b, span_of("2001:db8:1:2:ffff::9")));
    assert_int_equal(address_key(&a), address_key(&b)); /* one /64 is one client */
    assert_true(address_parse(&b, span_of("2001:db8:1:82::1")));
    assert_int_not_equal(address_key(&a), address_key(&b)); /* and the next /64 another */
    assert_false(address_parse(&a, span_of("unknown")));
    assert_false(address_parse(&a, span_of("")));
}

static void bucket(void **state)
{
    struct limit l;
    (void)state;
    limit_init(&l, 3, 1000, 64);
    for (int i = 0; i < 3; i++)
        assert_true(limit_take(&l, 7, 1, 5000));
    assert_false(limit_take(&l, 7, 1, 5000));
    assert_int_equal(limit_wait(&l, 7, 1, 5000), 1000);
    assert_true(limit_take(&l, 8, 3, 5000)); /* another key has its own */
    assert_false(limit_take(&l, 7, 1, 5999));
    assert_true(limit_take(&l, 7, 1, 6000));
    assert_false(limit_take(&l, 7, 1, 6000));
    assert_true(limit_take(&l, 7, 3, 60000)); /* never more than a burst */
    assert_false(limit_take(&l, 7, 1, 60000));
    /* somebody who draws is not helped by a crowd of quiet ones */
    for (uint64_t key = 100; key < 120; key++)
        limit_take(&l, key, 1, 60000);
    limit_free(&l);
    limit_init(&l, 0, 0, 8);
    assert_true(limit_take(&l, 1, 100, 0));
    limit_free(&l);
}

static void tally_like_a_plain_array(void **state)
{
    enum { KEYS = 200 };
    uint32_t plain[KEYS] = {0};
    struct tally t;
    (void)state;
    tally_init(&t);
    srand(3);
    for (int i = 0; i < 20000; i++) {
        unsigned key = (unsigned)rand() % KEYS;
        if (rand() % 2 && plain[key]) {
            tally_remove(&t, key * 64);
            plain[key]--;
        } else if (plain[key] < 5) {
            assert_int_equal(tally_add(&t, key * 64), ++plain[key]);
        }
    }
    for (unsigned key = 0; key < KEYS; key++) {
        assert_int_equal(tally_add(&t, key * 64), ++plain[key]);
        while (plain[key]--)
            tally_remove(&t, key * 64);
    }
    assert_int_equal(t.used, 0);
    tally_free(&t);
}

static uint32_t allow_big(void *context, const struct http_request *r)
{
    (void)context;
    return span_is(r->path, "/big") ? 9000 : 10;
}

static void send_head(struct stage *s, unsigned n, const char *path, int len)
{
    char head[100];
    snprintf(head, sizeof head, "POST %s HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n", path,
             len);
    stage_feed(s, n, head, strlen(head));
    stage_turn(s);
}

static const char *status_of(struct stage *s, unsigned n)
{
    static char text[4];
    if (s->sent[n].len < 12) return "";
    memcpy(text, s->sent[n].data + 9, 3);
    return text;
}

/* The limit of the stage is 5000. */
static void large_bodies_where_they_are_allowed(void **state)
{
    struct stage s;
    char body[8000];
    (void)state;
    memset(body, 'x', sizeof body);
    stage_init(&s);
    s.wire.hooks.body_max = allow_big;
    send_head(&s, 0, "/small", 5001);
    assert_string_equal(status_of(&s, 0), "413");
    send_head(&s, 1, "/big", 9001);
    assert_string_equal(status_of(&s, 1), "413");
    assert_int_equal(s.wire.large_bodies, 0);
    send_head(&s, 2, "/big", 8000);
    assert_int_equal(s.wire.large_bodies, 1);
    stage_feed(&s, 2, body, sizeof body);
    stage_turn(&s);
    assert_string_equal(status_of(&s, 2), "200");
    assert_int_equal(s.wire.large_bodies, 0);
    send_head(&s, 3, "/big", 8000);
    assert_int_equal(s.wire.large_bodies, 1);
    stage_hang_up(&s, 3);
    assert_int_equal(s.wire.large_bodies, 0);
    s.wire.large_bodies = WIRE_LARGE_BODIES_MAX; /* others are sending theirs */
    send_head(&s, 3, "/big", 8000);
    assert_string_equal(status_of(&s, 3), "413");
    s.wire.large_bodies = 0;
    stage_free(&s);
}

static void memory_of_an_idle_connection(void **state)
{
    (void)state;
    /* what src/wire keeps for one Socket.IO client by WebSocket, its link of 16 bytes included */
    size_t all =
        sizeof(struct connection) + sizeof(struct session) + sizeof(struct socketio_client) + 16;
    print_message("# connection %zu, session %zu, client %zu\n", sizeof(struct connection),
                  sizeof(struct session), sizeof(struct socketio_client));
    assert_true(all < 640);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(due_in_order),
        cmocka_unit_test(utf8_every_cut),
        cmocka_unit_test(forms),
        cmocka_unit_test(cookies),
        cmocka_unit_test(headers_cannot_be_broken_out_of),
        cmocka_unit_test(replies),
        cmocka_unit_test(conditional),
        cmocka_unit_test(events_of_a_stream),
        cmocka_unit_test(parcel_in_both_forms),
        cmocka_unit_test(parcels_joined),
        cmocka_unit_test(base64_refuses),
        cmocka_unit_test(json_is_checked),
        cmocka_unit_test(addresses),

        cmocka_unit_test(bucket),
        cmocka_unit_test(tally_like_a_plain_array),
        cmocka_unit_test(large_bodies_where_they_are_allowed),
        cmocka_unit_test(memory_of_an_idle_connection),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
