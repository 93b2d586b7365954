/* Whose word about a client is believed, and what of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "wire/proxies.h"

/* Who that is, with the request fed byte by byte. */
static void check(const char *proxies, const char *peer, const char *fields, const char *client)
{
    struct proxies p = {0};
    struct address from = {{0}}, found;
    struct http_parser parser;
    struct buffer request = {0};
    char text[46];
    size_t used;
    assert_true(!*proxies || proxies_add(&p, proxies));
    if (strcmp(peer, "unix") != 0) assert_true(address_parse(&from, span_of(peer)));
    buffer_print(&request, "GET / HTTP/1.1\r\nHost: a\r\n%s\r\n", fields);
    http_parser_init(&parser, &HTTP_LIMITS_DEFAULT);
    enum http_step step = HTTP_MORE;
    for (size_t i = 0; i < request.len; i++) {
        assert_int_equal(step, HTTP_MORE);
        step = http_feed(&parser, request.data + i, 1, &used);
    }
    assert_int_equal(step, HTTP_REQUEST);
    found = proxies_client(&p, &from, &parser.request);
    assert_string_equal(address_text(&found, text), client);
    http_parser_free(&parser);
    buffer_free(&request);
}

#define FOR(list) "X-Forwarded-For: " list "\r\n"

static void nobody_else_is_believed(void **state)
{
    (void)state;
    check("", "10.0.0.1", FOR("1.2.3.4"), "10.0.0.1");
    check("10.0.0.0/24", "10.0.1.1", FOR("1.2.3.4"), "10.0.1.1");
    check("127.0.0.0/8,::1", "unix", FOR("1.2.3.4"), "unix");
    check("10.0.0.0/8", "::10.0.0.1", FOR("1.2.3.4"),
          "::10.0.0.1"); /* its bytes are not its address */
    check("10.0.0.0/8", "11.0.0.1", "Forwarded: for=1.2.3.4\r\n", "11.0.0.1");
}

static void the_last_that_is_not_ours(void **state)
{
    static const char ours[] = "10.0.0.0/8, 2001:db8:7::/48";
    (void)state;
    check(ours, "10.0.0.1", FOR("1.2.3.4"), "1.2.3.4");
    check(ours, "10.0.0.1", FOR("6.6.6.6, 1.2.3.4"), "1.2.3.4");
    check(ours, "10.0.0.1", FOR("6.6.6.6, 1.2.3.4,10.9.9.9 , 10.0.0.2"), "1.2.3.4");
    check(ours, "2001:db8:7::1", FOR("1.2.3.4, 2001:db8:7:ffff::2"), "1.2.3.4");
    check(ours, "2001:db8:8::1", FOR("1.2.3.4"), "2001:db8:8::1");
    check(ours, "10.0.0.1", FOR("6.6.6.6") FOR("1.2.3.4") FOR("10.0.0.2"), "1.2.3.4");
    check(ours, "10.0.0.1", FOR("2001:db8::1"), "2001:db8::1");
    check(ours, "10.0.0.1", FOR("1.2.3.4:5678"), "1.2.3.4");
    check(ours, "10.0.0.1", FOR("[2001:db8::1]:99"), "2001:db8::1");
    /* everybody is one of ours: who is furthest away */
    check(ours, "10.0.0.1", FOR("10.1.1.1, 10.2.2.2"), "10.1.1.1");
    check("unix", "unix", FOR("1.2.3.4"), "1.2.3.4");
    check("0.0.0.0/0", "9.9.9.9", FOR("6.6.6.6"), "6.6.6.6");
}

static void what_is_no_address_ends_it(void **state)
{
    (void)state;
    check("10.0.0.0/8", "10.0.0.1", "", "10.0.0.1");
    check("10.0.0.0/8", "10.0.0.1", FOR(""), "10.0.0.1");
    check("10.0.0.0/8", "10.0.0.1", FOR("unknown"), "10.0.0.1");
    check("10.0.0.0/8", "10.0.0.1", FOR("6.6.6.6, , "), "10.0.0.1");
    check("10.0.0.0/8", "10.0.0.1", FOR("6.6.6.6, rubbish, 10.0.0.2"), "10.0.0.2");
    check("10.0.0.0/8", "10.0.0.1", FOR("1.2.3.4.5"), "10.0.0.1");
    check("10.0.0.0/8", "10.0.0.1", FOR("\"6.6.6.6, 1.2.3.4"), "10.0.0.1");
}

static void the_standard_field(void **state)
{
    static const char ours[] = "10.0.0.0/8";
    (void)state;
    check(ours, "10.0.0.1", "Forwarded: for=1.2.3.4\r\n", "1.2.3.4");
    check(ours, "10.0.0.1", "forwarded: proto=https; FOR=1.2.3.4;by=10.0.0.1\r\n", "1.2.3.4");
    check(ours, "10.0.0.1", "Forwarded: for=\"[2001:db8::17]:4711\"\r\n", "2001:db8::17");
    check(ours, "10.0.0.1", "Forwarded: for=6.6.6.6, for=1.2.3.4, for=10.0.0.2\r\n", "1.2.3.4");
    check(ours, "10.0.0.1", "Forwarded: for=1.2.3.4;host=\"a,for=6.6.6.6\"\r\n", "1.2.3.4");
    check(ours, "10.0.0.1", "Forwarded: for=_hidden\r\n", "10.0.0.1");
    check(ours, "10.0.0.1", "Forwarded: by=1.2.3.4\r\n", "10.0.0.1");
    check(ours, "10.0.0.1", "Forwarded: for=\r\n", "10.0.0.1");
}

/* A proxy that writes the one passes the other on as the client wrote it. */
static void two_that_differ_are_none(void **state)
{
    static const char ours[] = "10.0.0.0/8";
    (void)state;
    check(ours, "10.0.0.1", FOR("1.2.3.4") "Forwarded: for=1.2.3.4\r\n", "1.2.3.4");
    check(ours, "10.0.0.1", FOR("1.2.3.4") "Forwarded: for=6.6.6.6\r\n", "10.0.0.1");
    check(ours, "10.0.0.1", FOR("6.6.6.6") "Forwarded: for=1.2.3.4\r\n", "10.0.0.1");
}

static void networks(void **state)
{
    static const char *const wrong[] = {
        "",        ",",           "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/8x",
        "::1/129", "10.0.0",      "/8",          "a.example", "10.0.0.1,",   "10.0.0.0/0008",
        "unix/8",  "10.0.0.0/8;", "all",
    };
    struct proxies p = {0};
    struct address a;
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (proxies_add(&p, wrong[i])) fail_msg("«%s» was taken for a network", wrong[i]);
    p = (struct proxies){0};
    assert_true(proxies_add(&p, "192.168.0.0/22"));
    for (unsigned char third = 0; third < 8; third++) {
        a = (struct address){{[10] = 0xff, 0xff, 192, 168, third, 9}};
        assert_int_equal(proxies_have(&p, &a), third < 4);
    }
    p = (struct proxies){0};
    for (int i = 0; i < PROXIES_MAX; i++)
        assert_true(proxies_add(&p, "10.0.0.1"));
    assert_false(proxies_add(&p, "10.0.0.2"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_else_is_believed),    cmocka_unit_test(the_last_that_is_not_ours),
        cmocka_unit_test(what_is_no_address_ends_it), cmocka_unit_test(the_standard_field),
        cmocka_unit_test(two_that_differ_are_none),   cmocka_unit_test(networks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
