/* Word lists: what is read, what is refused, which ones a room uses. */
#include "words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct game_deck deck;

/* A list of `count` words A, B … in the language, to be changed and read. */
static json_t *list_of(int count)
{
    json_t *json = json_pack("{s:s,s:[]}", "language", "es", "words");
    for (int i = 0; i < count; i++) {
        char word[16];
        snprintf(word, sizeof word, "voz %d", i);
        json_array_append_new(json_object_get(json, "words"), json_string(word));
    }
    return json;
}

static const char *read_list(json_t *json)
{
    static struct refusal answer;
    free((void *)deck.content);
    memset(&deck, 0, sizeof deck);
    answer = codenames_deck_read(&deck, json);
    json_decref(json);
    assert_int_equal(refused(&answer), deck.content == NULL);
    return refusal_sentence(&answer);
}

static json_t *with_first(const char *word)
{
    json_t *json = list_of(WORDS_MIN);
    json_array_set_new(json_object_get(json, "words"), 0, json_string(word));
    return json;
}

static void a_list_is_read_clean_and_in_capitals(void **unused)
{
    (void)unused;
    assert_string_equal(read_list(with_first("  leo\u0301n   marino ")), "Done.");
    assert_int_equal(deck.count, WORDS_MIN);
    assert_string_equal(deck.language, "es");
    assert_string_equal(codenames_word(&deck, 0), "LEÓN MARINO");
    assert_string_equal(codenames_word_folded(&deck, 0), "leon marino");
    assert_string_equal(codenames_word(&deck, 24), "VOZ 24");
    assert_string_equal(read_list(with_first("щъркел")), "Done.");
    assert_string_equal(codenames_word(&deck, 0), "ЩЪРКЕЛ");
    assert_string_equal(read_list(with_first("ήλιος")), "Done.");
    assert_string_equal(codenames_word(&deck, 0), "ΉΛΙΟΣ");
    assert_string_equal(read_list(with_first("猫")), "Done.");
    assert_string_equal(codenames_word(&deck, 0), "猫");
}

static void bad_lists_are_refused(void **unused)
{
    (void)unused;
    json_t *json = list_of(WORDS_MIN - 1);
    assert_string_equal(read_list(json), "A word list needs at least 25 words.");
    assert_string_equal(read_list(list_of(WORDS_MAX + 1)), "A word list has at most 10000 words.");
    assert_string_equal(read_list(list_of(WORDS_MAX)), "Done.");
    assert_string_equal(read_list(with_first("Vóz 24")), "This word stands there twice: «VOZ 24»");
    assert_non_null(strstr(read_list(with_first("")), "Word 1 is none"));
    assert_non_null(strstr(read_list(with_first(" \u200b ")), "Word 1 is none"));
    assert_non_null(strstr(read_list(with_first("una palabra demasiado larga")), "Word 1 is none"));
    json = list_of(WORDS_MIN);
    json_array_set_new(json_object_get(json, "words"), 3, json_integer(7));
    assert_non_null(strstr(read_list(json), "Word 4 is none"));
    json = list_of(WORDS_MIN);
    json_array_set_new(json_object_get(json, "words"), 3, json_stringn("a\0b", 3));
    assert_non_null(strstr(read_list(json), "Word 4 is none"));
    json = list_of(WORDS_MIN);
    json_object_set_new(json, "game", json_string("taboo"));
    assert_string_equal(read_list(json), "These are not words for Codenames.");
    json = list_of(WORDS_MIN);
    json_object_del(json, "language");
    assert_string_equal(read_list(json), "A word list needs its language.");
    json = list_of(WORDS_MIN);
    json_object_set_new(json, "words", json_string("a, b"));
    assert_string_equal(read_list(json), "A word list needs at least 25 words.");
}

static void settings_choose_the_lists(void **unused)
{
    (void)unused;
    struct game_deck house = {.language = "bg", .name = "bg"}, own = {.language = "bg", .name = ""};
    for (int language = 0; codenames_languages[language]; language++)
        for (int source = WORDS_ALL; source <= WORDS_OWN; source++) {
            int32_t settings[8] = {language, source};
            bool bg = strcmp(codenames_languages[language], "bg") == 0;
            assert_int_equal(codenames_deck_fits(&house, settings), bg && source != WORDS_OWN);
            assert_int_equal(codenames_deck_fits(&own, settings), source != WORDS_HOUSE);
        }
}

static void lists_about_one_thing_wait_to_be_chosen(void **unused)
{
    (void)unused;
    static const char *const names[] = {"es", "es-food", ""};
    json_t *json = list_of(WORDS_MIN);
    for (int i = 0; i < 3; i++) {
        struct game_deck list = {.name = names[i], .title = "T"};
        struct deck_pack pack;
        struct refusal r = codenames_deck_read(&list, json);
        assert_false(refused(&r));
        assert_int_equal(list.extra, i == 1);
        assert_true(codenames_deck_pack(&list, 0, &pack));
        assert_int_equal(pack.white, WORDS_MIN);
        assert_false(codenames_deck_pack(&list, 1, &pack));
        free((void *)list.content);
    }
    json_decref(json);
}

static void words_in_play_are_counted_once(void **unused)
{
    (void)unused;
    json_t *json = list_of(WORDS_MIN);
    struct game_deck list = {.name = "es"};
    int32_t settings[8] = {0};
    uint32_t words;
    codenames_deck_read(&list, json);
    struct game_table table = {.settings = settings};
    struct refusal r = codenames_deck_enough(&table, &words);
    assert_string_equal(refusal_sentence(&r), "No list of words is chosen.");
    settings[CODENAMES_SET_WORDS] = WORDS_OWN;
    r = codenames_deck_enough(&table, &words);
    assert_string_equal(r.key, "codenames.noOwnWords");
    table.deck[table.decks++] = &list;
    table.deck[table.decks++] = &list;
    r = codenames_deck_enough(&table, &words);
    assert_false(refused(&r));
    assert_int_equal(words, WORDS_MIN);
    free((void *)list.content);
    json_decref(json);
}

static void the_lists_of_the_house_are_read(void **unused)
{
    (void)unused;
    const char *folder = getenv("CODENAMES_CARDS");
    assert_non_null(folder); /* Meson says where they are */
    for (int i = 0; codenames_languages[i]; i++) {
        char path[1000];
        json_error_t problem;
        snprintf(path, sizeof path, "%s/%s.json", folder, codenames_languages[i]);
        json_t *json = json_load_file(path, 0, &problem);
        assert_string_equal(json ? "" : problem.text, "");
        assert_string_equal(read_list(json), "Done.");
        assert_int_equal(deck.count, 400);
        assert_string_equal(deck.language, codenames_languages[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_is_read_clean_and_in_capitals),
        cmocka_unit_test(bad_lists_are_refused),
        cmocka_unit_test(settings_choose_the_lists),
        cmocka_unit_test(lists_about_one_thing_wait_to_be_chosen),
        cmocka_unit_test(words_in_play_are_counted_once),
        cmocka_unit_test(the_lists_of_the_house_are_read),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free((void *)deck.content);
    return failed;
}
