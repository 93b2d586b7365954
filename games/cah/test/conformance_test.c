/* The promises that every game keeps: with enough cards, and with so few that they run out. */
#include "conformance.h"
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const payloads[] = {
    "{\"cardIds\":[\"01234567-w1\",\"01234567-w2\"],\"texts\":{\"blank-1\":\"x\"}}",
    "{\"cardIds\":[\"blank-1\"],\"texts\":{\"blank-1\":\"x\"}}",
    "{\"roundId\":\"0000000000000000\"}",
    "{\"responseId\":\"0000000000000000\"}",
    "{\"cardId\":\"01234567-w3\"}",
    "{\"cardId\":null}",
    NULL};

/* CAH_GAMES games instead of a few: for a longer look. */
static void run(int white, int black, uint64_t seed, int games)
{
    const char *text = getenv("CAH_GAMES");
    struct game_deck deck[8] = {0};
    const struct game_deck *decks[8];
    for (int i = 0; i < 8; i++) {
        deck_open(&deck[i], cah_languages[i % 4], white, black, 0);
        deck[i].hash[0] = (char)('a' + i);
        decks[i] = &deck[i];
    }
    struct conformance c = {.game = &cah_game,
                            .seed = seed,
                            .games = text ? atoi(text) : games,
                            .steps_max = 20000,
                            .has_secrets = true,
                            .decks = decks,
                            .deck_count = 8,
                            .payloads = payloads};
    assert_true(conformance_holds(&c));
    for (int i = 0; i < 8; i++)
        deck_close(&deck[i]);
}

static void promises_hold_with_many_cards(void **unused)
{
    (void)unused;
    run(400, 60, 1, 24);
}

static void promises_hold_with_few_cards(void **unused)
{
    (void)unused;
    run(60, 4, 1000, 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(promises_hold_with_many_cards),
        cmocka_unit_test(promises_hold_with_few_cards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
