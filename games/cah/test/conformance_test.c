/* The promises that every game keeps: with every two of the switches on and off together, and with so
 * few cards that they run out. */
#include "conformance.h"
#include "fixture.h"
#include "pairwise.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define DECKS 8

static const char *const payloads[] = {
    "{\"cardIds\":[\"a1234567-w1\",\"a1234567-w2\"],\"texts\":{\"blank-1\":\"x\"}}",
    "{\"cardIds\":[\"blank-1\"],\"texts\":{\"blank-1\":\"x\"}}",
    "{\"roundId\":\"0000000000000000\"}",
    "{\"responseId\":\"0000000000000000\"}",
    "{\"cardId\":\"a1234567-w3\"}",
    "{\"cardId\":null}",
    NULL};

/* A switch is off or this. */
static const struct {
    enum cah_setting setting;
    int32_t on;
} switches[] = {
    {SET_GOD_IS_DEAD, 1},
    {SET_HAPPY_ENDING, 1},
    {SET_REBOOT, 1},
    {SET_PACKING_HEAT, 1},
    {SET_PAIRS, 1},
    {SET_NEVER_HAVE_I_EVER, 1},
    {SET_LOSERS_STAY_HIDDEN, 1},
    {SET_TOURNAMENT, 1},
    {SET_APPROVE_BLANKS, 1},
    {SET_BLANKS, 30},
    {SET_RANDO, 2},
    {SET_SPEED_SECONDS, 20},
    {SET_REBOOT_FOR_POINT, 1},
    {SET_SUDDEN_DEATH, 1},
    {SET_ROUNDS, 4},
    {SET_MINUTES, 2},
};
#define SWITCHES ((int)(sizeof switches / sizeof switches[0]))

/* Those two cannot be played together; that they are refused is looked at elsewhere. */
static bool is_playable(uint32_t row)
{
    return (row & 3) != 3;
}

/* The game with a few of its settings fixed, and games so short that many can be played. */
static struct game fixed_game(struct game_setting settings[CAH_SETTINGS + 1], uint32_t row)
{
    struct game game = cah_game;
    memcpy(settings, cah_settings, sizeof(struct game_setting) * (CAH_SETTINGS + 1));
    settings[SET_CARDS].max = SOURCE_ALL;
    settings[SET_CARDS].kind = SETTING_NUMBER;
    settings[SET_SCORE_LIMIT].max = settings[SET_SCORE_LIMIT].initial = 3;
    for (int i = 0; i < SWITCHES; i++) {
        struct game_setting *s = &settings[switches[i].setting];
        s->kind = SETTING_NUMBER; /* whose range may be a single one */
        s->initial = s->min = s->max = row >> i & 1 ? switches[i].on : 0;
    }
    if (settings[SET_PAIRS].initial) game.seats_min = 4;
    game.settings = settings;
    game.presets = NULL; /* they are of the settings as they are */
    return game;
}

static void hold(const struct game *game, const struct game_deck *const *decks, int count,
                 uint64_t seed, int games)
{
    const char *text = getenv("CAH_GAMES");
    struct conformance c = {.game = game,
                            .seed = seed,
                            .games = text ? atoi(text) : games,
                            .steps_max = 3000,
                            .has_secrets = true,
                            .level_max = 3,
                            .decks = decks,
                            .deck_count = count,
                            .payloads = payloads};
    assert_true(conformance_holds(&c));
}

static void run(const struct game *game, int white, int black, uint64_t seed, int games)
{
    struct game_deck deck[DECKS] = {0};
    const struct game_deck *decks[DECKS];
    for (int i = 0; i < DECKS; i++) {
        deck_open(&deck[i], cah_languages[i % 4], white, black, 0);
        deck[i].hash[0] = (char)('a' + i);
        decks[i] = &deck[i];
    }
    hold(game, decks, DECKS, seed, games);
    for (int i = 0; i < DECKS; i++)
        deck_close(&deck[i]);
}

static void promises_hold_with_any_two_switches(void **unused)
{
    (void)unused;
    struct pairwise rows = {.switches = SWITCHES, .allowed = is_playable, .chance = 7};
    struct game_setting settings[CAH_SETTINGS + 1];
    uint32_t row;
    uint64_t seed = 0;
    while (pairwise_next(&rows, &row)) {
        struct game game = fixed_game(settings, row);
        fprintf(stderr, "switches %04x: ", row);
        run(&game, 400, 60, seed += 7, 2);
    }
    assert_true(seed >= 7 * 8);
}

static void its_table_makes_sense(void **unused)
{
    (void)unused;
    struct conformance c = {.game = &cah_game};
    assert_true(conformance_holds(&c));
}

static void promises_hold_with_few_cards(void **unused)
{
    (void)unused;
    struct game_setting settings[CAH_SETTINGS + 1];
    struct game game = fixed_game(settings, 1 << 5 | 1 << 9 | 1 << 10);
    game.seats_max = 4;
    run(&game, 64, 3, 1000, 2);
}

/* Cards whose words the computer knows: what it likes has to show in nothing. */
static void promises_hold_with_our_english_cards(void **unused)
{
    (void)unused;
    char path[1000];
    struct game_setting settings[CAH_SETTINGS + 1];
    snprintf(path, sizeof path, "%s/en.json", getenv("CAH_CARDS"));
    for (uint32_t row = 0; row < 3; row++) {
        struct game_deck deck = {0};
        const struct game_deck *decks[] = {&deck};
        fixture_deck(&deck, json_load_file(path, 0, NULL), "en",
                     "e123456789abcdef0123456789abcdef");
        struct game game = fixed_game(settings, row == 2 ? 1 << 4 | 1 << 9 : row);
        settings[SET_LANGUAGE].kind = SETTING_NUMBER;
        settings[SET_LANGUAGE].max = 0; /* English */
        hold(&game, decks, 1, 500 + row, 2);
        free((void *)deck.content);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(its_table_makes_sense),
        cmocka_unit_test(promises_hold_with_any_two_switches),
        cmocka_unit_test(promises_hold_with_few_cards),
        cmocka_unit_test(promises_hold_with_our_english_cards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
