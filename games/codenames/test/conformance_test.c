/* The promises that every game keeps, with lists of different sizes and with our own. */
#include "conformance.h"
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const payloads[] = {"{\"text\":\"selva\",\"count\":2}",
                                       "{\"text\":\"ñandú\",\"count\":\"unlimited\"}",
                                       "{\"position\":24}",
                                       "{\"position\":null}",
                                       "{\"position\":25}",
                                       NULL};

/* CODENAMES_GAMES games instead of a few: for a longer look. */
static void run(const struct game_deck *const *decks, int count, uint64_t seed, int games)
{
    const char *text = getenv("CODENAMES_GAMES");
    struct conformance c = {.game = &codenames_game,
                            .seed = seed,
                            .games = text ? atoi(text) : games,
                            .steps_max = 1000,
                            .has_secrets = true,
                            .level_max = 3,
                            .decks = decks,
                            .deck_count = count,
                            .payloads = payloads};
    assert_true(conformance_holds(&c));
}

static void promises_hold_with_small_lists(void **unused)
{
    (void)unused;
    struct game_deck deck[8] = {0};
    const struct game_deck *decks[8];
    static const char *const prefixes[] = {"MESA", "CASA", "ROAD", "ПЪТ",
                                           "NUBE", "NAVE", "FOOT", "ЧАС"};
    for (int i = 0; i < 8; i++) {
        make_deck(&deck[i], prefixes[i], 25 + 10 * i, codenames_languages[i % 4]);
        if (i >= 4) deck[i].name = ""; /* brought along by the host */
        decks[i] = &deck[i];
    }
    run(decks, 8, 1, 4);
    for (int i = 0; i < 8; i++)
        free((void *)deck[i].content);
}

/* Single letters forbid almost every clue there is. */
static void promises_hold_where_clues_are_scarce(void **unused)
{
    (void)unused;
    static const char *const letters[] = {"A", "B", "C", "D", "E", "F", "G", "H", "I",
                                          "J", "K", "L", "M", "N", "O", "P", "Q", "R",
                                          "S", "T", "U", "V", "W", "X", "Y"};
    struct game_deck deck = {0};
    const struct game_deck *decks[] = {&deck};
    make_deck_of(&deck, letters, BOARD_CARDS);
    run(decks, 1, 5000, 6);
    free((void *)deck.content);
}

static void promises_hold_with_our_lists(void **unused)
{
    (void)unused;
    struct game_deck deck[4] = {0};
    const struct game_deck *decks[4];
    int count = 0;
    for (int i = 0; codenames_languages[i]; i++) {
        char path[1000];
        snprintf(path, sizeof path, "%s/%s.json", getenv("CODENAMES_CARDS"),
                 codenames_languages[i]);
        json_t *json = json_load_file(path, 0, NULL);
        if (!json) continue;
        struct refusal r = codenames_game.deck_read(&deck[count], json);
        assert_string_equal(refusal_sentence(&r), "Done.");
        deck[count].name = codenames_languages[i];
        strcpy(deck[count].hash, codenames_languages[i]);
        decks[count] = &deck[count];
        count++;
        json_decref(json);
    }
    assert_true(count > 0);
    run(decks, count, 9000, 2);
    while (count--)
        free((void *)deck[count].content);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(promises_hold_with_small_lists),
        cmocka_unit_test(promises_hold_where_clues_are_scarce),
        cmocka_unit_test(promises_hold_with_our_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
