/* Codes, tokens, refusals and buffers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/buffer.h"
#include "core/code.h"
#include "core/refusal.h"
#include "core/text.h"
#include "core/token.h"

#include <ctype.h>
#include <string.h>

static const struct {
    const char *typed, *code;
} codes[] = {
    {"ABC234", "ABC234"},
    {"abc234", "ABC234"},
    {"  abc-234\r\n", "ABC234"},
    {"A B C 2 3 4", "ABC234"},
    {"---ABC---234", "ABC234"},
    {"AB\tC234", "ABC234"},
    {"", NULL},
    {"ABC23", NULL},
    {"ABC2345", NULL},
    {"ABC 23O", NULL},
    {"ABC230", NULL},
    {"ABC23I", NULL},
    {"ABC231", NULL},
    {"ABC23ñ", NULL},
    {"ABC23\xff", NULL},
    {"ABC_234", NULL},
    {"ABC234 x", NULL},
};

static void codes_are_read_as_people_type_them(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        char out[CODE_LENGTH + 1] = "??????";
        bool ok = code_normalise(out, codes[i].typed);
        if (ok != (codes[i].code != NULL)) fail_msg("«%s»: %d", codes[i].typed, ok);
        assert_string_equal(out, codes[i].code ? codes[i].code : "");
    }
}

static void tokens_are_uuids_and_differ(void **state)
{
    (void)state;
    char tokens[500][TOKEN_TEXT_LENGTH + 1];
    for (int i = 0; i < 500; i++) {
        token_draw(tokens[i]);
        assert_int_equal(strlen(tokens[i]), TOKEN_TEXT_LENGTH);
        assert_int_equal(tokens[i][14], '4');
        assert_non_null(strchr("89ab", tokens[i][19]));
        for (int k = 0; k < i; k++)
            assert_string_not_equal(tokens[i], tokens[k]);
    }
}

static void tokens_are_hashed(void **state)
{
    (void)state;
    static const char token[] = "01234567-89ab-4cde-8f01-23456789abcd";
    uint8_t a[TOKEN_HASH_BYTES], b[TOKEN_HASH_BYTES];
    assert_true(token_hash(a, token));
    assert_true(token_hash(b, "01234567-89AB-4CDE-8F01-23456789ABCD"));
    assert_true(token_matches(a, b));
    char hex[2 * TOKEN_HASH_BYTES + 1];
    hex_write(hex, a, TOKEN_HASH_BYTES);
    assert_string_equal(hex, "79944bb6f20d142ddcbff6e727c264ae");
    for (int i = 0; i < TOKEN_HASH_BYTES; i++) {
        memcpy(b, a, sizeof b);
        b[i] ^= 1;
        assert_false(token_matches(a, b));
    }
    char wrong[TOKEN_TEXT_LENGTH + 2];
    for (int i = 0; i < TOKEN_TEXT_LENGTH; i++) {
        strcpy(wrong, token);
        wrong[i] = 'g';
        assert_false(token_hash(b, wrong));
        wrong[i] = 0;
        assert_false(token_hash(b, wrong));
    }
    strcpy(wrong, token);
    strcat(wrong, "0");
    assert_false(token_hash(b, wrong));
    assert_false(token_hash(b, ""));
}

static void hexadecimal_goes_both_ways(void **state)
{
    (void)state;
    uint8_t bytes[256], again[256];
    char text[513];
    for (int i = 0; i < 256; i++)
        bytes[i] = (uint8_t)i;
    hex_write(text, bytes, 256);
    assert_true(hex_read(again, 256, text));
    assert_memory_equal(bytes, again, 256);
    assert_true(hex_read(again, 2, "aBcD"));
    assert_int_equal(again[0], 0xab);
    static const char *const wrong[] = {"", "a", "abc", "abcde", "abcg", "ab d", "-bcd"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(hex_read(again, 2, wrong[i]));
}

static void refusals_say_something(void **state)
{
    (void)state;
#define X(code, family, status, sentence) REFUSAL_CODE_##code,
    static const enum refusal_code all[] = {REFUSALS(X)};
#undef X
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct refusal r = {.code = all[i]};
        const char *name = refusal_name(&r), *sentence = refusal_sentence(&r);
        for (const char *p = name; *p; p++)
            assert_true(isupper((unsigned char)*p) || *p == '_');
        assert_true(isupper((unsigned char)sentence[0]));
        assert_int_equal(sentence[strlen(sentence) - 1], '.');
        bool is_ok = all[i] == REFUSAL_CODE_OK;
        assert_int_equal(refused(&r), !is_ok);
        assert_int_equal(refusal_family(&r) == REFUSAL_NONE, is_ok);
        int status = refusal_status(&r);
        if (is_ok)
            assert_int_equal(status, 200);
        else
            assert_in_range(status, 400, 599);
        if (refusal_family(&r) == REFUSAL_BROKEN) assert_true(status >= 500);
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(name, refusal_code_name(all[k]));
    }
}

static void games_have_refusals_of_their_own(void **state)
{
    (void)state;
    enum { FIRST = REFUSAL_CODE_OF_GAME, SECOND };
    static const struct refusal_kind kinds[] = {
        REFUSAL_KIND("hush", TOO_LOUD, MAY_NOT, 403, "Not so loud.")
            REFUSAL_KIND("hush", TOO_LATE, NOT_YET, 409, "It is too late.")};
    struct refusal r = refusal_of_game(kinds, SECOND);
    assert_true(refused(&r));
    assert_int_equal(r.code, SECOND);
    assert_string_equal(refusal_name(&r), "TOO_LATE");
    assert_int_equal(refusal_family(&r), REFUSAL_NOT_YET);
    assert_int_equal(refusal_status(&r), 409);
    assert_string_equal(refusal_sentence(&r), "It is too late.");
    assert_string_equal(r.key, "hush.error.TOO_LATE");
    r = refusal_saying(refusal_of_game(kinds, FIRST), "%d is too loud.", 9);
    assert_string_equal(refusal_name(&r), "TOO_LOUD");
    assert_string_equal(refusal_sentence(&r), "9 is too loud.");
    assert_string_equal(refusal_code_name(r.code), "OF_GAME");
}

static void refusals_may_say_more(void **state)
{
    (void)state;
    struct refusal r = refuse_saying(REFUSAL_CODE_ILLEGAL_MOVE, "You hold the %s.", "ten");
    assert_int_equal(r.code, REFUSAL_CODE_ILLEGAL_MOVE);
    assert_string_equal(refusal_sentence(&r), "You hold the ten.");
    /* A sentence that is too long is cut between two characters, never inside one. */
    for (int lead = 0; lead < 4; lead++) {
        char text[200] = "";
        memset(text, 'x', (size_t)lead);
        for (int i = 0; i < 40; i++)
            strcat(text, "😀");
        r = refuse_saying(REFUSAL_CODE_ILLEGAL_MOVE, "%s", text);
        assert_true(text_is_utf8(r.detail, strlen(r.detail)));
        assert_true(strlen(r.detail) >= sizeof r.detail - 4);
    }
}

static void refusals_can_be_translated(void **state)
{
    (void)state;
    struct refusal r = refuse_saying(REFUSAL_CODE_NEED_MORE_PLAYERS, "A needs 2 more players.");
    struct refusal_value value;
    int at = 0;
    assert_null(r.key);
    assert_false(refusal_next_value(&r, &at, &value));
    r = refusal_with(refusal_keyed(r, "lobby.missingInTeam"),
                     (struct refusal_value){"team", "A", "taboo.team.0"});
    r = refusal_with_number(r, "count", 2);
    struct refusal copy = r; /* nothing in it points into the first */
    memset(&r, 'x', sizeof r);
    assert_string_equal(copy.key, "lobby.missingInTeam");
    assert_true(refusal_next_value(&copy, &at, &value));
    assert_string_equal(value.name, "team");
    assert_string_equal(value.text, "A");
    assert_string_equal(value.key, "taboo.team.0");
    assert_true(refusal_next_value(&copy, &at, &value));
    assert_string_equal(value.text, "2");
    assert_null(value.key);
    assert_false(refusal_next_value(&copy, &at, &value));
    char much[REFUSAL_VALUES_BYTES];
    memset(much, 'm', sizeof much);
    much[sizeof much - 1] = 0;
    copy = refusal_with(copy, (struct refusal_value){"more", much, NULL});
    assert_null(copy.key); /* rather the general sentence than one with a hole */
    assert_string_equal(refusal_sentence(&copy), "A needs 2 more players.");
}

static void buffers_grow_and_shrink(void **state)
{
    (void)state;
    struct buffer b = {0};
    assert_string_equal(buffer_text(&b), "");
    buffer_add(&b, NULL, 0);
    buffer_consume(&b, 5);
    assert_int_equal(b.len, 0);
    for (int i = 0; i < 1000; i++)
        buffer_print(&b, "%d,", i);
    assert_int_equal(b.len, 10 * 2 + 90 * 3 + 900 * 4);
    buffer_consume(&b, b.len - 8);
    assert_string_equal(buffer_text(&b), "998,999,");
    buffer_add_byte(&b, '!');
    buffer_add_text(&b, "end");
    assert_string_equal(buffer_text(&b), "998,999,!end");
    memcpy(buffer_reserve(&b, 100000), "x", 1);
    assert_int_equal(b.len, 12);
    buffer_consume(&b, 1000);
    assert_int_equal(b.len, 0);
    buffer_add_text(&b, "again");
    buffer_clear(&b);
    assert_string_equal(buffer_text(&b), "");
    buffer_free(&b);
    assert_null(b.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes_are_read_as_people_type_them),
        cmocka_unit_test(tokens_are_uuids_and_differ),
        cmocka_unit_test(tokens_are_hashed),
        cmocka_unit_test(hexadecimal_goes_both_ways),
        cmocka_unit_test(refusals_say_something),
        cmocka_unit_test(games_have_refusals_of_their_own),
        cmocka_unit_test(refusals_may_say_more),
        cmocka_unit_test(refusals_can_be_translated),
        cmocka_unit_test(buffers_grow_and_shrink),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
