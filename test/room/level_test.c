/* Which strengths a game's computers have, and what becomes of one that the next game does not know. */
#include "room/level.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static const uint8_t five[] = {LEVEL_EASY, LEVEL_CASUAL, LEVEL_MEDIUM, LEVEL_HARD, LEVEL_MASTER, 0};

static void a_level_is_one_of_the_games(void **state)
{
    (void)state;
    const struct game usual = {0}, rich = {.levels = five};
    for (int level = LEVEL_EASY; level < LEVELS; level++) {
        assert_true(level_known(&rich, level));
        assert_int_equal(level_known(&usual, level), level <= LEVEL_HARD);
    }
    assert_false(level_known(&rich, LEVEL_ANY));
    assert_false(level_known(&rich, LEVELS));
}

static void another_game_takes_the_next_weaker(void **state)
{
    (void)state;
    const struct game usual = {0}, rich = {.levels = five};
    assert_int_equal(level_for(&usual, LEVEL_MASTER), LEVEL_HARD);
    assert_int_equal(level_for(&usual, LEVEL_CASUAL), LEVEL_EASY);
    for (int level = LEVEL_EASY; level < LEVELS; level++)
        assert_int_equal(level_for(&rich, level), level);
    assert_int_equal(level_for(&usual, 200), LEVEL_EASY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_level_is_one_of_the_games),
                                       cmocka_unit_test(another_game_takes_the_next_weaker)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
