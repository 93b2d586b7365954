/* Word lists from elsewhere. */
#include "codenames.h"
#include "import.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct deck_yield yield;
static struct refusal answer;

/* The imported deck, or NULL; it has to be readable as any other. */
static json_t *import_bytes(const char *text, size_t len)
{
    struct buffer out = {0};
    answer =
        codenames_import("es", &(struct deck_source){"Familia", text, len, NULL}, &out, &yield);
    json_t *json = NULL;
    if (!refused(&answer)) {
        struct game_deck deck = {0};
        json = json_loads(buffer_text(&out), 0, NULL);
        struct refusal r = codenames_deck_read(&deck, json);
        assert_string_equal(refusal_sentence(&r), "Done.");
        assert_int_equal(deck.count, yield.kept);
        free((void *)deck.content);
    } else {
        assert_int_equal(out.len, 0);
    }
    buffer_free(&out);
    return json;
}

static json_t *import(const char *text)
{
    return import_bytes(text, strlen(text));
}

/* Words to fill a list: "v 1", "v 2" …, with something between them. */
static const char *filling(int count, const char *between)
{
    static struct buffer text;
    buffer_clear(&text);
    for (int i = 1; i <= count; i++)
        buffer_print(&text, "%sv %d", i > 1 ? between : "", i);
    return buffer_text(&text);
}

static const char *word(const json_t *deck, size_t at)
{
    return json_string_value(json_array_get(json_object_get(deck, "words"), at));
}

/* Two words more need no board of their own; one that was there is there once. */
static void words_are_added_to_a_list(void **unused)
{
    (void)unused;
    json_t *first = import(filling(25, ","));
    struct buffer out = {0};
    const char *more = "abuela, v 3\n--\nAbuela";
    struct deck_source from = {"Familia", more, strlen(more), first};
    answer = codenames_import("es", &from, &out, &yield);
    assert_false(refused(&answer));
    assert_int_equal(yield.kept, 2);
    assert_int_equal(yield.dropped, 2);
    assert_int_equal(yield.problems.count, 2);
    assert_int_equal(yield.problems.of[0].line, 2);
    assert_string_equal(yield.problems.of[0].why, "codenames.why.word");
    assert_int_equal(yield.problems.of[1].line, 3);
    assert_string_equal(yield.problems.of[1].why, "cards.why.repeated");
    json_t *deck = json_loads(buffer_text(&out), 0, NULL);
    const json_t *words = json_object_get(deck, "words");
    assert_int_equal(json_array_size(words), 26);
    assert_string_equal(json_string_value(json_array_get(words, 0)), "ABUELA");
    assert_string_equal(json_string_value(json_array_get(words, 1)), "V 3");
    assert_string_equal(json_string_value(json_array_get(words, 2)), "V 1");
    json_decref(deck);
    buffer_clear(&out);
    from.text = "--";
    from.len = 2;
    answer = codenames_import("es", &from, &out, &yield);
    assert_true(refused(&answer));
    assert_int_equal(out.len, 0);
    buffer_free(&out);
    json_decref(first);
}

static void lines_are_read(void **unused)
{
    (void)unused;
    struct buffer text = {0};
    buffer_print(&text, "\xef\xbb\xbf león \r\n\n  \nнüß\rla  luna, ΣΊΣΥΦΟΣ;ёж\t猫\n%s",
                 filling(25, "\n"));
    json_t *deck = import(buffer_text(&text));
    assert_int_equal(yield.kept, 31);
    assert_int_equal(yield.dropped, 0);
    assert_string_equal(word(deck, 0), "LEÓN");
    assert_string_equal(word(deck, 1), "НÜẞ");
    assert_string_equal(word(deck, 2), "LA LUNA");
    assert_string_equal(word(deck, 3), "ΣΊΣΥΦΟΣ");
    assert_string_equal(word(deck, 4), "ЁЖ");
    assert_string_equal(word(deck, 5), "猫");
    assert_string_equal(word(deck, 30), "V 25");
    assert_string_equal(json_string_value(json_object_get(deck, "name")), "Familia");
    assert_string_equal(json_string_value(json_object_get(deck, "language")), "es");
    json_decref(deck);
    buffer_free(&text);
}

static void sets_are_read(void **unused)
{
    (void)unused;
    struct buffer text = {0};
    buffer_print(&text,
                 "{\"Uno\":\"Sol, luna ,\\n mar\",\"Dos\":[\"río\",\"sol\"],\"Tres\":\"%s\"}",
                 filling(25, ","));
    json_t *deck = import(buffer_text(&text));
    assert_int_equal(yield.kept, 29);
    assert_int_equal(yield.dropped, 1);
    assert_string_equal(yield.first_problem, "«sol»: The word stands there twice.");
    assert_string_equal(word(deck, 2), "MAR");
    assert_string_equal(word(deck, 3), "RÍO");
    json_decref(deck);
    buffer_free(&text);
}

static void our_own_shape_is_read(void **unused)
{
    (void)unused;
    json_t *deck = import(filling(25, "\n"));
    char *ours = json_dumps(deck, 0);
    json_t *again = import(ours);
    assert_true(json_equal(deck, again)); /* what we write we read */
    assert_int_equal(yield.dropped, 0);   /* and nothing else in it is taken for words */
    free(ours);
    json_decref(again);
    ours = json_dumps(json_object_get(deck, "words"), 0);
    again = import(ours);
    assert_true(json_equal(deck, again));
    free(ours);
    json_decref(again);
    json_decref(deck);
}

static void bad_words_are_counted_and_left_out(void **unused)
{
    (void)unused;
    static const char *const bad[][2] = {
        {"--", "«--»: A word has letters or digits, and at most 24 characters."},
        {"\u200b", "«\u200b»: A word has letters or digits, and at most 24 characters."},
        {"ñññññññññññññññññññññññññ",
         "«ññññññññññññññññññññ»: A word has letters or digits, and at most 24 characters."},
        {"V  1", "«V  1»: The word stands there twice."},
        {"v\u0301 1", "«v\u0301 1»: The word stands there twice."},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct buffer text = {0};
        buffer_print(&text, "v 1\n\n%s\n%s", bad[i][0], filling(26, "\n") + strlen("v 1\n"));
        json_decref(import(buffer_text(&text)));
        assert_int_equal(yield.kept, 26);
        assert_int_equal(yield.dropped, 1);
        assert_int_equal(yield.line, 3);
        assert_memory_equal(yield.first_problem, "Line 3: ", 8);
        assert_string_equal(yield.first_problem + 8, bad[i][1]);
        buffer_free(&text);
    }
    struct buffer text = {0};
    buffer_print(&text, "{\"a\":7,\"b\":[\"x\",null],\"c\":\"%s\"}", filling(25, ","));
    json_decref(import(buffer_text(&text)));
    assert_int_equal(yield.kept, 26);
    assert_int_equal(yield.dropped, 2);
    assert_int_equal(yield.line, 0);
    assert_string_equal(yield.first_problem, "«a»: A set is a text with words, or a list of them.");
    buffer_free(&text);
}

static void refuses(const char *text, const char *sentence)
{
    assert_null(import(text));
    assert_string_equal(refusal_sentence(&answer), sentence);
}

static void other_files_are_refused(void **unused)
{
    (void)unused;
    refuses("", "There is no word in this file.");
    refuses(" \n,;\t\n", "There is no word in this file.");
    refuses("{}", "There is no word in this file.");
    refuses("[]", "There is no word in this file.");
    refuses("{\"a\":\n", "Line 2 is not JSON.");
    refuses("[\"a\"\n\"b\"]", "Line 2 is not JSON.");
    refuses("{\"a\":\"x\",\n\"a\":\"y\"}", "Line 2: a set has the name of another one.");
    refuses("{\"game\":\"taboo\",\"cards\":[]}", "These are not words for Codenames.");
    refuses("\xff\xfe", "The file is not UTF-8 text.");
    assert_null(import_bytes("a\0b", 3));
    assert_string_equal(refusal_sentence(&answer), "The file is not UTF-8 text.");
    refuses(filling(24, "\n"), "24 different words of at least 25. ");
    refuses("uno\ndos\nUNO", "2 different words of at least 25. Line 3: «UNO»: The word stands "
                             "there twice.");
    assert_int_equal(yield.kept, 2);
    assert_int_equal(yield.line, 3);
}

static void large_files_are_cut(void **unused)
{
    (void)unused;
    json_decref(import(filling(WORDS_MAX + 50, "\n")));
    assert_int_equal(yield.kept, WORDS_MAX);
    assert_int_equal(yield.dropped, 50);
    assert_int_equal(yield.line, WORDS_MAX + 1);
    char *large = malloc(IMPORT_BYTES_MAX + 1);
    memset(large, 'a', IMPORT_BYTES_MAX + 1);
    assert_null(import_bytes(large, IMPORT_BYTES_MAX + 1));
    assert_string_equal(refusal_sentence(&answer), "The file is too large.");
    free(large);
}

/* Whatever arrives of a file, to the byte: a sentence, or a deck that can be read. */
static void every_beginning_is_answered(void **unused)
{
    (void)unused;
    static const char *const forms[] = {"%s\nleón\nñandú", "{\"Ñ\":\"%s\",\"b\":[\"río\"]}",
                                        "[\"ñandú\",\"%s\"]"};
    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
        char text[600];
        int len = snprintf(text, sizeof text, forms[f], filling(26, f ? "," : "\n"));
        int decks = 0;
        for (int n = 0; n <= len; n++) {
            char *exact = malloc(n ? (size_t)n : 1); /* no byte more, for the sanitizer */
            memcpy(exact, text, (size_t)n);
            json_t *deck = import_bytes(exact, (size_t)n);
            assert_true(refused(&answer) ? answer.detail[0] != 0 : deck != NULL);
            decks += deck != NULL;
            json_decref(deck);
            free(exact);
        }
        assert_true(f == 0 ? decks > 5 : decks <= 1);
    }
}

static void a_rooms_list_is_in_its_language(void **unused)
{
    (void)unused;
    int32_t settings[8] = {[CODENAMES_SET_LANGUAGE] = 1};
    struct buffer out = {0};
    const char *text = filling(25, "\n");
    answer = codenames_game.deck_import(
        settings, &(struct deck_source){"Ours", text, strlen(text), NULL}, &out, &yield);
    assert_string_equal(refusal_sentence(&answer), "Done.");
    json_t *deck = json_loads(buffer_text(&out), 0, NULL);
    assert_string_equal(json_string_value(json_object_get(deck, "language")),
                        codenames_languages[1]);
    assert_string_equal(json_string_value(json_object_get(deck, "name")), "Ours");
    json_decref(deck);
    buffer_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_added_to_a_list),
        cmocka_unit_test(lines_are_read),
        cmocka_unit_test(sets_are_read),
        cmocka_unit_test(our_own_shape_is_read),
        cmocka_unit_test(bad_words_are_counted_and_left_out),
        cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(large_files_are_cut),
        cmocka_unit_test(every_beginning_is_answered),
        cmocka_unit_test(a_rooms_list_is_in_its_language),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
