#include "conformance.h"
#include "hush.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
/* cmocka.h wants these first */
#include <cmocka.h>

static int games(int otherwise)
{
    const char *text = getenv("HUSH_GAMES");
    return text ? atoi(text) : otherwise;
}

static void assert_keeps_every_promise(const struct game *game)
{
    struct conformance c = {.game = game,
                            .seed = 1,
                            .games = games(16),
                            .steps_max = 150,
                            .has_secrets = true,
                            .level_max = 1};
    assert_true(conformance_holds(&c));
}

static void hush_keeps_every_promise(void **unused)
{
    (void)unused;
    assert_keeps_every_promise(&hush_game);
}

static void hush_in_teams_keeps_every_promise(void **unused)
{
    (void)unused;
    assert_keeps_every_promise(&hush_teams_game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hush_keeps_every_promise),
        cmocka_unit_test(hush_in_teams_keeps_every_promise),
    };
    return cmocka_run_group_tests_name("hush", tests, NULL, NULL);
}
