/* The JSON writer cannot write what a JSON reader refuses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/chance.h"
#include "core/writer.h"

#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/text.h"

static void an_object_with_everything(void **state)
{
    (void)state;
    struct buffer out = {0};
    struct writer w = writer_to(&out);
    write_object(&w);
    put_string(&w, "name", "Ana \"la\" \\ \n\x01 ñ \xff");
    put_int(&w, "low", INT64_MIN);
    put_int(&w, "high", INT64_MAX);
    put_bool(&w, "yes", true);
    put_array(&w, "list");
    write_int(&w, 0);
    write_null(&w);
    write_bool(&w, false);
    write_object(&w);
    write_end(&w);
    write_array(&w);
    write_end(&w);
    write_end(&w);
    put_object(&w, "in");
    write_key(&w, "raw");
    write_raw(&w, "[1,2]", 5);
    write_end(&w);
    write_end(&w);
    assert_string_equal(buffer_text(&out),
                        "{\"name\":\"Ana \\\"la\\\" \\\\ \\n\\u0001 ñ \xEF\xBF\xBD\","
                        "\"low\":-9223372036854775808,\"high\":9223372036854775807,\"yes\":true,"
                        "\"list\":[0,null,false,{},[]],\"in\":{\"raw\":[1,2]}}");
    buffer_free(&out);
}

static void every_byte_alone(void **state)
{
    (void)state;
    for (int byte = 0; byte < 256; byte++) {
        struct buffer out = {0};
        struct writer w = writer_to(&out);
        char text = (char)byte;
        write_string_n(&w, &text, 1);
        json_t *value = json_loadb(out.data, out.len, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
        if (!value) fail_msg("byte %d gives %.*s", byte, (int)out.len, out.data);
        assert_int_equal(json_string_length(value), byte < 0x80 ? 1 : 3);
        if (byte < 0x80)
            assert_int_equal(json_string_value(value)[0], byte);
        else
            assert_string_equal(json_string_value(value), "\xEF\xBF\xBD");
        json_decref(value);
        buffer_free(&out);
    }
}

/* Text is taken eight bytes at a time: a byte that needs care is found wherever it stands. */
static void every_byte_at_every_place(void **state)
{
    (void)state;
    for (size_t len = 1; len <= 20; len++)
        for (size_t at = 0; at < len; at++)
            for (int byte = 0; byte < 0x80; byte++) {
                char text[20];
                struct buffer out = {0};
                struct writer w = writer_to(&out);
                memset(text, 'x', sizeof text);
                text[at] = (char)byte;
                write_string_n(&w, text, len);
                json_t *value =
                    json_loadb(out.data, out.len, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
                assert_int_equal(json_string_length(value), len);
                assert_memory_equal(json_string_value(value), text, len);
                json_decref(value);
                buffer_free(&out);
            }
}

/* Bytes that are mostly text, at times something else. */
static size_t random_text(struct chance *c, char *out, size_t cap)
{
    static const char *const pieces[] = {
        "a",    "\"",   "\\",           "ñ",        "€",      "😀", "\n", "/", "\x7f", "\x1f",
        "\xff", "\xc3", "\xed\xa0\x80", "\xf4\x90", "\ufffe", "}"};
    size_t len = 0;
    for (uint32_t n = chance_below(c, 10); n > 0; n--) {
        const char *piece = pieces[chance_below(c, sizeof pieces / sizeof *pieces)];
        if (len + strlen(piece) < cap) len += (size_t)sprintf(out + len, "%s", piece);
    }
    out[len] = 0;
    return len;
}

/* Writes a random value and returns what it means. */
static json_t *write_random(struct writer *w, struct chance *c, int depth)
{
    char text[80];
    uint32_t kind = chance_below(c, depth > 5 ? 4 : 7);
    if (kind == 0) {
        write_null(w);
        return json_null();
    }
    if (kind == 1) {
        bool value = chance_below(c, 2);
        write_bool(w, value);
        return json_boolean(value);
    }
    if (kind == 2) {
        int64_t value = (int64_t)((uint64_t)chance_word(c) << 32 | chance_word(c));
        write_int(w, value);
        return json_integer(value);
    }
    if (kind == 3) {
        size_t len = random_text(c, text, sizeof text);
        write_string_n(w, text, len);
        /* what is not UTF-8 is replaced, and then only the form is compared */
        return text_is_utf8(text, len) ? json_stringn(text, len) : NULL;
    }
    json_t *value = kind == 4 ? json_object() : json_array();
    bool known = true;
    if (kind == 4)
        write_object(w);
    else
        write_array(w);
    for (uint32_t i = 0, n = chance_below(c, 5); i < n; i++) {
        snprintf(text, sizeof text, "k%u\"%s", i, chance_below(c, 2) ? "ключ" : "");
        if (kind == 4) write_key(w, text);
        json_t *inner = write_random(w, c, depth + 1);
        if (!inner)
            known = false;
        else if (kind == 4)
            json_object_set_new(value, text, inner);
        else
            json_array_append_new(value, inner);
    }
    write_end(w);
    if (known) return value;
    json_decref(value);
    return NULL;
}

static void random_values_are_read_back(void **state)
{
    (void)state;
    struct chance c;
    chance_init(&c, (const uint8_t[CHANCE_SEED_BYTES]){21}, 0);
    int compared = 0;
    for (int round = 0; round < 20000; round++) {
        struct buffer out = {0};
        struct writer w = writer_to(&out);
        json_t *meant = write_random(&w, &c, 0);
        json_error_t error;
        json_t *read =
            json_loadb(out.data, out.len, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &error);
        if (!read) fail_msg("%s: %.*s", error.text, (int)out.len, out.data);
        if (meant) {
            compared++;
            assert_true(json_equal(meant, read));
        }
        json_decref(meant);
        json_decref(read);
        buffer_free(&out);
    }
    assert_true(compared > 10000);
}

static void value_without_key(struct writer *w)
{
    write_object(w);
    write_int(w, 1);
}

static void key_in_array(struct writer *w)
{
    write_array(w);
    write_key(w, "k");
}

static void two_keys(struct writer *w)
{
    write_object(w);
    write_key(w, "k");
    write_key(w, "l");
}

static void end_after_key(struct writer *w)
{
    write_object(w);
    write_key(w, "k");
    write_end(w);
}

static void end_too_many(struct writer *w)
{
    write_array(w);
    write_end(w);
    write_end(w);
}

static void two_at_the_top(struct writer *w)
{
    write_int(w, 1);
    write_int(w, 2);
}

static void too_deep(struct writer *w)
{
    for (int i = 0; i <= WRITER_DEPTH_MAX; i++)
        write_array(w);
}

/* A bug of the caller ends the program before it can write half a message. */
static void misuse_aborts(void **state)
{
    (void)state;
    void (*const wrong[])(struct writer *) = {value_without_key, key_in_array, two_keys,
                                              end_after_key,     end_too_many, two_at_the_top,
                                              too_deep};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        pid_t child = fork();
        if (child == 0) {
            signal(SIGABRT, SIG_DFL);
            if (!freopen("/dev/null", "w", stderr)) _exit(1);
            struct buffer out = {0};
            struct writer w = writer_to(&out);
            wrong[i](&w);
            _exit(0);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT) fail_msg("misuse %zu went on", i);
    }
}

static void the_deepest_allowed(void **state)
{
    (void)state;
    struct buffer out = {0};
    struct writer w = writer_to(&out);
    for (int i = 0; i < WRITER_DEPTH_MAX; i++) {
        if (i % 2) {
            write_object(&w);
            write_key(&w, "k");
        } else {
            write_array(&w);
            write_int(&w, i);
        }
    }
    write_null(&w);
    for (int i = 0; i < WRITER_DEPTH_MAX; i++)
        write_end(&w);
    json_t *value = json_loadb(out.data, out.len, 0, NULL);
    assert_non_null(value);
    json_decref(value);
    buffer_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_object_with_everything),
        cmocka_unit_test(every_byte_alone),
        cmocka_unit_test(every_byte_at_every_place),
        cmocka_unit_test(random_values_are_read_back),
        cmocka_unit_test(misuse_aborts),
        cmocka_unit_test(the_deepest_allowed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
