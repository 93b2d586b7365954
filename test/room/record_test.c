/* A record read in place and the same one read by jansson have the same fields, whatever the bytes. */
#include "core/chance.h"
#include "record_same.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const lines[] = {
    "{\"do\":\"act\",\"t\":1700000000000,\"by\":1,\"verb\":\"lay\",\"with\":{\"card\":17},\"check\":42}",
    "{\"do\":\"join\",\"t\":1,\"name\":\"Zo\xc3\xab\",\"token\":\"00ff\",\"watch\":true}",
    "{\"do\":\"join\",\"t\":1,\"name\":\"a\\\"b\",\"token\":\"00ff\"}",
    "{\"do\":\"start\",\"t\":1,\"decks\":[\"a\",\"]\",\"\\\"\"],\"version\":3}",
    "{\"do\":\"wake\",\"t\":12}",
    "{\"a\":[[{\"b\":[]}]],\"c\":{}}",
    "{\"a\":[[[[[[[[[1]]]]]]]]],\"b\":{\"x\":[0,true,false,null,\"y\",\"\"],\"\":{}}}",
    "{\"a\":{\"x\":1,\"x\":2}}",
    "{\"a\":[1,],\"b\":{,}}",
    "{\"a\":[-1,1.5,\"\\n\"],\"b\":[\"Zo\xc3\xab\"]}",
    "{\"n\":-5,\"m\":1.5,\"x\":null,\"y\":false}",
    "{\"do\":\"act\",\"verb\":\"lay\",\"with\":{\"x\":\"a\\u0000b\"}}",
    "{\"n\":01}",
    "{\"n\":1234567890123456789012}",
    "{\"a\":1,\"a\":2}",
    "{\"a\":\"\xff\"}",
    "{}",
    "[]",
    "",
    ("{\"1\":1,\"2\":1,\"3\":1,\"4\":1,\"5\":1,\"6\":1,\"7\":1,\"8\":1,\"9\":1,\"10\":1,\"11\":1,"
     "\"12\":1,\"13\":1}"),
};
#define LINES (sizeof lines / sizeof *lines)

static void whole_lines(void **state)
{
    (void)state;
    for (size_t i = 0; i < LINES; i++)
        assert_true(record_same(lines[i], strlen(lines[i])));
}

static void fields_are_found(void **state)
{
    struct record r = {0};
    (void)state;
    assert_true(record_read(&r, lines[0], strlen(lines[0])));
    assert_string_equal(record_text(&r, "verb"), "lay");
    assert_int_equal(record_number(&r, "t", 0), 1700000000000);
    assert_int_equal(record_number(&r, "who", -1), -1);
    assert_int_equal(record_number(&r, "verb", -1), -1);
    assert_null(record_text(&r, "t"));
    assert_int_equal(json_integer_value(json_object_get(record_json(&r, "with"), "card")), 17);
    assert_true(record_read(&r, lines[2], strlen(lines[2])));
    assert_string_equal(record_text(&r, "name"), "a\"b");
    const char *zero = "{\"with\":{\"x\":\"a\\u0000b\"}}"; /* anybody may send it */
    assert_true(record_read(&r, zero, strlen(zero)));
    assert_int_equal(json_string_length(json_object_get(record_json(&r, "with"), "x")), 3);
    record_free(&r);
}

static void every_beginning_of_a_line(void **state)
{
    (void)state;
    for (size_t i = 0; i < LINES; i++)
        for (size_t len = 0; len < strlen(lines[i]); len++) {
            char *exact = malloc(len ? len : 1); /* so that reading past the end is seen */
            memcpy(exact, lines[i], len);
            assert_true(record_same(exact, len));
            free(exact);
        }
}

static void spoilt_lines(void **state)
{
    static const char bytes[] = "{}[]\",:\\t0123x \n\xc3\x80";
    struct chance chance;
    uint8_t seed[CHANCE_SEED_BYTES] = {5};
    (void)state;
    chance_init(&chance, seed, 0);
    for (int i = 0; i < 40000; i++) {
        char line[200];
        size_t len = strlen(strcpy(line, lines[chance_below(&chance, LINES)]));
        for (uint32_t n = 1 + chance_below(&chance, 3); n && len; n--)
            line[chance_below(&chance, (uint32_t)len)] =
                bytes[chance_below(&chance, sizeof bytes - 1)];
        assert_true(record_same(line, len));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_lines),
        cmocka_unit_test(fields_are_found),
        cmocka_unit_test(every_beginning_of_a_line),
        cmocka_unit_test(spoilt_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
