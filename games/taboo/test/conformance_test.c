/* The promises that every game keeps, with our own decks and with one so small that it runs out. */
#include "conformance.h"
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const payloads[] = {
    "{\"roomCode\":\"XTBK92\",\"cardId\":\"f174ece2-4060-4574-af18-62f0f02f2a9a\"}",
    "{\"cardNumber\":3}", "{\"cardId\":null}", NULL};

static void read_deck(struct game_deck *deck, json_t *json, const char *hash)
{
    struct refusal r = taboo_game.deck_read(deck, json);
    assert_string_equal(refusal_sentence(&r), "Done.");
    strcpy(deck->hash, hash);
    deck->name = "";
    json_decref(json);
}

/* TABOO_GAMES games instead of a few: for a longer look. */
static void run(const struct game_deck *const *decks, int count, uint64_t seed, int games)
{
    const char *text = getenv("TABOO_GAMES");
    struct conformance c = {.game = &taboo_game,
                            .seed = seed,
                            .games = text ? atoi(text) : games,
                            .steps_max = 4000,
                            .has_secrets = true,
                            .level_max = 1,
                            .decks = decks,
                            .deck_count = count,
                            .payloads = payloads};
    assert_true(conformance_holds(&c));
}

static void promises_hold_with_our_decks(void **unused)
{
    (void)unused;
    struct game_deck deck[4] = {0};
    const struct game_deck *decks[4];
    for (int i = 0; taboo_languages[i]; i++) {
        char path[1000];
        snprintf(path, sizeof path, "%s/%s.json", getenv("TABOO_CARDS"), taboo_languages[i]);
        json_t *json = json_load_file(path, 0, NULL);
        assert_non_null(json);
        read_deck(&deck[i], json, taboo_languages[i]);
        decks[i] = &deck[i];
    }
    run(decks, 4, 1, 3);
    for (int i = 0; i < 4; i++)
        free((void *)deck[i].content);
}

static void promises_hold_with_few_cards(void **unused)
{
    (void)unused;
    struct game_deck deck[4] = {0};
    const struct game_deck *decks[4];
    for (int i = 0; i < 4; i++) {
        read_deck(&deck[i], deck_json("PALABRA", 1 + 4 * i, taboo_languages[i]), "few");
        decks[i] = &deck[i];
    }
    run(decks, 4, 1000, 4);
    for (int i = 0; i < 4; i++)
        free((void *)deck[i].content);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(promises_hold_with_our_decks),
        cmocka_unit_test(promises_hold_with_few_cards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
