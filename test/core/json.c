/* The house's own ways of reading and writing JSON, against jansson's. */
#include "core/chance.h"
#include "core/plain.h"
#include "core/write_json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SORTED (JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY)

static json_t *random_value(struct chance *c, int depth)
{
    static const char *const texts[] = {"",       "a",      "ñandú", "with \"quotes\"",
                                        "a/b\\c", "line\n", "😀"};
    char key[16];
    json_t *value;
    switch (chance_below(c, depth ? 8 : 6)) {
    case 0: return json_null();
    case 1: return json_boolean(chance_below(c, 2));
    case 2: return json_integer((json_int_t)chance_word(c) - 1000);
    case 3: return json_real(chance_below(c, 1000) / 8.0);
    case 4:
    case 5: return json_string(texts[chance_below(c, sizeof texts / sizeof *texts)]);
    case 6:
        value = json_array();
        for (uint32_t n = chance_below(c, 5); n; n--)
            json_array_append_new(value, random_value(c, depth - 1));
        return value;
    default:
        value = json_object();
        for (uint32_t n = chance_below(c, 24); n; n--) { /* more than are sorted on the stack */
            snprintf(key, sizeof key, "%u", chance_below(c, 1000));
            json_object_set_new(value, key, random_value(c, depth - 1));
        }
        return value;
    }
}

/* It is written as jansson would; takes the value. */
static void check_written(json_t *value)
{
    struct buffer out = {0};
    struct writer w = writer_to(&out);
    char *expected = json_dumps(value, SORTED);
    write_json(&w, value);
    assert_int_equal(out.len, strlen(expected));
    assert_memory_equal(out.data, expected, out.len);
    free(expected);
    json_decref(value);
    buffer_free(&out);
}

static void random_values_are_written_as_jansson_does(void **state)
{
    uint8_t seed[CHANCE_SEED_BYTES] = {7};
    struct chance c;
    (void)state;
    chance_init(&c, seed, 1);
    for (int i = 0; i < 2000; i++)
        check_written(random_value(&c, 3));
}

static void deep_values_are_written_too(void **state)
{
    json_t *value = json_integer(1);
    (void)state;
    for (int i = 0; i < 500; i++) {
        json_t *outer = i % 2 ? json_array() : json_object();
        if (i % 2)
            json_array_append_new(outer, value);
        else
            json_object_set_new(outer, "k", value);
        value = outer;
    }
    check_written(value);
}

static json_t *read_plain(const char *text, size_t len)
{
    char *copy = malloc(len + 1); /* the exact size, so that ASan sees a step too far */
    memcpy(copy, text, len);
    struct plain s = {copy, copy + len};
    json_t *value = plain_json(&s, 8);
    bool whole = s.at == s.end;
    free(copy);
    if (whole) return value;
    json_decref(value);
    return NULL;
}

/* Whatever the plain reader accepts it understands as jansson does; it may always decline. */
static void plain_reading_agrees_with_jansson(void **state)
{
    uint8_t seed[CHANCE_SEED_BYTES] = {8};
    struct chance c;
    int accepted = 0;
    (void)state;
    chance_init(&c, seed, 1);
    for (int i = 0; i < 4000; i++) {
        json_t *value = random_value(&c, 3);
        char *text = json_dumps(value, SORTED);
        size_t len = strlen(text);
        if (i % 2) text[chance_below(&c, (uint32_t)len)] = (char)(32 + chance_below(&c, 95));
        for (size_t cut = len > 40 ? len - 40 : 0; cut <= len; cut++) {
            json_t *ours = read_plain(text, cut);
            json_t *theirs = json_loadb(text, cut, JSON_DECODE_ANY, NULL);
            if (ours) assert_true(json_equal(ours, theirs));
            accepted += ours != NULL;
            json_decref(ours);
            json_decref(theirs);
        }
        free(text);
        json_decref(value);
    }
    assert_true(accepted > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_values_are_written_as_jansson_does),
        cmocka_unit_test(deep_values_are_written_too),
        cmocka_unit_test(plain_reading_agrees_with_jansson),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
