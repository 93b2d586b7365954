/* Names and comparing: what people really type, and what they type to annoy. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/chance.h"
#include "core/text.h"

#include <string.h>
#include <utf8proc.h>

/* typed, shown; NULL: refused */
static const struct {
    const char *typed, *shown;
} names[] = {
    {"Ana", "Ana"},
    {"  Ana \t", "Ana"},
    {"Ana \n\r  María", "Ana María"},
    {"Ana\u00a0\u2003María", "Ana María"},
    {"Jose\u0301", "José"}, /* composed */
    {"Георги", "Георги"},
    {"李小龍", "李小龍"},
    {"محمد", "محمد"},
    {"👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"},
    {"🏳️‍🌈 Luz", "🏳️‍🌈 Luz"},
    {"O'Brien <b>", "O'Brien <b>"}, /* escaping is the page's business */
    {"", NULL},
    {"   ", NULL},
    {"\u200b\u200b", NULL},  /* zero width spaces */
    {"\u3164", NULL},        /* the filler letter */
    {"\u2800 \u2800", NULL}, /* blank braille */
    {"\u00ad", NULL},        /* soft hyphen */
    {"\u200d", NULL},        /* a joiner of nothing */
    {"\ufe0f\u200d \ufe0f", NULL},
    {"\u0301\u0302", NULL}, /* accents alone */
    {"\u20dd", NULL},       /* a circle around nothing */
    {"A\u202Ena", "Ana"},   /* right-to-left override */
    {"\u2066Ana\u2069\u200f", "Ana"},
    {"A\x01\x07na\x7f", "Ana"},
    {"e\u200b\u0301", "é"}, /* composed after the hidden one went */
    {"Ana\u200d", "Ana"},   /* a joiner at the end joins nothing */
    {"A\u200dna", "Ana"},   /* nor between letters */
    {"\xff\xfe", NULL},
    {"An\xc3", NULL},
    {"\xc0\xaf", NULL},
    {"\xed\xa0\x80", NULL},
    {"abcdefghijklmnopqrstuvwx", "abcdefghijklmnopqrstuvwx"},
    {"abcdefghijklmnopqrstuvwxy", NULL},
    {"жжжжжжжжжжжжжжжжжжжжжжжж", "жжжжжжжжжжжжжжжжжжжжжжжж"},
};

static void names_are_cleaned(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char out[NAME_BYTES_MAX + 1];
        memset(out, 'x', sizeof out);
        bool ok = text_clean_name(out, names[i].typed);
        if (ok != (names[i].shown != NULL))
            fail_msg("«%s» (%zu) was %s", names[i].typed, i, ok ? "taken" : "refused");
        assert_string_equal(out, names[i].shown ? names[i].shown : "");
    }
}

static void long_names_are_refused(void **state)
{
    (void)state;
    char out[NAME_BYTES_MAX + 1], typed[9000];
    for (size_t len = 1; len < sizeof typed; len += len < 200 ? 1 : 97) {
        memset(typed, 'a', len);
        typed[len] = 0;
        assert_int_equal(text_clean_name(out, typed), len <= NAME_LETTERS_MAX);
    }
    typed[0] = 0; /* 24 families: few letters, many bytes */
    for (int i = 0; i < 24; i++)
        strcat(typed, "👩‍👩‍👧‍👦");
    assert_false(text_clean_name(out, typed));
}

/* Marks piled on a letter would cover the lines above and below it. */
static void piled_marks_are_thinned(void **state)
{
    (void)state;
    char typed[300] = "Z", out[NAME_BYTES_MAX + 1];
    for (int i = 0; i < 60; i++)
        strcat(typed, "\u0335");
    strcat(typed, "algo");
    assert_true(text_clean_name(out, typed));
    assert_string_equal(out, "Z\u0335\u0335\u0335algo");
    assert_true(text_clean_name(out, "Nguyễn Thị Ngọc")); /* two marks on a letter are a language */
    assert_string_equal(out, "Nguyễn Thị Ngọc");
    assert_true(text_same(typed, "zalgo"));
    assert_true(
        text_clean_name(out, "B\u0303\u0303\u0303\ufe0f\u20e3")); /* nor half a key's frame */
    assert_string_equal(out, "B\u0303\u0303\u0303");
    assert_true(text_clean_name(out, "1\ufe0f\u20e3"));
    assert_string_equal(out, "1\ufe0f\u20e3");
}

static const char *const pieces[] = {
    "a",      "B",      "ñ",      " ",      "\t",     "\u0301", "\u0323",    "\u200b",
    "\u200d", "\ufe0f", "👩",      "🏽",   "🇮",      "🇹",      "\u202e",    "\u0600",
    "한",     "\u1100", "\u1161", "\u3164", "ﷺ",      "ﬁ",      "İ",         "ß",
    "\x01",   "й",      "\u20e3", "❤",      "\u094d", "क",      "\U000e0067"};

/* Whatever goes in: valid, normal, without what cannot be seen, and the same when cleaned again. */
static void cleaning_twice_is_cleaning_once(void **state)
{
    (void)state;
    struct chance c;
    chance_init(&c, (const uint8_t[CHANCE_SEED_BYTES]){3}, 0);
    int taken = 0;
    for (int round = 0; round < 20000; round++) {
        char typed[400] = "", once[NAME_BYTES_MAX + 1], twice[NAME_BYTES_MAX + 1];
        for (uint32_t n = chance_below(&c, 12); n > 0; n--)
            strcat(typed, pieces[chance_below(&c, sizeof pieces / sizeof *pieces)]);
        if (!text_clean_name(once, typed)) continue;
        taken++;
        assert_true(text_is_utf8(once, strlen(once)));
        assert_null(strstr(once, "\u202e"));
        assert_null(strstr(once, "\u200b"));
        assert_null(strstr(once, "  "));
        utf8proc_uint8_t *normal = utf8proc_NFC((const utf8proc_uint8_t *)once);
        assert_string_equal(once, (const char *)normal);
        free(normal);
        if (!text_clean_name(twice, once)) fail_msg("«%s» refused the second time", once);
        assert_string_equal(once, twice);
    }
    assert_true(taken > 10000);
}

static void random_bytes_do_no_harm(void **state)
{
    (void)state;
    struct chance c;
    chance_init(&c, (const uint8_t[CHANCE_SEED_BYTES]){12}, 0);
    for (int round = 0; round < 20000; round++) {
        char typed[64], out[NAME_BYTES_MAX + 1], folded[80];
        size_t len = chance_below(&c, sizeof typed - 1);
        for (size_t i = 0; i < len; i++)
            typed[i] = (char)(1 + chance_below(&c, 255));
        typed[len] = 0;
        bool valid = text_is_utf8(typed, len);
        bool ok = text_clean_name(out, typed);
        if (ok) assert_true(valid && text_is_utf8(out, strlen(out)));
        int n = text_fold(folded, sizeof folded, typed);
        if (!valid) assert_int_equal(n, -1);
        if (n >= 0) assert_int_equal(n, strlen(folded));
    }
}

static void utf8_is_told_from_other_bytes(void **state)
{
    (void)state;
    static const char *const good[] = {"", "a", "ñ", "€", "𐍈", "\U0010ffff", "\ufffd"};
    static const char *const bad[] = {"\x80",
                                      "\xc3",
                                      "\xc3(",
                                      "\xc0\x80",
                                      "\xe2\x82",
                                      "\xed\xa0\x80",
                                      "\xf0\x9f\x98",
                                      "\xf4\x90\x80\x80",
                                      "\xf8\x88\x80\x80\x80",
                                      "ok\xff"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(text_is_utf8(good[i], strlen(good[i])));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(text_is_utf8(bad[i], strlen(bad[i])));
    assert_true(text_is_utf8("a\0b", 3));
}

static const struct {
    const char *a, *b;
    bool same;
} pairs[] = {
    {"Ana", "ana", true},
    {"ÁRBOL", "arbol", true},
    {"Jose\u0301", "josé", true},
    {"straße", "STRASSE", true},
    {"ﬁn", "FIN", true},
    {"ＡＢＣ", "abc", true},
    {" a  b ", "A B", true},
    {"a b", "ab", false},
    {"Ana", "Anna", false},
    {"ЕЛА", "ела", true},
    {"A\u200bna", "Ana", true},
    {"Ana", "", false},
    {"", "", true},
    {"\xff", "\xff", false},
    {"Ⅻ", "xii", true},
};

static void folding_unites_what_looks_alike(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (text_same(pairs[i].a, pairs[i].b) != pairs[i].same)
            fail_msg("«%s» and «%s» should %sbe the same", pairs[i].a, pairs[i].b,
                     pairs[i].same ? "" : "not ");
    char out[8];
    assert_int_equal(text_fold(out, sizeof out, "ABC"), 3);
    assert_string_equal(out, "abc");
    assert_int_equal(text_fold(out, sizeof out, "abcdefgh"), -1);
    assert_int_equal(text_fold(out, sizeof out, "\xff"), -1);
}

/* A hidden character at the end changes nothing but the way the text is read. */
static void lines_end_in_three_ways(void **state)
{
    (void)state;
    char text[] = "a\nb\r\n\rc\r", *rest = text;
    static const char *const lines[] = {"a", "b", "", "c", ""};
    for (int i = 0; i < 5; i++)
        assert_string_equal(text_line(&rest), lines[i]);
    assert_null(text_line(&rest));
    assert_null(text_line(&rest));
}

static void plain_text_reads_as_all_text_does(void **state)
{
    static const char letters[] = "  aAzZ09~!^`'@[{";
    struct chance chance;
    uint8_t seed[CHANCE_SEED_BYTES] = {4};
    (void)state;
    chance_init(&chance, seed, 0);
    for (int i = 0; i < 20000; i++) {
        char plain[48], hidden[48 + 4], a[48], b[48];
        size_t len = chance_below(&chance, 40), cap = 1 + chance_below(&chance, sizeof a);
        for (size_t j = 0; j < len; j++)
            plain[j] = letters[chance_below(&chance, sizeof letters - 1)];
        plain[len] = 0;
        memcpy(hidden, plain, len);
        strcpy(hidden + len, "\u200b");
        assert_int_equal(text_clean(a, cap, 24, plain), text_clean(b, cap, 24, hidden));
        assert_string_equal(a, b);
        int n = text_fold(a, cap, plain);
        assert_int_equal(n, text_fold(b, cap, hidden));
        if (n >= 0) assert_string_equal(a, b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_cleaned),
        cmocka_unit_test(plain_text_reads_as_all_text_does),
        cmocka_unit_test(long_names_are_refused),
        cmocka_unit_test(piled_marks_are_thinned),
        cmocka_unit_test(cleaning_twice_is_cleaning_once),
        cmocka_unit_test(random_bytes_do_no_harm),
        cmocka_unit_test(utf8_is_told_from_other_bytes),
        cmocka_unit_test(folding_unites_what_looks_alike),
        cmocka_unit_test(lines_end_in_three_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
