#include "conformance.h"
#include "hush.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h wants these first */
#include <cmocka.h>

static void keeps_the_promises(void **unused)
{
    (void)unused;
    struct conformance c = {
        .game = &hush_game, .seed = 1, .games = 20, .steps_max = 1000, .has_secrets = true};
    assert_true(conformance_holds(&c));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(keeps_the_promises)};
    return cmocka_run_group_tests_name("hush_conformance", tests, NULL, NULL);
}
