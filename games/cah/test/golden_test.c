/* Whole games as text, one a rule; GOLDEN_UPDATE=1 writes them anew. The cards are written out here, so
 * that the house's own may change. */
#include "fixture.h"
#include "golden.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const things[] = {
    "a teapot",  "the moon",     "my aunt",       "seven cats", "a wet sock", "the last bus",
    "cold soup", "a brass band", "the neighbour", "a loud hat", "a goose",    "the tax office"};
static const char *const endings[] = {"",       " at night", " in a lift", " on fire",  " with jam",
                                      " again", " by post",  " for ever",  " on skates"};
static const char *const questions[] = {"What woke me up? _", "I never leave home without _. Or _.",
                                        "First _, then _, and at last _."};

/* All the same white cards, and black ones that ask for `pick`. */
static void open_deck(struct game_deck *deck, int pick)
{
    json_t *white = json_array(), *black = json_array();
    for (size_t e = 0; e < sizeof endings / sizeof endings[0]; e++)
        for (size_t t = 0; t < sizeof things / sizeof things[0]; t++)
            json_array_append_new(white, json_sprintf("%s%s", things[t], endings[e]));
    for (int i = 0; i < 6; i++)
        json_array_append_new(
            black, json_pack("{s:o}", "text", json_sprintf("%d. %s", i + 1, questions[pick - 1])));
    json_t *json = json_pack("{s:s, s:[{s:s, s:o, s:o}]}", "language", "en", "packs", "name",
                             "Golden", "white", white, "black", black);
    struct refusal r = cah_game.deck_read(deck, json);
    assert_string_equal(refusal_sentence(&r), "Done.");
    snprintf(deck->hash, sizeof deck->hash, "%d0000000", pick);
    deck->name = "";
    json_decref(json);
}

static bool goes_as_written(const char *name)
{
    struct game_deck deck[3] = {0};
    const struct game_deck *decks[3];
    char path[1000];
    for (int i = 0; i < 3; i++) {
        open_deck(&deck[i], i + 1);
        decks[i] = &deck[i];
    }
    snprintf(path, sizeof path, "%s/%s.golden", getenv("CAH_GOLDEN"), name);
    bool good = golden_check_with(&cah_game, path, decks, 3);
    for (int i = 0; i < 3; i++)
        deck_close(&deck[i]);
    return good;
}

GOES(base)
GOES(pick_three)
GOES(rando)
GOES(reboot)
GOES(packing_heat)
GOES(reboot_for_point)
GOES(happy_ending)
GOES(never_have_i_ever)
GOES(god_is_dead)
GOES(speed)
GOES(pairs)
GOES(blanks)
GOES(sudden_death)
GOES(tournament)
GOES(leaving)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(base),         cmocka_unit_test(pick_three),
        cmocka_unit_test(rando),        cmocka_unit_test(reboot),
        cmocka_unit_test(packing_heat), cmocka_unit_test(reboot_for_point),
        cmocka_unit_test(happy_ending), cmocka_unit_test(never_have_i_ever),
        cmocka_unit_test(god_is_dead),  cmocka_unit_test(speed),
        cmocka_unit_test(pairs),        cmocka_unit_test(blanks),
        cmocka_unit_test(sudden_death), cmocka_unit_test(tournament),
        cmocka_unit_test(leaving),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
