/* Decks from elsewhere: every form that is known, to the byte. */
#include "core/alloc.h"
#include "import.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct deck_yield yield;
static struct refusal answer;
static struct buffer out;
static const json_t *base;

static const char *import_bytes(const char *text, size_t len)
{
    char *exact = alloc_copy(len ? text : "", len ? len : 1);
    buffer_clear(&out);
    answer = cah_import(&(struct import_options){"en", "Ours", base}, exact, len, &out, &yield);
    free(exact);
    return buffer_text(&out);
}

static const char *import(const char *text)
{
    return import_bytes(text, strlen(text));
}

#define HEAD(name, author)                                                                         \
    "{\"game\":\"cah\",\"language\":\"en\",\"name\":\"" name "\",\"author\":\"" author             \
    "\",\"licence\":\"unknown\",\"packs\":["
#define B(text, pick) "{\"text\":\"" text "\",\"pick\":" #pick ",\"rating\":\"mature\"}"
#define W(text) "{\"text\":\"" text "\",\"rating\":\"mature\"}"

static void gives(const char *text, const char *deck, int kept, int dropped)
{
    const char *got = import(text);
    if (refused(&answer)) fail_msg("%s", refusal_sentence(&answer));
    assert_string_equal(got, deck);
    assert_int_equal(yield.kept, kept);
    assert_int_equal(yield.dropped, dropped);
}

static void refuses(const char *text, const char *why)
{
    import(text);
    assert_string_equal(refusal_sentence(&answer), why);
    assert_int_equal(answer.code, REFUSAL_CODE_BAD_REQUEST);
    assert_int_equal(out.len, 0);
}

static void compact_with_a_list_of_packs(void **unused)
{
    (void)unused;
    gives(
        "{\"white\":[\"One.\",\"Two.\",\"Three.\"],"
        "\"black\":[{\"text\":\"Why?\",\"pick\":1},{\"text\":\"_ + _\",\"pick\":2}],"
        "\"packs\":[{\"name\":\"First\",\"official\":true,\"white\":[0,1,0],\"black\":[1,1]},"
        "{\"name\":\"Second\",\"white\":[1,2],\"black\":[0]}]}",
        HEAD("Ours", "unknown") "{\"name\":\"First\",\"black\":[" B("_ + _", 2) "],\"white\":[" W(
            "One.") "," W("Two.") "]},"
                                  "{\"name\":\"Second\",\"black\":[" B(
                                      "Why? _", 1) "],\"white\":[" W("Two.") "," W("Three.") "]}]}",
        6, 0);
}

static void compact_with_packs_by_key(void **unused)
{
    (void)unused;
    gives(
        "{\"black\":[{\"text\":\"Q _\",\"pick\":1}],\"white\":[\"A\",\"Left over\"],"
        "\"packs\":{\"Base\":{\"name\":\"The base\",\"description\":\"x\",\"official\":true,"
        "\"black\":[0],\"white\":[0]},\"X2\":{\"black\":[0],\"white\":[]}}}",
        HEAD("Ours", "unknown") "{\"name\":\"The base\",\"black\":[" B("Q _", 1) "],\"white\":[" W(
            "A") "]},"
                 "{\"name\":\"X2\",\"black\":[" B(
                     "Q _", 1) "],\"white\":[]},"
                               "{\"name\":\"Ours\",\"black\":[],\"white\":[" W("Left over") "]}]}",
        4, 0);
}

static void compact_without_packs(void **unused)
{
    (void)unused;
    gives("{\"black\":[\"Q _\"],\"white\":[{\"text\":\"A\"}]}",
          HEAD("Ours", "unknown") "{\"name\":\"Ours\",\"black\":[" B("Q _", 1) "],\"white\":[" W(
              "A") "]}]}",
          2, 0);
}

static void full(void **unused)
{
    (void)unused;
    gives(
        "[{\"name\":\"P\",\"official\":false,\"white\":[{\"text\":\"A &amp; B\",\"pack\":0}],"
        "\"black\":[{\"text\":\"*So* _\\nthen?\",\"pick\":1,\"pack\":0}]},"
        "{\"name\":\"\",\"white\":[{\"text\":\"C\",\"pack\":1}],\"black\":[]},"
        "{\"name\":\"Empty\",\"white\":[],\"black\":[]}]",
        HEAD("Ours", "unknown") "{\"name\":\"P\",\"black\":[" B("So _ then?", 1) "],\"white\":[" W(
            "A & B") "]},"
                     "{\"name\":\"2\",\"black\":[],\"white\":[" W("C") "]}]}",
        3, 0);
}

static void massive_decks(void **unused)
{
    (void)unused;
    gives("// by hand\n{\n  name: 'Manos', language: \"es\", author: \"Ana\", translator: 'Luz',\n"
          "  calls: [\n"
          "    [['Why ', {}, '?']],\n"
          "    [['One: ', {index: 0}, '.'], ['Two: ', {index: 1, transform: 'UpperCase'}]],\n"
          "    [[{transform: 'Capitalize'}, ', ', {text: 'really', style: 'Em'}, '!']],\n"
          "    [[{index: 0}, ' is ', {index: 0, style: 'Strong'}]],\n"
          "    [['No slot at all']],\n"
          "  ],\n"
          "  responses: ['A', \"B\",],\n}\n",
          HEAD("Manos", "Ana") "{\"name\":\"Manos\",\"black\":[" B("Why _?", 1) "," B(
              "One: _. Two: _",
              2) "," B("_, really!", 1) "," B("_ is _",
                                              1) "," B("No slot at all _",
                                                       1) "],"
                                                          "\"white\":[" W("A") "," W("B") "]}]}",
          7, 0);
}

static void cardcast(void **unused)
{
    (void)unused;
    static const char deck[] =
        HEAD("Cast", "unknown") "{\"name\":\"Cast\",\"black\":[" B("I like _.", 1) "," B(
            "_ meets _", 2) "," B("Just a question? _", 1) "],\"white\":[" W("A") "]}]}";
    gives("{\"name\":\"Cast\",\"description\":\"d\",\"calls\":[{\"id\":\"1\",\"text\":[\"I like "
          "\",\".\"]},{\"id\":\"2\",\"text\":[\"\",\" meets \",\"\"]},{\"id\":\"3\",\"text\":["
          "\"Just a question?\"]}],\"responses\":[{\"id\":\"4\",\"text\":[\"A\"]}]}",
          deck, 4, 0);
    gives("{\"info\":{\"name\":\"Cast\",\"description\":\"d\"},\"cards\":{\"calls\":[{\"id\":\"1\","
          "\"text\":[\"I like \",\".\"]},{\"text\":[\"\",\" meets \",\"\"]},{\"text\":[\"Just a "
          "question?\"]}],\"responses\":[{\"id\":\"4\",\"text\":[\"A\"]}]}}",
          deck, 4, 0);
    /* texts in one piece */
    gives("{\"name\":\"Cast\",\"calls\":[{\"text\":\"I like ____.\"},{\"text\":\"_ meets _\"},"
          "\"Just a question?\"],\"responses\":[{\"text\":\"A\"}]}",
          deck, 4, 0);
}

/* What we write is read as it was, ratings too. */
static void our_own(void **unused)
{
    (void)unused;
    const char *ours =
        "{\"game\":\"cah\",\"language\":\"en\",\"name\":\"House\",\"author\":\"Us\",\"licence\":"
        "\"MIT\",\"packs\":[{\"name\":\"P\",\"black\":[{\"text\":\"Q _\",\"pick\":1,\"rating\":"
        "\"family\"}],\"white\":[{\"text\":\"A\",\"rating\":\"mature\"}]}]}";
    gives(ours, ours, 2, 0);
}

static void ratings(void **unused)
{
    (void)unused;
    import("{\"rating\":\"family\",\"packs\":[{\"name\":\"P\",\"white\":[\"A\",{\"text\":\"B\","
           "\"rating\":\"mature\"}]},{\"name\":\"Q\",\"rating\":\"mature\",\"white\":[\"C\"]}]}");
    json_t *deck = json_loads(buffer_text(&out), 0, NULL);
    const json_t *packs = json_object_get(deck, "packs");
    const char *first, *second, *third;
    assert_int_equal(json_unpack((json_t *)packs, "[{s:[{s:s},{s:s}]},{s:[{s:s}]}]", "white",
                                 "rating", &first, "rating", &second, "white", "rating", &third),
                     0);
    assert_string_equal(first, "family");
    assert_string_equal(second, "mature");
    assert_string_equal(third, "mature");
    json_decref(deck);
}

static void what_is_dropped_is_told(void **unused)
{
    (void)unused;
    gives("{\"white\":[\"A\",\"\",\"A\",7],\"black\":[{\"text\":\"Four\",\"pick\":4},"
          "{\"text\":\"Ten\",\"pick\":10},{\"text\":\"Q _\",\"pick\":1}],"
          "\"packs\":[{\"name\":\"P\",\"black\":[0,1,2],\"white\":[0,1,2,3,99,-1,\"x\"]}]}",
          HEAD("Ours", "unknown") "{\"name\":\"P\",\"black\":[" B("Q _",
                                                                  1) "],\"white\":[" W("A") "]}]}",
          2, 8);
    assert_string_equal(yield.first_problem,
                        "Pack 1, black card 1: «Four»: It takes more than 3 cards.");
    assert_int_equal(yield.problems.count, 8);
    assert_string_equal(yield.problems.of[0].sentence, yield.first_problem);
    assert_string_equal(yield.problems.of[1].sentence,
                        "Pack 1, black card 2: «Ten»: It takes more than 3 cards.");
    assert_string_equal(yield.problems.of[2].sentence,
                        "Pack 1, white card 2: «»: It has no text, or more than 300 bytes.");
    assert_string_equal(yield.problems.of[3].sentence,
                        "Pack 1, white card 3: «A»: It stands there twice.");
}

static void picks_of_any_size(void **unused)
{
    (void)unused;
    gives("{\"white\":[\"A\"],\"black\":[{\"text\":\"Most\",\"pick\":1e99},"
          "{\"text\":\"Least\",\"pick\":-1e99},{\"text\":\"Half\",\"pick\":2.5}],"
          "\"packs\":[{\"name\":\"P\",\"black\":[0,1,2],\"white\":[0]}]}",
          HEAD("Ours", "unknown") "{\"name\":\"P\",\"black\":[" B("Least _", 1) "," B(
              "Half _ _", 2) "],\"white\":[" W("A") "]}]}",
          3, 1);
    assert_string_equal(yield.first_problem,
                        "Pack 1, black card 1: «Most»: It takes more than 3 cards.");
}

static void at_most_twenty_are_listed(void **unused)
{
    (void)unused;
    struct buffer text = {0};
    buffer_add_text(&text, "{\"white\":[\"A\"");
    for (int i = 0; i < 50; i++)
        buffer_add_text(&text, ",\"\"");
    buffer_add_text(&text, "]}");
    import(buffer_text(&text));
    assert_int_equal(yield.dropped, 50);
    assert_int_equal(yield.problems.count, FAULTS_MAX);
    buffer_free(&text);
}

static void other_things_are_refused(void **unused)
{
    (void)unused;
    refuses("", "The file cannot be read: line 1, a value is missing.");
    refuses("hello", "The file cannot be read: line 1, a value is missing.");
    refuses("{}", "No known form of cards is in this file.");
    refuses("7", "No known form of cards is in this file.");
    refuses("[]", "There is no card in this file.");
    refuses("[1,[],{}]", "There is no card in this file.");
    refuses("{\"packs\":{}}", "No known form of cards is in this file.");
    refuses("{\"white\":[]}", "There is no card in this file.");
    refuses("{\"white\":[\"\"]}", "No card is usable. Pack 1, white card 1: «»: It has no text, or "
                                  "more than 300 bytes.");
    refuses("{\"white\":{\"a\":1},\"black\":7}", "There is no card in this file.");
    refuses("{\n\"white\":[\"A\"\n\"B\"]}",
            "The file cannot be read: line 3, a comma or a closing bracket is missing.");
    assert_int_equal(yield.line, 3);
    import_bytes("[\"\0\"]", 5);
    assert_string_equal(refusal_sentence(&answer),
                        "The file cannot be read: line 1, it is not UTF-8 text.");
}

static void write_packs(struct buffer *text, int packs)
{
    buffer_add_byte(text, '[');
    for (int i = 0; i < packs; i++)
        buffer_print(text, "%s{\"name\":\"%d\",\"white\":[\"A\"]}", i ? "," : "", i);
    buffer_add_byte(text, ']');
}

static void limits_hold(void **unused)
{
    (void)unused;
    struct buffer text = {0};
    write_packs(&text, GAME_PACKS_MAX);
    import(buffer_text(&text));
    assert_int_equal(yield.kept, GAME_PACKS_MAX);
    buffer_clear(&text);
    write_packs(&text, GAME_PACKS_MAX + 1);
    refuses(buffer_text(&text), "A file has at most 256 packs; this one has 257.");
    buffer_clear(&text);
    buffer_add_text(&text, "{\"white\":[\"w\"");
    for (int i = 0; i < DECK_WHITE_MAX; i++)
        buffer_print(&text, ",\"w%d\"", i);
    buffer_add_text(&text, "],\"black\":[\"b\"");
    for (int i = 0; i < DECK_BLACK_MAX; i++)
        buffer_print(&text, ",\"b%d\"", i);
    buffer_add_text(&text, "]}");
    import(buffer_text(&text));
    assert_int_equal(yield.kept, DECK_WHITE_MAX + DECK_BLACK_MAX);
    assert_int_equal(yield.dropped, 2);
    assert_string_equal(yield.first_problem,
                        "Pack 1, black card 8193: «b8191»: A deck has at most 8192 black cards.");
    buffer_free(&text);
    char *huge = alloc_zero(1, IMPORT_BYTES_MAX + 2);
    memset(huge, ' ', IMPORT_BYTES_MAX + 1);
    refuses(huge, "A file of cards has at most 8 MB.");
    free(huge);
}

/* Every beginning of every kind of file: refused with a sentence, nothing left behind. */
static void cut_anywhere(void **unused)
{
    (void)unused;
    static const char *const files[] = {
        ("{\"white\":[\"One\",\"Tw\\u00f3\"],\"black\":[{\"text\":\"Why?\",\"pick\":1}],"
         "\"packs\":{\"A\":{\"name\":\"F\",\"white\":[0,1],\"black\":[0]}}}"),
        "[{\"name\":\"P\",\"white\":[{\"text\":\"A\",\"pack\":0}],\"black\":[]}]",
        "{name:'M',calls:[[['Why ',{},'?']]],responses:['A',/* b */],}",
        "{\"calls\":[{\"id\":\"1\",\"text\":[\"a\",\"b\"]}],\"responses\":[]}",
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        for (size_t cut = 0; cut < strlen(files[i]); cut++) {
            import_bytes(files[i], cut);
            assert_int_equal(answer.code, REFUSAL_CODE_BAD_REQUEST);
            assert_int_equal(out.len, 0);
        }
        import(files[i]);
        assert_int_equal(answer.code, REFUSAL_CODE_OK);
    }
}

static int tidy(void **unused)
{
    (void)unused;
    buffer_free(&out);
    return 0;
}

/* What was there stays, after what is new; a card that came again is there once, without a word. */
static void cards_are_added_to_a_deck(void **unused)
{
    (void)unused;
    json_t *first =
        json_loads(import("{\"white\":[\"One\",\"Two\"],\"black\":[\"Why _?\"]}"), 0, NULL);
    base = first;
    gives("[{\"name\":\"More\",\"white\":[{\"text\":\"Two\"},{\"text\":\"Three\"}]}]",
          HEAD("Ours", "unknown") "{\"name\":\"More\",\"black\":[],\"white\":[" W("Two") "," W(
              "Three") "]},{\"name\":\"Ours\",\"black\":[" B("Why _?",
                                                             1) "],\"white\":[" W("One") "]}]}",
          2, 0);
    gives("{\"white\":[\"One\",\"Two\"],\"black\":[\"Why _?\"]}",
          HEAD("Ours", "unknown") "{\"name\":\"Ours\",\"black\":[" B("Why _?", 1) "],\"white\":[" W(
              "One") "," W("Two") "]}]}",
          3, 0);
    refuses("{\"white\":[\"\"]}",
            "No card is usable. Pack 1, white card 1: «»: It has no text, or more "
            "than 300 bytes.");
    base = NULL;
    json_decref(first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_are_added_to_a_deck),
        cmocka_unit_test(compact_with_a_list_of_packs),
        cmocka_unit_test(compact_with_packs_by_key),
        cmocka_unit_test(compact_without_packs),
        cmocka_unit_test(full),
        cmocka_unit_test(massive_decks),
        cmocka_unit_test(cardcast),
        cmocka_unit_test(our_own),
        cmocka_unit_test(ratings),
        cmocka_unit_test(what_is_dropped_is_told),
        cmocka_unit_test(picks_of_any_size),
        cmocka_unit_test(at_most_twenty_are_listed),
        cmocka_unit_test(other_things_are_refused),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(cut_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, tidy);
}
