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
            int32_t settings[GAME_SETTINGS_MAX] = {[SET_LANGUAGE] = language};
            assert_int_equal(taboo_game.deck_fits(&deck, settings), language == i);
        }
        free((void *)deck.content);
        json_decref(json);
    }
}

/* Thirty cards: «a» easy 10, «a» hard 5, «b» easy 15, mixed. */
static json_t *varied(void)
{
    json_t *json = deck_json("X", 30, "es"), *cards = json_object_get(json, "cards");
    for (size_t i = 0; i < 30; i++) {
        json_t *card = json_array_get(cards, i);
        json_object_set_new(card, "category", json_string(i % 2 ? "b" : "a"));
        if (i % 6 == 0) json_object_set_new(card, "difficulty", json_string("hard"));
    }
    return json;
}

static void packs_are_subjects_by_difficulty(void **unused)
{
    (void)unused;
    json_t *json = varied();
    struct game_deck deck = {0};
    taboo_game.deck_read(&deck, json);
    struct deck_pack pack;
    static const struct {
        const char *name, *level;
        uint32_t cards;
    } expected[] = {{"a", "hard", 5}, {"b", "easy", 15}, {"a", "easy", 10}};
    for (int i = 0; i < 3; i++) {
        assert_true(taboo_game.deck_pack(&deck, i, &pack));
        assert_string_equal(pack.name, expected[i].name);
        assert_string_equal(pack.level, expected[i].level);
        assert_int_equal(pack.white, expected[i].cards);
    }
    assert_false(taboo_game.deck_pack(&deck, 3, &pack));
    free((void *)deck.content);
    json_decref(json);
}

static void only_cards_in_play_have_numbers(void **unused)
{
    (void)unused;
    json_t *json = varied();
    struct game_deck deck = {0};
    taboo_game.deck_read(&deck, json);
    struct pack_set packs[2] = {{{1u << 1}}, {{1u << 0 | 1u << 2}}};
    struct game_table table = {.decks = 2, .deck = {&deck, &deck}, .packs = packs};
    assert_int_equal(table_cards(&table), 15 + 15);
    for (uint32_t i = 0; i < 30; i++)
        assert_string_equal(table_card(&table, i)->category, i < 15 ? "b" : "a");
    assert_null(table_card(&table, 30));
    assert_int_equal(table_find_card(&table, table_card(&table, 7)->id), 7);
    assert_int_equal(table_find_card(&table, table_card(&table, 29)->id), 29);
    table.decks = 1;
    const struct taboo_card *cards = deck.content;
    assert_int_equal(table_find_card(&table, cards[0].id), -1); /* an «a» */
    free((void *)deck.content);
    json_decref(json);
}

static void too_small_a_choice_is_refused(void **unused)
{
    (void)unused;
    json_t *json = varied(), *few = deck_json("Y", 5, "es");
    struct game_deck deck = {0}, own = {0};
    int32_t settings[GAME_SETTINGS_MAX] = {0};
    uint32_t cards;
    taboo_game.deck_read(&deck, json);
    taboo_game.deck_read(&own, few);
    struct pack_set packs[1] = {{{1u << 1 | 1u << 0}}};
    struct game_table table = {.decks = 1, .deck = {&deck}, .packs = packs, .settings = settings};
    struct refusal r = taboo_game.deck_enough(&table, &cards);
    assert_false(refused(&r));
    assert_int_equal(cards, 20);
    packs[0].bits[0] = 1u << 1;
    r = taboo_game.deck_enough(&table, &cards);
    assert_string_equal(refusal_sentence(&r),
                        "The choice leaves 15 cards; at least 20 are needed.");
    assert_string_equal(r.key, "taboo.tooFewCards");
    table.deck[0] = &own; /* five that somebody brought are five, and whole */
    packs[0].bits[0] = 1;
    r = taboo_game.deck_enough(&table, &cards);
    assert_false(refused(&r));
    packs[0].bits[0] = 0;
    r = taboo_game.deck_enough(&table, &cards);
    assert_int_equal(r.code, REFUSAL_CODE_DECK_EMPTY);
    table.decks = 0;
    settings[SET_SOURCE] = SOURCE_OWN;
    r = taboo_game.deck_enough(&table, &cards);
    assert_string_equal(r.key, "taboo.noOwnCards");
    free((void *)deck.content);
    free((void *)own.content);
    json_decref(json);
    json_decref(few);
}

static void children_have_a_deck_of_their_own(void **unused)
{
    (void)unused;
    struct game_deck classic = {.language = "bg", .name = "bg"};
    struct game_deck children = {.language = "bg", .name = "bg-children"};
    struct game_deck own = {.language = "bg", .name = ""};
    int32_t settings[GAME_SETTINGS_MAX] = {[SET_LANGUAGE] = 3};
    assert_true(taboo_game.deck_fits(&classic, settings));
    assert_false(taboo_game.deck_fits(&children, settings)); /* unless somebody asks for it */
    settings[SET_DECK] = DECK_CHILDREN;
    assert_false(taboo_game.deck_fits(&classic, settings));
    assert_true(taboo_game.deck_fits(&children, settings));
    assert_true(taboo_game.deck_fits(&own, settings));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_are_checked_one_by_one),
        cmocka_unit_test(card_is_written_as_it_was_read),
        cmocka_unit_test(decks_are_checked),
        cmocka_unit_test(our_decks_are_read),
        cmocka_unit_test(packs_are_subjects_by_difficulty),
        cmocka_unit_test(only_cards_in_play_have_numbers),
        cmocka_unit_test(too_small_a_choice_is_refused),
        cmocka_unit_test(children_have_a_deck_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
