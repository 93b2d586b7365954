/* What may be a clue, and what people try. */
#include "clue.h"
#include "core/chance.h"
#include "core/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LETTERS "codenames.clue.letters"
#define EMPTY "codenames.clue.empty"
#define LONG "codenames.clue.long"

struct sample {
    const char *typed;
    const char *shown; /* NULL: refused */
    const char *key;
};

static void clues_are_words_of_letters(void **unused)
{
    (void)unused;
    static const struct sample samples[] = {
        {"selva", "selva", NULL},
        {"Selva", "Selva", NULL},
        {" selva\n", "selva", NULL}, /* what phones add */
        {"ñandú", "ñandú", NULL},
        {"nin\u0303o", "niño", NULL}, /* combining tilde: composed */
        {"джунгла", "джунгла", NULL},
        {"Йод", "Йод", NULL},
        {"straße", "straße", NULL},
        {"日本", "日本", NULL},
        {"שלום", "שלום", NULL},
        {"हिन्दी", "हिन्दी", NULL}, /* vowel signs are marks on their letters */
        {"x\u0301\u0302\u0303\u0304\u0305", "x\u0301\u0302\u0303", NULL}, /* no towers */
        {"se\u200blva", "selva", NULL},                                   /* cannot be seen */
        {"\u202eselva", "selva", NULL},
        {"a", "a", NULL},
        {"", NULL, EMPTY},
        {"   ", NULL, EMPTY},
        {"\t\n", NULL, EMPTY},
        {"\u200b\u200d", NULL, EMPTY},
        {"\u0301", NULL, EMPTY}, /* a mark without a letter */
        {"two words", NULL, LETTERS},
        {"two\u00a0words", NULL, LETTERS},
        {"two\u3000words", NULL, LETTERS},
        {"semi-final", NULL, LETTERS},
        {"don't", NULL, LETTERS},
        {"don’t", NULL, LETTERS},
        {"fin.", NULL, LETTERS},
        {"¡ya", NULL, LETTERS},
        {"C3PO", NULL, LETTERS},
        {"٣", NULL, LETTERS},
        {"Ⅷ", NULL, LETTERS},
        {"½", NULL, LETTERS},
        {"a+b", NULL, LETTERS},
        {"🦊", NULL, LETTERS},
        {"zorro🦊", NULL, LETTERS},
        {"a\ufe0f\u20e3", NULL, LETTERS}, /* a key of a keyboard */
        {"a\u20dd", NULL, LETTERS},
        {"_", NULL, LETTERS},
        {"€", NULL, LETTERS},
        {"<b>x</b>", NULL, LETTERS},
        {"ﷺ", NULL, LETTERS}, /* one character, four words */
        {"\u0301selva", NULL, LETTERS},
        {"\xff", NULL, LETTERS},
        {"sel\xc3", NULL, LETTERS},         /* a letter cut in half */
        {"\xc0\xaf", NULL, LETTERS},        /* overlong */
        {"\xed\xa0\x80", NULL, LETTERS},    /* half a pair */
        {"\xf4\x90\x80\x80", NULL, LETTERS} /* beyond Unicode */
    };
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        char out[CLUE_BYTES_MAX + 1];
        struct refusal r = clue_read(out, samples[i].typed);
        if (!samples[i].shown) {
            assert_int_equal(r.code, REFUSAL_CODE_INVALID_CLUE);
            if (strcmp(r.key, samples[i].key) != 0) print_error("«%s»\n", samples[i].typed);
            assert_string_equal(r.key, samples[i].key);
            assert_string_equal(out, "");
            continue;
        }
        if (refused(&r)) print_error("«%s»: %s\n", samples[i].typed, r.detail);
        assert_int_equal(r.code, REFUSAL_CODE_OK);
        assert_string_equal(out, samples[i].shown);
    }
}

static void repeat(char *out, const char *what, int times)
{
    out[0] = 0;
    while (times--)
        strcat(out, what);
}

static void thirty_letters_and_no_more(void **unused)
{
    (void)unused;
    static const char *const letters[] = {"a", "ñ", "ж", "日", "𐐀"};
    char typed[20000], out[CLUE_BYTES_MAX + 1];
    for (int i = 0; i < 5; i++) {
        repeat(typed, letters[i], CLUE_LETTERS_MAX);
        struct refusal r = clue_read(out, typed);
        assert_int_equal(r.code, REFUSAL_CODE_OK);
        assert_string_equal(out, typed);
        static const int more[] = {CLUE_LETTERS_MAX + 1, 200, 3000};
        for (int j = 0; j < 3; j++) {
            repeat(typed, letters[i], more[j]);
            r = clue_read(out, typed);
            assert_int_equal(r.code, REFUSAL_CODE_INVALID_CLUE);
            assert_string_equal(r.key, LONG);
        }
    }
    repeat(typed, "日\u0301\u0302", CLUE_LETTERS_MAX); /* few letters, too many bytes */
    assert_string_equal(clue_read(out, typed).key, LONG);
    repeat(typed, "ﷺ", 300);
    assert_int_equal(clue_read(out, typed).code, REFUSAL_CODE_INVALID_CLUE);
    repeat(typed, " ", 900);
    assert_string_equal(clue_read(out, typed).key, EMPTY);
}

static void a_clue_and_a_word_clash(void **unused)
{
    (void)unused;
    static const struct {
        const char *clue, *word;
        enum clue_clash clash;
    } samples[] = {
        {"león", "LEÓN", CLUE_IS_WORD},
        {"leon", "LEÓN", CLUE_IS_WORD},
        {"LEÓN", "leon", CLUE_IS_WORD},
        {"leo", "LEÓN", CLUE_IN_WORD},
        {"ó", "LEÓN", CLUE_IN_WORD},
        {"leonés", "LEÓN", CLUE_HOLDS_WORD},
        {"tigre", "LEÓN", CLUE_FREE},
        {"nel", "LEÓN", CLUE_FREE},
        {"cana", "CAÑA", CLUE_IS_WORD}, /* accents are set aside, the tilde with them */
        {"strasse", "STRASSE", CLUE_IS_WORD},
        {"Straße", "STRASSE", CLUE_IS_WORD},
        {"ﬁn", "FINAL", CLUE_IN_WORD},
        {"ЙОД", "йод", CLUE_IS_WORD},
        {"иод", "ЙОД", CLUE_IS_WORD},
        {"път", "ПЪТЕКА", CLUE_IN_WORD},
        {"пътечка", "ПЪТЕКА", CLUE_FREE},
        {"nueva", "NUEVA YORK", CLUE_IS_WORD}, /* part by part */
        {"york", "NUEVA YORK", CLUE_IS_WORD},
        {"yor", "NUEVA YORK", CLUE_IN_WORD},
        {"nuevayork", "NUEVA YORK", CLUE_IS_WORD}, /* and as a whole */
        {"neoyorkino", "NUEVA YORK", CLUE_HOLDS_WORD},
        {"ayo", "NUEVA YORK", CLUE_FREE},     /* stands in no part */
        {"verde", "DÍA DE REYES", CLUE_FREE}, /* a small word joins and forbids nothing */
        {"de", "DÍA DE REYES", CLUE_IS_WORD},
        {"mediodía", "DÍA DE REYES", CLUE_HOLDS_WORD},
        {"etal", "ET AL", CLUE_IS_WORD},
        {"metales", "ET AL", CLUE_HOLDS_WORD},
        {"final", "SEMI-FINAL", CLUE_IS_WORD},
        {"semifinal", "SEMI-FINAL", CLUE_IS_WORD},
        {"elefante", "TÉ", CLUE_HOLDS_WORD}, /* a card of its own is compared however short */
        {"a", "B", CLUE_FREE},
        {"selva", "007", CLUE_FREE},
        {"selva", "", CLUE_FREE},
    };
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        enum clue_clash got = clue_against(samples[i].clue, samples[i].word);
        if (got != samples[i].clash) print_error("%s, %s\n", samples[i].clue, samples[i].word);
        assert_int_equal(got, samples[i].clash);
    }
}

/* The word is in the sentence, whole, in whatever script. */
static void refusals_name_the_word(void **unused)
{
    (void)unused;
    struct refusal r = clue_check("път", "ПЪТЕКА");
    assert_string_equal(r.key, "codenames.clue.inside");
    assert_string_equal(r.detail, "That clue is a part of «ПЪТЕКА» on the board.");
    assert_string_equal(clue_check("пътеката", "ПЪТЕКА").key, "codenames.clue.contains");
    char word[100];
    repeat(word, "ж", 24); /* as long as a word can be in letters */
    assert_string_equal(clue_check(word, word).key, "codenames.clue.onBoard");
    repeat(word, "𐐀", 24); /* and in bytes: too much for a value, so the sentence is all there is */
    r = clue_check(word, word);
    assert_int_equal(r.code, REFUSAL_CODE_INVALID_CLUE);
    assert_null(r.key);
    assert_true(text_is_utf8(r.detail, strlen(r.detail)));
}

/* What is accepted holds what was promised; what was accepted once is accepted as it is. */
static void check(const char *typed)
{
    char out[CLUE_BYTES_MAX + 1], again[CLUE_BYTES_MAX + 1], folded[512];
    memset(out, 'x', sizeof out);
    struct refusal r = clue_read(out, typed);
    if (refused(&r)) {
        assert_int_equal(r.code, REFUSAL_CODE_INVALID_CLUE);
        assert_non_null(r.key);
        assert_string_equal(out, "");
        return;
    }
    assert_true(text_is_utf8(out, strlen(out)));
    assert_null(strpbrk(out, " \t\n0123456789-'.,;:!?<>&\"\\/"));
    assert_true(text_fold(folded, sizeof folded, out) > 0);
    r = clue_read(again, out);
    assert_int_equal(r.code, REFUSAL_CODE_OK);
    assert_string_equal(again, out);
    assert_int_equal(clue_against(out, out), CLUE_IS_WORD);
    assert_int_equal(clue_against(out, folded), CLUE_IS_WORD);
}

/* Every beginning of a text: letters cut after each byte. */
static void cut_after_every_byte(void **unused)
{
    (void)unused;
    static const char *const texts[] = {"ñandúes",           "джунгла",   "日本語", "नमस्ते",
                                        "e\u0301a\u0300",    "🦊zorro", "𐐀𐐁𐐂",    "ﷺﬁ",
                                        "\u202eabc\u200bdef"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        char cut[100];
        for (size_t len = 0; len <= strlen(texts[i]); len++) {
            memcpy(cut, texts[i], len);
            cut[len] = 0;
            check(cut);
            for (size_t from = 0; from < len; from++)
                check(cut + from);
        }
    }
}

static void every_byte_and_every_pair(void **unused)
{
    (void)unused;
    for (int a = 1; a < 256; a++) {
        for (int b = 0; b < 256; b++) {
            char typed[] = {(char)a, (char)b, 0}, within[] = {'s', (char)a, (char)b, 'a', 0};
            check(typed);
            check(within);
        }
    }
}

/* Letters, marks, joiners, spaces and bytes of all kinds, thrown together. */
static void rubbish_is_answered(void **unused)
{
    (void)unused;
    static const char *const pieces[] = {"a",
                                         "Z",
                                         "ñ",
                                         "ж",
                                         "Й",
                                         "日",
                                         "𐐀",
                                         "ﷺ",
                                         "ﬁ",
                                         "ß",
                                         "İ",
                                         "ŉ",
                                         "ǅ",
                                         "ª",
                                         "\u0301",
                                         "\u0345",
                                         "\u20dd",
                                         "\u0903",
                                         "\u200d",
                                         "\ufe0f",
                                         "\u115f",
                                         "\u3164",
                                         " ",
                                         "\u00a0",
                                         "-",
                                         "'",
                                         "1",
                                         "Ⅷ",
                                         "🦊",
                                         "\xff",
                                         "\xc3",
                                         "\x80",
                                         "\xed\xa0\x80",
                                         "\1",
                                         "\x7f",
                                         "\ufffd",
                                         "\ue000",
                                         "\u0e33",
                                         "\uac00",
                                         "\u1100\u1161\u11a8"};
    static const uint8_t seed[CHANCE_SEED_BYTES] = {3};
    struct chance chance;
    chance_init(&chance, seed, 0);
    for (int i = 0; i < 30000; i++) {
        char typed[800] = "";
        uint32_t kinds = chance_below(&chance, 2) ? sizeof pieces / sizeof pieces[0] : 15;
        for (uint32_t n = chance_below(&chance, i % 10 ? 8 : 90); n > 0; n--)
            strcat(typed, pieces[chance_below(&chance, kinds)]);
        check(typed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clues_are_words_of_letters), cmocka_unit_test(thirty_letters_and_no_more),
        cmocka_unit_test(a_clue_and_a_word_clash),    cmocka_unit_test(refusals_name_the_word),
        cmocka_unit_test(cut_after_every_byte),       cmocka_unit_test(every_byte_and_every_pair),
        cmocka_unit_test(rubbish_is_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
