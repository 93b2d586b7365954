/* JSON as people write it by hand. */
#include "core/alloc.h"
#include "json5.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct json5_error error;

/* In exactly so much memory, so that a step too far is noticed. */
static json_t *read_bytes(const char *text, size_t len)
{
    char *exact = alloc_copy(len ? text : "", len ? len : 1);
    json_t *json = json5_read(exact, len, &error);
    free(exact);
    return json;
}

static void reads(const char *text, const char *plain)
{
    json_t *json = read_bytes(text, strlen(text));
    if (!json) fail_msg("%s: line %d, %s", text, error.line, error.what);
    char *dump = json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY);
    assert_string_equal(dump, plain);
    free(dump);
    json_decref(json);
}

static void refuses(const char *text, int line, const char *what)
{
    json_t *json = read_bytes(text, strlen(text));
    if (json) fail_msg("«%s» was read", text);
    assert_string_equal(error.what, what);
    assert_int_equal(error.line, line);
}

static void json_is_read(void **unused)
{
    (void)unused;
    reads("{\"a\":[1,-2,0.5,true,false,null,\"x\"],\"b\":{}}",
          "{\"a\":[1,-2,0.5,true,false,null,\"x\"],\"b\":{}}");
    reads("\"\\u00e9\\ud83d\\ude00\\n\\/\"", "\"é😀\\n/\"");
    reads("  7  ", "7");
    reads("9223372036854775807", "9223372036854775807");
    reads("[]", "[]");
}

static void what_hands_write_is_read(void **unused)
{
    (void)unused;
    reads("// cards\n{name: 'It\\'s', /* a */ $x_1: [1, 2, ], 'k': \"v\",}",
          "{\"name\":\"It's\",\"$x_1\":[1,2],\"k\":\"v\"}");
    reads("{ключ: +1, b: .5, c: 5., d: 0x1F, e: -0xfF, f: 1e2}",
          "{\"ключ\":1,\"b\":0.5,\"c\":5.0,\"d\":31,\"e\":-255,\"f\":100.0}");
    reads("[Infinity, -Infinity, NaN, +NaN]", "[null,null,null,null]");
    reads("'a\\\nb\\\r\nc\\x41\\v\\0'", "\"abcA\\u000B\xef\xbf\xbd\"");
    reads("\xef\xbb\xbf\xc2\xa0[\xe2\x80\xa8 1\xe2\x80\x83]", "[1]");
    reads("{a:1,a:2}", "{\"a\":2}");
    reads("'\\ud800\\u0041 \\udc00'", "\"\xef\xbf\xbd\x41 \xef\xbf\xbd\"");
    reads("// nothing but a comment before\r\n// and another\r'x' // and behind", "\"x\"");
}

static void the_place_is_told(void **unused)
{
    (void)unused;
    refuses("", 1, "a value is missing");
    refuses("[1,\n2\n3]", 3, "a comma or a closing bracket is missing");
    refuses("{a:1", 1, "a comma or a closing bracket is missing");
    refuses("{a 1}", 1, "a colon is missing");
    refuses("{1a: 1}", 1, "a key is missing");
    refuses("[,]", 1, "a value is missing");
    refuses("\r\n\r\n'a\nb'", 3, "a quotation mark is not closed");
    refuses("[1] x", 1, "there is something behind the end");
    refuses("[1] /* ", 1, "a comment has no end");
    refuses("'\\u12'", 1, "an escape is not complete");
    refuses("[1e]", 1, "a number is not well formed");
    refuses("0x", 1, "a number is not well formed");
    refuses("0x1z", 1, "a number is not well formed");
    refuses("[truely]", 1, "a value is missing");
    refuses("'\xff'", 1, "it is not UTF-8 text");
}

static void depth_has_an_end(void **unused)
{
    (void)unused;
    char deep[2 * JSON5_DEPTH_MAX + 3];
    memset(deep, '[', JSON5_DEPTH_MAX);
    memset(deep + JSON5_DEPTH_MAX, ']', JSON5_DEPTH_MAX);
    json_t *json = read_bytes(deep, 2 * JSON5_DEPTH_MAX);
    assert_non_null(json);
    json_decref(json);
    char *many = alloc_zero(1, 1000001);
    memset(many, '[', 1000000);
    refuses(many, 1, "there are too many brackets in each other");
    free(many);
}

/* Every beginning of a good file is refused, or a value of its own; nothing is read beyond it. */
static void cut_anywhere(void **unused)
{
    (void)unused;
    const char *whole =
        "// c\n{a: ['x\\u00e9\\\n', 0x1F, -.5e-3, /* y */ true, null,], \"b\": {},}\n";
    size_t len = strlen(whole);
    for (size_t cut = 0; cut < len - 1; cut++)
        assert_null(read_bytes(whole, cut));
    json_t *json = read_bytes(whole, len);
    assert_non_null(json);
    json_decref(json);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_is_read),      cmocka_unit_test(what_hands_write_is_read),
        cmocka_unit_test(the_place_is_told), cmocka_unit_test(depth_has_an_end),
        cmocka_unit_test(cut_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
