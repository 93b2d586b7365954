/* Decks: what is read, what is not, and which cards are in play. */
#include "fixture.h"
#include "pile.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct refusal read_text(struct game_deck *deck, const char *text)
{
    json_t *json = json_loads(text, 0, NULL);
    assert_non_null(json);
    memset(deck, 0, sizeof *deck);
    struct refusal r = cah_deck_read(deck, json);
    json_decref(json);
    strcpy(deck->hash, "feedbeef0123");
    return r;
}

static struct game_table table_of(const struct game_deck *deck, const int32_t *settings)
{
    return (struct game_table){.decks = 1, .deck = {deck}, .settings = settings};
}

static void cards_are_read_in_their_order(void **unused)
{
    (void)unused;
    int32_t settings[CAH_SETTINGS] = {[SET_RATING] = RATING_MATURE};
    struct game_deck deck;
    struct refusal r = read_text(
        &deck,
        "{\"language\":\"en\",\"packs\":[{\"name\":\"One\",\"black\":[{\"text\":\"Why ____?\"},"
        "{\"text\":\"_ and __\"},{\"text\":\"Who?\",\"pick\":2,\"rating\":\"mature\"}],"
        "\"white\":[{\"text\":\" A  cat \"},\"Plain\"]},{\"name\":\"Two\",\"white\":[{\"text\":\"B\"}]}]}");
    assert_string_equal(refusal_sentence(&r), "Done.");
    struct game_table t = table_of(&deck, settings);
    assert_int_equal(deck.count, 6);
    assert_int_equal(cah_cards_count(&t, CAH_WHITE), 3);
    assert_int_equal(cah_cards_count(&t, CAH_BLACK), 3);
    assert_string_equal(cah_card_text(&t, CAH_BLACK, 0), "Why _?");
    assert_int_equal(cah_card_pick(&t, 0), 1);
    assert_string_equal(cah_card_text(&t, CAH_BLACK, 1), "_ and _");
    assert_int_equal(cah_card_pick(&t, 1), 2);
    assert_int_equal(cah_card_pick(&t, 2), 2);
    assert_string_equal(cah_card_text(&t, CAH_WHITE, 0), "A cat");
    assert_string_equal(cah_card_text(&t, CAH_WHITE, 1), "Plain");
    assert_string_equal(cah_card_text(&t, CAH_WHITE, 2), "B");
    char id[CAH_ID_BYTES];
    cah_card_id(&t, CAH_WHITE, 2, id);
    assert_string_equal(id, "feedbeef-w2");
    cah_card_id(&t, CAH_BLACK, 2, id);
    assert_string_equal(id, "feedbeef-b2");
    deck_close(&deck);
}

static void what_is_no_deck_is_refused(void **unused)
{
    (void)unused;
    static const char *const bad[] = {
        "{}",
        "{\"language\":\"en\"}",
        "{\"language\":\"en\",\"packs\":[]}",
        "{\"language\":\"en\",\"packs\":7}",
        "{\"language\":\"x\",\"packs\":[{\"white\":[\"a\"]}]}",
        "{\"language\":\"much too long\",\"packs\":[{\"white\":[\"a\"]}]}",
        "{\"language\":\"en\",\"packs\":[{\"white\":[7]}]}",
        "{\"language\":\"en\",\"packs\":[{\"white\":[\"\"]}]}",
        "{\"language\":\"en\",\"packs\":[{\"white\":[{\"text\":\"a\",\"rating\":\"x\"}]}]}",
        "{\"language\":\"en\",\"packs\":[{\"white\":{\"a\":1},\"black\":[\"a\"]}]}",
        "{\"language\":\"en\",\"packs\":[{\"black\":[{\"text\":\"a\",\"pick\":0}]}]}",
        "{\"language\":\"en\",\"packs\":[{\"black\":[{\"text\":\"a\",\"pick\":\"2\"}]}]}",
        "{\"language\":\"en\",\"packs\":[{\"name\":3,\"black\":[\"a\"]}]}"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct game_deck deck;
        struct refusal r = read_text(&deck, bad[i]);
        assert_int_equal(r.code, REFUSAL_CODE_BAD_REQUEST);
        assert_null(deck.content);
    }
}

static uint64_t allowed(const struct game_table *t, enum cah_colour colour)
{
    uint64_t bits[CAH_WHITES_MAX / 64] = {0};
    cah_cards_allowed(t, colour, 0, true, bits);
    return bits[0];
}

static void rating_packs_and_pick_choose(void **unused)
{
    (void)unused;
    int32_t settings[CAH_SETTINGS] = {0};
    struct game_deck deck;
    read_text(
        &deck,
        "{\"language\":\"en\",\"packs\":[{\"white\":[\"a\",{\"text\":\"b\",\"rating\":\"mature\"}],"
        "\"black\":[\"a\",{\"text\":\"_ _ _ _\"}]},{\"white\":[\"c\",\"d\"],\"black\":[\"b\"]}]}");
    struct game_table t = table_of(&deck, settings);
    assert_int_equal(allowed(&t, CAH_WHITE), 0xd);
    assert_int_equal(allowed(&t, CAH_BLACK), 0x5);
    settings[SET_RATING] = RATING_MATURE;
    assert_int_equal(allowed(&t, CAH_WHITE), 0xf);
    struct pack_set second = {.bits = {2}};
    t.packs = &second;
    assert_int_equal(allowed(&t, CAH_WHITE), 0xc);
    assert_int_equal(allowed(&t, CAH_BLACK), 0x4);
    deck_close(&deck);
}

static void a_card_in_two_packs_is_dealt_once(void **unused)
{
    (void)unused;
    int32_t settings[CAH_SETTINGS] = {0};
    struct game_deck deck;
    read_text(&deck, "{\"language\":\"en\",\"packs\":["
                     "{\"white\":[\"a\",\"b\",\"a\"],\"black\":[\"Why _?\"]},"
                     "{\"white\":[{\"text\":\"b\",\"rating\":\"mature\"},\"c\",\"a\"],"
                     "\"black\":[\"Why ___?\",\"Who?\"]},{\"white\":[\"c\",\"b\",\"a\"]}]}");
    struct game_table t = table_of(&deck, settings);
    assert_int_equal(allowed(&t, CAH_WHITE), 0x013);
    assert_int_equal(allowed(&t, CAH_BLACK), 0x5);
    struct pack_set later = {.bits = {6}}, last = {.bits = {4}};
    t.packs = &later;
    assert_int_equal(allowed(&t, CAH_WHITE), 0x0b0); /* b of the third pack: for families */
    assert_int_equal(allowed(&t, CAH_BLACK), 0x6);
    settings[SET_RATING] = RATING_MATURE;
    assert_int_equal(allowed(&t, CAH_WHITE), 0x038);
    t.packs = &last;
    assert_int_equal(allowed(&t, CAH_WHITE), 0x1c0);
    uint64_t before[CAH_WHITES_MAX / 64] = {0};
    t.packs = NULL;
    cah_cards_allowed(&t, CAH_WHITE, 0, false, before); /* as games that began earlier have it */
    assert_int_equal(before[0], 0x1ff);
    deck_close(&deck);
}

static void language_and_source_choose_decks(void **unused)
{
    (void)unused;
    int32_t settings[CAH_SETTINGS] = {0};
    struct game_deck house = {.language = "en", .name = "en"}, own = {.language = "en", .name = ""};
    struct game_deck other = {.language = "bg", .name = "bg"};
    assert_true(cah_deck_fits(&house, settings));
    assert_true(cah_deck_fits(&own, settings));
    assert_false(cah_deck_fits(&other, settings));
    settings[SET_CARDS] = SOURCE_OWN;
    assert_false(cah_deck_fits(&house, settings));
    settings[SET_CARDS] = SOURCE_HOUSE;
    assert_false(cah_deck_fits(&own, settings));
    settings[SET_LANGUAGE] = 3;
    assert_true(cah_deck_fits(&other, settings));
}

/* As large as the largest that is known: 22,441 white and 6,308 black cards. */
static void a_very_large_deck_is_played_with(void **unused)
{
    (void)unused;
    struct fixture f;
    fixture_init(&f, 10, 22441, 6308, 0);
    struct refusal r = fixture_start(&f);
    assert_string_equal(refusal_sentence(&r), "Done.");
    assert_int_equal(cah_pile_left(&f.state), 22441 - 100);
    win_round(&f, (f.state.czar + 1) % 10);
    assert_int_equal(f.state.round, 2);
    fixture_free(&f);
}

static void our_own_decks_are_read(void **unused)
{
    (void)unused;
    const char *folder = getenv("CAH_CARDS");
    for (int i = 0; cah_languages[i]; i++) {
        char path[1000];
        struct game_deck deck = {0};
        snprintf(path, sizeof path, "%s/%s.json", folder, cah_languages[i]);
        json_t *json = json_load_file(path, 0, NULL);
        assert_non_null(json);
        struct refusal r = cah_deck_read(&deck, json);
        json_decref(json);
        assert_string_equal(refusal_sentence(&r), "Done.");
        int32_t settings[CAH_SETTINGS] = {0};
        struct game_table t = table_of(&deck, settings);
        uint64_t bits[CAH_WHITES_MAX / 64] = {0};
        int family = 0;
        cah_cards_allowed(&t, CAH_WHITE, 0, true, bits);
        for (size_t w = 0; w < CAH_WHITES_MAX / 64; w++)
            family += __builtin_popcountll(bits[w]);
        assert_in_range(family, 130, 5000); /* ten people can play without the mature ones */
        deck_close(&deck);
    }
}

/* So many packs of so many cards of that colour. */
static json_t *many(int packs, const char *colour, size_t cards)
{
    json_t *deck = json_pack("{s:s,s:[]}", "language", "en", "packs"), *list = json_array();
    json_t *card = json_string("a");
    while (cards--)
        json_array_append(list, card);
    for (int i = 0; i < packs; i++)
        json_array_append_new(json_object_get(deck, "packs"), json_pack("{s:O}", colour, list));
    json_decref(card);
    json_decref(list);
    return deck;
}

static void a_deck_has_its_limits(void **unused)
{
    (void)unused;
    static const struct {
        int packs;
        const char *colour;
        size_t cards;
        bool fits;
    } cases[] = {
        {GAME_PACKS_MAX, "white", 1, true},     {GAME_PACKS_MAX + 1, "white", 1, false},
        {1, "white", CAH_WHITES_MAX, true},     {1, "white", CAH_WHITES_MAX + 1, false},
        {2, "black", CAH_BLACKS_MAX / 2, true}, {2, "black", CAH_BLACKS_MAX / 2 + 1, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct game_deck deck = {0};
        json_t *json = many(cases[i].packs, cases[i].colour, cases[i].cards);
        struct refusal r = cah_deck_read(&deck, json);
        json_decref(json);
        assert_int_equal(!refused(&r), cases[i].fits);
        assert_int_equal(deck.content != NULL, cases[i].fits);
        if (deck.content) deck_close(&deck);
    }
}

static void banned_cards_are_not_allowed(void **unused)
{
    (void)unused;
    int32_t settings[CAH_SETTINGS] = {0};
    struct game_deck deck;
    read_text(&deck, "{\"language\":\"en\",\"packs\":[{\"white\":[\"a\",\"b\",\"c\"],"
                     "\"black\":[\"d\",\"e\"]}]}");
    struct game_table t = table_of(&deck, settings);
    const char *const without[] = {"feedbeef-w1",  "feedbeef-w3", "deadbeef-w0", "feedbeef-b0",
                                   "feedbeef-w2x", "w2",          NULL};
    t.without = without;
    assert_int_equal(allowed(&t, CAH_WHITE), 0x5);
    assert_int_equal(allowed(&t, CAH_BLACK), 0x2);
    deck_close(&deck);
}

static void a_hosts_deck_says_what_is_in_its_packs(void **unused)
{
    (void)unused;
    int32_t settings[CAH_SETTINGS] = {[SET_LANGUAGE] = 1};
    const char text[] =
        "{\"white\":[\"One.\",\"Two.\",\"Three.\"],\"black\":[{\"text\":\"Why _?\",\"pick\":1}],"
        "\"packs\":[{\"name\":\"First\",\"white\":[0,1],\"black\":[0]},"
        "{\"name\":\"Second\",\"white\":[2],\"black\":[]}]}";
    struct buffer made = {0}, back = {0};
    struct deck_yield yield;
    struct deck_pack pack;
    struct refusal r = cah_game.deck_import(
        settings, &(struct deck_source){"Ours", text, sizeof text - 1, NULL}, &made, &yield);
    assert_string_equal(refusal_sentence(&r), "Done.");
    json_t *json = json_loads(buffer_text(&made), 0, NULL);
    assert_string_equal(json_string_value(json_object_get(json, "language")), cah_languages[1]);
    struct game_deck deck = {0};
    r = cah_game.deck_read(&deck, json);
    assert_string_equal(refusal_sentence(&r), "Done.");
    assert_true(cah_game.deck_pack(&deck, 0, &pack));
    assert_string_equal(pack.name, "First");
    assert_int_equal(pack.white, 2);
    assert_int_equal(pack.black, 1);
    assert_int_equal(pack.mature, 3); /* nobody has said that they are not */
    assert_true(cah_game.deck_pack(&deck, 1, &pack));
    assert_string_equal(pack.name, "Second");
    assert_int_equal(pack.white, 1);
    assert_int_equal(pack.black, 0);
    assert_int_equal(pack.mature, 1);
    assert_false(cah_game.deck_pack(&deck, 2, &pack));
    assert_false(cah_game.deck_export(json, "tgz", &back));
    assert_int_equal(back.len, 0);
    assert_true(cah_game.deck_export(json, "jah", &back));
    assert_non_null(strstr(buffer_text(&back), "\"name\":\"Second\",\"official\":false,"
                                               "\"white\":[2],\"black\":[]"));
    struct game_table table = {.settings = settings, .decks = 1, .deck = {&deck}};
    uint32_t cards;
    r = cah_game.deck_enough(&table, &cards);
    assert_string_equal(r.key, "cah.onlyMature"); /* the room's rating is family */
    settings[SET_RATING] = RATING_MATURE;
    r = cah_game.deck_enough(&table, &cards);
    assert_int_equal(r.code, REFUSAL_CODE_OK);
    assert_int_equal(cards, 4);
    table.packs = &(struct pack_set){{2}};
    r = cah_game.deck_enough(&table, &cards);
    assert_int_equal(cards, 1);
    table.decks = 0;
    settings[SET_CARDS] = SOURCE_OWN;
    r = cah_game.deck_enough(&table, &cards);
    assert_int_equal(r.code, REFUSAL_CODE_DECK_EMPTY);
    assert_string_equal(r.key, "cah.noOwnCards");
    deck_close(&deck);
    json_decref(json);
    buffer_free(&made);
    buffer_free(&back);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_are_read_in_their_order),
        cmocka_unit_test(what_is_no_deck_is_refused),
        cmocka_unit_test(rating_packs_and_pick_choose),
        cmocka_unit_test(a_card_in_two_packs_is_dealt_once),
        cmocka_unit_test(language_and_source_choose_decks),
        cmocka_unit_test(a_very_large_deck_is_played_with),
        cmocka_unit_test(our_own_decks_are_read),
        cmocka_unit_test(a_deck_has_its_limits),
        cmocka_unit_test(banned_cards_are_not_allowed),
        cmocka_unit_test(a_hosts_deck_says_what_is_in_its_packs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
