/* Whole games as text; GOLDEN_UPDATE=1 writes them anew. */
#include "fixture.h"
#include "golden.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static bool goes_as_written(const char *name)
{
    struct fixture f; /* for its decks alone */
    char path[1000];
    fixture_init(&f, 4, 12);
    snprintf(path, sizeof path, "%s/%s.golden", getenv("TABOO_GOLDEN"), name);
    const struct game_deck *decks[] = {&f.deck[0], &f.deck[1]};
    bool good = golden_check_with(&taboo_game, path, decks, 2);
    fixture_free(&f);
    return good;
}

static void a_whole_score_game(void **unused)
{
    (void)unused;
    assert_true(goes_as_written("score"));
}

static void a_deck_game_with_sudden_death(void **unused)
{
    (void)unused;
    assert_true(goes_as_written("sudden"));
}

static void a_describer_drops_out(void **unused)
{
    (void)unused;
    assert_true(goes_as_written("dropout"));
}

static void a_team_shrinks_to_one(void **unused)
{
    (void)unused;
    assert_true(goes_as_written("shrink"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_score_game),
        cmocka_unit_test(a_deck_game_with_sudden_death),
        cmocka_unit_test(a_describer_drops_out),
        cmocka_unit_test(a_team_shrinks_to_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
