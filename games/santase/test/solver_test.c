/* The solver against trying everything, on positions from random play. usage: solver_test COUNT */
#include "santase/solver.h"
#include "scene.h"
#include "twin.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static int positions;

static void the_solver_agrees_with_brute_force(void **s)
{
    (void)s;
    struct chance chance = dice(23);
    int worths[7] = {0};
    for (int i = 0; i < positions; i++) {
        /* Six cards a side take a thousand times as long to try out as three. */
        struct bout bout = random_endgame(&chance, i % 100 == 0 ? 6 : 2 + i % 4);
        struct slow slow = twin_of(&bout);
        int worth = solver_worth(&bout);
        assert_int_equal(worth, slow_worth(&slow, bout_turn(&bout)));
        worths[worth + 3]++;
    }
    for (int i = 0; i < 7; i++) /* every result occurs; a draw is rare */
        if (i != 3) assert_true(worths[i] > positions / 100);
}

static void the_best_card_has_the_worth_of_the_position(void **s)
{
    (void)s;
    struct chance chance = dice(24);
    for (int i = 0; i < positions; i++) {
        struct bout bout = random_endgame(&chance, 1 + i % 6);
        if (bout_counted(&bout, bout_turn(&bout)) >= SIXTY_SIX) continue;
        int8_t worth[CARDS];
        int best = -9;
        solver_rate(&bout, worth);
        for (uint8_t c = 0; c < CARDS; c++)
            if (bout_legal(&bout, bout_turn(&bout)) & ACT_BIT(c) && worth[c] > best)
                best = worth[c];
        assert_int_equal(best, solver_worth(&bout));
    }
}

int main(int argc, char **argv)
{
    positions = argc > 1 ? atoi(argv[1]) : 400;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_solver_agrees_with_brute_force),
        cmocka_unit_test(the_best_card_has_the_worth_of_the_position),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
