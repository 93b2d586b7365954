/* The promises that every game keeps. SANTASE_GAMES in the environment plays more of them. */
#include "conformance.h"
#include "santase/santase.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const char *const payloads[] = {"{\"card\":\"10H\"}",
                                       "{\"card\":\"KS\",\"marriage\":true}",
                                       "{\"card\":\"9D\"}",
                                       "{\"card\":\"AC\",\"marriage\":false}",
                                       "{\"suit\":\"diamonds\"}",
                                       "{\"suit\":\"S\"}",
                                       "{}",
                                       NULL};

static void promises_hold(void **unused)
{
    (void)unused;
    const char *games = getenv("SANTASE_GAMES");
    struct conformance c = {.game = &santase_game,
                            .seed = 1,
                            .games = games ? atoi(games) : 6,
                            .steps_max = 4000,
                            .has_secrets = true,
                            .level_max = 3,
                            .payloads = payloads};
    assert_true(conformance_holds(&c));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(promises_hold)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
