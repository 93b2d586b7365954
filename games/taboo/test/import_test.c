/* Decks from elsewhere. */
#include "fixture.h"
#include "import.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct import_options options = {"es", "Familia", "comida", NULL};

static struct deck_yield yield;
static struct refusal answer;

/* The imported deck, or NULL; what it holds has to be readable as any other deck. */
static json_t *import(const char *text)
{
    struct buffer out = {0};
    answer = taboo_import(&options, text, strlen(text), &out, &yield);
    json_t *json = NULL;
    if (!refused(&answer)) {
        struct game_deck deck = {0};
        json = json_loads(buffer_text(&out), 0, NULL);
        struct refusal r = taboo_game.deck_read(&deck, json);
        assert_string_equal(refusal_sentence(&r), "Done.");
        assert_int_equal(deck.count, yield.kept);
        free((void *)deck.content);
    } else {
        assert_int_equal(out.len, 0);
    }
    buffer_free(&out);
    return json;
}

/* What was there stays, new cards go before it, and one that came again is the new one. */
static void cards_are_added_to_a_deck(void **unused)
{
    (void)unused;
    json_t *first = import("Manzana,fruta,rojo\nPera,verde,fruta");
    struct buffer out = {0};
    const char *more = "Limón,ácido,amarillo\nMANZANA,sidra,Eva\nUva,racimo\nUva,uvas,vino";
    struct import_options added = {"es", "Familia", "comida", first};
    answer = taboo_import(&added, more, strlen(more), &out, &yield);
    assert_false(refused(&answer));
    assert_int_equal(yield.kept, 2);
    assert_int_equal(yield.dropped, 2);
    assert_int_equal(yield.problems.count, 2);
    assert_int_equal(yield.problems.of[0].line, 3);
    assert_string_equal(yield.problems.of[0].about, "Uva");
    assert_string_equal(yield.problems.of[0].why, "taboo.why.count");
    assert_int_equal(yield.problems.of[1].line, 4);
    assert_string_equal(yield.problems.of[1].why, "taboo.why.givesAway");
    json_t *deck = json_loads(buffer_text(&out), 0, NULL);
    const json_t *cards = json_object_get(deck, "cards");
    static const char *const words[] = {"LIMÓN", "MANZANA", "PERA"};
    assert_int_equal(json_array_size(cards), 3);
    for (size_t i = 0; i < 3; i++)
        assert_string_equal(json_string_value(json_object_get(json_array_get(cards, i), "word")),
                            words[i]);
    const json_t *again = json_object_get(json_array_get(cards, 1), "tabooWords");
    assert_string_equal(json_string_value(json_array_get(again, 0)), "sidra");
    json_decref(deck);
    buffer_clear(&out);
    answer = taboo_import(&added, "Uva", 3, &out, &yield);
    assert_true(refused(&answer)); /* nothing new is no reason to do anything */
    assert_int_equal(out.len, 0);
    buffer_free(&out);
    json_decref(first);
}

static void objects_of_words_are_read(void **unused)
{
    (void)unused;
    json_t *deck = import("{\"Manzana\":[\"Fruta\",\"rojo\"],"
                          "\"limón\":[\"amarillo\",\"ácido\",\"a\",\"b\",\"c\",\"d\"]}");
    assert_int_equal(yield.kept, 2);
    assert_int_equal(yield.dropped, 0);
    const json_t *card = json_array_get(json_object_get(deck, "cards"), 0);
    assert_string_equal(json_string_value(json_object_get(card, "word")), "MANZANA");
    assert_string_equal(json_string_value(json_object_get(card, "category")), "comida");
    const json_t *list = json_object_get(card, "tabooWords");
    assert_string_equal(json_string_value(json_array_get(list, 0)), "fruta");
    assert_string_equal(json_string_value(json_object_get(deck, "name")), "Familia");
    json_decref(deck);
}

static void lines_are_read(void **unused)
{
    (void)unused;
    json_t *deck = import("\xef\xbb\xbfManzana|fruta:rojo:árbol\r\n\n  \nLimón|ácido:amarillo");
    assert_int_equal(yield.kept, 2);
    assert_int_equal(yield.dropped, 0);
    const json_t *card = json_array_get(json_object_get(deck, "cards"), 1);
    assert_string_equal(json_string_value(json_object_get(card, "word")), "LIMÓN");
    assert_int_equal(json_array_size(json_object_get(card, "tabooWords")), 2);
    json_decref(deck);
}

static void same_file_gives_same_ids(void **unused)
{
    (void)unused;
    json_t *a = import("Manzana|fruta:rojo"), *b = import("{\"manzana\":[\"x\",\"y\"]}");
    const json_t *x = json_array_get(json_object_get(a, "cards"), 0);
    const json_t *y = json_array_get(json_object_get(b, "cards"), 0);
    assert_string_equal(json_string_value(json_object_get(x, "id")),
                        json_string_value(json_object_get(y, "id")));
    json_decref(a);
    json_decref(b);
}

static void bad_cards_are_counted_and_left_out(void **unused)
{
    (void)unused;
    static const char *const bad[][2] = {
        {"Pera", "«Pera»: A line has the form Word|a:b:c or Word,a,b,c."},
        {"\"Pera,a,b", "«Pera,a,b»: A quotation mark is not closed."},
        {"Pera,a", "«Pera»: A card needs 2 to 6 forbidden words."},
        {"Pera;a;b;c;d;e;f;g",
         "«Pera»: Its word or its forbidden words are missing, too many or too long."},
        {"ñññññññññññññññññññññññññññññññ,a,b",
         "«ññññññññññññññññññññ»: Its word or its forbidden words are missing, too many or too long."},
        {"Pera|fruta", "«Pera»: A card needs 2 to 6 forbidden words."},
        {"Pera|", "«Pera»: Its word or its forbidden words are missing, too many or too long."},
        {"|a:b", "«»: Its word or its forbidden words are missing, too many or too long."},
        {"Pera|a:b:c:d:e:f:g",
         "«Pera»: Its word or its forbidden words are missing, too many or too long."},
        {"Pera|a::b", "«Pera»: Its word or its forbidden words are missing, too many or too long."},
        {"Pera|peral:b", "«Pera»: The forbidden word «peral» gives the word away."},
        {"MÁNZANA|a:b", "«MÁNZANA»: The word stands there twice."},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[200];
        snprintf(text, sizeof text, "Manzana|fruta:rojo\n%s\nUva|fruta:vino\n", bad[i][0]);
        json_decref(import(text));
        assert_int_equal(yield.kept, 2);
        assert_int_equal(yield.dropped, 1);
        assert_int_equal(yield.line, 2);
        assert_memory_equal(yield.first_problem, "Line 2: ", 8);
        assert_string_equal(yield.first_problem + 8, bad[i][1]);
    }
    json_decref(import("{\"Manzana\":[\"a\",7],\"Uva\":\"x\",\"Pera\":[\"a\",\"b\"]}"));
    assert_int_equal(yield.kept, 1);
    assert_int_equal(yield.dropped, 2);
    assert_int_equal(yield.line, 0);
    assert_string_equal(yield.first_problem,
                        "«Manzana»: It needs a list of 2 to 6 forbidden words.");
    json_decref(import("{\"Uva\":[\"a\",\"b\"],\n\"Pera\":[\"a\",\"b\"],\n\"Uva\":[\"c\",\"d\"]}"));
    assert_int_equal(yield.kept, 2);
    assert_string_equal(yield.first_problem, "Line 3: «»: A word stands there twice.");
}

/* Word and first forbidden word of a card. */
static void holds(const json_t *deck, size_t at, const char *word, const char *taboo)
{
    const json_t *card = json_array_get(json_object_get(deck, "cards"), at);
    const json_t *list = json_object_get(card, "tabooWords");
    assert_string_equal(json_string_value(json_object_get(card, "word")), word);
    assert_string_equal(json_string_value(json_array_get(list, 0)), taboo);
}

static void tables_are_read(void **unused)
{
    (void)unused;
    json_t *deck = import("\xef\xbb\xbfPalabra,tabú 1,tabú 2\r\n"
                          "Manzana,fruta,rojo,,,\r\n"
                          "\"Sopa, caliente\", \"cuchara\" ,\"el \"\"plato\"\"\"\r\n"
                          "Limón;ácido;amarillo\rUva\tvino\tracimo\n");
    assert_int_equal(yield.dropped, 0);
    assert_int_equal(yield.kept, 4);
    holds(deck, 0, "MANZANA", "fruta");
    holds(deck, 1, "SOPA, CALIENTE", "cuchara");
    holds(deck, 2, "LIMÓN", "ácido");
    holds(deck, 3, "UVA", "vino");
    const json_t *soup = json_array_get(json_object_get(deck, "cards"), 1);
    assert_string_equal(json_string_value(json_array_get(json_object_get(soup, "tabooWords"), 1)),
                        "el \"plato\"");
    json_decref(deck);
    deck = import("Palabra|uno:dos\n"); /* only a table has a heading */
    assert_int_equal(yield.kept, 1);
    json_decref(deck);
}

static void other_shapes_of_json_are_read(void **unused)
{
    (void)unused;
    json_t *deck =
        import("{\"Frutas\":{\"Uva\":[\"vino\",\"racimo\"]},\"Mesa\":[\"pata\",\"silla\"]}");
    assert_int_equal(yield.kept, 2);
    holds(deck, 0, "UVA", "vino");
    holds(deck, 1, "MESA", "pata");
    const json_t *card = json_array_get(json_object_get(deck, "cards"), 0);
    assert_string_equal(json_string_value(json_object_get(card, "category")), "Frutas");
    char *ours = json_dumps(deck, 0);
    json_t *again = import(ours);
    assert_true(json_equal(deck, again)); /* what we write we read, category and all */
    json_decref(again);
    free(ours);
    json_decref(deck);
    deck = import(
        " [{\"word\":\"Uva\",\"tabooWords\":[\"vino\",\"racimo\"],\"difficulty\":\"hard\"},7,"
        "{\"word\":\"Pera\"}]");
    assert_int_equal(yield.kept, 1);
    assert_int_equal(yield.dropped, 2);
    card = json_array_get(json_object_get(deck, "cards"), 0);
    assert_string_equal(json_string_value(json_object_get(card, "difficulty")), "hard");
    json_decref(deck);
}

static void other_files_are_refused(void **unused)
{
    (void)unused;
    assert_null(import(""));
    assert_string_equal(refusal_sentence(&answer), "There is no card in this file.");
    assert_null(import("{\"a\":"));
    assert_string_equal(refusal_sentence(&answer), "Line 1 is not JSON.");
    assert_null(import("\xff\xfe"));
    assert_string_equal(refusal_sentence(&answer), "The file is not UTF-8 text.");
    assert_null(import("\nhello\nworld"));
    assert_string_equal(refusal_sentence(&answer),
                        "No card is usable. Line 2: «hello»: A line has the form Word|a:b:c or "
                        "Word,a,b,c.");
    assert_int_equal(yield.dropped, 2);
}

static void large_files_are_cut_at_the_deck_size(void **unused)
{
    (void)unused;
    struct buffer text = {0};
    for (int i = 0; i < CARD_CARDS_MAX + 50; i++)
        buffer_print(&text, "Palabra %d|uno:dos:tres\n", i);
    json_decref(import(buffer_text(&text)));
    assert_int_equal(yield.kept, CARD_CARDS_MAX);
    assert_int_equal(yield.dropped, 50);
    buffer_free(&text);
}

static void what_a_source_does_not_say_is_usual(void **unused)
{
    (void)unused;
    int32_t settings[8] = {[SET_LANGUAGE] = 1};
    struct buffer out = {0};
    const char text[] = "Mela,frutta,rosso\nUva,vino,grappolo\n"; /* a table without a heading */
    answer = taboo_game.deck_import(
        settings, &(struct deck_source){"Ours", text, strlen(text), NULL}, &out, &yield);
    assert_string_equal(refusal_sentence(&answer), "Done.");
    assert_int_equal(yield.kept, 2);
    json_t *deck = json_loads(buffer_text(&out), 0, NULL);
    assert_string_equal(json_string_value(json_object_get(deck, "language")), taboo_languages[1]);
    holds(deck, 0, "MELA", "frutta");
    const json_t *card = json_array_get(json_object_get(deck, "cards"), 1);
    assert_string_equal(json_string_value(json_object_get(card, "category")), "general");
    assert_string_equal(json_string_value(json_object_get(card, "difficulty")), "medium");
    json_decref(deck);
    buffer_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_are_added_to_a_deck),
        cmocka_unit_test(objects_of_words_are_read),
        cmocka_unit_test(lines_are_read),
        cmocka_unit_test(same_file_gives_same_ids),
        cmocka_unit_test(bad_cards_are_counted_and_left_out),
        cmocka_unit_test(tables_are_read),
        cmocka_unit_test(other_shapes_of_json_are_read),
        cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(large_files_are_cut_at_the_deck_size),
        cmocka_unit_test(what_a_source_does_not_say_is_usual),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
