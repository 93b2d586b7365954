/* What makes a card and a deck acceptable, and that our own decks are. */
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *read_card(const char *text)
{
    static struct refusal r;
    struct taboo_card card;
    json_t *json = json_loads(text, JSON_ALLOW_NUL, NULL);
    assert_non_null(json);
    r = card_read(&card, json);
    json_decref(json);
    return refusal_sentence(&r);
}

#define ID "\"id\":\"f174ece2-4060-4574-af18-62f0f02f2a9a\","
#define REST ",\"category\":\"naturaleza\",\"difficulty\":\"easy\"}"

static void cards_are_checked_one_by_one(void **unused)
{
    (void)unused;
    static const struct {
        const char *card, *answer;
    } cases[] = {
        {"{" ID
         "\"word\":\"SOL\",\"tabooWords\":[\"luz\",\"día\",\"calor\",\"cielo\",\"astro\"]" REST,
         "Done."},
        {"{" ID "\"word\":\"SOL\",\"tabooWords\":[\"luz\",\"día\"]" REST, "Done."},
        {"{" ID "\"word\":\"SOL\",\"tabooWords\":[\"luz\"]" REST,
         "A card needs 2 to 6 forbidden words."},
        {"{" ID "\"word\":\"SOL\",\"tabooWords\":[\"a\",\"b\",\"c\",\"d\",\"e\",\"f\",\"g\"]" REST,
         "A card needs 2 to 6 forbidden words."},
        {"{" ID "\"word\":\"SOL\",\"tabooWords\":\"luz\"" REST,
         "A card needs 2 to 6 forbidden words."},
        {"{" ID "\"word\":\"SOL\",\"tabooWords\":[\"luz\",\"LÚZ\"]" REST,
         "The forbidden word «LÚZ» stands there twice."},
        {"{" ID "\"word\":\"SÓL\",\"tabooWords\":[\"luz\",\"Solar\"]" REST,
         "The forbidden word «Solar» gives the word away."},
        {"{" ID "\"word\":\"PARAGUAS\",\"tabooWords\":[\"agua\",\"lluvia\"]" REST, "Done."},
        {"{" ID "\"word\":\"\",\"tabooWords\":[\"luz\",\"día\"]" REST, "A card needs a word."},
        {"{" ID "\"word\":\"  \",\"tabooWords\":[\"luz\",\"día\"]" REST, "A card needs a word."},
        {"{" ID "\"word\":\"S\\u0000L\",\"tabooWords\":[\"luz\",\"día\"]" REST,
         "A card needs a word."},
        {"{" ID "\"word\":7,\"tabooWords\":[\"luz\",\"día\"]" REST, "A card needs a word."},
        {"{" ID "\"word\":\"SOL\",\"tabooWords\":[\"luz\",null]" REST,
         "A forbidden word is missing or too long."},
        /* «kilometre» in one letter: folded it would be longer than any word */
        {"{" ID
         "\"word\":\"SOL\",\"tabooWords\":[\"luz\",\"㌖㌖㌖㌖㌖㌖㌖㌖㌖㌖㌖㌖㌖㌖㌖㌖\"]" REST,
         "A forbidden word is not readable."},
        {"{\"id\":\"7\",\"word\":\"SOL\",\"tabooWords\":[\"luz\",\"día\"]" REST,
         "A card's id has to be a UUID."},
        {"{\"word\":\"SOL\",\"tabooWords\":[\"luz\",\"día\"]" REST,
         "A card's id has to be a UUID."},
        {"{" ID "\"word\":\"SOL\",\"tabooWords\":[\"luz\",\"día\"],\"difficulty\":\"easy\"}",
         "A card needs a category."},
        {"{" ID "\"word\":\"SOL\",\"tabooWords\":[\"luz\",\"día\"],\"category\":\"x\","
         "\"difficulty\":\"fácil\"}",
         "A card's difficulty is easy, medium or hard."},
        {"[]", "A card's id has to be a UUID."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(read_card(cases[i].card), cases[i].answer);
    char big[200];
    snprintf(big, sizeof big, "{" ID "\"word\":\"%.61s\",\"tabooWords\":[\"a\",\"b\"]" REST,
             "0123456789012345678901234567890123456789012345678901234567890");
    assert_string_equal(read_card(big), "A card needs a word.");
}

static void card_is_written_as_it_was_read(void **unused)
{
    (void)unused;
    const char *text = "{" ID "\"word\":\"ARCOÍRIS\",\"tabooWords\":[\"luz\",\"día\"]" REST;
    struct taboo_card card;
    json_t *json = json_loads(text, 0, NULL);
    struct refusal r = card_read(&card, json);
    assert_false(refused(&r));
    struct buffer out = {0};
    struct writer w = writer_to(&out);
    card_write(&card, &w);
    assert_string_equal(buffer_text(&out), text);
    buffer_free(&out);
    json_decref(json);
}

static const char *read_deck(json_t *json)
{
    static struct refusal r;
    struct game_deck deck = {0};
    r = taboo_game.deck_read(&deck, json);
    if (!refused(&r)) free((void *)deck.content);
    json_decref(json);
    return refusal_sentence(&r);
}

static json_t *spoilt(const char *field, json_t *value)
{
    json_t *deck = deck_json("X", 3, "es");
    json_object_set_new(deck, field, value);
    return deck;
}

static void decks_are_checked(void **unused)
{
    (void)unused;
    assert_string_equal(read_deck(deck_json("X", 3, "es")), "Done.");
    assert_string_equal(read_deck(spoilt("game", json_string("cah"))),
                        "This is not a deck for Taboo.");
    assert_string_equal(read_deck(spoilt("language", json_string("castellano"))),
                        "A deck needs its language.");
    assert_string_equal(read_deck(spoilt("cards", json_array())), "A deck needs cards.");
    assert_string_equal(read_deck(spoilt("cards", json_string("no"))), "A deck needs cards.");
    assert_string_equal(read_deck(json_array()), "This is not a deck for Taboo.");
    json_t *twice = deck_json("X", 3, "es"), *cards = json_object_get(twice, "cards");
    json_array_append(cards, json_array_get(cards, 1));
    assert_string_equal(read_deck(twice), "The card «X1» stands there twice.");
    twice = deck_json("X", 3, "es");
    json_t *other = json_deep_copy(json_array_get(json_object_get(twice, "cards"), 1));
    json_object_set_new(other, "word", json_string("OTRA"));
    json_array_append_new(json_object_get(twice, "cards"), other);
    assert_non_null(strstr(read_deck(twice), "by its id"));
    json_t *bad = deck_json("X", 3, "es");
    json_object_set_new(json_array_get(json_object_get(bad, "cards"), 2), "word", json_null());
    assert_string_equal(read_deck(bad), "Card 3: A card needs a word.");
    assert_string_equal(read_deck(deck_json("X", CARD_CARDS_MAX + 1, "es")),
                        "A deck has at most 2048 cards.");
}

static void our_decks_are_read(void **unused)
{
    (void)unused;
    const char *folder = getenv("TABOO_CARDS");
    assert_non_null(folder);
    for (int i = 0; taboo_languages[i]; i++) {
        char path[1000];
        snprintf(path, sizeof path, "%s/%s.json", folder, taboo_languages[i]);
        json_t *json = json_load_file(path, 0, NULL);
        assert_non_null(json);
        struct game_deck deck = {0};
        struct refusal r = taboo_game.deck_read(&deck, json);
        assert_string_equal(refusal_sentence(&r), "Done.");
        assert_int_equal(deck.count, json_array_size(json_object_get(json, "cards")));
        assert_string_equal(deck.language, taboo_languages[i]);
        for (int language = 0; taboo_languages[language]; language++) {
            int32_t settings[8] = {[SET_LANGUAGE] = language};
            assert_int_equal(taboo_game.deck_fits(&deck, settings), language == i);
        }
        free((void *)deck.content);
        json_decref(json);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_are_checked_one_by_one),
        cmocka_unit_test(card_is_written_as_it_was_read),
        cmocka_unit_test(decks_are_checked),
        cmocka_unit_test(our_decks_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
